# SPDX-License-Identifier: BSD-3-Clause
"""Workers: nodes in processes of their own, and what they tell."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.runtime import references as refs

ROOT = Path(__file__).resolve().parents[2]
CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2


def network_channel(changes: str, states: str) -> refs.Reference:
    """A channel between processes, with a scope of its own."""
    arguments: tuple[tuple[str, refs.Argument], ...] = (
        ("T", refs.TypeArgument(changes)),
        ("S", refs.TypeArgument(states)),
        ("scope", refs.ValueArgument(f"test {secrets.token_hex(8)}")),
    )
    return refs.Parameterized(refs.Primitive(CHECKPOINTED), arguments)


class Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.received: list[tuple[str, str, Any]] = []
        self._process = process
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    def send(self, endpoint: str, event: str, value: Any = None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([endpoint, event, value]).encode() + b"\n")

    def all(self, event: str) -> list[Any]:
        return [value for _, name, value in self.received if name == event]

    async def until(self, true: Callable[[], object], patience: float = 30) -> None:
        async with asyncio.timeout(patience):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def receives(self, event: str, value: Any, patience: float = 30) -> None:
        try:
            await self.until(lambda: self.all(event)[-1:] == [value], patience)
        except TimeoutError:
            raise AssertionError(f"{event} is {self.all(event)[-3:]}, not {value}") from None

    @property
    def text(self) -> str:
        """The shared text, by its deltas."""
        text = ""
        for delta in self.all("changed"):
            text = text[: delta["at"]] + delta["insert"] + text[delta["at"] + delta["delete"] :]
        return text

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)

    async def end(self) -> None:
        if self._process.returncode is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                async with asyncio.timeout(15):
                    await self._process.wait()
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
        await self._reading

    async def _read(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            if not line.endswith(b"\n"):
                return  # it was killed in the middle of a word
            endpoint, event, value = json.loads(line)
            self.received.append((endpoint, event, value))
            self._news.set()


class Workshop:
    """Starts workers on one file."""

    def __init__(self, folder: Path, reference: refs.Reference, program: str) -> None:
        self._program = program
        self._file = folder / "shared.liveobject"
        self._file.write_bytes(refs.write(refs.Document(reference, "Shared", "")))
        self._home = folder / "home"
        self.workers: list[Worker] = []

    async def start(self, name: str, *endpoints: str, home: Path | None = None) -> Worker:
        """One more process; with a home of its own it is run by somebody else."""
        command = [sys.executable, "-m", self._program, str(self._file), name, *endpoints]
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            limit=2**24,
            env=os.environ | {"LIVEOBJECTS_HOME": str(home or self._home)},
        )
        worker = Worker(process)
        self.workers.append(worker)
        await worker.until(lambda: worker.all("ready"), 90)  # a busy machine starts processes slowly
        return worker


@asynccontextmanager
async def workshop(
    folder: Path, reference: refs.Reference, program: str = "tests.objects_library.worker"
) -> AsyncIterator[Workshop]:
    """All workers end with it."""
    shop = Workshop(folder, reference, program)
    try:
        yield shop
    finally:
        for worker in shop.workers:
            await worker.end()
