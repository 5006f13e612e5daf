# SPDX-License-Identifier: BSD-3-Clause
"""Handles the requests of Spark tasks: describes the channel, spools messages, publishes batches."""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4, uuid5

import pyarrow as pa

from app.spark.arrow_stream import from_bytes, to_bytes
from app.spark.live_table import MOST_BYTES, MOST_ROWS, NOBODY, TableRefusedError, batch_changes, key_problem
from app.spark.liveobject_source.gateway_client import LiveObjectSourceError
from app.spark.settings import write_private
from objects_library.spark_gateway.client import ChannelClient
from objects_library.spark_gateway.row_converter import RowConverter, fit_to_schema
from objects_library.spark_gateway.spool import Spool, SpoolDirectory, digest
from objects_library.spark_gateway.state_machines import FeedMachine, RowBatch, RowsMachine, change_to_value

_MOST_STAGED = 512 * 1024 * 1024
_REQUESTS = UUID("5f0e6f5e-35c1-4b52-8d8e-0a5c5b1f6a10")
_NOTHING_KEPT = "this channel keeps nothing that could be read at once; read it with readStream"


class ChannelSession:
    """One channel, for all tasks on this computer."""

    def __init__(self, folder: Path) -> None:
        self.id = secrets.token_hex(16)
        self.client: ChannelClient | None = None
        self.machine: FeedMachine | RowsMachine | None = None
        self.converter: RowConverter | None = None
        self._folder = folder
        self._readers = SpoolDirectory(folder / "readers")
        self._staged: OrderedDict[str, bytes] = OrderedDict()
        self._published = _read_marks(folder / "published.json")
        self._began = False

    # ---- callbacks of the client

    def initialized(self) -> None:
        """Backfill the spools of readers after the state transfer."""
        for spool in self._readers.open.values():
            self._backfill(spool)
        self._began = True

    def received(self, message: Any) -> None:
        """Spool a message for all readers."""
        if self.machine is not None:
            batch = self.machine.last
        else:
            assert self.converter is not None
            batch = RowBatch(self.converter.rows(message))
        if batch.rows is not None:
            for spool in self._readers.open.values():
                spool.add(batch)

    # ---- reading

    def describe(self) -> dict[str, Any]:
        """Return the schema of the channel."""
        kept = self.machine.schema if self.machine is not None else None
        schema = kept if kept is not None or self.converter is None else self.converter.schema
        if schema is None:
            raise LiveObjectSourceError(
                "nobody knows the columns of this channel yet; wait until it has rows, or give a schema"
            )
        return {"schema": schema.serialize().to_pybytes()}

    def present(self) -> dict[str, Any]:
        """Return all rows of the channel's state."""
        if self.machine is None:
            raise LiveObjectSourceError(_NOTHING_KEPT)
        table = self.machine.present()
        if table is None:
            raise LiveObjectSourceError("there are no rows yet, and nobody knows the columns; try again later")
        return {"rows": to_bytes(table)}

    def begin_reading(self, *, present: bool) -> dict[str, Any]:
        """Create a reader that begins with the present rows."""
        name = secrets.token_hex(8)
        spool = self._readers.new(name)
        table = self.machine.present() if present and self.machine is not None else None
        if table is not None and table.num_rows:
            mode = self.machine.table.mode if isinstance(self.machine, FeedMachine) else "append"
            spool.add(RowBatch(table, mode))
        self._record_position(spool)
        return {"reader": name, "number": 0}

    def latest(self, reader: str, after: int, rows: int, on_gap: str) -> dict[str, Any]:
        """Return the latest message number that a reader can read."""
        spool = self._readers.get(reader)
        spool.check_capacity()
        number = spool.last_message_within(after, rows) if rows else min(spool.number, after + 10_000)
        for place, words in spool.gaps:
            if on_gap == "fail" and after < place <= number:
                raise LiveObjectSourceError(f"{words}; start the query anew, or with option onGap present")
        return {"number": number}

    def between(self, reader: str, start: int, end: int) -> dict[str, Any]:
        """Return the messages after `start` up to `end`."""
        return {"messages": self._readers.get(reader).between(start, end)}

    def forget(self, reader: str, number: int) -> dict[str, Any]:
        """Delete messages that were committed."""
        self._readers.get(reader).forget(number)
        return {}

    # ---- writing

    def check_columns(self, schema: bytes, mode: str, key: list[str]) -> dict[str, Any]:
        """Reject columns that the channel cannot accept, before anything is computed."""
        columns = pa.ipc.read_schema(pa.py_buffer(schema))
        if isinstance(self.machine, FeedMachine):
            self._in_feed(columns.empty_table(), self.machine, mode)
            if mode == "update" and (problem := key_problem(key, columns)):
                raise LiveObjectSourceError(f"{problem}; correct option key")
            return {}
        if mode != "append":
            raise LiveObjectSourceError(
                "rows can only be appended to this channel; write with mode append and without a key"
            )
        assert self.converter is not None
        fit_to_schema(columns.empty_table(), self.converter.schema)
        return {}

    def stage(self, rows: bytes) -> dict[str, Any]:
        """Keep a task's rows, invisible to others, until the batch is published."""
        held = sum(map(len, self._staged.values())) + len(rows)
        while held > _MOST_STAGED and len(self._staged) > 1:  # of jobs that died
            _, old = self._staged.popitem(last=False)
            held -= len(old)
        token = secrets.token_hex(16)
        self._staged[token] = rows
        return {"token": token}

    def discard(self, parts: list[dict[str, Any]]) -> dict[str, Any]:
        """Delete staged rows."""
        for part in parts:
            self._staged.pop(str(part.get("token", "")), None)
        return {}

    async def publish(
        self, feed: str, batch: int, mode: str, key: list[str], parts: list[dict[str, Any]]
    ) -> dict[str, Any]:
        """Publish a batch atomically, and once even if it is requested again."""
        assert self.client is not None
        if batch <= self._done(feed):
            self.discard(parts)
            return {"rows": 0, "again": True}
        table = _concatenate([self._part(part) for part in parts])
        if table is None or (not table.num_rows and mode != "complete"):
            return {"rows": 0}
        if isinstance(self.machine, FeedMachine):
            await self._publish_changes(table, feed, batch, mode, key)
        else:
            await self._publish_messages(table, feed, batch)
        self._published[feed] = batch
        write_private(self._folder / "published.json", json.dumps(self._published))
        self.discard(parts)
        return {"rows": table.num_rows}

    async def _publish_changes(self, table: Any, feed: str, batch: int, mode: str, key: list[str]) -> None:
        assert self.client is not None
        assert isinstance(self.machine, FeedMachine)
        fits = self._in_feed(table, self.machine, mode)
        notice = ""
        if fits.num_rows > MOST_ROWS or fits.nbytes > MOST_BYTES:
            fits, notice = _truncate(fits, mode)
        try:
            changes = batch_changes(
                fits, feed=feed, batch=batch, mode=mode, key=key, publisher=self.client.me or NOBODY, notice=notice
            )
        except TableRefusedError as error:
            raise LiveObjectSourceError(str(error)) from None
        for change in changes:
            await self.client.publish(uuid4(), change_to_value(change))
        if self.machine.table.last_batch(feed) < batch:
            raise LiveObjectSourceError(
                "the channel refused the rows: they have other columns than before; write with mode overwrite"
            )

    async def _publish_messages(self, table: Any, feed: str, batch: int) -> None:
        assert self.client is not None
        assert self.converter is not None
        for number, message in enumerate(self.converter.messages(fit_to_schema(table, self.converter.schema))):
            await self.client.publish(uuid5(_REQUESTS, f"{feed}\n{batch}\n{number}"), message)

    def _in_feed(self, table: Any, machine: FeedMachine, mode: str) -> Any:
        if machine.table.table is None or mode == "complete":
            return fit_to_schema(table, machine.declared, in_order=False)
        return fit_to_schema(table, machine.schema)

    def _part(self, part: dict[str, Any]) -> Any:
        data = part.get("data") or self._staged.get(str(part.get("token", "")))
        if not data:
            raise LiveObjectSourceError("what a task wrote is gone, since the gateway was started again; run it again")
        return from_bytes(data)

    def _done(self, feed: str) -> int:
        here = self._published.get(feed, -1)
        if isinstance(self.machine, FeedMachine):  # the channel's state is authoritative
            return self.machine.table.last_batch(feed)
        return here

    # ---- readers that were disconnected

    def _record_position(self, spool: Spool) -> None:
        if isinstance(self.machine, FeedMachine):
            spool.record_marks(self.machine.marks(), self.machine.total)
        elif isinstance(self.machine, RowsMachine):
            for message in self.machine.messages[-8:]:
                spool.record("", -1, -1, digest(self.machine.converter.rows(message)))

    def _backfill(self, spool: Spool) -> None:
        """Add what a reader missed, as far as the channel's state still has it."""
        if isinstance(self.machine, FeedMachine):
            self._backfill_feed(spool, self.machine)
        elif isinstance(self.machine, RowsMachine):
            self._backfill_rows(spool, self.machine)
        self._record_position(spool)

    def _backfill_feed(self, spool: Spool, machine: FeedMachine) -> None:
        behind = [feed for feed, batch in machine.marks().items() if spool.marks.get(feed, -1) < batch]
        table = machine.table.table
        if not behind or table is None:
            return
        missed = machine.total - spool.total
        if machine.total >= 0 and spool.total >= 0 and 0 <= missed <= table.num_rows:
            spool.add(RowBatch(table.slice(table.num_rows - missed), "append", total=machine.total))
            return
        words = "changes were made while this query did not listen, and only the present table is left of them"
        spool.add(RowBatch(table, machine.table.mode), gap=words)

    def _backfill_rows(self, spool: Spool, machine: RowsMachine) -> None:
        rows = [machine.converter.rows(message) for message in machine.messages]
        prints, known = [digest(each) for each in rows], spool.recent_digests
        missed, gap = rows, "messages came while this query did not listen, and the oldest are gone"
        if not known and not spool.number:
            gap = ""
        for place in range(len(prints), 0, -1):
            reach = min(place, len(known))
            if reach and prints[place - reach : place] == known[-reach:]:
                missed, gap = rows[place:], ""
                break
        for each in missed:
            spool.add(RowBatch(each), gap=gap)
            gap = ""


def _concatenate(tables: list[Any]) -> Any:
    return pa.concat_tables(tables) if tables else None


def _truncate(table: Any, mode: str) -> tuple[Any, str]:
    """Limit a batch to the largest table: the first rows of a complete one, else the newest."""
    rows = min(MOST_ROWS, table.num_rows, int(table.num_rows * MOST_BYTES / max(1, table.nbytes)))
    kept = table.slice(0, rows) if mode == "complete" else table.slice(table.num_rows - rows)
    return kept, f"{table.num_rows - rows:,} of {table.num_rows:,} rows did not fit and were left out"


def _read_marks(file: Path) -> dict[str, int]:
    try:
        return {str(feed): int(batch) for feed, batch in json.loads(file.read_text("utf-8")).items()}
    except (OSError, ValueError, AttributeError):
        return {}
