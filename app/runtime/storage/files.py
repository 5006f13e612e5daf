"""Plain operations on files, for this user alone."""

import os
from pathlib import Path


def create(path: Path) -> int:
    """A new file to write to."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)


def write_all(file: int, content: bytes) -> None:
    """Write all of it, or raise."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]


def sync_file(path: Path) -> None:
    """Have the content of a file on disk."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def sync_directory(path: Path) -> None:
    """Have the names in a directory on disk."""
    sync_file(path)
