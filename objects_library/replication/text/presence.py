# SPDX-License-Identifier: BSD-3-Clause
"""Cursors of the people in a text; they expire, and are not stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime.library import Cancellable, Context
from objects_library.replication.presence_table import REFRESH_INTERVAL, PresenceTable
from objects_library.replication.text.document import SpliceExtent, moved

_CURSOR_RATE = 0.1
"""Seconds between two messages about a cursor that moves."""


@dataclass
class Person:
    """Somebody in the text: the name, and the selection, which is empty for a cursor."""

    id: UUID
    name: str
    start: int
    end: int


class RemoteCursors(PresenceTable[Person]):
    """The cursors of the others in a text; edits move them."""

    def update(self, who: UUID, name: str, start: int, end: int) -> None:
        """Set the selection of a person."""
        if self._has_room(who, name):
            self._put(who, Person(who, name, start, end))

    def follow(self, extents: list[SpliceExtent]) -> None:
        """Move the cursors with an edit of the text."""
        for person in self.all():
            person.start, person.end = moved(person.start, extents), moved(person.end, extents)

    def within(self, length: int) -> list[Person]:
        """Copies of all entries, clamped to a text of that length."""
        return [
            Person(each.id, each.name, _within(each.start, length), _within(each.end, length)) for each in self.all()
        ]


class TextPresence:
    """The cursors of a text; `send` sends a change, `show` reports the people."""

    def __init__(
        self,
        context: Context,
        me: UUID,
        length: Callable[[], int],
        send: Callable[..., object],
        show: Callable[[list[Person]], object],
    ) -> None:
        self._context = context
        self._me = me
        self._length = length
        self._send = send
        self._show = show
        self._people = RemoteCursors()
        self._selection: tuple[int, int] | None = None
        self._pending_notify: Cancellable | None = None
        self._greeted = False
        context.every(REFRESH_INTERVAL, self._refresh)

    def show(self) -> None:
        """Report who is there."""
        self._show(self._people.within(self._length()))

    def select(self, start: int, end: int) -> None:
        """Show the selection or cursor of this person to the others."""
        length = self._length()
        self._selection = max(0, min(start, length)), max(0, min(end, length))
        if self._pending_notify is None:
            self._pending_notify = self._context.later(_CURSOR_RATE, self._send_selection)

    def follow(self, extents: list[SpliceExtent]) -> None:
        """Adapt to an edit of the text."""
        self._people.follow(extents)

    def greet(self) -> None:
        """Ask who is there; the others answer with their selections."""
        self._send("hello")
        if not self._greeted:
            self._greeted = True
            self._context.at_end(lambda: self._send("adieu"))

    def handle_change(self, change: dict[str, Any]) -> bool:
        """Handle a presence message; returns whether it was one."""
        kind, who = change["kind"], change["by"]
        if kind == "hello" and who != self._me and self._selection is not None:
            self._send_selection()
        elif kind == "select" and who != self._me:
            self._people.update(who, change["name"], change["start"], change["end"])
            self.show()
        elif kind == "adieu":
            self.forget(who)
        return kind in ("hello", "select", "adieu")

    def forget(self, who: UUID) -> None:
        """Remove a person."""
        if self._people.gone(who):
            self.show()

    def _send_selection(self) -> None:
        self._pending_notify = None
        if self._selection is not None:
            self._send("select", start=self._selection[0], end=self._selection[1])

    def _refresh(self) -> None:
        self._send_selection()
        if self._people.expire():
            self.show()


def _within(position: int, length: int) -> int:
    return max(0, min(position, length))
