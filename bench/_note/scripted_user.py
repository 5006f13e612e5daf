# SPDX-License-Identifier: BSD-3-Clause
"""A scripted user of a note: presses keys, and records when the note is drawn.

python -m bench._note.scripted_user FILE NAME
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from bench._scripted_user import run_window, serve_commands, show_view, until
from objects_library.documents.note.editor.pane import NotePane
from objects_library.installed import installed_catalogue
from objects_library.replication.text.rich_text import TextRun

_SIZE = (900, 700)
_INTERVAL = 0.005
_LINE = "The quick brown fox jumps over the lazy dog and runs away again.\n"
_paint = NotePane.paintEvent
_frames: list[tuple[float, int]] = []


def _note_frame(pane: NotePane, event: QPaintEvent) -> None:
    _paint(pane, event)
    _frames.append((time.monotonic(), len(pane.text)))


class ScriptedUser:
    """Executes the commands of the benchmark."""

    def __init__(self, view: Any) -> None:
        self._view = view
        self._pane: NotePane = view.pane

    async def fill(self, characters: int) -> int:
        """Paste a text of that length."""
        self._pane.put([TextRun(_LINE * (characters // len(_LINE)), {})])
        return len(self._pane.text)

    async def wait(self, characters: int) -> float:
        """Wait until that many characters are drawn; return when."""
        await until(lambda: bool(_frames) and _frames[-1][1] >= characters, _INTERVAL)
        return next(at for at, length in _frames if length >= characters)

    async def type(self, keys: int, place: float) -> list[list[float]]:
        """Press keys; return when each was pressed and drawn, and the length of the note."""
        where = round(len(self._pane.text) * place)
        self._pane.select(where, where)
        await asyncio.sleep(0.5)
        made = []
        for _ in range(keys):
            pressed, length = time.monotonic(), len(self._pane.text) + 1
            QTest.keyClick(self._pane, Qt.Key.Key_X)
            self._pane.viewport().repaint()
            made.append([pressed, time.monotonic(), length])
            await asyncio.sleep(0.12)
        return made

    def look_at(self, place: float) -> int:
        """Scroll to a part of the note."""
        where = round(len(self._pane.text) * place)
        self._pane.select(where, where)
        return where

    def frames(self) -> list[tuple[float, int]]:
        """The time of each frame, and the length of the note."""
        return _frames


async def _main(file: str, name: str) -> None:
    started = time.monotonic()
    async with Node(installed_catalogue(), name=name) as node:
        _, view = await show_view(node, file, _SIZE)
        await until(lambda: view.state == "live", _INTERVAL)
        await serve_commands(ScriptedUser(view), started)


if __name__ == "__main__":
    NotePane.paintEvent = _note_frame  # type: ignore[assignment, method-assign]  # the frames of the real pane are noted
    run_window(_main)
