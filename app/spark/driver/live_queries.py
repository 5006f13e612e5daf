# SPDX-License-Identifier: BSD-3-Clause
"""Continuous queries: streams with checkpoints, and static data that is evaluated again when it changes."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from app.spark.arrow_stream import to_bytes
from app.spark.driver.output_mode import OutputMode, infer_output_mode
from app.spark.driver.queries import Queries, query
from app.spark.driver.session import Session
from app.spark.driver.source_frames import batch_frame, fingerprint_of, schema_of, stream_frame
from app.spark.driver.statistics import listener_for
from app.spark.errors import QueryError, SparkError, describe
from app.spark.sources import SourceSpec
from app.spark.table_store import describe_schema_change

_MOST_LEVELS = 4
_FILES = ("file", "folder")
_LOOK_EVERY = 0.5
"""Seconds between two checks of local files for changes, which are cheap."""
_READ_EVERY = 2.0
"""Seconds between two reads of sources whose changes cannot be detected otherwise."""
_SILENT_FOR = 1.0
"""Seconds for inferring new columns from the whole file before the failure is reported."""


class NotCommittedError(Exception):
    """The program did not commit a batch; it will be computed again."""


@dataclass
class _Live:
    name: str
    frame: Any
    output: OutputMode
    schema: Any
    streaming: bool
    request: dict[str, Any]
    sources: list[SourceSpec]
    spark: Any
    columns: dict[str, Any] = field(default_factory=dict)
    """The inferred schemas of file sources by name; inferred again when files no longer match."""
    stopping: threading.Event = field(default_factory=threading.Event)
    answered: threading.Event = field(default_factory=threading.Event)
    taken: bool = False
    failure_reported: bool = False
    """Whether a failure was reported since the query last worked."""
    stream: Any = None
    thread: threading.Thread | None = None


class LiveQueries:
    """Live queries by name; each batch is sent to the program, which acknowledges the commit."""

    def __init__(self, session: Session, queries: Queries, send: Callable[[dict[str, Any]], None]) -> None:
        self._session = session
        self._queries = queries
        self._send = send
        self._live: dict[str, _Live] = {}

    def prepare(self, request: dict[str, Any]) -> dict[str, Any]:
        """Read the sources' schemas and analyse the query; return its schema and output mode."""
        sources = [SourceSpec.from_dict(each) for each in request["sources"]]
        every = float(request.get("every") or 0)
        # With Spark Connect no batch can reach this process, so everything is read again on an interval.
        streaming = any(each.grows for each in sources) and not every and not self._session.settings.connect
        spark = self._session.spark if self._session.settings.connect else self._session.spark.newSession()
        columns = {each.name: schema_of(spark, each) for each in sources if each.kind in _FILES}
        for spec in sources:
            schema = columns.get(spec.name)
            reading = stream_frame if streaming and spec.grows else batch_frame
            reading(spark, spec, schema).createOrReplaceTempView(spec.name)
        frame = flatten_structs(query(spark, request["sql"]))
        streaming = streaming and frame.isStreaming
        output = self._output_mode(frame, streaming, request)
        schema = arrow_schema(spark, frame)
        name = request["live"]
        self._live[name] = _Live(name, frame, output, schema, streaming, request, sources, spark, columns)
        return {
            "schema": to_bytes(schema.empty_table()), "mode": output.mode, "key": output.key,
            "streaming": streaming,
        }  # fmt: skip

    def run(self, request: dict[str, Any]) -> None:
        """Start or restart a live query; a stream continues from its checkpoint."""
        live = self._find(request)
        self._stop(live)
        live.stopping.clear()
        live.failure_reported = False
        if live.streaming:
            self._run_stream(live, request)
        else:
            live.thread = threading.Thread(target=self._run_static, args=(live,), daemon=True)
            live.thread.start()

    def committed(self, request: dict[str, Any]) -> None:
        """Handle the program's answer to a batch: committed, or refused."""
        live = self._live.get(request["live"])
        if live is not None:
            live.taken = bool(request.get("taken", True))
            live.answered.set()

    def stop(self, request: dict[str, Any]) -> None:
        """Stop a live query; with `forget`, remove it."""
        live = self._live.get(request["live"])
        if live is not None:
            self._stop(live)
            if request.get("forget"):
                del self._live[live.name]

    def _find(self, request: dict[str, Any]) -> _Live:
        live = self._live.get(request["live"])
        if live is None:
            raise SparkError(f"there is no live query {request['live']!r}", "prepare it first")
        return live

    def _stop(self, live: _Live) -> None:
        live.stopping.set()
        live.taken = False
        live.answered.set()
        if live.stream is not None:
            with contextlib.suppress(Exception):  # a failed stream has already stopped
                live.stream.stop()
            live.stream = None
        if live.thread is not None:
            live.thread.join(30)
            live.thread = None

    def _output_mode(self, frame: Any, streaming: bool, request: dict[str, Any]) -> OutputMode:
        key = [str(each) for each in request.get("key") or []]
        for each in key:
            if each not in frame.schema.names:
                raise QueryError(f"there is no column `{each}` in the result for the key")
        mode = str(request.get("mode") or "")
        if not streaming:
            return OutputMode("complete", key, False)
        found = infer_output_mode(frame)
        mode = mode or ("update" if key and found.mode != "append" else found.mode)
        if mode == "update" and not (key or found.key):
            raise QueryError("rows can be changed only by a key; say with --key which columns it has")
        return OutputMode(mode, (key or found.key) if mode == "update" else [], found.stateful)

    # ---- streams

    def _run_stream(self, live: _Live, request: dict[str, Any]) -> None:
        checkpoint = Path(live.request["checkpoint"])
        with contextlib.suppress(Exception):
            live.spark.streams.addListener(listener_for(live.name, self._send))
        writer = (
            live.frame.writeStream.queryName(f"{live.name}")
            .outputMode(live.output.mode)
            .option("checkpointLocation", str(checkpoint))
            .foreachBatch(lambda frame, number: self._batch(live, frame, number))
        )
        if request.get("trigger"):
            writer = writer.trigger(processingTime=f"{float(request['trigger'])} seconds")
        try:
            live.stream = writer.start()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            raise QueryError(**describe(error)) from None
        live.thread = threading.Thread(target=self._await, args=(live, live.stream), daemon=True)
        live.thread.start()

    def _await(self, live: _Live, stream: Any) -> None:
        try:
            stream.awaitTermination()
        except Exception as error:  # noqa: BLE001 - whatever ended it is told
            self._report_failure(live, error)

    def _report_failure(self, live: _Live, error: Exception, *, again: bool = False) -> None:
        """Send a failure, once until the query works again."""
        if isinstance(error, ConnectionError) or "Network" in type(error).__name__:
            return  # Java has ended; the session's watcher reports that
        if not live.stopping.is_set() and not live.failure_reported:
            live.failure_reported = True
            self._send({"event": "live_failed", "live": live.name, "again": again, **describe(error)})

    def _batch(self, live: _Live, frame: Any, number: int) -> None:
        """Process one micro-batch; Spark commits it when this returns."""
        try:
            # A stateful query must be read completely: rows that are not read do not enter the state.
            asked = frame if live.output.stateful else frame.limit(self._row_limit(live) + 1)
            rows, truncated = self._limit_size(live, asked.toArrow().cast(live.schema))
        except Exception as error:
            self._report_failure(live, error)  # before raising: Spark takes seconds to end a stream
            raise
        if rows.num_rows == 0 and live.output.mode != "complete":
            return
        self._deliver(live, number + 1, rows, truncated)

    def _deliver(self, live: _Live, number: int, rows: Any, truncated: bool, seconds: float = -1.0) -> None:
        live.answered.clear()
        if live.stopping.is_set():
            raise NotCommittedError("the feed is being stopped")
        self._send(
            {"event": "batch", "live": live.name, "number": number, "rows": to_bytes(rows), "cut": truncated,
             "seconds": seconds}
        )  # fmt: skip
        live.answered.wait()
        if not live.taken:
            raise NotCommittedError("the channel did not take the batch")

    def _row_limit(self, live: _Live) -> int:
        return int(live.request.get("most_rows") or 100_000)

    def _limit_size(self, live: _Live, rows: Any) -> tuple[Any, bool]:
        """Truncate rows to the configured limits; return them and whether any were left out."""
        most, heaviest = self._row_limit(live), int(live.request.get("most_bytes") or 32 * 1024 * 1024)
        found = rows.slice(0, most)
        while found.nbytes > heaviest and found.num_rows > 1:
            found = found.slice(0, max(1, int(found.num_rows * heaviest / found.nbytes * 0.95)))
        return found, found.num_rows < rows.num_rows

    # ---- static data

    def _run_static(self, live: _Live) -> None:
        """Run the query, and again whenever a source may have changed."""
        every = float(live.request.get("every") or 0.0)
        before: Any = None
        marks: list[str | None] = [None]
        patient = False
        while not live.stopping.is_set():
            began = time.monotonic()
            found = [fingerprint_of(each) for each in live.sources]
            looked = time.monotonic() - began
            if None in found or found != marks:
                columns = dict(live.columns)
                try:
                    before = self._run_once(live, before)
                    marks, patient = found, False
                except NotCommittedError:
                    marks = [None]
                except Exception as error:  # noqa: BLE001 - whatever it is, it is told, and tried again
                    if live.stopping.is_set():
                        return
                    live.columns.clear()  # do not keep a schema inferred from malformed files
                    live.columns.update(columns)
                    # Report the same failure once, until the files change or the query works.
                    live.failure_reported = patient and found == marks
                    self._report_failure(live, error, again=True)
                    marks, patient, before = (found if None not in found else [None]), True, None
            pause = _READ_EVERY if None in found else max(_LOOK_EVERY, 20 * looked)
            live.stopping.wait(every or pause)

    def _run_once(self, live: _Live, before: Any) -> Any:
        began = time.monotonic()
        if before is not None or not self._is_first_run(live):
            self._reload_sources(live)
        with self._queries.job_group(live.name):
            try:
                found = live.frame.limit(self._row_limit(live) + 1).toArrow()
            except Exception as error:
                if not _is_schema_mismatch(error) or all(each.schema for each in live.sources):
                    raise
                found = self._reinfer_columns(live, error)
        fresh = arrow_schema(live.spark, live.frame)
        if not fresh.equals(live.schema):
            raise QueryError(describe_schema_change(live.schema, fresh))
        rows, truncated = self._limit_size(live, found.cast(live.schema))
        if before is not None and not live.failure_reported and rows.equals(before):
            return before
        self._deliver(live, 0, rows, truncated, time.monotonic() - began)
        live.failure_reported = False
        return rows

    def _reinfer_columns(self, live: _Live, error: Exception) -> Any:
        """Read files again whose columns were inferred from a part of them, or from earlier files."""
        soon = threading.Timer(_SILENT_FOR, self._report_failure, (live, error), {"again": True})
        soon.daemon = True
        soon.start()
        try:
            for spec in live.sources:
                if spec.kind in _FILES and not spec.schema:
                    live.columns[spec.name] = schema_of(live.spark, spec, whole=True)
            self._reload_sources(live)
            return live.frame.limit(self._row_limit(live) + 1).toArrow()
        finally:
            soon.cancel()

    def _is_first_run(self, live: _Live) -> bool:
        first = not live.request.get("ran")
        live.request["ran"] = True
        return first

    def _reload_sources(self, live: _Live) -> None:
        """Define the sources again, because Spark lists files when a source is defined."""
        for spec in live.sources:
            if spec.kind in _FILES:
                frame = batch_frame(live.spark, spec, live.columns[spec.name])
                frame.createOrReplaceTempView(spec.name)
        live.frame = flatten_structs(query(live.spark, live.request["sql"]))


