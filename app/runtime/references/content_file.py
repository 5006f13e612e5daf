# SPDX-License-Identifier: BSD-3-Clause
"""Content as bytes: its digest, which signatures cover, and files with content beside a `.liveobject` file.

The bytes are a header and, for each part: document (16 bytes), author (32), time (8), size (8), content.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from app.runtime.references.content_xml import check_parts, content_size
from app.runtime.references.document import ContentPart, Document, Sidecar
from app.runtime.references.errors import LiveObjectFileError
from app.runtime.references.file_io import read_bytes, replace_file
from app.runtime.references.files import write
from app.runtime.references.limits import MAX_CONTENT, MAX_SIDECAR

ENDING = ".content"
"""Appended to the name of the `.liveobject` file."""
_HEADER = b"liveobject content 1\n"
_FIXED = 16 + 32 + 8 + 8
_AGAIN = "get both files again"


def content_digest(document: Document) -> bytes:
    """Return the SHA-256 of the content, wherever it is; nothing if there is none."""
    if document.sidecar is not None:
        return bytes.fromhex(document.sidecar.digest)
    if not document.content:
        return b""
    digest = hashlib.sha256()
    for piece in _pieces(document.content):
        digest.update(piece)
    return digest.digest()


def content_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of the content beside a file."""
    return Path(os.fspath(path) + ENDING)


def save_document(
    path: str | os.PathLike[str],
    document: Document,
    to_bytes: Callable[[Document], bytes] = write,
    *,
    private: bool = False,
) -> None:
    """Write a file atomically, and its content beside it if that is too large for the file.

    `to_bytes` may sign or seal the document; content beside a file is not sealed with it.
    """
    document, data = split_content(document)
    written = to_bytes(document)
    if data:
        replace_file(content_path(path), data, private=private)
    replace_file(path, written, private=private)
    if document.sidecar is None:
        remove_sidecar(path)


def split_content(document: Document) -> tuple[Document, bytes]:
    """Return the document as it is written, and the bytes of the file beside it; empty if it needs none."""
    if content_size(document.content) <= MAX_CONTENT:
        return document, b""
    check_parts(document.content)
    data = b"".join(_pieces(document.content))
    if len(data) > MAX_SIDECAR:
        raise LiveObjectFileError(
            None, f"the content is larger than {MAX_SIDECAR // 1024**2} MB", "save it without content"
        )
    found = Sidecar(hashlib.sha256(data).hexdigest(), len(data))
    return replace(document, content=(), sidecar=found), data


def remove_sidecar(path: str | os.PathLike[str]) -> None:
    """Remove the content of a file that was replaced by one without content beside it."""
    sidecar = content_path(path)
    if _is_content(sidecar):
        sidecar.unlink(missing_ok=True)


def with_sidecar(document: Document, path: str | os.PathLike[str]) -> Document:
    """Return a document with the content that is in a file beside it, if there is any."""
    if document.sidecar is None:
        return document
    sidecar = content_path(path)
    data = read_bytes(sidecar, document.sidecar.size)
    if len(data) != document.sidecar.size or hashlib.sha256(data).hexdigest() != document.sidecar.digest:
        raise LiveObjectFileError(None, "is not the content of the file beside it", _AGAIN, os.fspath(sidecar))
    try:
        parts = tuple(_unpacked(data))
        check_parts(parts)
    except (ValueError, LiveObjectFileError):
        raise LiveObjectFileError(None, "is not readable as content", _AGAIN, os.fspath(sidecar)) from None
    return replace(document, content=parts, sidecar=None)


def with_content_if_readable(document: Document, path: str | os.PathLike[str]) -> tuple[Document, str]:
    """Return a document with its content, or without it and the reason: the object itself can be opened anyway."""
    try:
        return with_sidecar(document, path), ""
    except LiveObjectFileError as error:
        return document, str(error)


def _pieces(parts: tuple[ContentPart, ...]) -> Iterator[bytes]:
    yield _HEADER
    for part in parts:
        yield part.document + bytes.fromhex(part.author)
        yield part.time.to_bytes(8, "big") + len(part.packed).to_bytes(8, "big")
        yield part.packed


def _unpacked(data: bytes) -> Iterator[ContentPart]:
    """Yield the parts; a ValueError if the bytes are something else."""
    if not data.startswith(_HEADER):
        raise ValueError("no header")
    at = len(_HEADER)
    while at < len(data):
        fixed = data[at : at + _FIXED]
        size = int.from_bytes(fixed[56:], "big")
        at += _FIXED
        packed = data[at : at + size]
        if len(fixed) < _FIXED or len(packed) < size:
            raise ValueError("it ends early")
        yield ContentPart(fixed[:16], fixed[16:48].hex(), int.from_bytes(fixed[48:56], "big"), packed)
        at += size


def _is_content(path: Path) -> bool:
    """Whether a file is content, and may be replaced."""
    try:
        with path.open("rb") as file:
            return file.read(len(_HEADER)) == _HEADER
    except OSError:
        return False
