# SPDX-License-Identifier: BSD-3-Clause
"""Reads documents from files: a live object, or a message or office document that contains some."""

from __future__ import annotations

import secrets
from pathlib import Path

from app.documents import DocumentError, is_host
from app.documents import objects_in as objects_in_document
from app.mail import is_message, objects_in
from app.mail.message_reader import LARGEST
from app.runtime.directories import make_private, runtime_directory
from app.runtime.references import Document, LiveObjectFileError, with_content_if_readable
from app.runtime.trust import read_document

_MOST_OF_A_DOCUMENT = 20


def may_contain_objects(path: Path) -> bool:
    """Whether the file name is that of a message or an office document."""
    return is_message(path) or is_host(path)


def read_documents(path: Path) -> list[tuple[Document, Path]]:
    """The documents in a file with their paths; extracted ones get temporary files."""
    if not may_contain_objects(path):
        return [(with_content_if_readable(read_document(path), path)[0], path)]
    found = _in_message(path) if is_message(path) else _in_document(path)
    folder = make_private(runtime_directory() / "from elsewhere" / secrets.token_hex(8))
    documents = []
    for number, (name, content) in enumerate(found):
        file = (folder if number == 0 else make_private(folder / str(number))) / name
        document = read_document(content)
        file.write_bytes(content)
        documents.append((document, file))
    return documents


def _in_message(path: Path) -> list[tuple[str, bytes]]:
    with path.open("rb") as message:
        return objects_in(message.read(LARGEST + 1))


def _in_document(path: Path) -> list[tuple[str, bytes]]:
    try:
        found = objects_in_document(path)
    except DocumentError as error:
        raise LiveObjectFileError(None, error.what, error.hint, str(path)) from None
    if not found:
        raise LiveObjectFileError(
            None, "there is no live object in it", "put one in: liveobjects embed FILE DOCUMENT", str(path)
        )
    return [("from_document.liveobject", content) for content in found[:_MOST_OF_A_DOCUMENT]]
