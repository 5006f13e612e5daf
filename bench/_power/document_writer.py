# SPDX-License-Identifier: BSD-3-Clause
"""The program whose power is cut while it keeps documents: changes and states by its seed; prints what is kept.

python -m bench._power.document_writer DIRECTORY SEED LIFE
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from pathlib import Path

from app.runtime.storage.documents import Change, ChangeKind, DocumentHistory, DocumentInfo, DocumentStore, OpenDocument
from app.runtime.storage.documents.change import next_chain
from bench._power.document_durability import AUTHOR, DOCUMENTS, FILE
from bench._power.durability import record_content, state_content


class _Writer:
    """The user of one document."""

    def __init__(self, document: OpenDocument, number: int, life: int, chance: random.Random) -> None:
        self._document, self._number, self._life, self._chance = document, number, life, chance
        self._history = DocumentHistory() if document.stored is None else document.stored.history
        _print_line(f"found {number} {self._history.count}")

    async def act(self) -> None:
        """Some changes at once, now and then a state."""
        first = self._history.count + 1
        changes = [self._change(first + offset) for offset in range(self._chance.randint(1, 12))]
        kept = asyncio.Event()
        self._document.append(first, changes, kept.set)
        if self._chance.random() < 0.1:
            position = self._history.count
            self._document.snapshot(self._history.copy(), state_content(self._number, position), AUTHOR)
        await kept.wait()
        _print_line(f"kept {self._number} {changes[-1].number + first - changes[0].number}")

    def _change(self, position: int) -> Change:
        origin = self._document.row.origin
        body = record_content(self._number, position, self._life)
        before = self._history.chain(DOCUMENTS[self._number], origin, AUTHOR)
        chain = next_chain(before, ChangeKind.CHANGE, 1, body)
        change = Change(origin, self._history.last(origin) + 1, AUTHOR, 1, ChangeKind.CHANGE, body, chain, bytes(64))
        self._history.add(change)
        return change

    async def close(self) -> None:
        origin = self._document.row.origin
        await self._document.close(origin, self._history.last(origin) + 1)


def _print_line(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def _main(directory: Path, seed: int, life: int) -> None:
    chance = random.Random(f"document writer {seed} {life}")
    store = DocumentStore(directory / FILE)
    info = DocumentInfo("simulated", "list", "list[text]", "text")
    while True:
        opened = [await store.open(document, info) for document in DOCUMENTS]
        writers = [_Writer(document, number, life, chance) for number, document in enumerate(opened)]
        for _ in range(chance.randint(5, 40)):
            await asyncio.gather(*(writer.act() for writer in writers))
        for writer in writers:
            await writer.close()


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
