# SPDX-License-Identifier: BSD-3-Clause
"""Starts feeds through the command line, and observes their tables."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.runtime.activation import Node
from app.spark.feeds.publisher import Publisher
from app.spark.feeds.reference import channel_in
from objects_library.installed import installed_catalogue

ROOT = Path(__file__).resolve().parents[2]


class CommandLine:
    """Runs commands of the program."""

    async def run(self, *words: str, folder: Path = ROOT) -> tuple[int, str, str]:
        """Run a command; return the exit code and its output."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "app", *words, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, err = await process.communicate()
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    async def json(self, *words: str) -> Any:
        """Run a command that must succeed; return its JSON output."""
        code, out, err = await self.run(*words, "--json")
        assert code == 0, err
        return json.loads(out)

    async def status(self, name: str) -> Any:
        code, out, _ = await self.run("feed", "status", name, "--json")
        assert code in (0, 1)
        return json.loads(out)


class FeedViewer:
    """A viewer that records all states of the feed with their times."""

    def __init__(self) -> None:
        self.publisher: Publisher | None = None
        self.states: list[tuple[float, str, str]] = []
        self._news = asyncio.Event()

    @property
    def rows(self) -> list[dict[str, Any]]:
        table = None if self.publisher is None else self.publisher.table.table
        return [] if table is None else list(table.to_pylist())

    @property
    def state(self) -> str:
        return self.states[-1][1] if self.states else ""

    @property
    def reason(self) -> str:
        return self.states[-1][2] if self.states else ""

    def heard(self) -> None:
        news = None if self.publisher is None else self.publisher.table.news
        if news is not None and (not self.states or self.states[-1][1:] != (news.state, news.reason)):
            self.states.append((time.monotonic(), news.state, news.reason))
        self._news.set()

    async def until(self, true: Callable[[], object], seconds: float = 150) -> None:
        """Wait for a condition, checked after each change."""
        try:
            async with asyncio.timeout(seconds):
                while not true():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{self.states[-4:]} {self.rows[:10]}") from None


@asynccontextmanager
async def open_viewer(file: Path) -> AsyncIterator[FeedViewer]:
    """Open the file of a feed."""
    async with Node(installed_catalogue()) as node:
        channel = channel_in(file)
        assert channel is not None
        viewer = FeedViewer()
        viewer.publisher = await Publisher.join(node, channel, viewer.heard)
        viewer.heard()
        yield viewer
        viewer.publisher.close()
