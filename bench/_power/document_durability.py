# SPDX-License-Identifier: BSD-3-Clause
"""What a writer of documents was promised, what it writes, and whether a disk image keeps the promise."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from app.runtime.storage import StorageError
from app.runtime.storage.documents import DocumentStore, Stored, document_id
from app.runtime.storage.documents.change import next_chain
from bench._power.durability import record_content, state_content

DOCUMENTS = tuple(document_id(f"power cut {number}") for number in range(3))
AUTHOR = bytes(32)
FILE = "documents.sqlite"


@dataclass
class DocumentPromise:
    """The position up to which everything was kept, by document."""

    kept: dict[int, int] = field(default_factory=dict)

    def copy(self) -> DocumentPromise:
        return DocumentPromise(dict(self.kept))

    def parse_line(self, line: str) -> None:
        """Parse one line of the writer."""
        word, document, position = line.split()
        if word not in ("found", "kept"):
            raise ValueError(f"the writer said {line!r}")
        self.kept[int(document)] = int(position)


async def broken_document_promises(directory: Path, promise: DocumentPromise) -> list[str]:
    """Open a disk image, and return everything that is wrong with it."""
    store = DocumentStore(directory / FILE)
    wrong: list[str] = []
    try:
        for number, document in enumerate(DOCUMENTS):
            stored = await store.read(document)
            wrong += [f"document {number}: {each}" for each in _compare(number, stored, promise.kept.get(number, 0))]
        if store.set_aside is not None:
            wrong.append("the database cannot be read")
    except StorageError as error:
        wrong.append(f"it cannot be read: {error}")
    await asyncio.to_thread(store.finish)
    return wrong


def _compare(number: int, stored: Stored | None, kept: int) -> list[str]:
    if stored is None:
        return [f"it is gone, with {kept} changes"] if kept else []
    wrong = list(stored.damage)
    if stored.history.count < kept:
        wrong.append(f"{stored.history.count} of {kept} kept changes are there")
    base = stored.base
    if base.state and base.state != state_content(number, base.position):
        wrong.append(f"the state at {base.position} is not what was written")
    history = base.history.copy()
    for position, change in enumerate(stored.changes, start=base.position + 1):
        life = int(change.body.split(b" ", 3)[2])
        chain = next_chain(
            history.chain(DOCUMENTS[number], change.origin, AUTHOR), change.kind, change.time, change.body
        )
        if change.body != record_content(number, position, life) or change.chain != chain:
            wrong.append(f"change {position} is not what was written")
        history.add(change)
    return wrong
