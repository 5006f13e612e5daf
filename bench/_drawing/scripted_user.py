# SPDX-License-Identifier: BSD-3-Clause
"""A scripted user of a whiteboard or a map: draws, and records when shapes are seen.

python -m bench._drawing.scripted_user FILE NAME
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from app.runtime.types import EndpointType, dual
from bench._scripted_user import FrameRecorder, run_window, serve_commands, show_view, until
from objects_library.installed import installed_catalogue
from objects_library.replication.desktop.state import NOBODY
from objects_library.replication.drawing.shapes import Frame, Shape, packed
from objects_library.widgets.plane.plane import PlaneWidget

_SIZE = (1280, 800)
_STROKE = 60
"""Points of a line before the next one begins."""
_BATCH = 250
"""Positions in one message."""


class ScriptedUser(FrameRecorder):
    """Executes the commands of the benchmark."""

    def __init__(self, view: Any, proxy: Any, node: Node) -> None:
        super().__init__()
        self._view = view
        self._plane: Any = view.plane
        self._proxy, self._node = proxy, node
        self._before: dict[str, int] = {}
        self._frames: list[float] = []
        self._used: list[float] = []
        """CPU seconds per frame, which exclude other programs."""
        self._mine: set[str] = set()
        self._connection: Any = None

    def painted(self, lasted: float, used: float) -> None:
        """Record the lines of others that have grown since the last frame."""
        self._frames.append(lasted)
        self._used.append(used)
        now = time.monotonic()
        for name, shape in self._view.known.items():
            count = len(shape.points) // 8
            text = str(name)
            if self._before.get(text) != count:
                self._before[text] = count
                if text not in self._mine:
                    self._drawn.append((now, text, count))

    async def draw(self, seconds: float, rate: float, seed: int) -> dict[str, Any]:
        """Draw lines with `rate` points per second."""
        events, started = 0, time.monotonic()
        while time.monotonic() - started < seconds:
            at = QPoint(100 + 200 * seed, 100 + events * 7 % 500)
            self._mouse(QEvent.Type.MouseButtonPress, at)
            name = str(next(reversed(self._plane.own)))
            self._mine.add(name)
            began = time.monotonic()
            for step in range(1, _STROKE):
                await asyncio.sleep(max(0.0, began + step / rate - time.monotonic()))
                at += QPoint(2, round(6 * math.sin(step / 5)))
                self._mouse(QEvent.Type.MouseMove, at)
                self._actions.append((time.monotonic(), name, step + 1))
                events += 1
            self._mouse(QEvent.Type.MouseButtonRelease, at)
        return {"events": events, "seconds": time.monotonic() - started}

    async def fill(self, count: int) -> int:
        """Add `count` lines of 40 points each."""
        for first in range(0, count, 500):
            shapes = [_line(number) for number in range(first, min(count, first + 500))]
            self._view.draw_shapes(shapes)
            await asyncio.sleep(0)
        await until(lambda: len(self._view.known) >= count)
        self._plane.show_everything()
        return len(self._view.known)

    async def look(self, seconds: float) -> dict[str, Any]:
        """Pan and zoom frame by frame, and measure the frame times."""
        await self._quiet()
        self._frames.clear()
        self._used.clear()
        began = time.monotonic()
        step = 0
        while time.monotonic() - began < seconds:
            step += 1
            self._plane.push_by(9 * math.cos(step / 20), 6 * math.sin(step / 20))
            if step % 40 == 0:
                self._plane.zoom_by(1.3 if step % 80 else 1 / 1.3)
            self._plane.repaint()
            await asyncio.sleep(0)
        return self._painted_in(time.monotonic() - began)

    async def whole(self) -> float:
        """Measure a complete repaint, in seconds."""
        await self._quiet()
        self._plane.tiles.forget()
        began = time.monotonic()
        self._plane.repaint()
        while self._plane.tiles._stale:  # noqa: SLF001 - what is still to be painted
            self._plane.repaint()
        return time.monotonic() - began

    async def add_one(self) -> float:
        """Measure the frame in which one more line appears, in seconds."""
        await self._quiet()
        found = []
        for number in range(20):
            before = len(self._view.known)
            self._view.draw_shapes([_line(number + 7)])
            await until(lambda before=before: len(self._view.known) > before)  # type: ignore[misc]
            began = time.monotonic()
            self._plane.repaint()
            found.append(time.monotonic() - began)
        return sorted(found)[len(found) // 2]

    async def zooms(self) -> dict[str, tuple[float, float]]:
        """Measure frames per second and CPU milliseconds per frame while a map is panned, at each zoom."""
        await until(lambda: self._view.finder is not None and len(self._plane.terrain._details) == 3)  # noqa: SLF001
        found = {}
        for zoom in range(2, 13):
            self._plane.look_at(self._plane.camera.x, self._plane.camera.y, 256 * 2**zoom / 2**18)
            await self._quiet()
            began, used = time.monotonic(), time.thread_time()
            for step in range(60):
                self._plane.push_by(-12, 5 * math.sin(step / 7))
                self._plane.repaint()
            found[str(zoom)] = 60 / (time.monotonic() - began), 1000 * (time.thread_time() - used) / 60
        return found

    async def go_to(self, place: str) -> None:
        """Show a place on the map."""
        await until(lambda: self._view.finder is not None)
        self._view.go_to(place)

    async def move(self, count: int, rate: float, seconds: float) -> dict[str, Any]:
        """Publish `count` moving positions at `rate`, with a hidden window."""
        self._view.hide()
        outer = self._proxy.endpoint("telling")
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = self._node.new_endpoint(inner)
        self._connection = self._node.connect(endpoint, outer)
        began, rounds = time.monotonic(), 0
        while time.monotonic() - began < seconds:
            rows = _positions(count, rounds / rate)
            for first in range(0, count, _BATCH):
                endpoint.emit("add", rows[first : first + _BATCH])
            rounds += 1
            await asyncio.sleep(max(0.0, began + rounds / rate - time.monotonic()))
        return {"rounds": rounds / (time.monotonic() - began)}

    async def watch(self, count: int, seconds: float) -> dict[str, Any]:
        """Watch `count` positions that others move."""
        await until(lambda: len(self._plane.markers.things) >= count)
        self._plane.show_world()
        await asyncio.sleep(1.0)
        self._frames.clear()
        self._used.clear()
        began, used = time.monotonic(), time.process_time()
        await asyncio.sleep(seconds)
        lasted = time.monotonic() - began
        return {"cpu": (time.process_time() - used) / lasted, **self._painted_in(lasted)}

    def _painted_in(self, seconds: float) -> dict[str, Any]:
        frames, used = sorted(self._frames) or [0.0], sorted(self._used) or [0.0]
        return {
            "frames_per_s": len(self._frames) / seconds,
            "median_ms": 1000 * frames[len(frames) // 2],
            "p95_ms": 1000 * frames[int(len(frames) * 0.95)],
            "cpu_ms": 1000 * used[len(used) // 2],
            "p95_cpu_ms": 1000 * used[int(len(used) * 0.95)],
            "painting": sum(used) / seconds,
        }

    def state(self) -> str:
        """A digest of what all users must agree on."""
        lines = sorted(
            f"{name} {shape.points.hex()} {shape.place} {shape.layer}" for name, shape in self._view.known.items()
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    async def _quiet(self) -> None:
        """Wait until everything is painted."""
        for _ in range(100):
            self._plane.repaint()
            await asyncio.sleep(0.01)
            if not self._plane.tiles._stale and not self._plane.camera.moving:  # noqa: SLF001
                return

    def _mouse(self, kind: QEvent.Type, point: QPoint) -> None:
        none, left = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton
        button = none if kind is QEvent.Type.MouseMove else left
        held = none if kind is QEvent.Type.MouseButtonRelease else left
        there = QPointF(self._plane.mapToGlobal(point))
        event = QMouseEvent(kind, QPointF(point), there, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self._plane, event)


def _line(number: int) -> Shape:
    points = [(4.0 * step, 14 * math.sin(step / 4 + number)) for step in range(40)]
    place = Frame(number % 100 * 24.0, number // 100 * 16.0, 1.0, 1.0)
    colour = ("ink", "red", "blue", "green")[number % 4]
    return Shape(uuid4(), "pen", NOBODY, "", place, packed(points), colour, 3.0, "", "", "", 0, False, True)


def _positions(count: int, at: float) -> list[dict[str, Any]]:
    now = datetime.now(UTC)
    return [
        {
            "name": f"F{number}",
            "latitude": 70 * math.sin(number * 1.7) + math.sin(at / 3 + number),
            "longitude": (number * 37.7 + 0.5 * at + 180) % 360 - 180,
            "altitude": 10_000.0,
            "heading": 90.0,
            "speed": 200.0,
            "at": now,
        }
        for number in range(count)
    ]


async def _main(file: str, name: str) -> None:
    async with Node(installed_catalogue(), name=name) as node:
        proxy, view = await show_view(node, file, _SIZE)
        await until(lambda: view.state == "live")
        user = ScriptedUser(view, proxy, node)
        _users.append(user)
        await serve_commands(user)


_users: list[ScriptedUser] = []
_paint = PlaneWidget.paintEvent


def _paint_and_note(self: PlaneWidget, event: QPaintEvent) -> None:
    """Paint a frame, then record it."""
    began, used = time.perf_counter(), time.thread_time()
    _paint(self, event)
    used = time.thread_time() - used
    for user in _users:
        user.painted(time.perf_counter() - began, used)


if __name__ == "__main__":
    PlaneWidget.paintEvent = _paint_and_note  # type: ignore[method-assign]  # real frames are noted
    run_window(_main)
