# SPDX-License-Identifier: BSD-3-Clause
"""A replicated text: a CRDT of the Yjs family, with positions in characters.

The library counts in bytes of UTF-8; everything outside of this file counts characters. The library loses
edits that arrive before those that they build on, so they wait here until they can be merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from pycrdt import Doc, Text, TextEvent, TransactionEvent, UndoManager

from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.rich_text import Look, TextRun
from objects_library.replication.text.updates import ROOT, IsLook, NotATextUpdateError, TextUpdate, read_update

LONGEST = 2_000_000
"""The largest number of characters."""
LARGEST_UPDATE = 1024**2
"""Bytes of one update from another copy."""
LARGEST_STATE = 64 * 1024**2 - 65_536
"""Bytes of text and history together."""
MOST_EARLY = 1_000
"""How many updates wait for others that they depend on."""
EARLY = "the change builds on one that is not here"
_BETWEEN_SNAPSHOTS = 256
_UNDOABLE = 500
TOGETHER = 500
"""Milliseconds between edits that are undone together."""
_ME = "me"


class SpliceExtent(NamedTuple):
    """The extent of a splice: at a position, how many characters are removed and inserted."""

    at: int
    delete: int
    insert: int


class Splice(NamedTuple):
    """Characters are removed at a position and others inserted; `was_at` is where before the whole change.

    In a rich text, inserted characters have a look, or `restyle` characters get another one; `before` has the
    removed or restyled characters with their former look.
    """

    at: int
    delete: int
    insert: str
    was_at: int
    look: Look | None = None
    restyle: int = 0
    before: tuple[TextRun, ...] = ()

    @property
    def extent(self) -> SpliceExtent:
        """Its position and lengths."""
        return SpliceExtent(self.at, self.delete, len(self.insert))


Objection = Callable[[list[Splice]], str]
"""What is wrong with a change; empty if nothing is."""


class TextDocument:
    """One copy of the text. A refused change leaves no trace: the copy is rebuilt without it."""

    largest_update = LARGEST_UPDATE
    is_look: IsLook | None = None
    """Which looks are allowed; None in a plain text."""

    def __init__(self, state: bytes = b"", early: Iterable[bytes] = ()) -> None:
        self.text = ""
        self.early: list[bytes] = list(early)
        """Updates whose dependencies are missing."""
        self._rebuild([state] if state else [])

    def edit(self, at: int, delete: int, insert: str) -> bytes:
        """Edit the text; returns the update for the other copies."""
        check_edit(len(self.text), at, delete, insert)
        start = self._bytes(at)
        end = start + len(self.text[at : at + delete].encode())
        with self._doc.transaction(origin=_ME):
            if delete:
                del self._content[start:end]
            if insert:
                self._content.insert(start, insert)
        self._taken()
        return self._sent()

    def undo(self) -> tuple[bytes, list[Splice]]:
        """Undo the last edit of this copy, if there is one."""
        self._history.undo()
        splices = self._taken()
        return self._sent(), splices

    def redo(self) -> tuple[bytes, list[Splice]]:
        """Redo the last edit that was undone."""
        self._history.redo()
        splices = self._taken()
        return self._sent(), splices

    def merge(self, update: bytes, objection: Objection = lambda _: "") -> list[Splice]:
        """Merge an update of another copy, unless there is an objection to its effect."""
        read = self._read(update)
        here = self._clocks()
        if read.is_early(here):
            raise RefusedChangeError(EARLY)
        try:
            self._doc.apply_update(update)
            splices = self._taken()
            wrong = self._damage(read.leaves(here)) or objection(splices)
        except Exception as error:  # noqa: BLE001 - whatever the library says to what makes no sense to it
            splices, wrong = [], f"the bytes are no change: {error}"
        if wrong:
            self._rebuild([self._snapshot, *self._since])
            raise RefusedChangeError(wrong)
        self._remember(update)
        return splices

    def merge_when_ready(self, update: bytes) -> list[Splice]:
        """Merge an update of another copy now, or when its dependencies are present."""
        if self._read(update).is_early(self._clocks()):
            if len(self.early) >= MOST_EARLY:
                raise RefusedChangeError(f"{MOST_EARLY} changes wait for what they build on already")
            self.early.append(update)
            return []
        splices = self.merge(update)
        ready = self.early
        while ready:
            ready = [each for each in self.early if not self._read(each).is_early(self._clocks())]
            self.early = [each for each in self.early if each not in ready]
            for each in ready:
                with suppress(RefusedChangeError):  # it would be refused at any time
                    splices += self.merge(each)
        return splices

    def state(self) -> bytes:
        """The whole state for a newcomer, except for waiting updates."""
        return self._doc.get_update()

    def _rebuild(self, updates: list[bytes]) -> None:
        self._doc: Doc[Text] = Doc()
        self._content = self._doc.get(ROOT, type=Text)
        self._deltas: list[list[dict[str, Any]]] = []
        self._updates: list[bytes] = []
        self._kept = [self._doc.observe(self._updated), self._content.observe(self._changed)]
        for update in updates:
            self._doc.apply_update(update)
        self._deltas.clear()
        self._updates.clear()
        self._begin()
        self._watch_history()
        self._take_snapshot()

    def _begin(self) -> None:
        """Take the text from the CRDT, after that was created or replaced."""
        self.text = str(self._content)

    def _watch_history(self) -> None:
        self._history = UndoManager(scopes=[self._content], capture_timeout_millis=TOGETHER)
        self._history.include_origin(_ME)

    def _updated(self, event: TransactionEvent) -> None:
        self._updates.append(event.update)

    def _changed(self, event: TextEvent) -> None:
        self._deltas.append(event.delta)  # type: ignore[attr-defined]  # the library does not declare it

    def _remember(self, update: bytes) -> None:
        self._updates.clear()
        self._since.append(update)
        self._size += len(update)
        if len(self._since) >= _BETWEEN_SNAPSHOTS:
            self._take_snapshot()

    def _take_snapshot(self) -> None:
        self._snapshot, self._since = self._doc.get_update(), list[bytes]()
        self._size = len(self._snapshot)

    def _sent(self) -> bytes:
        """The update for the other copies of the last edit; empty if it changed nothing."""
        update = b"".join(self._updates)  # there is at most one transaction
        if update:
            self._remember(update)
        if len(self._history.undo_stack) > _UNDOABLE:
            self._watch_history()
        return update

    def _read(self, update: bytes) -> TextUpdate:
        if len(update) > self.largest_update or self._size + len(update) > LARGEST_STATE:
            raise RefusedChangeError("a change, or the text with all its history, is too large")
        try:
            return read_update(update) if self.is_look is None else read_update(update, self.is_look)
        except NotATextUpdateError as error:
            raise RefusedChangeError(f"the bytes are no change of a text: {error}") from None

    def _clocks(self) -> dict[int, int]:
        """The state vector: how many edits of each client are present."""
        numbers = list(_numbers(self._doc.get_state()))
        return dict(zip(numbers[1::2], numbers[2::2], strict=True))

    def _taken(self) -> list[Splice]:
        """The splices of the last transaction."""
        made: list[Splice] = []
        for delta in self._deltas:
            made += map(self._do, self._splices(delta))
        self._deltas.clear()
        return made

    def _do(self, splice: Splice) -> Splice:
        """Apply a splice to the mirror of the text; returns it with its details."""
        head, tail = self.text[: splice.at], self.text[splice.at + splice.delete :]
        self.text = head + splice.insert + tail
        return splice

    def _splices(self, delta: list[dict[str, Any]]) -> list[Splice]:
        """A delta counts bytes of the old text; splices count characters, each after the ones before."""
        plain = self.text.isascii()
        old = b"" if plain else self.text.encode()
        place = was_at = at = 0
        made: list[Splice] = []
        for step in delta:
            length = step.get("retain", step.get("delete", 0))
            count = length if plain else len(old[place : place + length].decode())
            place += length
            look = step.get("attributes")
            if "insert" in step:
                made.append(Splice(at, 0, step["insert"], was_at, look))
                at += len(step["insert"])
            elif "delete" in step:
                made.append(Splice(at, count, "", was_at))
                was_at += count
            else:
                if look:
                    made.append(Splice(at, 0, "", was_at, look, count))
                at += count
                was_at += count
        return made

    def _damage(self, wanted: dict[int, int]) -> str:
        """Whether a change had another effect than it declared."""
        if self._clocks() != wanted or len(self._content) != len(self.text.encode()):
            return "the change is not what it seems"
        return f"the text would have more than {LONGEST} characters" if len(self.text) > LONGEST else ""

    def _bytes(self, position: int) -> int:
        return position if self.text.isascii() else len(self.text[:position].encode())


def check_edit(length: int, at: int, delete: int, insert: str) -> None:
    """Raise an error if an edit does not fit a text of that length."""
    if not (0 <= at <= length and 0 <= delete <= length - at):
        raise RefusedChangeError(f"the text has {length} characters, and no place {at} to {at + delete}")
    if length - delete + len(insert) > LONGEST:
        raise RefusedChangeError(f"the text would have more than {LONGEST} characters")
    try:
        insert.encode()
    except UnicodeEncodeError:
        raise RefusedChangeError("the text holds half a character") from None


def _numbers(data: bytes) -> Iterator[int]:
    """A variable-length integer: seven bits per byte, the lowest first."""
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number = shift = 0


def difference(old: str, new: str) -> list[Splice]:
    """The splice that turns the old text into the new one, if they differ."""
    if old == new:
        return []
    start = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
    start = min(len(old), len(new)) if start is None else start
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [Splice(start, len(old) - start - end, new[start : len(new) - end], start)]


def moved(position: int, extents: Iterable[SpliceExtent], *, behind: bool = False) -> int:
    """A position after changes; with `behind`, text inserted at the position goes before it."""
    for at, delete, insert in extents:
        position = max(min(position, at), position - delete)
        if at < position or (behind and at == position):
            position += insert
    return position
