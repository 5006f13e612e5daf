"""Who this user is: an Ed25519 key in a file that nobody else can read, and signatures made with it."""

import os
import stat
from pathlib import Path

from nacl.exceptions import BadSignatureError, CryptoError
from nacl.public import SealedBox
from nacl.signing import SigningKey, VerifyKey

from app.runtime.places import data_directory, make_private
from app.runtime.trust.errors import IdentityError, SignatureError
from app.runtime.trust.files import new_private_file

_HEADER = b"liveobjects identity 1 ed25519 "
_SEED_BYTES = 32
_FILE_BYTES = len(_HEADER) + 2 * _SEED_BYTES + 1
_SIGNATURE_BYTES = 64


class Identity:
    """A key pair; `public` is the 64 hexadecimal digits by which others know it."""

    def __init__(self, seed: bytes, kept: str = "") -> None:
        self._key = SigningKey(seed)
        self.kept = kept or "nowhere"
        """Where the secret half is, in words."""
        self.public = bytes(self._key.verify_key).hex()

    @classmethod
    def new(cls) -> "Identity":
        """A fresh identity, which is nowhere kept."""
        return cls(bytes(SigningKey.generate()))

    @classmethod
    def of_user(cls, path: Path | None = None) -> "Identity":
        """The identity of this user, made at the first call; `path` is for keys kept elsewhere."""
        file = path or make_private(data_directory()) / "identity"
        if not file.is_symlink() and not file.exists():
            new_private_file(file, _HEADER + bytes(SigningKey.generate()).hex().encode() + b"\n")
        # Read back in every case: another process may have been first.
        return cls(_read_seed(file), f"in the file {file}")

    def sign(self, purpose: str, message: bytes) -> bytes:
        """A signature of the message for one purpose; it is worth nothing for another."""
        return self._key.sign(_framed(purpose, message)).signature

    def open_box(self, box: bytes) -> bytes:
        """What somebody has boxed for this identity alone; raises nacl's CryptoError for anything else."""
        return SealedBox(self._key.to_curve25519_private_key()).decrypt(box)

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"


def verify(public: str, purpose: str, message: bytes, signature: bytes) -> None:
    """Refuse a signature that the owner of the public key did not make of this message for this purpose."""
    try:
        key = VerifyKey(bytes.fromhex(checked_public(public)))
        if len(signature) != _SIGNATURE_BYTES:
            raise BadSignatureError
        key.verify(_framed(purpose, message), signature)
    except BadSignatureError:
        raise SignatureError(
            f"the signature is not by {fingerprint(public)}", "get it again from whoever made it"
        ) from None


def boxed_for(public: str, content: bytes) -> bytes:
    """The content in a box that only the owner of the public key can open."""
    try:
        key = VerifyKey(bytes.fromhex(checked_public(public))).to_curve25519_public_key()
        return SealedBox(key).encrypt(content)
    except (CryptoError, RuntimeError):
        raise SignatureError(f"{public[:16]}… is not a public key", "ask for the right one") from None


def checked_public(public: str) -> str:
    """The public key, or an error if it cannot be one."""
    if len(public) != 2 * _SEED_BYTES or not set(public) <= set("0123456789abcdef"):
        raise SignatureError(
            f"{public[:70]!r} is not a public key", "a key has 64 hexadecimal digits in lower case"
        )
    return public


def fingerprint(public: str, groups: int = 4) -> str:
    """The beginning of a public key, in groups, for people to compare; eight of them are beyond guessing."""
    return "-".join(public[start : start + 4] for start in range(0, 4 * groups, 4))


def _framed(purpose: str, message: bytes) -> bytes:
    """The purpose goes first with its length, so that no message of one purpose is one of another."""
    name = purpose.encode()
    return b"liveobjects" + len(name).to_bytes(2, "big") + name + message


def _read_seed(file: Path) -> bytes:
    try:
        # Not blocking: a pipe would wait for somebody to write into it.
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise IdentityError(
            f"cannot read the key {file}: {error.strerror}", "make it a file of yours"
        ) from None
    try:
        _refuse_shared(file, os.fstat(descriptor))
        content = os.read(descriptor, _FILE_BYTES + 1)
    finally:
        os.close(descriptor)
    digits = content.removeprefix(_HEADER).removesuffix(b"\n")
    if not content.startswith(_HEADER) or len(content) != _FILE_BYTES or len(digits) != 2 * _SEED_BYTES:
        raise _damaged(file)
    try:
        return bytes.fromhex(digits.decode("ascii"))
    except ValueError:
        raise _damaged(file) from None


def _refuse_shared(file: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise IdentityError(f"{file} is not a file", "move it away")
    if status.st_uid != os.geteuid():
        raise IdentityError(
            f"the key {file} belongs to another user", "set LIVEOBJECTS_HOME to a directory of yours"
        )
    if status.st_mode & 0o077:
        raise IdentityError(f"others can read or change the key {file}", f"run: chmod 600 {file}")


def _damaged(file: Path) -> IdentityError:
    return IdentityError(
        f"the key {file} is damaged", "restore it from a backup, or move it away to get a new identity"
    )
