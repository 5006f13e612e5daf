# SPDX-License-Identifier: BSD-3-Clause
"""All processes of a feed die at once, as with their computer: whoever looks is told soon."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.runtime.activation import Node
from app.runtime.references import Document, Reference, write
from app.runtime.types import EndpointType, dual
from objects_library.installed import installed_catalogue
from tests.objects_library.tiles.feeding import KIND, NUMBER, a_tile
from tests.objects_library.workers import network_channel
from tests.spark.stopwatch import kill

_ROOT = Path(__file__).resolve().parents[3]
_TOLD_WITHIN = 3.0


@asynccontextmanager
async def _feed(channel: Reference, folder: Path) -> AsyncIterator[list[int]]:
    """The process that runs it, and the one that guards it."""
    file = folder / "feed.liveobject"
    file.write_bytes(write(Document(channel, "Test", "")))
    module = "tests.objects_library.tiles.a_feed_process"
    made = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, str(file), what, cwd=_ROOT, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        for what in ("run", "copy")
    ]  # fmt: skip
    for process in made:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"there\n"
    yield [process.pid for process in made]
    await asyncio.gather(*(process.communicate() for process in made))


async def test_a_feed_is_gone_with_its_computer(tmp_path: Path) -> None:
    channel = network_channel(f"TableChange[{KIND}]", f"TableState[{KIND}]")
    news = asyncio.Event()
    states: list[tuple[float, str]] = []
    loop = asyncio.get_running_loop()

    def told(condition: dict[str, str]) -> None:
        states.append((loop.time(), condition["state"]))
        news.set()

    async def until(state: str) -> float:
        async with asyncio.timeout(60):
            while not states or states[-1][1] != state:
                news.clear()
                await news.wait()
        return states[-1][0]

    async with _feed(channel, tmp_path) as processes, Node(installed_catalogue()) as node:
        proxy = await node.dereference(a_tile(NUMBER, channel, column="revenue"))
        outer = proxy.endpoint("tile")
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        hearers: dict[str, Any] = {name: lambda *_: None for name, _ in outer.type.outgoing}
        connection = node.connect(node.new_endpoint(inner, **{**hearers, "told": told}), outer)
        await until("live")
        os.kill(processes[1], 9)
        watch = kill(processes[0])
        took = await until("gone") - watch.began
        print(f"gone: told after {took:.2f} s")
        assert took < _TOLD_WITHIN + watch.allowance()
        connection.close()
