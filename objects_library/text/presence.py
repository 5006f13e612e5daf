"""Who else is in a text, and where: known for as long as they say so, and kept nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from uuid import UUID

from objects_library.text.document import Cut, moved

MOST = 1_000
LONGEST_NAME = 100
SAY_AGAIN = 10.0
"""Seconds after which a cursor that stands still is told again."""
_FORGET = 35.0
"""Seconds of silence after which somebody is not shown any more."""


@dataclass
class Person:
    """Somebody who edits or reads: the name, and what is selected; a cursor selects nothing."""

    id: UUID
    name: str
    start: int
    end: int


class People:
    """The others in a text; edits move their cursors along."""

    def __init__(self) -> None:
        self._people: dict[UUID, tuple[Person, float]] = {}

    def heard(self, who: UUID, name: str, start: int, end: int) -> None:
        """Somebody says where their cursor is."""
        if len(name) <= LONGEST_NAME and (who in self._people or len(self._people) < MOST):
            self._people[who] = Person(who, name, start, end), monotonic()

    def gone(self, who: UUID) -> bool:
        """Somebody is not there any more; says whether they were."""
        return self._people.pop(who, None) is not None

    def follow(self, cuts: list[Cut]) -> None:
        """The text has changed."""
        for person, _ in self._people.values():
            person.start, person.end = moved(person.start, cuts), moved(person.end, cuts)

    def forget_the_silent(self) -> bool:
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


def _within(place: int, length: int) -> int:
    return max(0, min(place, length))
