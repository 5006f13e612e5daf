# SPDX-License-Identifier: BSD-3-Clause
"""Versions of a file: each save keeps a compressed copy, up to a limit."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

from app.runtime.directories import data_directory, make_private
from app.runtime.references import Document, LiveObjectFileError, read, write
from app.runtime.references.limits import MAX_BYTES
from app.ui.composer.model.atomic_file import replace_content
from app.ui.composer.model.errors import EditError

MOST_VERSIONS = 100
MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Version:
    """A saved version of a file."""

    path: Path
    when: float
    size: int

    def document(self) -> Document:
        """The document of the version; raises `EditError` if it cannot be read."""
        try:
            expand = zlib.decompressobj()
            return read(expand.decompress(self.path.read_bytes(), MAX_BYTES + 1))
        except (OSError, zlib.error, LiveObjectFileError) as error:
            raise EditError(f"this page cannot be recovered: {error}", "choose another one") from None


def save_version(file: Path, document: Document) -> None:
    """Store a version; the oldest ones are deleted beyond the limit."""
    directory = make_private(_directory(file))
    content = zlib.compress(write(document))
    known = versions(file)
    if known and known[0].size == len(content) and known[0].path.read_bytes() == content:
        return
    name = f"{time.time_ns():020d}.z"
    replace_content(directory / name, content)
    total = 0
    for number, version in enumerate(versions(file)):
        total += version.size
        if number >= MOST_VERSIONS or (total > MOST_BYTES and number):
            with contextlib.suppress(OSError):
                version.path.unlink()


def versions(file: Path) -> list[Version]:
    """The versions of a file, the latest first."""
    found = []
    with contextlib.suppress(OSError):
        for path in _directory(file).glob("*.z"):
            with contextlib.suppress(OSError, ValueError):
                found.append(Version(path, int(path.stem) / 1e9, path.stat().st_size))
    return sorted(found, key=lambda version: version.path.name, reverse=True)


def _directory(file: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(file.resolve())).hexdigest()[:32]
    return data_directory() / "versions" / digest
