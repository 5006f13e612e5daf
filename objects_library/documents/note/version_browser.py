"""What one copy does for whoever looks at the past of a note."""

from __future__ import annotations

import asyncio
from typing import Protocol

from app.runtime.library import Cancellable, Context
from objects_library.documents.note.history import (
    ShownPiece,
    ShownVersion,
    Version,
    before,
    in_list,
    merged,
    pieces_of,
)
from objects_library.documents.note.state_machine import NoteMachine
from objects_library.replication.text.rich_document import RichDocument, Step, steps_between
from objects_library.replication.text.rich_text import RichText

_RATE = 1.0
"""Seconds between two lists of versions."""
_GONE = "this version is not kept any more; choose another one"


class Note(Protocol):
    """The note whose past it is."""

    @property
    def now(self) -> tuple[NoteMachine, RichDocument]:
        """What all have, and what is shown here."""

    def do_again(self, steps: list[Step]) -> bool:
        """Do what brings an earlier version back; says whether it was done."""

    def versions(self, versions: list[ShownVersion]) -> None:
        """Tell all versions."""

    def seen(self, version: int, compared: bool, pieces: list[ShownPiece]) -> None:
        """Tell how the note was."""

    def brought_back(self, version: int) -> None:
        """Tell that it is what it was."""

    def refused(self, reason: str, lost: str) -> None:
        """Tell that something was not done."""


class LookingBack:
    """Lists, shows and brings back; what takes long is done beside the loop."""

    def __init__(self, note: Note, context: Context) -> None:
        self._note = note
        self._context = context
        self._watching = False
        self._telling: Cancellable | None = None

    def watch(self, on: bool) -> None:
        """Tell of versions from now on, or no longer."""
        self._watching = on
        if on:
            self._tell()

    def tell_soon(self) -> None:
        """There is something new."""
        if self._watching and self._telling is None:
            self._telling = self._context.later(_RATE, self._tell)

    def _tell(self) -> None:
        self._telling = None
        history = self._note.now[0].history
        self._note.versions([in_list(version) for version in reversed(history.versions)])

    async def look_at(self, number: int, compared: bool) -> None:
        """Show the note as it was after a version."""
        found = self._since(number)
        if found:
            now = self._note.now[0].document.rich.copy()
            pieces = await asyncio.to_thread(pieces_of, now, found, compared)
            self._note.seen(number, compared, pieces)

    async def bring_back(self, number: int) -> None:
        """Make the note what it was after a version; when somebody writes meanwhile, begin anew."""
        while True:
            found = self._since(number)
            if not found:
                return
            machine, shown = self._note.now
            text, then = shown.text, machine.document.rich.copy()
            steps = await asyncio.to_thread(_way_back, found, then, shown.rich.copy())
            if text == self._note.now[1].text:
                break
        if self._note.do_again(steps):
            self._note.brought_back(number)

    def _since(self, number: int) -> list[Version]:
        found = [each for each in self._note.now[0].history.versions if each.number >= number]
        if not found or found[0].number != number:
            self._note.refused(_GONE, "")
            return []
        return [Version.of(each.plain()) for each in found]


def _way_back(found: list[Version], then: RichText, shown: RichText) -> list[Step]:
    marks, _ = merged(found[1:])
    before(then, marks)
    return steps_between(shown, then)
