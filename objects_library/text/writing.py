"""What all shared texts have in common: the door for whoever edits, and who else is there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from app.runtime.library import Cancellable, Context, Endpoint
from objects_library.text.document import Splice, TextDocument
from objects_library.text.presence import LONGEST_NAME, SAY_AGAIN, People, Person
from objects_library.variables.replica import RefusedChangeError

_CURSOR_RATE = 0.1
"""Seconds between two words about a cursor that moves."""


class TextBase:
    """Edits go in and deltas come out; whoever connects gets the text so far as the first of them."""

    text = Endpoint(provides={"merge": "crdt"})

    def __init__(self, context: Context, me: UUID) -> None:
        self._context = context
        self._me = me
        self._people = People()
        self._selection: tuple[int, int] | None = None
        self._telling: Cancellable | None = None
        self._greeted = False
        context.every(SAY_AGAIN, self._say_again)

    @text.connected
    def show(self) -> None:
        """Whoever connects gets the text so far, and who is there."""
        if self._document.text:
            self.changed(0, 0, self._document.text, "", echo=False)
        self._show_people()

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
            self._tell([Splice(at, delete, insert, at)], self._context.node_name, echo=True)

    @text.incoming
    def undo(self) -> None:
        """Take back the last thing that was edited here, and nobody else's."""
        self._tell_own(*self._document.undo())

    @text.incoming
    def redo(self) -> None:
        """Edit again what was taken back."""
        self._tell_own(*self._document.redo())

    @text.incoming
    def select(self, start: int, end: int) -> None:
        """Show the others what is selected here, or where the cursor is."""
        length = len(self._document.text)
        self._selection = max(0, min(start, length)), max(0, min(end, length))
        if self._telling is None:
            self._telling = self._context.later(_CURSOR_RATE, self._tell_selection)

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

    def _say(self, kind: str, **more: Any) -> None:
        """Send something else than an edit."""
        raise NotImplementedError

    def _objection(self, edit: Splice) -> str:
        """What others have against an edit, as far as it is known here; nothing: empty."""
        raise NotImplementedError

    def _tell_own(self, update: bytes, splices: list[Splice]) -> None:
        if update:
            self._publish(update, "")
            self._tell(splices, self._context.node_name)

    def _tell(self, splices: list[Splice], by: str, *, echo: bool = False) -> None:
        self._people.follow([splice.cut for splice in splices])
        for splice in splices:
            self.changed(splice.at, splice.delete, splice.insert, by[:LONGEST_NAME], echo)

    def _greet(self) -> None:
        """Ask who is there; they answer with their selections."""
        self._say("hello")
        if not self._greeted:
            self._greeted = True
            self._context.at_end(lambda: self._say("adieu"))

    def _heard_of(self, change: dict[str, Any]) -> bool:
        """Take what is about people and kept nowhere; says whether it was."""
        kind, who = change["kind"], change["by"]
        if kind == "hello" and who != self._me and self._selection is not None:
            self._tell_selection()
        elif kind == "select" and who != self._me:
            self._people.heard(who, change["name"], change["start"], change["end"])
            self._show_people()
        elif kind == "adieu":
            self._forget(who)
        return kind in ("hello", "select", "adieu")

    def _forget(self, who: UUID) -> None:
        if self._people.gone(who):
            self._show_people()

    def _show_people(self) -> None:
        self.people(self._people.all(len(self._document.text)))

    def _tell_selection(self) -> None:
        self._telling = None
        if self._selection is not None:
            self._say("select", start=self._selection[0], end=self._selection[1])

    def _say_again(self) -> None:
        self._tell_selection()
        if self._people.forget_the_silent():
            self._show_people()
