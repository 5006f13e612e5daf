# SPDX-License-Identifier: BSD-3-Clause
"""Lists, shows and restores versions of a note for one copy."""

from __future__ import annotations

import asyncio
from typing import Protocol

from app.runtime.library import Cancellable, Context
from objects_library.documents.note.history import (
    ShownVersion,
    Version,
    VersionRun,
    list_entry,
    merged,
    pieces_of,
    revert,
)
from objects_library.documents.note.state_machine import NoteStateMachine
from objects_library.replication.text.rich_document import RichDocument, Step, steps_between
from objects_library.replication.text.rich_text import RichText

_RATE = 1.0
"""Seconds between two lists of versions."""
_GONE = "this version is not kept any more; choose another one"


class VersionedNote(Protocol):
    """What the browser needs of a note."""

    @property
    def now(self) -> tuple[NoteStateMachine, RichDocument]:
        """The ordered state, and the document shown here."""

    def restore(self, steps: list[Step]) -> bool:
        """Apply the steps that restore a version; returns whether they were accepted."""

    def versions(self, versions: list[ShownVersion]) -> None:
        """Send all versions."""

    def seen(self, version: int, compared: bool, pieces: list[VersionRun]) -> None:
        """Send the note after a version."""

    def brought_back(self, version: int) -> None:
        """Report that a version was restored."""

    def refused(self, reason: str, lost: str) -> None:
        """Report a refusal."""


class VersionBrowser:
    """Lists, shows and restores versions; long computations run in a thread."""

    def __init__(self, note: VersionedNote, context: Context) -> None:
        self._note = note
        self._context = context
        self._watching = False
        self._pending_notify: Cancellable | None = None

    def watch(self, on: bool) -> None:
        """Start or stop sending versions."""
        self._watching = on
        if on:
            self._notify()

    def notify_soon(self) -> None:
        """Schedule sending the versions."""
        if self._watching and self._pending_notify is None:
            self._pending_notify = self._context.later(_RATE, self._notify)

    def _notify(self) -> None:
        self._pending_notify = None
        history = self._note.now[0].history
        self._note.versions([list_entry(version) for version in reversed(history.versions)])

    async def look_at(self, number: int, compared: bool) -> None:
        """Send the note after a version."""
        found = self._since(number)
        if found:
            now = self._note.now[0].document.rich.copy()
            pieces = await asyncio.to_thread(pieces_of, now, found, compared)
            self._note.seen(number, compared, pieces)

    async def bring_back(self, number: int) -> None:
        """Restore a version; start again if somebody edits meanwhile."""
        while True:
            found = self._since(number)
            if not found:
                return
            machine, shown = self._note.now
            text, then = shown.text, machine.document.rich.copy()
            steps = await asyncio.to_thread(_way_back, found, then, shown.rich.copy())
            if text == self._note.now[1].text:
                break
        if self._note.restore(steps):
            self._note.brought_back(number)

    def _since(self, number: int) -> list[Version]:
        found = [each for each in self._note.now[0].history.versions if each.number >= number]
        if not found or found[0].number != number:
            self._note.refused(_GONE, "")
            return []
        return [Version.of(each.plain()) for each in found]


def _way_back(found: list[Version], then: RichText, shown: RichText) -> list[Step]:
    marks, _ = merged(found[1:])
    revert(then, marks)
    return steps_between(shown, then)
