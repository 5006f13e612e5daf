# SPDX-License-Identifier: BSD-3-Clause
"""The version history of a note: who added and deleted what and when, as reverse deltas.

A version is a list of marks along the text as it was at the end of the version. The marks turn that text back
into the one at its beginning. So the newest text suffices to restore any version, and the oldest version can be
dropped at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from objects_library.replication.presence_table import LONGEST_NAME
from objects_library.replication.text.document import LONGEST, Splice
from objects_library.replication.text.rich_text import Look, RichText, is_look

MOST_VERSIONS = 300
LARGEST = 4_000_000
"""The total weight of all versions: a deleted character weighs one, a mark more."""
_OF_A_MARK = 60
_MOST_MARKS, _MOST_PEOPLE = 200, 20
"""A new version begins after so many."""
_PAUSE = timedelta(seconds=60)
_LONGEST = timedelta(minutes=10)
_AT_ONCE = timedelta(seconds=5)
"""Edits of another person within this time belong to the same version."""

KEEP, ADD, DROP, RESTYLE = "keep", "add", "drop", "restyle"


@dataclass(frozen=True)
class Mark:
    """Characters that were kept, added, dropped or restyled; `who` is an index into the version's people."""

    kind: str
    length: int = 0
    text: str = ""
    look: Look = field(default_factory=dict)
    who: int = 0

    @property
    def here(self) -> int:
        """How many characters of the later text it covers."""
        return 0 if self.kind == DROP else self.length


Marks = list[Mark]


@dataclass
class Version:
    """The changes of a period, and their authors."""

    number: int
    since: datetime
    until: datetime
    last: int
    people: list[str] = field(default_factory=list)
    marks: Marks = field(default_factory=list)

    @property
    def weight(self) -> int:
        """Its weight against the limit."""
        return sum(len(mark.text) + _OF_A_MARK for mark in self.marks) + _OF_A_MARK

    def plain(self) -> dict[str, Any]:
        """The version as a plain value."""
        return asdict(self)

    @classmethod
    def of(cls, value: dict[str, Any]) -> Version:
        """A version from a plain value."""
        return cls(**{**value, "marks": [Mark(**mark) for mark in value["marks"]]})


class History:
    """All versions, the oldest first; the same in all copies."""

    def __init__(self, versions: Iterable[Version] = (), made: int = 0) -> None:
        self.versions = list(versions)
        self.made = made
        """How many versions there ever were."""
        self._weight = sum(version.weight for version in self.versions)

    def record(self, splices: list[Splice], name: str, when: datetime) -> None:
        """Record a change of the text."""
        if not splices:
            return
        version = self._version_for(name, when)
        self._weight -= version.weight
        if name not in version.people:
            version.people.append(name)
        version.last = version.people.index(name)
        version.until = max(version.until, when)
        version.marks = compose(version.marks, marks_of(splices, version.last))
        self._weight += version.weight
        while len(self.versions) > MOST_VERSIONS or (self._weight > LARGEST and len(self.versions) > 1):
            self._weight -= self.versions.pop(0).weight

    def _version_for(self, name: str, when: datetime) -> Version:
        if self.versions and _continues(self.versions[-1], name, when):
            return self.versions[-1]
        self.made += 1
        version = Version(self.made, when, when, 0)
        self._weight += version.weight
        self.versions.append(version)
        return version


def _continues(version: Version, name: str, when: datetime) -> bool:
    """Whether an edit belongs to the present version."""
    pause = abs(when - version.until)
    same = version.people[version.last] == name
    room = name in version.people or len(version.people) < _MOST_PEOPLE
    within = pause <= (_PAUSE if same else _AT_ONCE) and when - version.since <= _LONGEST
    return within and room and len(version.marks) <= _MOST_MARKS


def are_valid(versions: list[Version]) -> bool:
    """Whether versions from elsewhere are valid."""
    numbers = [each.number for each in versions]
    marks = [mark for each in versions for mark in each.marks]
    return (
        0 < len(versions) <= MOST_VERSIONS
        and numbers == sorted(set(numbers))
        and numbers[0] > 0
        and numbers[-1] < 2**53
        and (len(versions) == 1 or sum(each.weight for each in versions) <= LARGEST)
        and all(0 < len(each.people) <= _MOST_PEOPLE and 0 <= each.last < len(each.people) for each in versions)
        and all(len(name) <= LONGEST_NAME for each in versions for name in each.people)
        and all(0 <= mark.who < len(each.people) for each in versions for mark in each.marks)
        and all(mark.kind in (KEEP, ADD, DROP, RESTYLE) and 0 <= mark.length <= LONGEST for mark in marks)
        and all(len(mark.text) <= LONGEST and (mark.text == "" or mark.kind == DROP) for mark in marks)
        and all(is_look(*pair) for mark in marks for pair in mark.look.items())
    )


def packed(versions: list[Version], parts: list[bytes]) -> bytes:
    """Versions and updates as bytes, for the disk."""
    text = json.dumps([each.plain() for each in versions], default=datetime.isoformat).encode()
    return b"".join(len(part).to_bytes(8, "big") + part for part in (text, *parts))


def unpacked(data: bytes) -> tuple[list[dict[str, Any]], list[bytes]]:
    """The content of packed bytes; unreadable parts are left out."""
    parts, at = [], 0
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 8], "big")
        parts.append(data[at + 8 : at + 8 + length])
        at += 8 + length
    versions = json.loads(parts[0]) if parts else []
    for each in versions:
        each["since"], each["until"] = map(datetime.fromisoformat, (each["since"], each["until"]))
    return versions, parts[1:]


