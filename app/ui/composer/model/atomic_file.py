# SPDX-License-Identifier: BSD-3-Clause
"""Atomic file writes."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import NamedTuple

from app.runtime.references import Document, LiveObjectFileError, content_path, write
from app.runtime.references.content_file import remove_sidecar, split_content
from app.runtime.references.secrets import holds_keys
from app.runtime.storage.files import sync_directory, write_all
from app.ui.composer.model.errors import EditError


class FileState(NamedTuple):
    """The properties that show whether a file was changed."""

    modified: int
    size: int
    inode: int


def file_state(path: Path) -> FileState | None:
    """The state of a file; `None` if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return FileState(status.st_mtime_ns, status.st_size, status.st_ino)


def save_document(path: Path, document: Document) -> FileState | None:
    """Write a document atomically; raises `EditError` on failure."""
    try:
        written, content = split_content(document)
        data, private = write(written), holds_keys(document.reference)
        if content:
            replace_content(content_path(path), content, private=private)
        replace_content(path, data, private=private)
        if written.sidecar is None:
            remove_sidecar(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise EditError(f"{path.name} cannot be written: {reason}", "choose another place") from None
    except LiveObjectFileError as error:
        raise EditError(error.what, error.hint) from None
    return file_state(path)


def replace_content(path: Path, content: bytes, *, private: bool = False) -> None:
    """Replace a file's content atomically and keep its permissions; a new private file is for its owner only."""
    target = path.resolve() if path.is_symlink() else path
    try:
        mode = target.stat().st_mode & 0o777
    except OSError:
        mode = None
    temporary = target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}.part")
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600 if private else 0o666)
    try:
        try:
            if mode is not None:
                os.fchmod(file, mode)
            write_all(file, content)
            os.fsync(file)
        finally:
            os.close(file)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(target.parent)
