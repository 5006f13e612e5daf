# SPDX-License-Identifier: BSD-3-Clause
"""A scripted user of a desktop: drags items, and records when they are drawn.

python -m bench._desktop.scripted_user FILE NAME
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import Any
from uuid import UUID

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QGraphicsView

from app.runtime.activation import Node
from bench._desktop.scene import things
from bench._scripted_user import FrameRecorder, run_window, serve_commands, show_view, until
from objects_library.desktops.desktop_2d.canvas.canvas import Canvas
from objects_library.installed import installed_catalogue

_SIZE = (1280, 800)
_FAR = 240


class ScriptedUser(FrameRecorder):
    """Executes the commands of the benchmark."""

    def __init__(self, view: Any, surface: Any) -> None:
        super().__init__()
        self._view = view
        self._canvas: Canvas = view.canvas
        self._surface = surface
        self._before: dict[UUID, float] = {}
        self._canvas.moved.connect(self._note_move)

    def painted(self) -> None:
        """Record the items that moved since the last frame."""
        now = time.monotonic()
        for name, piece in self._canvas.pieces.items():
            x = piece.place.x
            if self._before.get(name) != x:
                self._before[name] = x
                if name not in self._canvas.dragged:
                    self._drawn.append((now, str(name), x))

    async def lay(self, count: int, live: int, scope: str) -> int:
        """Put items on the desktop."""
        items = things(count, live, scope)
        self._view.lay_down(items)
        await until(lambda: len(self._canvas.pieces) >= len(items))
        return len(items)

    async def wait(self, count: int, awake: int) -> int:
        """Wait until all items are present and their live objects run."""
        self._canvas.show_all()
        await until(lambda: len(self._canvas.pieces) >= count)
        self._canvas.show_all()
        await until(lambda: len(self._view.embedded.awake) >= awake)
        self._canvas.show_all()
        await asyncio.sleep(0.2)
        return len(self._view.embedded.awake)

    async def drag(self, names: list[str], seconds: float, rate: float) -> dict[str, Any]:
        """Drag one item after the other to the right, each for a second."""
        events, started = 0, time.monotonic()
        for text in names:
            if time.monotonic() - started >= seconds:
                break
            events += await self._pull(UUID(text), round(rate), rate)
        return {"events": events, "seconds": time.monotonic() - started}

    async def _pull(self, name: UUID, steps: int, rate: float) -> int:
        piece = self._canvas.pieces[name]
        area = piece.area()
        grip = piece.mapToScene(QPointF(0, -area.height() / 2 + 8))
        start = self._canvas.mapFromScene(grip)
        self._canvas.choose([])
        self._mouse(QEvent.Type.MouseButtonPress, start)
        began = time.monotonic()
        for step in range(1, steps + 1):
            await asyncio.sleep(max(0.0, began + step / rate - time.monotonic()))
            self._mouse(QEvent.Type.MouseMove, start + QPoint(round(_FAR * step / steps), 0))
        self._mouse(QEvent.Type.MouseButtonRelease, start + QPoint(_FAR, 0))
        return steps

    def _mouse(self, kind: QEvent.Type, point: QPoint) -> None:
        viewport = self._canvas.viewport()
        none, left = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton
        button = none if kind is QEvent.Type.MouseMove else left
        held = none if kind is QEvent.Type.MouseButtonRelease else left
        where = QPointF(point)
        there = QPointF(viewport.mapToGlobal(point))
        event = QMouseEvent(kind, where, there, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(viewport, event)

    def state(self) -> dict[str, str]:
        """Digests of what all users must agree on: the known and the drawn items."""
        known = [
            f"{item.item} {item.place} {item.layer} {item.text}"
            for item in sorted(self._surface().items.values(), key=lambda item: item.item.bytes)
        ]
        shown = [f"{name} {self._canvas.pieces[name].place}" for name in sorted(self._canvas.pieces)]
        return {"known": _digest(known), "shown": _digest(shown)}

    def _note_move(self, places: dict[UUID, Any], done: bool) -> None:  # noqa: ARG002 - a slot
        now = time.monotonic()
        self._actions += [(now, str(name), place.x) for name, place in places.items()]


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


async def _main(file: str, name: str) -> None:
    async with Node(installed_catalogue(), name=name) as node:
        proxy, view = await show_view(node, file, _SIZE)
        await until(lambda: view.state == "live")
        user = ScriptedUser(view, lambda: proxy._life.body._desktop.things)  # type: ignore[attr-defined]  # noqa: SLF001
        _users.append(user)
        await serve_commands(user)


_users: list[ScriptedUser] = []


def _paint(self: QGraphicsView, event: QPaintEvent) -> None:
    """Paint a frame, then record it."""
    QGraphicsView.paintEvent(self, event)
    for user in _users:
        user.painted()


if __name__ == "__main__":
    Canvas.paintEvent = _paint  # type: ignore[method-assign]  # the frames of the real canvas are noted
    run_window(_main)
