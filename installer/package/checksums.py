# SPDX-License-Identifier: BSD-3-Clause
"""Signed checksums, with which a downloaded package can be verified."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from app.runtime.trust import Identity, verify

PURPOSE = "release"
NAME = "SHA256SUMS"


def write_checksums(files: Sequence[Path], output: Path, key: Path) -> None:
    """Write the checksums in the format of `sha256sum -c`, and a signature with the release key."""
    lines = "".join(f"{sha256_of(file)}  {file.name}\n" for file in sorted(files))
    signer = Identity.of_user(key)
    (output / NAME).write_text(lines)
    signature = signer.sign(PURPOSE, lines.encode()).hex()
    (output / f"{NAME}.sig").write_text(f"{signer.public} {signature}\n")


def verify_checksums(folder: Path, public: str) -> list[str]:
    """The names of the files with the released content; raises if that key did not sign the checksums."""
    lines = (folder / NAME).read_bytes()
    signer, _, signature = (folder / f"{NAME}.sig").read_text().strip().partition(" ")
    if signer != public:
        raise ValueError("the sums were signed with another key")
    verify(public, PURPOSE, lines, bytes.fromhex(signature))
    named = [line.split("  ", 1) for line in lines.decode().splitlines()]
    return [name for digest, name in named if sha256_of(folder / name) == digest]


def sha256_of(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
