# SPDX-License-Identifier: BSD-3-Clause
"""The storage of the user's secret key: in the desktop's keyring, or in a private file.

The file always exists. It has the secret itself, or the public key of the secret in the keyring: so an
unavailable keyring never leads to a second identity.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path

from nacl.signing import SigningKey

from app.runtime.directories import data_directory, make_private
from app.runtime.trust import keyring
from app.runtime.trust.errors import IdentityError
from app.runtime.trust.files import new_private_file, replace_private_file
from app.runtime.trust.keyring import KeyringError

_IN_FILE = b"liveobjects identity 1 ed25519 "
_IN_KEYRING = b"liveobjects identity 1 keyring "
_SEED_BYTES = 32
_FILE_BYTES = len(_IN_FILE) + 2 * _SEED_BYTES + 1
assert len(_IN_FILE) == len(_IN_KEYRING)

_known: dict[str, bytes] = {}
"""Secrets from the keyring, by public key; a program asks for each once."""


def key_of_user(path: Path | None = None) -> tuple[bytes, str]:
    """Return the seed of this user's key, created at the first call, and where it is stored, in words."""
    file = path or make_private(data_directory()) / "identity"
    if not file.is_symlink() and not file.exists():
        _make(file, with_keyring=path is None and not os.environ.get("LIVEOBJECTS_HOME"))
    # Read back in any case: another process may have created it first.
    header, content = _read(file)
    if header == _IN_FILE:
        return content, f"in the file {file}"
    return _from_keyring(content.hex()), "in the keyring of the desktop"


def public_key_of_user(path: Path | None = None) -> str:
    """Return this user's public key, created at the first call; the keyring is not asked."""
    file = path or make_private(data_directory()) / "identity"
    if not file.is_symlink() and not file.exists():
        key_of_user(path)
    header, content = _read(file)
    return _public(content) if header == _IN_FILE else content.hex()


def keep_in_keyring(path: Path | None = None) -> None:
    """Move the secret from the file into the keyring; it is never in neither."""
    file = path or make_private(data_directory()) / "identity"
    key_of_user(file)
    with _alone(file):
        header, seed = _read(file)
        if header == _IN_FILE:
            public = _public(seed)
            try:
                _put(public, seed)
            except KeyringError as error:
                raise IdentityError(f"the keyring does not take it: {error}", "it stays in the file") from None
            replace_private_file(file, _IN_KEYRING + public.encode() + b"\n")


def keep_in_file(path: Path | None = None) -> None:
    """Move the secret from the keyring into the file."""
    file = path or make_private(data_directory()) / "identity"
    key_of_user(file)
    with _alone(file):
        header, content = _read(file)
        if header == _IN_KEYRING:
            seed = _from_keyring(content.hex())
            replace_private_file(file, _IN_FILE + seed.hex().encode() + b"\n")
            with contextlib.suppress(KeyringError):
                keyring.remove(content.hex())


def _make(file: Path, *, with_keyring: bool) -> None:
    seed = bytes(SigningKey.generate())
    in_file = _IN_FILE + seed.hex().encode() + b"\n"
    if not with_keyring or not keyring.is_open():
        new_private_file(file, in_file)
        return
    public = _public(seed)
    try:
        _put(public, seed)
    except KeyringError:
        new_private_file(file, in_file)
        return
    if not new_private_file(file, _IN_KEYRING + public.encode() + b"\n"):
        with contextlib.suppress(KeyringError):
            keyring.remove(public)  # another process was first


def _put(public: str, seed: bytes) -> None:
    keyring.put(public, seed.hex())
    if keyring.get(public) != seed.hex():
        raise KeyringError("it did not keep what it was given")


def _from_keyring(public: str) -> bytes:
    if public not in _known:
        try:
            found = keyring.get(public)
        except KeyringError as error:
            raise _not_there(public, str(error)) from None
        if found is None:
            raise _not_there(public, "it is not in it")
        try:
            seed = bytes.fromhex(found)
        except ValueError:
            seed = b""
        if len(seed) != _SEED_BYTES or _public(seed) != public:
            raise _not_there(public, "what is in it is damaged")
        _known[public] = seed
    return _known[public]


def _public(seed: bytes) -> str:
    return bytes(SigningKey(seed).verify_key).hex()


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    lock = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _read(file: Path) -> tuple[bytes, bytes]:
    """Return what the file stores, and its 32 bytes."""
    try:
        # Non-blocking: opening a pipe would wait for a writer.
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise IdentityError(f"cannot read the key {file}: {error.strerror}", "make it a file of yours") from None
    try:
        _refuse_shared(file, os.fstat(descriptor))
        content = os.read(descriptor, _FILE_BYTES + 1)
    finally:
        os.close(descriptor)
    header, digits = content[: len(_IN_FILE)], content[len(_IN_FILE) :].removesuffix(b"\n")
    if header not in (_IN_FILE, _IN_KEYRING) or len(content) != _FILE_BYTES or len(digits) != 2 * _SEED_BYTES:
        raise _damaged(file)
    try:
        return header, bytes.fromhex(digits.decode("ascii"))
    except ValueError:
        raise _damaged(file) from None


def _refuse_shared(file: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise IdentityError(f"{file} is not a file", "move it away")
    if status.st_uid != os.geteuid():
        raise IdentityError(f"the key {file} belongs to another user", "set LIVEOBJECTS_HOME to a directory of yours")
    if status.st_mode & 0o077:
        raise IdentityError(f"others can read or change the key {file}", f"run: chmod 600 {shlex.quote(str(file))}")


def _damaged(file: Path) -> IdentityError:
    return IdentityError(
        f"the key {file} is damaged", "restore it from a backup, or move it away to get a new identity"
    )


def _not_there(public: str, why: str) -> IdentityError:
    return IdentityError(
        f"your identity {public[:4]}-{public[4:8]}-{public[8:12]}-{public[12:16]} is in the keyring of the "
        f"desktop, which does not give it: {why}",
        "unlock the keyring; or, on the desktop, run: liveobjects identity keep file",
    )
