# SPDX-License-Identifier: BSD-3-Clause
"""The client of the Spark driver process: starts it and sends it requests without blocking the event loop.

async with SparkService() as spark:
    await spark.start(SparkSettings(), on_progress=print)
    sales = await spark.attach(parse_source("sales.csv", "sales"))
    found = await spark.preview("select country, sum(price) from sales group by country")
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

from app.runtime import directories
from app.runtime.program import is_bundled
from app.spark import bundle_environment, frames
from app.spark.arrow_stream import from_bytes
from app.spark.errors import QueryError, SourceError, SparkError, SparkLostError
from app.spark.installation import install
from app.spark.java import environment, is_installed
from app.spark.settings import SparkSettings
from app.spark.sources import SourceSpec

_ROOT = Path(__file__).resolve().parents[2]
_MOST_LOG = 4 * 1024 * 1024
_FAREWELL = 5.0
PREVIEW = "preview"
"""The default token of a preview, for `cancel`."""


@dataclass(frozen=True)
class Progress:
    """A step of the start; `share` is between 0 and 1, or -1 if unknown."""

    text: str
    share: float = -1.0


@dataclass(frozen=True)
class Column:
    """A column as Spark describes it."""

    name: str
    type: str
    nullable: bool


@dataclass(frozen=True)
class Attached:
    """A source registered as a table; `sample` is an Arrow table of its first rows, `size` bytes or -1."""

    source: SourceSpec
    columns: list[Column]
    sample: Any
    size: int
    grows: bool


@dataclass(frozen=True)
class SourceStatistics:
    """Row count and size of an attached source; -1 means unknown, and `problem` says why."""

    source: str
    rows: int
    size: int
    problem: str = ""


@dataclass(frozen=True)
class Preview:
    """The first rows of a result as an Arrow table; `truncated` if there are more."""

    columns: list[Column]
    rows: Any
    truncated: bool
    seconds: float


@dataclass(frozen=True)
class TableInfo:
    """A table that queries can name."""

    name: str
    columns: list[Column]
    attached: bool


@dataclass(frozen=True)
class QueryProgress:
    """The completed share of a query, identified by its token."""

    token: str
    share: float


@dataclass(frozen=True)
class LiveSettings:
    """A continuous query: its sources, output mode, and limits.

    Without `mode` and `key` they are inferred from the query. `every` is the interval in seconds between two
    evaluations of static data; a value above 0 also re-reads growing sources as a whole.
    """

    sources: list[SourceSpec]
    sql: str
    checkpoint: str
    mode: str = ""
    key: tuple[str, ...] = ()
    every: float = 0.0
    most_rows: int = 100_000
    most_bytes: int = 32 * 1024 * 1024


@dataclass(frozen=True)
class LiveResult:
    """The result of a prepared live query: Arrow schema, output mode, and whether it is a stream."""

    name: str
    schema: Any
    mode: str
    key: list[str]
    streaming: bool


@dataclass(frozen=True)
class Batch:
    """A batch of a live query. `number` counts from 1 in a stream and is 0 for static data."""

    number: int
    rows: Any
    truncated: bool
    seconds: float


BatchHandler = Callable[[Batch], Awaitable[bool]]
"""Publishes a batch; returns whether it was committed."""
FailureHandler = Callable[[QueryError, bool], object]
"""Called with the reason when a live query fails, and whether it retries by itself."""


@dataclass
class _LiveHandlers:
    batch: BatchHandler
    failed: FailureHandler
    statistics: Callable[[dict[str, Any]], object]


def _ignore(*_: object) -> None:
    """The default callback."""


class SparkService:
    """One Spark driver in a child process that ends with this one; all methods belong to one event loop."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._live: dict[str, _LiveHandlers] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._on_progress: Callable[[Progress], object] = _ignore
        self._reason = ""
        self._ending = False
        self.version = ""
        self.java_process = 0
        self.on_source_statistics: Callable[[SourceStatistics], object] = _ignore
        """Called when counts and sizes of attached sources become known."""
        self.on_query_progress: Callable[[QueryProgress], object] = _ignore
        """Called with the progress of running queries."""
        self.on_lost: Callable[[str], object] = _ignore
        """Called with the reason when Spark has ended unexpectedly."""

    @property
    def running(self) -> bool:
        """Whether Spark has started and is alive."""
        return bool(self.version) and self._writer is not None

    @property
    def process(self) -> int:
        """The process id of the driver; 0 if there is none."""
        return 0 if self._process is None else self._process.pid

    async def start(
        self,
        settings: SparkSettings | None = None,
        on_progress: Callable[[Progress], object] = _ignore,
        connectors: tuple[str, ...] = (),
    ) -> None:
        """Start Spark, after installing it if needed. `connectors` such as `kafka` are downloaded."""
        if self._process is not None:
            raise SparkError("Spark has been started already", "stop it first")
        chosen = settings or SparkSettings()
        self._on_progress = on_progress
        if not is_installed():
            await install(lambda line: on_progress(Progress(line)))
        try:
            await self._launch()
            answer = await self._request(
                "start", master=chosen.master, memory=chosen.memory, options=chosen.options,
                connectors=list(connectors),
            )  # fmt: skip
        except BaseException:
            await self.stop()
            raise
        self.version, self.java_process = answer["version"], answer["java"]

    async def attach(self, source: SourceSpec, *, sample: int = 50, count: bool = True) -> Attached:
        """Register a source as a table; its count and size follow through `on_source_statistics`."""
        answer = await self._request("attach", source=source.to_dict(secrets=True), sample=sample, count=count)
        return Attached(
            source, _columns(answer["columns"]), from_bytes(answer["sample"]), answer["size"], answer["grows"]
        )

    async def detach(self, name: str) -> None:
        """Remove the table of a source."""
        await self._request("detach", name=name)

    async def tables(self) -> list[TableInfo]:
        """All tables that queries can name, with their columns."""
        found = await self._request("tables")
        return [TableInfo(each["name"], _columns(each["columns"]), each["attached"]) for each in found]

    async def check(self, sql: str) -> list[Column]:
        """Return the columns of a query's result without running it; raises QueryError with the position."""
        return _columns((await self._request("check", sql=sql))["columns"])

    async def preview(self, sql: str, limit: int = 100, token: str = PREVIEW) -> Preview:
        """Return the first rows of a result; raises QueryError with the position. `cancel` stops it."""
        answer = await self._request("preview", sql=sql, limit=limit, token=token)
        return Preview(_columns(answer["columns"]), from_bytes(answer["rows"]), answer["cut"], answer["seconds"])

    async def cancel(self, token: str = PREVIEW) -> None:
        """Cancel what runs under a token; its caller gets a QueryError."""
        await self._request("cancel", token=token)

    async def prepare_live(self, settings: LiveSettings) -> LiveResult:
        """Analyse a continuous query: its schema and output mode."""
        name = f"live-{uuid4()}"
        answer = await self._request(
            "prepare_live", live=name, sources=[each.to_dict(secrets=True) for each in settings.sources],
            sql=settings.sql, checkpoint=settings.checkpoint, mode=settings.mode, key=list(settings.key),
            every=settings.every, most_rows=settings.most_rows, most_bytes=settings.most_bytes,
        )  # fmt: skip
        schema = from_bytes(answer["schema"]).schema
        return LiveResult(name, schema, answer["mode"], answer["key"], answer["streaming"])

    async def run_live(
        self,
        live: LiveResult,
        on_batch: BatchHandler,
        on_failed: FailureHandler = _ignore,
        on_statistics: Callable[[dict[str, Any]], object] = _ignore,
    ) -> None:
        """Start or restart a live query; a batch is committed when `on_batch` returns true."""
        self._live[live.name] = _LiveHandlers(on_batch, on_failed, on_statistics)
        await self._request("run_live", live=live.name)

    async def stop_live(self, live: LiveResult, *, forget: bool = False) -> None:
        """Stop a live query; it can be run again unless `forget` is given."""
        await self._request("stop_live", live=live.name, forget=forget)
        if forget:
            self._live.pop(live.name, None)

    async def stop(self) -> None:
        """Stop Spark and its process."""
        self._ending = True
        if self._writer is not None:
            with contextlib.suppress(ConnectionError):
                self._writer.write(frames.pack({"do": "end"}))
                await self._writer.drain()
        if self._process is not None:
            try:
                async with asyncio.timeout(_FAREWELL):
                    await self._process.wait()
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    self._process.kill()
                await self._process.wait()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._writer is not None:
            self._writer.close()
            with contextlib.suppress(ConnectionError):
                await self._writer.wait_closed()
        self._process = self._writer = self._reading = None
        self.version, self._ending = "", False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def _launch(self) -> None:
        ours, theirs = socket.socketpair()
        folder = directories.make_private(directories.data_directory() / "spark")
        try:
            with _log_file().open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    _python(), "-P", "-m", "app.spark.driver", str(theirs.fileno()),
                    stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[theirs.fileno()],
                    cwd=folder, env={**environment(), "PYTHONPATH": _python_path()}, start_new_session=True,
                )  # fmt: skip
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        reader, self._writer = await asyncio.open_connection(sock=ours)
        self._reading = asyncio.create_task(self._read(reader))

    async def _request(self, do: str, **more: Any) -> Any:
        if self._writer is None:
            raise SparkLostError(self._reason or "Spark is not running", "start it")
        number = next(self._numbers)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            self._writer.write(frames.pack({"id": number, "do": do, **more}))
            await self._writer.drain()
            return await future
        except ConnectionError:
            raise SparkLostError(self._reason or "Spark has ended", "start it again") from None
        finally:
            self._waiting.pop(number, None)

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while (message := await frames.read(reader)) is not None:
            if "event" in message:
                self._handle_event(message)
            else:
                self._resolve(message)
        writer, self._writer, self.version = self._writer, None, ""
        if writer is not None:
            writer.close()
        self._reason = self._reason or "the process that runs Spark has ended"
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(SparkLostError(self._reason, "start it again"))
                future.exception()  # the waiting task may have been cancelled
        if not self._ending:
            self.on_lost(self._reason)

    def _resolve(self, message: dict[str, Any]) -> None:
        future = self._waiting.get(message.get("id", 0))
        if future is None or future.done():
            return
        error = message.get("error")
        if error is None:
            future.set_result(message.get("ok"))
        else:
            future.set_exception(_error(error))

    def _handle_event(self, message: dict[str, Any]) -> None:
        event = message["event"]
        if event == "progress":
            self._on_progress(Progress(message["text"], message["share"]))
        elif event == "facts":
            self.on_source_statistics(
                SourceStatistics(
                    message["source"], message["rows"], message.get("size", -1), message.get("problem", "")
                )
            )
        elif event == "running":
            self.on_query_progress(QueryProgress(message["token"], message["share"]))
        elif event == "lost":
            self._reason = message["reason"]
        else:
            self._handle_live_event(event, message)

    def _handle_live_event(self, event: str, message: dict[str, Any]) -> None:
        handlers = self._live.get(message.get("live", ""))
        if handlers is None:
            return
        if event == "batch":
            task = asyncio.create_task(self._handle_batch(handlers, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif event == "live_failed":
            handlers.failed(_query_error(message), bool(message.get("again")))
        elif event in ("statistics", "idle"):
            handlers.statistics(message)

    async def _handle_batch(self, handlers: _LiveHandlers, message: dict[str, Any]) -> None:
        taken = False
        try:
            taken = await handlers.batch(
                Batch(message["number"], from_bytes(message["rows"]), message["cut"], message["seconds"])
            )
        finally:
            with contextlib.suppress(SparkError):
                await self._request("committed", live=message["live"], number=message["number"], taken=taken)


def _columns(found: list[dict[str, Any]]) -> list[Column]:
    return [Column(each["name"], each["type"], each["nullable"]) for each in found]


def _query_error(report: dict[str, Any]) -> QueryError:
    return QueryError(report["sentence"], report["line"], report["column"], report["whole"])


def _error(report: dict[str, Any]) -> SparkError:
    if report["kind"] == "query":
        return _query_error(report)
    kind = SourceError if report["kind"] == "SourceError" else SparkError
    return kind(report["what"], report["to_do"], report["whole"])


def _log_file() -> Path:
    """The driver's log file, deleted when it is too large."""
    file = directories.make_private(directories.cache_directory() / "spark") / "driver.log"
    with contextlib.suppress(OSError):
        if file.stat().st_size > _MOST_LOG:
            file.unlink()
    return file


def _python() -> str:
    return bundle_environment.python() if is_bundled() else sys.executable


def _python_path() -> str:
    if is_bundled():
        return str(bundle_environment.sources())
    before = os.environ.get("PYTHONPATH", "")
    return f"{_ROOT}{os.pathsep}{before}" if before else str(_ROOT)
