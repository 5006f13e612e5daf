"""What comes from outside as a file: a live object, or a message with live objects in it."""

from __future__ import annotations

import secrets
from pathlib import Path

from app.mail import is_message, objects_in
from app.mail.reading import LARGEST
from app.runtime.places import make_private, runtime_directory
from app.runtime.references import Document
from app.runtime.trust import read_document


def documents_of(path: Path) -> list[tuple[Document, Path]]:
    """The documents in a file and the files that hold them; what comes by mail is kept for this session."""
    if not is_message(path):
        return [(read_document(path), path)]
    with path.open("rb") as message:
        found = objects_in(message.read(LARGEST + 1))
    folder = make_private(runtime_directory() / "from mail" / secrets.token_hex(8))
    documents = []
    for number, (name, content) in enumerate(found):
        file = (folder if number == 0 else make_private(folder / str(number))) / name
        document = read_document(content)
        file.write_bytes(content)
        documents.append((document, file))
    return documents
