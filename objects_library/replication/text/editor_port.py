"""What all shared texts have in common: the door for whoever edits, and who else is there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from app.runtime.library import Context, Endpoint
from objects_library.replication.presence_table import LONGEST_NAME
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import Splice, TextDocument
from objects_library.replication.text.presence import Person, TextPresence


class EditorPort:
    """Edits go in and deltas come out; whoever connects gets the text so far as the first of them."""

    text = Endpoint(provides={"merge": "crdt"})

    def __init__(self, context: Context, me: UUID) -> None:
        self._context = context
        self._me = me
        self._presence = TextPresence(
            context,
            me,
            lambda: len(self._document.text),
            self._send,
            self.people,
        )

    @text.connected
    def show(self) -> None:
        """Whoever connects gets the text so far, and who is there."""
        if self._document.text:
            self.changed(0, 0, self._document.text, "", echo=False)
        self._presence.show()

    @text.incoming
    def edit(self, at: int, delete: int, insert: str) -> None:
        """At a place, take away some characters and put in others; everyone hears it as `changed`."""
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
        """Take back the last thing that was edited here, and nobody else's."""
        self._notify_own(*self._document.undo())

    @text.incoming
    def redo(self) -> None:
        """Edit again what was taken back."""
        self._notify_own(*self._document.redo())

    @text.incoming
    def select(self, start: int, end: int) -> None:
        """Show the others what is selected here, or where the cursor is."""
        self._presence.select(start, end)

    @text.outgoing
    def changed(self, at: int, delete: int, insert: str, by: str, echo: bool) -> None:
        """At a place, some characters went and others came; `echo` is what whoever hears it has edited."""

    @text.outgoing
    def people(self, people: list[Person]) -> None:
        """Who else is there, and where."""

    @text.outgoing
    def refused(self, reason: str, lost: str) -> None:
        """An edit was not done, or was taken back; what was to be inserted is given back."""

    @property
    def _document(self) -> TextDocument:
        """The text as it is shown here."""
        raise NotImplementedError

    def _publish(self, update: bytes, inserted: str) -> None:
        """Let the others know of an edit."""
        raise NotImplementedError

    def _send(self, kind: str, **more: Any) -> None:
        """Send something else than an edit."""
        raise NotImplementedError

    def _objection(self, edit: Splice) -> str:
        """What others have against an edit, as far as it is known here; nothing: empty."""
        raise NotImplementedError

    def _notify_own(self, update: bytes, splices: list[Splice]) -> None:
        if update:
            self._publish(update, "")
            self._notify(splices, self._context.node_name)

    def _notify(self, splices: list[Splice], by: str, *, echo: bool = False) -> None:
        self._presence.follow([splice.extent for splice in splices])
        for splice in splices:
            self.changed(splice.at, splice.delete, splice.insert, by[:LONGEST_NAME], echo)
