# SPDX-License-Identifier: BSD-3-Clause
"""Control of nodes in processes of their own, for tests."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

import pytest


class NodeProcess:
    """A node in a process, and the last line of each kind that it printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.output: dict[str, str] = {}
        self._changed = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            kind, _, rest = line.decode().strip().partition(" ")
            self.output[kind] = rest
            self._changed.set()

    async def until(self, kind: str, words: str) -> None:
        await self._until(lambda: self.output.get(kind) == words, f"{kind} {words}")

    async def until_output(self, kind: str) -> None:
        await self._until(lambda: kind in self.output, kind)

    async def until_got(self, at_least: int) -> None:
        await self._until(lambda: int(self.output.get("got", "0")) >= at_least, f"{at_least} messages")

    async def _until(self, done: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(40):
                while not done():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pytest.fail(f"waited for {what}; it output {self.output}")

    async def send_line(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    async def end(self) -> None:
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        await self.process.wait()
        await self._reader
