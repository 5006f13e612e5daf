# SPDX-License-Identifier: BSD-3-Clause
"""A replicated rich text: the CRDT of plain texts, with formats.

Every copy begins with one line end that is the same everywhere and always the last character: it carries the
look of the last paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from time import time_ns
from typing import Any

from pycrdt import Assoc, StickyIndex, UndoManager

from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import TOGETHER, Splice, TextDocument, check_edit
from objects_library.replication.text.rich_text import Look, RichText, TextRun, is_look, is_look_or_end

MOST_STEPS = 20_000
"""How many positions one change can have."""
_FIRST = b"\x01\x01\x01\x00\x04\x01\x04text\x01\n\x00"
"""The update that writes the first line end, by a client id that nobody else uses."""
_LARGEST = 32 * 1024**2
_LONGEST_KEY = 2
_ME = "me"


@dataclass(frozen=True)
class Step:
    """Delete characters and insert others with a look, or give `restyle` characters another look."""

    at: int
    delete: int = 0
    insert: str = ""
    look: Look = field(default_factory=dict)
    restyle: int = 0


class RichDocument(TextDocument):
    """One copy of a rich text; `rich` is its content."""

    largest_update = _LARGEST
    _last_kind: str
    _apart: int
    is_look = staticmethod(is_look_or_end)

    def change(self, steps: Sequence[Step]) -> tuple[bytes, list[Splice]]:
        """Apply all steps as one change; returns the update for the other copies."""
        self._check(steps)
        kind = _kind(steps)
        if kind != self._last_kind or not kind:
            self._apart += 2 * TOGETHER
        self._last_kind = kind
        with self._doc.transaction(origin=_ME):
            text = self.text
            for step in steps:
                start = _in_bytes(text, step.at)
                if step.restyle:
                    end = start + len(text[step.at : step.at + step.restyle].encode())
                    self._content.format(start, end, {name: value or None for name, value in step.look.items()})
                    continue
                if step.delete:
                    del self._content[start : start + len(text[step.at : step.at + step.delete].encode())]
                if step.insert:
                    self._content.insert(start, step.insert, step.look)
                text = text[: step.at] + step.insert + text[step.at + step.delete :]
        splices = self._taken()
        return self._sent(), splices

    def absorb(self, state: bytes) -> list[Splice]:
        """Merge the whole state of another copy; local edits can still be undone."""
        self._doc.apply_update(state)
        splices = self._taken()
        self._updates.clear()
        self._take_snapshot()
        return splices

    def place_in(self, other: RichDocument, position: int) -> int:
        """Map a position to another copy that contains this one."""
        index = StickyIndex.new(self._content, _in_bytes(self.text, position), Assoc.AFTER)
        found = StickyIndex.decode(index.encode(), other._content).get_index()
        return found if other.text.isascii() else len(other.text.encode()[:found].decode(errors="ignore"))

    def missing_in(self, other: RichDocument) -> bytes:
        """The update with everything that another copy lacks; empty if it lacks nothing."""
        if self._clocks() == other._clocks() and self._deleted() == other._deleted():
            return b""
        update = self._doc.get_update(other._doc.get_state())
        trial = RichDocument(other.state())
        with suppress(RefusedChangeError):
            before = trial._deleted()
            trial.merge(update)
            if trial._clocks() != other._clocks() or trial._deleted() != before:
                return update
        return b""

    def _deleted(self) -> bytes:
        """The delete set, which the library writes at the end of an update."""
        return self._doc.get_update(self._doc.get_state())

    def _rebuild(self, updates: list[bytes]) -> None:
        super()._rebuild([_FIRST, *updates])

    def _watch_history(self) -> None:
        """Continuous typing is undone together, everything else step by step."""
        self._last_kind = ""
        self._apart = 0
        self._history = UndoManager(
            scopes=[self._content],
            capture_timeout_millis=TOGETHER,
            timestamp=lambda: time_ns() // 1_000_000 + self._apart,
        )
        self._history.include_origin(_ME)

    def _begin(self) -> None:
        self.rich = RichText(TextRun(text, _known(look)) for text, look in self._content.diff())
        self.text = self.rich.text

    def _do(self, splice: Splice) -> Splice:
        if splice.restyle:
            look = {name: str(value or "") for name, value in (splice.look or {}).items()}
            before = tuple(self.rich.pieces(splice.at, splice.at + splice.restyle))
            self.rich.restyle(splice.at, splice.restyle, look)
        else:
            look = _known(splice.look)
            before = tuple(self.rich.pieces(splice.at, splice.at + splice.delete)) if splice.delete else ()
            self.rich.splice(splice.at, splice.delete, splice.insert, look)
        self.text = self.rich.text
        return splice._replace(look=look, before=before)

    def _damage(self, wanted: dict[int, int]) -> str:
        if not self.text.endswith("\n"):
            return "the end of the note would be gone"
        return super()._damage(wanted)

    def _check(self, steps: Sequence[Step]) -> None:
        if len(steps) > MOST_STEPS:
            raise RefusedChangeError(f"one change can be about {MOST_STEPS} places; do it in parts")
        length = len(self.text)
        for step in steps:
            check_edit(length, step.at, step.delete, step.insert)
            if step.restyle:
                wrong = step.insert or step.delete or not 0 < step.restyle <= length - step.at
            else:
                wrong = step.at + step.delete >= length  # the last line end stays the last character
            fits = is_look_or_end if step.restyle else is_look
            if wrong or not all(fits(name, value) for name, value in step.look.items()):
                raise RefusedChangeError("there is no such place or no such look in a note")
            length += len(step.insert) - step.delete


def steps_between(old: RichText, new: RichText) -> list[Step]:
    """The steps from one text to another; equal parts are left alone."""
    steps = list(_steps(list(_lines(old)), list(_lines(new))))
    was, look = old.look(len(old) - 1), new.look(len(new) - 1)
    if was != look:  # the last line end stays, but its look may change
        steps.append(Step(len(new) - 1, look={**dict.fromkeys(was, ""), **look}, restyle=1))
    return steps


def _steps(old: list[tuple[TextRun, ...]], new: list[tuple[TextRun, ...]]) -> Iterator[Step]:
    numbers: dict[object, int] = {}

    def numbered(lines: list[tuple[TextRun, ...]]) -> list[int]:
        keys = [tuple((text, *sorted(look.items())) for text, look in line) for line in lines]
        return [numbers.setdefault(key, len(numbers)) for key in keys]

    at = 0
    found = SequenceMatcher(None, numbered(old), numbered(new), autojunk=False).get_opcodes()
    for kind, start, end, begin, stop in found:
        length = sum(len(piece.text) for line in old[start:end] for piece in line)
        if kind == "equal":
            at += length
            continue
        if length:
            yield Step(at, length)
        for piece in (piece for line in new[begin:stop] for piece in line):
            yield Step(at, insert=piece.text, look=piece.look)
            at += len(piece.text)


def _lines(text: RichText) -> Iterator[tuple[TextRun, ...]]:
    """The text without the last line end."""
    start, last = 0, len(text) - 1
    while start < last:
        end = text.text.find("\n", start, last) + 1 or last
        yield tuple(text.pieces(start, end))
        start = end


def splices_between(old: RichText, new: RichText) -> list[Splice]:
    """The steps from one text to another as splices, for a view."""
    return [
        Splice(step.at, step.delete, step.insert, step.at, step.look, step.restyle) for step in steps_between(old, new)
    ]


def _kind(steps: Sequence[Step]) -> str:
    """Whether the steps are typing or deleting of single characters; empty otherwise."""
    if len(steps) != 1 or steps[0].restyle or "\n" in steps[0].insert:
        return ""
    delete, insert = steps[0].delete, len(steps[0].insert)
    if not delete and insert <= _LONGEST_KEY:
        return "types"
    return "deletes" if delete == 1 and not insert else ""


def _known(look: dict[str, Any] | None) -> Look:
    return {name: value for name, value in (look or {}).items() if isinstance(value, str) and value}


def _in_bytes(text: str, position: int) -> int:
    return position if text.isascii() else len(text[:position].encode())
