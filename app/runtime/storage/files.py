# SPDX-License-Identifier: BSD-3-Clause
"""File operations, private to this user."""

import os
from pathlib import Path


def create(path: Path) -> int:
    """Create a file for writing."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)


def write_all(file: int, content: bytes) -> None:
    """Write all of it, or raise."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]


def sync_file(path: Path) -> None:
    """Sync the content of a file."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def sync_directory(path: Path) -> None:
    """Sync the entries of a directory."""
    sync_file(path)