def _is_schema_mismatch(error: Exception) -> bool:
    """Whether files do not match their declared columns."""
    signs = ("MALFORMED", "Malformed", "FAILFAST", "CSV header does not conform", "FAILED_READ_FILE")
    return any(sign in str(error) for sign in signs)


def flatten_structs(frame: Any) -> Any:
    """Replace structs by one column per field: `window` becomes `window_start` and `window_end`."""
    from pyspark.sql import functions  # noqa: PLC0415
    from pyspark.sql.types import StructType  # noqa: PLC0415

    for _ in range(_MOST_LEVELS):
        if not any(isinstance(each.dataType, StructType) for each in frame.schema):
            return frame
        taken = set(frame.schema.names)
        shown = []
        for each in frame.schema:
            whole = functions.col(f"`{each.name.replace('`', '``')}`")
            if not isinstance(each.dataType, StructType):
                shown.append(whole)
                continue
            for part in each.dataType:
                name = f"{each.name}_{part.name}"
                while name in taken:
                    name += "_"
                taken.add(name)
                shown.append(whole.getField(part.name).alias(name))
        frame = frame.select(*shown)
    return frame


def arrow_schema(spark: Any, frame: Any) -> Any:
    """The Arrow schema of a result; all fields are nullable, since later data may differ."""
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415

    zone = spark.conf.get("spark.sql.session.timeZone")
    found = to_arrow_schema(frame.schema, timezone=zone)
    return pa.schema([pa.field(each.name, each.type, True) for each in found])
