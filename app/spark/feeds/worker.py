# SPDX-License-Identifier: BSD-3-Clause
"""The worker of a feed: runs the query in Spark and publishes its batches to the channel."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.references import Reference
from app.runtime.trust import Gate
from app.spark.client import Batch, LiveResult, LiveSettings, Progress, QueryProgress, SparkService
from app.spark.errors import QueryError, SparkError
from app.spark.feeds.checkpoint import FeedCheckpoint
from app.spark.feeds.definition import FeedDefinition
from app.spark.feeds.publisher import Publisher
from app.spark.feeds.reference import channel_in, ensure_reference
from app.spark.feeds.statistics import StatisticsCollector
from app.spark.live_table import batch_changes, status_change

_SHORTEST, _LONGEST = 0.5, 15.0
"""Seconds before a retry: doubled after each failure."""
_STATISTICS_INTERVAL = 1.0
_REJOIN_GRACE = 0.5

StatusCallback = Callable[[dict[str, Any]], object]


class FeedWorker:
    """Runs one feed until it is stopped; failures are published in the channel, and retried."""

    def __init__(self, definition: FeedDefinition, catalogue: Catalogue, gate: Gate, report: StatusCallback) -> None:
        self._definition = definition
        self._catalogue, self._gate = catalogue, gate
        self._report = report
        self._checkpoint = FeedCheckpoint(definition)
        self._collector = StatisticsCollector()
        self._publisher: Publisher | None = None
        self._channel: Reference | None = None
        self._leadership: tuple[bool, bool] = (False, True)
        self._change = asyncio.Event()
        self._stop = asyncio.Event()
        self.asked_to_stop = False
        """Whether the feed ends, and not only this process."""
        self._paused = False
        self.live_once = (definition.folder / "live").exists()
        self._failure: SparkError | None = None
        self._lost = ""
        self._retry_delay = _SHORTEST
        self._schema: Any = None
        self._result: LiveResult | None = None
        self._state, self._reason, self._notice = "starting", "", ""
        self._published_at = 0.0
        self._pending_statistics: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Run until stopped; raises the error of a feed that was never live."""
        async with Node(self._catalogue, trust=self._gate) as node:
            self._load_schema()
            channel = channel_in(Path(self._definition.channel)) if self.live_once else None
            if channel is not None and self._schema is not None:
                await self._join(node, channel)
            while not self._stop.is_set():
                spark = SparkService()
                try:
                    await self._with_spark(node, spark)
                except (SparkError, OSError) as error:
                    if not self.live_once:
                        raise
                    self._failure = error if isinstance(error, SparkError) else _disk_error(error)
                    if not self._stop.is_set():
                        await self._publish_state("failed", self._failure)  # before Spark ends, which takes seconds
                finally:
                    await spark.stop()
                if self._failure is not None and not self._stop.is_set():
                    await self._back_off()
            await self._publish_state("stopped")
            if self._publisher is not None:
                self._publisher.close()

    def stop(self) -> None:
        """Stop after the current step."""
        self._stop.set()
        self._wake()

    def pause(self, paused: bool) -> None:
        """Pause or resume the feed."""
        self._paused = paused
        self._wake()

    # ---- starting

    async def _with_spark(self, node: Node, spark: SparkService) -> None:
        """Run the feed with one Spark driver."""
        definition = self._definition
        self._lost, self._failure = "", None

        def lost(reason: str) -> None:
            self._lost = reason
            self._wake()

        spark.on_lost = lost
        spark.on_query_progress = self._progress
        connectors = ("kafka",) if any(each.kind == "kafka" for each in definition.sources) else ()
        await spark.start(definition.spark, self._starting, connectors)
        self._starting(Progress("The sources are being read"))
        result = await self._prepare(spark)
        channel = await asyncio.to_thread(ensure_reference, definition, result.schema)
        await self._join(node, channel)
        self._result, self._schema = result, result.schema
        self._save_schema()
        self._report(
            {"columns": [[each.name, str(each.type)] for each in result.schema], "mode": result.mode,
             "key": result.key, "streaming": result.streaming, "driver": spark.process,
             "java": spark.java_process}
        )  # fmt: skip
        while not self._is_over():
            if self._may_run():
                await self._run_query(spark, result)
            elif self._leads():
                await self._publish_state("paused")
                await self._wait_for_change()
            else:
                await self._stand_by()
        if not self._stop.is_set():
            raise SparkError(self._lost, "it is being started again")

    async def _prepare(self, spark: SparkService) -> LiveResult:
        definition = self._definition
        return await spark.prepare_live(
            LiveSettings(
                definition.sources, definition.sql, str(self._checkpoint.spark_folder), definition.mode,
                tuple(definition.key), definition.every, definition.most_rows, definition.most_bytes,
            )
        )  # fmt: skip

    async def _join(self, node: Node, channel: Reference) -> None:
        if self._publisher is not None and self._channel == channel:
            return
        if self._publisher is not None:
            await self._publish_state("stopped")
            self._publisher.close()
        self._channel = channel
        self._publisher = await Publisher.join(node, channel, self._on_channel_change)

    def _on_channel_change(self) -> None:
        """React to changes of the table or the membership, which may change who runs the feed."""
        if self._publisher is not None:
            leadership = self._publisher.leads, self._publisher.vacant()
            if leadership != self._leadership:
                self._leadership = leadership
                self._wake()

    def _leads(self) -> bool:
        return self._publisher is not None and self._publisher.leads

    def _may_run(self) -> bool:
        return self._leads() and not self._paused

    async def _stand_by(self) -> None:
        """Wait until no member runs the feed, then claim it.

        The last claim in the channel's total order wins; the others continue to stand by.
        """
        publisher = self._publisher
        assert publisher is not None
        self._leadership = publisher.leads, publisher.vacant()
        if not publisher.vacant():
            self._report_state("standby", "another process runs it")
            self._became_live()
            await self._wait_for_change()
            return
        if publisher.table.news is not None:
            await asyncio.sleep(_REJOIN_GRACE)  # a member that rejoins at once is not replaced
        if publisher.vacant() and not self._is_over():
            self._checkpoint.open()
            await publisher.publish(
                [status_change(self._schema, feed=self._checkpoint.feed, state="starting", publisher=publisher.me)]
            )

    async def _run_query(self, spark: SparkService, result: LiveResult) -> None:
        """Run the query while this process leads the feed."""
        publisher = self._publisher
        assert publisher is not None
        await self._align_batch_numbers(publisher, result)

        def failed(error: QueryError, again: bool) -> None:
            if self._failure is None or "NotCommittedError" not in error.whole:
                self._failure = error  # else the reason for the refused batch is already known
            self._notice = ""
            if again:  # Spark retries by itself
                self._in_background(self._publish_state("failed", error))
            else:
                self._wake()

        self._failure = None
        await spark.run_live(result, self._commit_batch, failed, self._statistics)
        if result.streaming and self._state != "failed":
            # After a failure, only a successful batch or poll makes the feed live again.
            await self._publish_state("live")
            self._became_live()
        while self._may_run() and not self._is_over():
            await self._wait_for_change()
            if self._failed_stream(result) is not None:
                break
        if self._lost:
            return
        error = self._failed_stream(result)
        if error is not None and not self._stop.is_set():
            await self._publish_state("failed", error)
        await spark.stop_live(result)
        if error is not None:
            await self._back_off()

    def _failed_stream(self, result: LiveResult) -> SparkError | None:
        """The failure of a stream; static data is retried by the driver."""
        return self._failure if result.streaming else None

    def _is_over(self) -> bool:
        return self._stop.is_set() or bool(self._lost)

    async def _align_batch_numbers(self, publisher: Publisher, result: LiveResult) -> None:
        """Continue the batch numbers of the table, or begin a new generation if the table is gone."""
        checkpoint = self._checkpoint
        checkpoint.open()
        if result.streaming and publisher.table.last_batch(checkpoint.feed) < checkpoint.published:
            checkpoint.reset()
        if publisher.table.last_batch(checkpoint.feed) < 0 and result.streaming:
            # The first batch is an empty table: it replaces that of an earlier generation.
            await self._publish(publisher, 0, self._schema.empty_table(), "complete", result)
            checkpoint.record_published(0)

    # ---- batches

    async def _commit_batch(self, batch: Batch) -> bool:
        """Publish a batch exactly once; return whether it was committed."""
        publisher, result = self._publisher, self._result
        if publisher is None or result is None or not self._may_run():
            return False
        last = publisher.table.last_batch(self._checkpoint.feed)
        number = batch.number or last + 1
        if number > last:
            most = self._definition.most_rows
            self._notice = f"only {batch.rows.num_rows:,} rows of the result are shown" if batch.truncated else ""
            if batch.truncated and batch.rows.num_rows < most:
                self._notice += ", since the others are too many bytes"
            self._collector.add_batch(batch)
            await self._publish(publisher, number, batch.rows, result.mode, result)
            if publisher.table.last_batch(self._checkpoint.feed) < number:
                raise SparkError("the table does not take the batch", "start the feed again")
        try:
            self._checkpoint.record_published(number)
        except OSError as error:  # the batch is computed again later, and its number ignored by every replica
            self._failure = _disk_error(error)
            self._wake()
            if not result.streaming:
                await self._publish_state("failed", self._failure)
            return False
        self._retry_delay = _SHORTEST
        self._failure = None
        rows, numbers = len(publisher.table), self._collector.to_dict()
        self._report_state("live", batch=number, rows=rows, statistics=numbers, progress=-1.0)
        self._became_live()
        return True

    async def _publish(self, publisher: Publisher, number: int, rows: Any, mode: str, result: LiveResult) -> None:
        definition = self._definition
        changes = batch_changes(
            rows, feed=self._checkpoint.feed, batch=number, mode=mode,
            key=result.key if mode == "update" else [], publisher=publisher.me, notice=self._notice,
            statistics=self._collector.statistics, most_rows=definition.most_rows,
            most_bytes=definition.most_bytes,
        )  # fmt: skip
        await publisher.publish(changes)

    def _statistics(self, report: dict[str, Any]) -> None:
        self._collector.add_report(report)
        if self._state == "failed" and self._failure is None and self._may_run():
            self._in_background(self._publish_state("live"))
        elif report["event"] == "statistics":
            self._report({"statistics": self._collector.to_dict()})
            self._schedule_statistics()

    def _progress(self, running: QueryProgress) -> None:
        if self._result is not None and running.token == self._result.name and not self._result.streaming:
            self._collector.set_progress(running.share)
            self._report({"progress": running.share})
            if self._state == "live":
                self._schedule_statistics()

    # ---- status

    def _starting(self, progress: Progress) -> None:
        self._report({"event": "progress", "text": progress.text, "share": progress.share})

    def _report_state(self, state: str, reason: str = "", **more: Any) -> None:
        self._state, self._reason = state, reason
        self._report({"state": state, "reason": reason, "notice": self._notice, "leads": self._leads(), **more})

    async def _publish_state(self, state: str, error: SparkError | None = None) -> None:
        """Publish the state of the feed to all members."""
        reason = "" if error is None else (error.sentence if isinstance(error, QueryError) else error.what)
        self._report_state(state, reason, whole="" if error is None else error.whole)
        if self._publisher is not None and self._leads() and self._schema is not None:
            self._published_at = time.monotonic()
            change = status_change(
                self._schema, feed=self._checkpoint.feed, state=state, reason=reason[:1_000],
                notice=self._notice, publisher=self._publisher.me, statistics=self._collector.statistics,
            )  # fmt: skip
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await self._publisher.publish([change])

    def _schedule_statistics(self) -> None:
        """Publish statistics without a batch at most once per interval."""
        if self._pending_statistics is None and self._state == "live":
            self._pending_statistics = self._in_background(self._publish_statistics())

    async def _publish_statistics(self) -> None:
        try:
            await asyncio.sleep(max(0.0, self._published_at + _STATISTICS_INTERVAL - time.monotonic()))
            if self._state == "live" and not self._stop.is_set():
                await self._publish_state("live")
        finally:
            self._pending_statistics = None

    def _became_live(self) -> None:
        if not self.live_once:
            self.live_once = True
            (self._definition.folder / "live").touch(mode=0o600)

    # ---- waiting

    def _wake(self) -> None:
        self._change.set()

    async def _wait_for_change(self) -> None:
        await self._change.wait()
        self._change.clear()

    async def _back_off(self) -> None:
        delay, self._retry_delay = self._retry_delay, min(_LONGEST, self._retry_delay * 2)
        end = time.monotonic() + delay
        while not self._stop.is_set() and (left := end - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._wait_for_change()

    def _in_background(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        _RUNNING.add(task)
        task.add_done_callback(_RUNNING.discard)
        return task

    # ---- the schema, for a run in which Spark does not start

    def _load_schema(self) -> None:
        self._schema = load_schema(self._definition)
        self._checkpoint.open()

    def _save_schema(self) -> None:
        file = self._definition.folder / "columns.arrow"
        file.write_bytes(self._schema.serialize().to_pybytes())


_RUNNING: set[asyncio.Task[Any]] = set()


def _disk_error(error: OSError) -> SparkError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SparkError("the disk is full", "free some space, and it goes on by itself")
    return SparkError(f"the folder of the feed cannot be used: {error.strerror or error}", "check it")


def load_schema(definition: FeedDefinition) -> Any:
    """The last schema of a feed; None if unknown."""
    try:
        return pa.ipc.read_schema(pa.py_buffer((definition.folder / "columns.arrow").read_bytes()))
    except (OSError, pa.ArrowException):
        return None
