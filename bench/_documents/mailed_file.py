# SPDX-License-Identifier: BSD-3-Clause
"""A file that carries content at a simulated device: made of what its disk has, and opened as the document does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.runtime.storage.documents import Change, DocumentHistory, DocumentInfo, Stored, StoredState, operations
from app.runtime.storage.documents.carried import CarriedContent, CarriedContentError
from objects_library.channels.document.export import content_of
from objects_library.channels.document.opening import meet_carried
from objects_library.channels.document.signature import is_carried_signed

if TYPE_CHECKING:
    from bench._documents.device import Device, Session

INFO = DocumentInfo("simulated", "list", "list[text]", "text")


def make_file(device: Device) -> bytes | None:
    """A file that carries what is on this disk; a running program stores its state first."""
    if device.session is not None:
        device.session.snapshot()
        device.session.commit()
    stored = operations.read(device.disk, device.world.document)
    content = None if stored is None else content_of(device.world.document, stored, device.identity)
    return None if content is None or not content.reach.count else content.pack()


def open_file(session: Session, data: bytes, stored: Stored | None) -> Stored | None:
    """What a session begins with: a meeting of its disk and the file; what cannot be read is not used."""
    try:
        content = CarriedContent.unpack(data)
        if content.document != session.world.document or not is_carried_signed(content):
            return stored
        json.loads(content.state or b"[]")
    except (CarriedContentError, ValueError):
        return stored
    try:
        meet_carried(_Disk(session), stored, content).send(None)
    except StopIteration as end:
        found: Stored | None = end.value[0]
        return found
    raise AssertionError("a simulated disk needs no waiting")


class _Disk:
    """The keeper of a document, without threads."""

    info = INFO

    def __init__(self, session: Session) -> None:
        self._session, self._device = session, session.device

    async def restart(self, history: DocumentHistory, state: bytes) -> tuple[list[Change], dict[int, int] | None]:
        self._session.commit()
        stored = StoredState(history, state, self._device.clock, self._device.signer.author)
        return operations.restart(self._device.disk, self._session.row, stored, self._device.clock)

    def append(self, position: int, change: Change) -> None:
        self._write(position, (change,))

    def pend(self, changes: Sequence[Change]) -> None:
        if changes:
            self._write(0, changes)

    def keep_apart(self, history: DocumentHistory, state: bytes, name: str) -> None:
        device, row = self._device, self._session.row
        stored = StoredState(history, state, device.clock, device.signer.author, name)

        def write() -> None:
            operations.keep_apart(device.disk, row, stored, device.clock)

        self._session.uncommitted.append(write)

    def _write(self, position: int, changes: Sequence[Change]) -> None:
        device, row = self._device, self._session.row
        self._session.uncommitted.append(lambda: operations.append(device.disk, row, position, changes, device.clock))
