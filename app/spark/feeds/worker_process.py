"""The process of a feed as its guard sees it: one that it has started, or one that it has taken over."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator
from typing import IO, Protocol

from app.spark.feeds.control import own_command

LONGEST_LINE = 4 * 1024 * 1024


class Charge(Protocol):
    """What a guard watches over."""

    @property
    def id(self) -> int:
        """The number of the process."""

    def lines(self) -> AsyncIterator[bytes]:
        """What it says, until it ends."""

    def tell(self, do: str) -> None:
        """Let it do something."""

    def signal(self, number: int) -> None:
        """Send it a signal."""

    async def wait(self) -> str:
        """How it ended, in words; empty when it did so in peace."""


class Started:
    """A process that this one has started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, name: str, log: IO[bytes]) -> Started:
        """Start the process of a feed."""
        return cls(
            await asyncio.create_subprocess_exec(
                *own_command("run", name), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=log, limit=LONGEST_LINE,
            )
        )  # fmt: skip

    @property
    def id(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def lines(self) -> AsyncIterator[bytes]:
        """What it says, until it ends."""
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            yield line

    def tell(self, do: str) -> None:
        """Let it do something."""
        if self._process.stdin is not None and self._process.returncode is None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(_request(do))

    def signal(self, number: int) -> None:
        """Send it a signal."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def wait(self) -> str:
        """How it ended, in words; empty when it did so in peace."""
        code = await self._process.wait()
        if code == 0:
            return ""
        return f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"


class TakenOver:
    """A process whose guard was killed: it has started this guard, and given it two pipes."""

    def __init__(self, process: int, said: int, orders: int) -> None:
        self.id = process
        self._handle = os.pidfd_open(process)
        self._said, self._orders = said, orders

    async def lines(self) -> AsyncIterator[bytes]:
        """What it says, until it ends."""
        reader = asyncio.StreamReader(limit=LONGEST_LINE)
        loop = asyncio.get_running_loop()
        with os.fdopen(self._said, "rb") as pipe:
            transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
            while line := await reader.readline():
                yield line
            transport.close()

    def tell(self, do: str) -> None:
        """Let it do something."""
        with contextlib.suppress(OSError):
            os.write(self._orders, _request(do))

    def signal(self, number: int) -> None:
        """Send it a signal."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)

    async def wait(self) -> str:
        """That it ended: how, only its parent would know."""
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        loop.add_reader(self._handle, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._handle)
        for descriptor in (self._handle, self._orders):
            os.close(descriptor)
        return "has ended"


def taken_over(words: str) -> TakenOver:
    """From what a guard is started with: the process, and the pipes from it and to it."""
    process, said, orders = (int(word) for word in words.split(","))
    return TakenOver(process, said, orders)


def _request(do: str) -> bytes:
    return json.dumps({"do": do}).encode() + b"\n"
