# SPDX-License-Identifier: BSD-3-Clause
"""A member of a space: a viewer with a window, or the source of coordinates without one.

python -m bench._space.viewer FILE NAME; the name "source" is the source.
"""

from __future__ import annotations

import asyncio
import struct
import time
from typing import Any

from app.runtime.activation import Node
from app.runtime.references import read
from bench._scripted_user import run_window, serve_commands, show_view, until
from bench._space.scene import things
from objects_library.installed import installed_catalogue
from objects_library.values.coordinates import unpacked

_SIZE = (1000, 700)


class Source:
    """Generates the coordinates."""

    def __init__(self, body: Any) -> None:
        self._body = body

    async def ready(self) -> None:
        """Wait until this member leads."""
        await until(lambda: self._body._leads)  # noqa: SLF001 - the benchmark looks inside

    async def freeze(self) -> dict[str, list[float]]:
        """Stop all movement; return the positions."""
        self._body._ticking.cancel()  # noqa: SLF001
        await asyncio.sleep(1.0)
        known = self._body._where.known.items()  # noqa: SLF001
        return {name: [round(number, 2) for number in unpacked(place)[:3]] for name, (_, place) in known}


class Viewer:
    """Shows the space, and counts frames."""

    def __init__(self, view: Any) -> None:
        self._view = view
        self._frames = 0
        view.scene_view.viewport.quickWindow().afterRendering.connect(self._drawn)

    async def ready(self) -> None:
        """Wait until the space is live."""
        await until(lambda: self._view.state == "live")

    async def put(self, scope: str, count: int, rate: float) -> int:
        """Add the models."""
        self._view.scene_view.put_down(things(scope, count, rate))
        return await self.wait(count)

    async def wait(self, count: int) -> int:
        """Wait until all models are there and move."""
        scene_view = self._view.scene_view
        await until(lambda: len(scene_view.things) >= count)
        await until(lambda: scene_view.streams.received >= 3 * count)
        scene_view.show_all()
        await asyncio.sleep(1.0)
        return len(scene_view.things)

    async def watch(self, seconds: float) -> dict[str, float]:
        """Measure frames and positions per second."""
        frames, received = self._frames, self._view.scene_view.streams.received
        began, used = time.monotonic(), time.process_time()
        await asyncio.sleep(seconds)
        passed = time.monotonic() - began
        return {
            "frames_per_s": (self._frames - frames) / passed,
            "positions_per_s": (self._view.scene_view.streams.received - received) / passed,
            "cpu": 100 * (time.process_time() - used) / passed,
        }

    async def idle(self, seconds: float) -> dict[str, float]:
        """Measure frames and CPU use while nothing moves."""
        await until(lambda: not self._view.scene_view.viewport.running)
        await asyncio.sleep(1.0)
        frames = self._frames
        began, used = time.monotonic(), time.process_time()
        await asyncio.sleep(seconds)
        passed = time.monotonic() - began
        return {"frames": self._frames - frames, "cpu": 100 * (time.process_time() - used) / passed}

    async def state(self) -> dict[str, Any]:
        """The drawn position of each model by name, and the number of models per level of detail."""
        scene_view = self._view.scene_view
        await until(lambda: not scene_view.viewport.running)
        instance_groups = scene_view.viewport.renderer.instance_groups
        drawn: dict[str, list[float]] = {}
        levels = [0, 0, 0]
        for thing in scene_view.things.values():
            row = struct.unpack("<20f", instance_groups.row_of(thing.item))
            drawn[thing.follows] = [round(row[column], 2) for column in (3, 7, 11)]
            levels[instance_groups.level_of(thing.item) or 0] += 1
        return {"drawn": drawn, "levels": levels}

    def _drawn(self) -> None:
        self._frames += 1


async def _main(file: str, name: str) -> None:
    async with Node(installed_catalogue(), name=name) as node:
        if name == "source":
            proxy = await node.dereference(read(file).reference)
            member: Source | Viewer = Source(proxy._life.body)  # noqa: SLF001
        else:
            _, view = await show_view(node, file, _SIZE)
            member = Viewer(view)
        await member.ready()
        await serve_commands(member)


if __name__ == "__main__":
    run_window(_main)
