# SPDX-License-Identifier: BSD-3-Clause
"""The user's identity: a private Ed25519 key, and signatures made with it."""

from pathlib import Path
from weakref import WeakSet

from nacl.exceptions import BadSignatureError, CryptoError
from nacl.public import SealedBox
from nacl.signing import SigningKey, VerifyKey

from app.runtime.trust.errors import SignatureError
from app.runtime.trust.key_file import key_of_user

_SEED_BYTES = 32
_SIGNATURE_BYTES = 64


_here: "WeakSet[Identity]" = WeakSet()
"""All identities of this process; several can have one key, and each may end at any time."""


class Identity:
    """A key pair; `public` is the public key as 64 hexadecimal digits."""

    def __init__(self, seed: bytes, kept: str = "") -> None:
        self._key = SigningKey(seed)
        self.kept = kept or "nowhere"
        """Where the secret key is stored, in words."""
        self.public = bytes(self._key.verify_key).hex()
        _here.add(self)

    @classmethod
    def new(cls) -> "Identity":
        """Make a fresh identity, which is not stored."""
        return cls(bytes(SigningKey.generate()))

    @classmethod
    def of_user(cls, path: Path | None = None) -> "Identity":
        """Return the identity of this user, created at the first call; `path` is for keys stored elsewhere.

        The user may be asked to unlock their keyring, so windows call this in another thread first.
        """
        return cls(*key_of_user(path))

    def sign(self, purpose: str, message: bytes) -> bytes:
        """Sign a message for one purpose; the signature is invalid for others."""
        return self._key.sign(_framed(purpose, message)).signature

    def open_box(self, box: bytes) -> bytes:
        """Decrypt a box for this identity; raises nacl's CryptoError for anything else."""
        return SealedBox(self._key.to_curve25519_private_key()).decrypt(box)

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"


def identity_here(public: str) -> Identity | None:
    """The identity with this public key, if this process uses it."""
    return next((each for each in _here if each.public == public), None)


def verify(public: str, purpose: str, message: bytes, signature: bytes) -> None:
    """Raise an error unless the signature is by this public key, of this message, for this purpose."""
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
    """Encrypt the content for the owner of the public key."""
    try:
        key = VerifyKey(bytes.fromhex(checked_public(public))).to_curve25519_public_key()
        return SealedBox(key).encrypt(content)
    except (CryptoError, RuntimeError):
        raise SignatureError(f"{public[:16]}… is not a public key", "ask for the right one") from None


def checked_public(public: str) -> str:
    """Return the public key, or raise an error if it is invalid."""
    if len(public) != 2 * _SEED_BYTES or not set(public) <= set("0123456789abcdef"):
        raise SignatureError(f"{public[:70]!r} is not a public key", "a key has 64 hexadecimal digits in lower case")
    return public


def fingerprint(public: str, groups: int = 4) -> str:
    """Return the beginning of a public key for people to compare; eight groups are unguessable."""
    return "-".join(public[start : start + 4] for start in range(0, 4 * groups, 4))


def _framed(purpose: str, message: bytes) -> bytes:
    """Return the message with its purpose, length-prefixed, so that purposes cannot be confused."""
    name = purpose.encode()
    return b"liveobjects" + len(name).to_bytes(2, "big") + name + message
