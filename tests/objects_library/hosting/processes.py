# SPDX-License-Identifier: BSD-3-Clause
"""Nodes in processes of their own."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]

WANDERER = """
from typing import Any
from uuid import UUID, uuid4

from app.runtime.library import Context, Endpoint, live_object
from app.runtime.references import Reference

Items = list[Any]


@live_object("77a2de7e700000000000000000000001", name="Wanderer")
class Wanderer:
    \"\"\"Moves itself from node to node, and shows that it lives.\"\"\"

    hosting = Endpoint()
    pulse = Endpoint()

    def __init__(self, context: Context, route: tuple[UUID, ...] = (), fail: str = "") -> None:
        self._context = context
        self._route = route
        if fail:
            raise ValueError(fail)

    @pulse.connected
    def watched(self) -> None:
        self._context.every(0.02, lambda: self.alive(UUID(self._context.node_id)))

    @pulse.outgoing
    def alive(self, node: UUID) -> None: ...

    @pulse.outgoing
    def told(self, what: str) -> None: ...

    @pulse.incoming
    def go(self) -> None:
        here = self._route.index(UUID(self._context.node_id))
        self.move(uuid4(), self._route[here + 1])

    @pulse.incoming
    def die(self) -> None:
        raise RuntimeError("it is over")

    @pulse.incoming
    def look(self) -> None:
        self.list(uuid4())

    @pulse.incoming
    def breed(self) -> None:
        self.start(uuid4(), self._context.reference)

    @pulse.incoming
    def end(self, proxy: UUID) -> None:
        self.stop(uuid4(), proxy)

    @hosting.outgoing
    def start(self, request: UUID, reference: Reference) -> None: ...

    @hosting.outgoing
    def stop(self, request: UUID, proxy: UUID) -> None: ...

    @hosting.outgoing
    def list(self, request: UUID) -> None: ...

    @hosting.outgoing
    def move(self, request: UUID, node: UUID) -> None: ...

    @hosting.incoming
    def moved(self, node: UUID, proxy: UUID) -> None:
        self.told(f"moved {node}")

    @hosting.incoming
    def started(self, proxy: UUID, node: UUID) -> None:
        self.told(f"started {proxy}")

    @hosting.incoming
    def stopped(self, proxy: UUID, request: UUID) -> None:
        self.told(f"stopped {proxy}")

    @hosting.incoming
    def listed(self, proxies: Items, nodes: Items) -> None:
        self.told(f"listed {len(proxies)} on {len(nodes)}")

    @hosting.incoming
    def refused(self, request: UUID, reason: str) -> None:
        self.told(f"refused {reason}")
"""


class Process:
    """A `liveobjects` command that runs, with what it says line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def text(self) -> str:
        """The next line that it writes."""
        assert self._process.stdout is not None
        async with asyncio.timeout(30):
            line = await self._process.stdout.readline()
        assert line, "the process has ended"
        return line.decode().rstrip("\n")

    async def line(self) -> dict[str, Any]:
        """The next line of its JSON."""
        found: dict[str, Any] = json.loads(await self.text())
        return found

    async def until(self, **wanted: Any) -> dict[str, Any]:
        """The next line that says this."""
        while True:
            found = await self.line()
            if all(found.get(key) == value for key, value in wanted.items()):
                return found

    async def rest(self) -> str:
        """Everything that it still writes."""
        assert self._process.stdout is not None
        return (await self._process.stdout.read()).decode()

    def kill(self, number: int = signal.SIGKILL) -> None:
        self._process.send_signal(number)

    async def ended(self) -> tuple[int, str]:
        """Its exit code and what it complained about."""
        assert self._process.stderr is not None
        async with asyncio.timeout(30):
            complaint = (await self._process.stderr.read()).decode()
            return await self._process.wait(), complaint


@asynccontextmanager
async def liveobjects(home: Path, *arguments: str) -> AsyncIterator[Process]:
    """Run a command in a process of its own, with a home of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "app",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "LIVEOBJECTS_HOME": str(home)},
        cwd=ROOT,
        limit=1024 * 1024,
    )
    try:
        yield Process(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