def marks_of(splices: list[Splice], who: int) -> Marks:
    """The marks of one change; its splices are in the order of the text."""
    marks: Marks = []
    at = 0
    for splice in splices:
        if splice.at > at:
            marks.append(Mark(KEEP, splice.at - at))
            at = splice.at
        if splice.restyle:
            marks += [Mark(RESTYLE, len(text), look=look, who=who) for text, look in splice.before]
            at += splice.restyle
            continue
        marks += [Mark(DROP, text=text, look=look, who=who) for text, look in splice.before]
        if splice.insert:
            marks.append(Mark(ADD, len(splice.insert), who=who))
            at += len(splice.insert)
    return marks


def compose(first: Marks, then: Marks) -> Marks:
    """The marks of two consecutive changes."""
    before = _Source(first)
    made: Marks = []
    for mark in then:
        if mark.kind == ADD:
            _join(made, mark)
        elif mark.kind == DROP:
            _drop(made, before.take(len(mark.text)), mark)
        else:
            for each in before.take(mark.length):
                _join(made, replace(mark, length=each.length) if _gets_look(mark, each) else each)
    for each in before.rest():
        _join(made, each)
    while made and made[-1].kind == KEEP:
        made.pop()
    return made


def _gets_look(mark: Mark, each: Mark) -> bool:
    """Whether a mark gets a former look: characters added in this version have none."""
    return mark.kind == RESTYLE and each.kind == KEEP


def _drop(made: Marks, taken: Iterator[Mark], mark: Mark) -> None:
    at = 0
    for each in taken:
        text = mark.text[at : at + each.here]
        at += each.here
        if each.kind == DROP:
            _join(made, each)
        elif each.kind != ADD:  # what was added and dropped in one version is not recorded
            _join(made, replace(mark, text=text, look=each.look if each.kind == RESTYLE else mark.look))


def _join(made: Marks, mark: Mark) -> None:
    last = made[-1] if made else None
    if last is not None and (last.kind, last.look, last.who) == (mark.kind, mark.look, mark.who):
        made[-1] = replace(last, length=last.length + mark.length, text=last.text + mark.text)
    else:
        made.append(mark)


class _Source:
    """A reader of marks by numbers of characters; behind the last mark everything is kept."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._next = 0
        self._used = 0

    def take(self, count: int) -> Iterator[Mark]:
        """The marks of that many characters, including drops between and right behind them."""
        while self._next < len(self._marks):
            mark = self._marks[self._next]
            if mark.kind == DROP:
                self._next += 1
                yield mark
                continue
            if not count:
                return
            length = min(count, mark.length - self._used)
            yield replace(mark, length=length)
            count -= length
            self._used += length
            if self._used == mark.length:
                self._next, self._used = self._next + 1, 0
        if count:
            yield Mark(KEEP, count)

    def rest(self) -> Iterator[Mark]:
        """The remaining marks."""
        for mark in self._marks[self._next :]:
            yield replace(mark, length=mark.length - self._used) if self._used else mark
            self._used = 0


def revert(text: RichText, marks: Marks) -> None:
    """Turn the text after a version into the text before it."""
    at = sum(mark.here for mark in marks)
    for mark in reversed(marks):
        at -= mark.here
        if mark.kind == ADD:
            text.splice(at, mark.length, "", {})
        elif mark.kind == DROP:
            text.splice(at, 0, mark.text, mark.look)
        elif mark.kind == RESTYLE:
            text.splice(at, mark.length, text.text[at : at + mark.length], mark.look)


@dataclass(frozen=True)
class VersionRun:
    """A run of an earlier text: kept, added, dropped or restyled by a person."""

    text: str
    look: Look
    fate: str
    by: str


def marked_runs(text: RichText, marks: Marks, people: list[str]) -> Iterator[VersionRun]:
    """The text after a version, with its changes."""
    at = 0
    for mark in marks:
        by = people[mark.who] if mark.kind != KEEP and mark.who < len(people) else ""
        if mark.kind == DROP:
            yield VersionRun(mark.text, mark.look, DROP, by)
            continue
        for piece in text.pieces(at, at + mark.length):
            yield VersionRun(piece.text, piece.look, mark.kind, by)
        at += mark.length
    for piece in text.pieces(at):
        yield VersionRun(piece.text, piece.look, KEEP, "")


def merged(versions: Iterable[Version]) -> tuple[Marks, list[str]]:
    """The joined marks of consecutive versions, and their people."""
    people: list[str] = []
    marks: Marks = []
    for version in versions:
        people += [name for name in version.people if name not in people]
        numbers = [people.index(name) for name in version.people]
        marks = compose(marks, [replace(mark, who=numbers[mark.who]) for mark in version.marks])
    return marks, people


@dataclass(frozen=True)
class ShownVersion:
    """A version in a list: authors, times, and numbers of added and deleted characters."""

    version: int
    people: list[str]
    since: datetime
    until: datetime
    added: int
    deleted: int


def list_entry(version: Version) -> ShownVersion:
    """The list entry of a version."""
    added = sum(mark.length for mark in version.marks if mark.kind == "add")
    deleted = sum(len(mark.text) for mark in version.marks)
    return ShownVersion(version.number, version.people, version.since, version.until, added, deleted)


def pieces_of(text: RichText, found: list[Version], compared: bool) -> list[VersionRun]:
    """The text after the first of these versions, with its changes or those of all later ones."""
    if compared:
        marks, people = merged(found[1:])
        return list(marked_runs(text, marks, people))
    marks, _ = merged(found[1:])
    revert(text, marks)
    return list(marked_runs(text, found[0].marks, found[0].people))
