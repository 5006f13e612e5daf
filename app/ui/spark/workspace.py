# SPDX-License-Identifier: BSD-3-Clause
"""The Spark session that all sheets of the window share, with its attached sources."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.spark.errors import SparkError, SparkLostError
from app.spark.query_builder import quote_identifier
from app.spark.settings import SparkSettings, load_settings, save_settings
from app.spark.sources import SourceSpec, parse_source
from app.ui.spark.feed_monitor import FeedMonitor
from app.ui.spark.sql_completion import tokens

if TYPE_CHECKING:
    from app.spark.client import Attached, Column, Preview, Progress, QueryProgress, SourceStatistics, SparkService

_LONGEST_NAME = 40


class SessionState(Enum):
    """The state of the Spark session."""

    OFF = "off"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True)
class Source:
    """An attached source; `attached` is set once Spark has read it, `problem` if it could not."""

    spec: SourceSpec
    attached: Attached | None = None
    rows: int = -1
    size: int = -1
    problem: str = ""
    whole: str = ""
    busy: bool = False

    @property
    def name(self) -> str:
        """The table name in queries."""
        return self.spec.name


class SparkWorkspace(QObject):
    """The model of the Spark panel; it never blocks, and starts Spark on demand."""

    session_changed = Signal()
    sources_changed = Signal()
    running = Signal(str, float)
    """The completed share of a query, by its token."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.feed_monitor = FeedMonitor(self)
        self.state = SessionState.OFF
        self.message = ""
        """The current step, or why Spark does not run."""
        self.whole = ""
        self.share = -1.0
        self.sources: dict[str, Source] = {}
        self._service: SparkService | None = None
        self._starting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._kafka = False
        self._no_kafka: SparkError | None = None
        """Why the Kafka connector could not be loaded."""

    # ---- the session

    @property
    def version(self) -> str:
        """The version of the running Spark; empty if none runs."""
        return "" if self._service is None else self._service.version

    @property
    def settings(self) -> SparkSettings:
        """The stored settings; unreadable ones count as the defaults here, and are reported at the start."""
        try:
            return load_settings()
        except SparkError:
            return SparkSettings()

    def choose(self, settings: SparkSettings) -> None:
        """Change the settings; a running session restarts, and sources are attached again."""
        save_settings(settings)
        if self.state is not SessionState.OFF:
            self.spawn(self._restart())

    def start(self) -> None:
        """Start Spark in the background."""
        self._begin()

    async def ready(self) -> SparkService:
        """Return the running Spark, starting it if needed; raises SparkError on failure."""
        while self.state is not SessionState.READY:
            task = self._begin()
            await asyncio.wait([task])
            if task.cancelled():
                raise SparkError("Spark was not started", "start it when you need it")
            error = task.exception()
            if error is not None:
                raise error
        assert self._service is not None
        return self._service

    def cancel_start(self) -> None:
        """Cancel the start."""
        if self._starting is not None:
            self._starting.cancel()

    async def stop(self) -> None:
        """Stop Spark; sources stay listed, and are attached again with the next session."""
        service, self._service = self._service, None
        if self._starting is not None and not self._starting.done():
            self._starting.cancel()
            await asyncio.wait([self._starting])
        if service is not None:
            await service.stop()
        self._set(SessionState.OFF)

    async def close(self) -> None:
        """Stop everything except feeds."""
        await self.feed_monitor.close()
        await self.stop()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ---- sources

    def attach_text(self, text: str, name: str = "") -> Source:
        """Attach a source by path or address; raises SourceError if it is invalid."""
        spec = parse_source(text, name or self.free_name(text), named=False)
        return self.attach(spec)

    def attach(self, spec: SourceSpec) -> Source:
        """Attach a source; Spark's findings follow as signals."""
        made = self.sources[spec.name] = Source(spec, busy=True)
        self.sources_changed.emit()
        self.spawn(self._attach(spec))
        return made

    def correct(self, name: str, columns: Sequence[tuple[str, str]]) -> None:
        """Declare the columns of a source, where Spark's inference is wrong."""
        source = self.sources[name]
        schema = ", ".join(f"{quote_identifier(column)} {kind}" for column, kind in columns)
        self.attach(source.spec.with_schema(schema))

    def detach(self, name: str) -> None:
        """Remove a source."""
        if self.sources.pop(name, None) is not None:
            self.sources_changed.emit()
            if self._service is not None and self.state is SessionState.READY:
                self.spawn(self._service.detach(name))

    def free_name(self, text: str) -> str:
        """A unique name for a source, derived from its file or address."""
        last = text.rstrip("/").rpartition("/")[2].partition("?")[0].partition(":")[0] or text
        stem = Path(last).name.split(".")[0] or "source"
        name = re.sub(r"\W+", "_", stem, flags=re.ASCII).strip("_")[:_LONGEST_NAME] or "source"
        name = f"t_{name}" if name[0].isdigit() else name
        number, made = 1, name
        while made in self.sources:
            number += 1
            made = f"{name}_{number}"
        return made

    def tables(self) -> dict[str, list[tuple[str, str]]]:
        """The tables that queries can name, with their columns."""
        return {
            source.name: [(each.name, each.type) for each in source.attached.columns]
            for source in self.sources.values()
            if source.attached is not None
        }

    # ---- queries

    async def check(self, sql: str) -> list[Column]:
        """Return the columns of a result; raises QueryError with the position."""
        return await (await self.ready()).check(sql)

    async def preview(self, sql: str, limit: int = 200) -> Preview:
        """Return the first rows of a result; raises QueryError with the position."""
        return await (await self.ready()).preview(sql, limit)

    def cancel_preview(self) -> None:
        """Cancel a running preview."""
        if self._service is not None and self.state is SessionState.READY:
            self.spawn(self._service.cancel())

    def sources_in(self, sql: str) -> list[SourceSpec]:
        """The attached sources that a query names."""
        words = {
            token.text.strip("`").lower()
            for token in tokens(sql)
            if token.kind in ("name", "quote_identifier", "keyword")
        }
        return [source.spec for source in self.sources.values() if source.name.lower() in words]

    def spawn(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[Any]:
        """Run a coroutine as a task; errors of Spark are shown by the caller."""

        async def guarded() -> None:
            with contextlib.suppress(SparkError):
                await work

        task = asyncio.get_running_loop().create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # a task that was cancelled at once never started it
        return task

    # ---- implementation

    def _begin(self) -> asyncio.Task[None]:
        if self._starting is None or self._starting.done():
            self._starting = asyncio.get_running_loop().create_task(self._start())
            self._starting.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self._starting

    async def _start(self) -> None:
        if self.state is SessionState.READY:
            return
        self._set(SessionState.STARTING, self.tr("Spark is being started"))
        try:
            # Importing Arrow takes seconds; do not block the window.
            client = await asyncio.to_thread(importlib.import_module, "app.spark.client")
            service = await self._started(client.SparkService)
        except asyncio.CancelledError:
            self._set(SessionState.OFF)
            raise
        except SparkError as error:
            self._set(SessionState.FAILED, str(error), error.whole)
            raise
        except OSError as error:
            self._set(SessionState.FAILED, str(error))
            raise SparkError(f"Spark cannot be started: {error.strerror}", "see: liveobjects doctor") from None
        self._service = service
        self._set(SessionState.READY)
        for source in tuple(self.sources.values()):
            if source.attached is None and not source.busy:
                self.attach(source.spec)

    async def _started(self, make: Callable[[], SparkService]) -> SparkService:
        """Start Spark; without the Kafka connector if that is unavailable: few sources need it."""
        wanted = any(source.spec.kind == "kafka" for source in self.sources.values())
        self._kafka, self._no_kafka = wanted, None
        for connectors in (("kafka",), ()) if wanted else ((),):
            service = make()
            service.on_source_statistics, service.on_query_progress = self._facts, self._running
            service.on_lost = self._lost
            try:
                await service.start(load_settings(), self._progress, connectors)
            except SparkError as error:
                if not connectors:
                    raise
                self._no_kafka = error
            else:
                break
        return service

    async def _restart(self) -> None:
        await self.stop()
        for name, source in self.sources.items():
            self.sources[name] = Source(source.spec)
        await self.ready()

    async def _attach(self, spec: SourceSpec) -> None:
        try:
            if spec.kind == "kafka" and not self._kafka and self.state is SessionState.READY:
                await self._restart()  # the connector is loaded when Spark starts
            service = await self.ready()
            if spec.kind == "kafka" and self._no_kafka is not None:
                raise self._no_kafka
            attached = await service.attach(spec)
        except SparkError as error:
            self._note(spec, problem=str(error), whole=error.whole, busy=False)
            return
        except asyncio.CancelledError:
            self._note(spec, busy=False)
            raise
        self._note(spec, attached=attached, size=attached.size, problem="", whole="", busy=False)

    def _note(self, spec: SourceSpec, **news: Any) -> None:
        known = self.sources.get(spec.name)
        if known is not None and known.spec == spec:  # else it was attached again or removed meanwhile
            self.sources[spec.name] = replace(known, **news)
            self.sources_changed.emit()

    def _facts(self, facts: SourceStatistics) -> None:
        known = self.sources.get(facts.source)
        if known is not None:
            size = facts.size if facts.size >= 0 else known.size
            self.sources[facts.source] = replace(known, rows=facts.rows, size=size, problem=facts.problem)
            self.sources_changed.emit()

    def _running(self, running: QueryProgress) -> None:
        self.running.emit(running.token, running.share)

    def _progress(self, progress: Progress) -> None:
        self.message, self.share = progress.text, progress.share
        self.session_changed.emit()

    def _lost(self, reason: str) -> None:
        self._service = None
        for name, source in self.sources.items():
            self.sources[name] = Source(source.spec)
        error = SparkLostError(reason, "start it again")
        self._set(SessionState.FAILED, str(error))
        self.sources_changed.emit()

    def _set(self, state: SessionState, message: str = "", whole: str = "") -> None:
        self.state, self.message, self.whole, self.share = state, message, whole, -1.0
        self.session_changed.emit()


_workspaces: dict[int, SparkWorkspace] = {}


def shared_workspace() -> SparkWorkspace:
    """The workspace of this program."""
    application = QCoreApplication.instance()
    assert application is not None
    found = _workspaces.get(id(application))
    if found is None:
        found = _workspaces[id(application)] = SparkWorkspace()
    return found


async def close_workspace() -> None:
    """Stop Spark, if it was ever used."""
    for name in tuple(_workspaces):
        await _workspaces.pop(name).close()
