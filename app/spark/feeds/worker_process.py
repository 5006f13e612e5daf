# SPDX-License-Identifier: BSD-3-Clause
"""The worker process as its supervisor sees it: a child process, or an adopted one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator
from typing import IO, Protocol

from app.spark.feeds.control import feed_command

LONGEST_LINE = 4 * 1024 * 1024


class WorkerProcess(Protocol):
    """The interface of a supervised process."""

    @property
    def id(self) -> int:
        """The process id."""

    def lines(self) -> AsyncIterator[bytes]:
        """Yield its status lines until it ends."""

    def send_command(self, do: str) -> None:
        """Send a command."""

    def signal(self, number: int) -> None:
        """Send a signal."""

    async def wait(self) -> str:
        """Wait for the end; return how it ended, empty for a normal exit."""


class ChildProcess:
    """A process that the supervisor has started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, name: str, log: IO[bytes]) -> ChildProcess:
        """Start the worker of a feed."""
        return cls(
            await asyncio.create_subprocess_exec(
                *feed_command("run", name), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=log, limit=LONGEST_LINE,
            )
        )  # fmt: skip

    @property
    def id(self) -> int:
        """The process id."""
        return self._process.pid

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield its status lines until it ends."""
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            yield line

    def send_command(self, do: str) -> None:
        """Send a command."""
        if self._process.stdin is not None and self._process.returncode is None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(_encode_command(do))

    def signal(self, number: int) -> None:
        """Send a signal."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def wait(self) -> str:
        """Wait for the end; return how it ended, empty for a normal exit."""
        code = await self._process.wait()
        if code == 0:
            return ""
        return f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"


class AdoptedProcess:
    """A process whose supervisor was killed: it has started this supervisor with two pipes."""

    def __init__(self, process: int, output: int, commands: int) -> None:
        self.id = process
        self._handle = os.pidfd_open(process)
        self._output, self._commands = output, commands

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield its status lines until it ends."""
        reader = asyncio.StreamReader(limit=LONGEST_LINE)
        loop = asyncio.get_running_loop()
        with os.fdopen(self._output, "rb") as pipe:
            transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
            while line := await reader.readline():
                yield line
            transport.close()

    def send_command(self, do: str) -> None:
        """Send a command."""
        with contextlib.suppress(OSError):
            os.write(self._commands, _encode_command(do))

    def signal(self, number: int) -> None:
        """Send a signal."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)

    async def wait(self) -> str:
        """Wait for the end; only its parent could know the exit code."""
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        loop.add_reader(self._handle, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._handle)
        for descriptor in (self._handle, self._commands):
            os.close(descriptor)
        return "has ended"


def adopt_process(words: str) -> AdoptedProcess:
    """Parse the process id and the two pipes that a supervisor is started with."""
    process, output, commands = (int(word) for word in words.split(","))
    return AdoptedProcess(process, output, commands)


def _encode_command(do: str) -> bytes:
    return json.dumps({"do": do}).encode() + b"\n"
