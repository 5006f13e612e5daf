# SPDX-License-Identifier: BSD-3-Clause
"""The common base of shared texts: the endpoint for editors, and the presence of others."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from app.runtime.library import Context, Endpoint
from objects_library.replication.presence_table import LONGEST_NAME
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import Splice, TextDocument
from objects_library.replication.text.presence import Person, TextPresence


class EditorPort:
    """The endpoint of a shared text; a new client gets the text as the first delta."""

    text = Endpoint(provides={"merge": "crdt"})

    def __init__(self, context: Context, me: UUID) -> None:
        self._context = context
        self._me = me
        self._presence = TextPresence(context, me, lambda: len(self._document.text), self._send, self.people)

    @text.connected
    def show(self) -> None:
        """Send the text and the people to a client that connects."""
        if self._document.text:
            self.changed(0, 0, self._document.text, "", echo=False)
        self._presence.show()

    @text.incoming
    def edit(self, at: int, delete: int, insert: str) -> None:
        """At a position, delete characters and insert others; everyone receives `changed`."""
        try:
            objection = self._objection(Splice(at, delete, insert, at))
            if objection:
                raise RefusedChangeError(objection)
            update = self._document.edit(at, delete, insert)
        except RefusedChangeError as error:
            self.refused(str(error), insert[:1000])
            return
        if update:
            self._publish(update, insert)
            self._notify([Splice(at, delete, insert, at)], self._context.node_name, echo=True)

    @text.incoming
    def undo(self) -> None:
        """Undo the last edit of this copy."""
        self._notify_own(*self._document.undo())

    @text.incoming
    def redo(self) -> None:
        """Redo the last edit that was undone."""
        self._notify_own(*self._document.redo())

    @text.incoming
    def select(self, start: int, end: int) -> None:
        """Show the selection or cursor of this person to the others."""
        self._presence.select(start, end)

    @text.outgoing
    def changed(self, at: int, delete: int, insert: str, by: str, echo: bool) -> None:
        """At a position, characters were deleted and inserted; `echo` marks the receiver's own edits."""

    @text.outgoing
    def people(self, people: list[Person]) -> None:
        """The other people and their selections."""

    @text.outgoing
    def refused(self, reason: str, lost: str) -> None:
        """An edit was refused or reverted; `lost` is the text that it would have inserted."""

    @property
    def _document(self) -> TextDocument:
        """The text as it is shown here."""
        raise NotImplementedError

    def _publish(self, update: bytes, inserted: str) -> None:
        """Send an edit to the others."""
        raise NotImplementedError

    def _send(self, kind: str, **more: Any) -> None:
        """Send a change that is not an edit."""
        raise NotImplementedError

    def _objection(self, edit: Splice) -> str:
        """Why an edit would be refused, as far as this copy knows; empty if it would not."""
        raise NotImplementedError

    def _notify_own(self, update: bytes, splices: list[Splice]) -> None:
        if update:
            self._publish(update, "")
            self._notify(splices, self._context.node_name)

    def _notify(self, splices: list[Splice], by: str, *, echo: bool = False) -> None:
        self._presence.follow([splice.extent for splice in splices])
        for splice in splices:
            self.changed(splice.at, splice.delete, splice.insert, by[:LONGEST_NAME], echo)
