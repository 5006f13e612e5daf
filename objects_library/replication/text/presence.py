"""Who else is in a text, and where: known for as long as they say so, and kept nowhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any
from uuid import UUID

from app.runtime.library import Cancellable, Context
from objects_library.replication.text.document import SpliceExtent, moved

MOST = 1_000
LONGEST_NAME = 100
REFRESH_INTERVAL = 10.0
"""Seconds after which a cursor that stands still is told again."""
_CURSOR_RATE = 0.1
"""Seconds between two words about a cursor that moves."""
_FORGET = 35.0
"""Seconds of silence after which somebody is not shown any more."""


@dataclass
class Person:
    """Somebody who edits or reads: the name, and what is selected; a cursor selects nothing."""

    id: UUID
    name: str
    start: int
    end: int


class RemoteCursors:
    """The others in a text; edits move their cursors along."""

    def __init__(self) -> None:
        self._people: dict[UUID, tuple[Person, float]] = {}

    def update(self, who: UUID, name: str, start: int, end: int) -> None:
        """Somebody says where their cursor is."""
        if len(name) <= LONGEST_NAME and (who in self._people or len(self._people) < MOST):
            self._people[who] = Person(who, name, start, end), monotonic()

    def gone(self, who: UUID) -> bool:
        """Somebody is not there any more; says whether they were."""
        return self._people.pop(who, None) is not None

    def follow(self, extents: list[SpliceExtent]) -> None:
        """The text has changed."""
        for person, _ in self._people.values():
            person.start, person.end = moved(person.start, extents), moved(person.end, extents)

    def expire(self) -> bool:
        """Let go of those who have said nothing for long; says whether there were any."""
        now = monotonic()
        silent = [who for who, (_, heard_at) in self._people.items() if now - heard_at > _FORGET]
        for who in silent:
            del self._people[who]
        return bool(silent)

    def all(self, length: int) -> list[Person]:
        """Everyone, as copies, within a text of that length."""
        return [
            Person(each.id, each.name, _within(each.start, length), _within(each.end, length))
            for each, _ in self._people.values()
        ]


class TextPresence:
    """What one copy says of its cursor and hears of others; `send` sends, `show` tells who is there."""

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
        """Tell who is there."""
        self._show(self._people.all(self._length()))

    def select(self, start: int, end: int) -> None:
        """Show the others what is selected here, or where the cursor is."""
        length = self._length()
        self._selection = max(0, min(start, length)), max(0, min(end, length))
        if self._pending_notify is None:
            self._pending_notify = self._context.later(_CURSOR_RATE, self._send_selection)

    def follow(self, extents: list[SpliceExtent]) -> None:
        """The text has changed."""
        self._people.follow(extents)

    def greet(self) -> None:
        """Ask who is there; they answer with their selections."""
        self._send("hello")
        if not self._greeted:
            self._greeted = True
            self._context.at_end(lambda: self._send("adieu"))

    def handle_change(self, change: dict[str, Any]) -> bool:
        """Take what is about people and kept nowhere; says whether it was."""
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
        """Somebody is gone."""
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


def _within(place: int, length: int) -> int:
    return max(0, min(place, length))
