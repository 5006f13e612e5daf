# SPDX-License-Identifier: BSD-3-Clause
"""Monitors the user's feeds for the window: their status, and commands to them."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.spark.errors import SparkError

if TYPE_CHECKING:
    from app.spark.feeds.definition import FeedDefinition

_control: Any = None


async def _feeds() -> Any:
    """The control module of feeds, imported in a thread because it imports Arrow."""
    global _control  # noqa: PLW0603 - once for the program
    if _control is None:
        _control = await asyncio.to_thread(importlib.import_module, "app.spark.feeds.control")
    return _control


@dataclass
class Feed:
    """The known status of one feed."""

    name: str
    status: dict[str, Any] = field(default_factory=dict)
    message: str = ""
    """The current step while it starts."""
    share: float = -1.0
    pressure: float | None = None
    """The share of time spent in batches; at 1 it cannot keep up."""
    _batch: tuple[int, float] = (-1, 0.0)

    def update_status(self, status: dict[str, Any], now: float) -> None:
        """Store a status."""
        before, self.status = self._batch, status
        self.message, self.share = "", -1.0
        number, seconds = status.get("batch"), self.number("batch_seconds")
        if isinstance(number, int) and number != before[0]:
            self._batch = (number, now)
            if before[0] >= 0 and isinstance(seconds, int | float) and now > before[1]:
                self.pressure = min(1.0, seconds * (number - before[0]) / (now - before[1]))

    @property
    def state(self) -> str:
        """One of starting, live, paused, failed, stopped, standby and gone."""
        return str(self.status.get("state", "starting"))

    @property
    def channel(self) -> str:
        """The reference file."""
        return str(self.status.get("channel", ""))

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Column names and Arrow types; empty if unknown."""
        return [(str(name), str(kind)) for name, kind in self.status.get("columns", [])]

    def number(self, name: str) -> Any:
        """A value of the statistics; None if unknown."""
        found = self.status.get("statistics", {}).get(name)
        return None if found is None or found == -1 else found


class FeedMonitor(QObject):
    """Follows all feeds of this user, whoever started them."""

    changed = Signal(str)
    """The status of a feed has changed."""
    listed = Signal()
    """Feeds were added or removed."""
    failed = Signal(str, str)
    """A command has failed: the feed's name, and the reason."""
    went_live = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.feeds: dict[str, Feed] = {}
        self._watching: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting: dict[str, asyncio.Task[None]] = {}

    def refresh(self) -> None:
        """List the feeds and follow each of them."""
        self._spawn("", self._refresh())

    def start(self, definition: FeedDefinition, done: Callable[[SparkError | None], object]) -> None:
        """Start a feed; `done` is called with the error or None."""
        feed = self.feeds[definition.name] = Feed(definition.name, {"channel": definition.channel})
        self.listed.emit()

        def progress(text: str, share: float) -> None:
            feed.message, feed.share = text, share
            self.changed.emit(feed.name)

        async def work() -> None:
            control = await _feeds()
            try:
                status = await control.start_feed(definition, progress)
            except SparkError as error:
                self._drop(definition.name)
                done(error)
                return
            except asyncio.CancelledError:
                self._drop(definition.name)
                raise
            finally:
                self._starting.pop(definition.name, None)
            feed.status, feed.message, feed.share = status, "", -1.0
            self._follow(definition.name)
            self.changed.emit(definition.name)
            self.went_live.emit(definition.name)
            done(None)

        self._starting[definition.name] = self._spawn(definition.name, work())

    def command(self, name: str, do: str) -> None:
        """`pause`, `resume`, `restart` or `stop` a feed; while it starts, cancel the start."""
        starting = self._starting.get(name)
        if starting is not None:
            starting.cancel()
        else:
            self._spawn(name, self._command(name, do))

    async def close(self) -> None:
        """Stop following; the feeds continue."""
        tasks = [*self._tasks, *self._watching.values()]
        for task in tasks:
            if task not in self._starting.values():
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _refresh(self) -> None:
        control = await _feeds()
        found = {str(each["name"]): each for each in await control.all_feeds()}
        for name in [name for name in self.feeds if name not in found and name not in self._starting]:
            del self.feeds[name]
        for name, status in found.items():
            self.feeds.setdefault(name, Feed(name)).status = status
            if name not in self._starting:
                self._follow(name)
        self.listed.emit()

    async def _command(self, name: str, do: str) -> None:
        control = await _feeds()
        feed = self.feeds.get(name)
        if do == "stop":
            if feed is not None:
                feed.message = self.tr("is being stopped")
                self.changed.emit(name)
            await control.stop_feed(name)
            self._drop(name)
        elif do in ("restart", "resume") and not await asyncio.to_thread(control.is_running, name):
            if feed is not None:
                feed.status = {**feed.status, "state": "starting", "reason": ""}
                self.changed.emit(name)
            status = await control.revive_feed(name)
            if feed is not None:
                feed.status = status
            self._follow(name)
        else:
            await control.ask_feed(name, do)

    def _follow(self, name: str) -> None:
        task = self._watching.get(name)
        if task is None or task.done():
            self._watching[name] = asyncio.get_running_loop().create_task(self._watch(name))

    async def _watch(self, name: str) -> None:
        control = await _feeds()
        with contextlib.suppress(SparkError):
            async for update in control.watch_feed(name):
                feed = self.feeds.get(name)
                if feed is None:
                    return
                if update.get("event") == "progress":
                    feed.message, feed.share = str(update["text"]), float(update["share"])
                elif update.get("event") == "status":
                    feed.update_status(update, asyncio.get_running_loop().time())
                self.changed.emit(name)
        feed = self.feeds.get(name)
        if feed is not None and feed.state not in ("stopped", "gone"):
            with contextlib.suppress(SparkError):
                feed.status = await control.status_of(name)
                self.changed.emit(name)

    def _drop(self, name: str) -> None:
        self.feeds.pop(name, None)
        watching = self._watching.pop(name, None)
        if watching is not None:
            watching.cancel()
        self.listed.emit()

    def _spawn(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        async def guarded() -> None:
            try:
                await work
            except SparkError as error:
                feed = self.feeds.get(name)
                if feed is not None:
                    feed.message = ""
                self.failed.emit(name, str(error))

        task = asyncio.get_running_loop().create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # a task that was cancelled at once never started it
        return task
