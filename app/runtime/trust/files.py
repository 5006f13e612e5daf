# SPDX-License-Identifier: BSD-3-Clause
"""Atomic writing of private files."""

import os
import tempfile
from pathlib import Path


def new_private_file(path: Path, content: bytes) -> bool:
    """Create a file with its content atomically; False if it exists."""
    temporary = _write_temporary(path, content)
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        return False
    finally:
        temporary.unlink()
    return True


def replace_private_file(path: Path, content: bytes) -> None:
    """Replace the content of a file atomically."""
    temporary = _write_temporary(path, content)
    try:
        temporary.replace(path)
    except OSError:
        temporary.unlink()
        raise
    _sync_directory(path.parent)


def _write_temporary(path: Path, content: bytes) -> Path:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        Path(name).unlink()
        raise
    return Path(name)


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
