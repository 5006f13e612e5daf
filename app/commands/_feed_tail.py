# SPDX-License-Identifier: BSD-3-Clause
"""What `tail` prints of a feed: the present table, then each batch of changes, with rows as objects."""

from __future__ import annotations

import asyncio
import base64
import json
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from datetime import time as time_of_day
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

if TYPE_CHECKING:
    from app.runtime.references import Reference
    from app.spark.live_table import LiveTable

Line = dict[str, Any]


def feed_channel(path: Path) -> Reference | None:
    """Return the channel of the feed that a file shows; None if it shows something else."""
    from app.spark.feeds.definition import FeedError  # noqa: PLC0415
    from app.spark.feeds.reference import channel_in  # noqa: PLC0415

    try:
        return channel_in(path)
    except FeedError:
        return None


@dataclass
class FeedTail:
    """A copy of the table that reports each change."""

    table: LiveTable[Any]
    lines: asyncio.Queue[Line] = field(default_factory=asyncio.Queue)
    _begun: bool = False
    _condition: tuple[str, str, str] = ("", "", "")

    def initialize(self, state: Any) -> None:
        """Take the present table: at the start, and again after a disconnection."""
        from app.spark.live_table import STATE_FORM  # noqa: PLC0415

        self.table.restore(None if state is None else STATE_FORM.lift(state))
        self._begun = False
        self._begin()

    def receive(self, message: Any) -> None:
        """Take a part of a batch, or a status message."""
        from app.spark.live_table import CHANGE_FORM, TableRefusedError  # noqa: PLC0415

        try:
            step = self.table.apply(CHANGE_FORM.lift(message))
        except TableRefusedError:
            return
        if not self._begun:
            self._begin()
        elif step.rows is not None:
            rows = self.table.table if self.table.mode == "complete" else step.rows
            self._print_event("change", rows, {"cut": step.dropped} if step.dropped else {})
        elif self._news() != self._condition:
            self._print_event("status", None, {})

    def _begin(self) -> None:
        """Print the whole table as the first line; before the first batch there is none."""
        if self.table.table is not None:
            self._begun = True
            self._print_event("table", self.table.table, {"key": self.table.key})

    def _print_event(self, event: str, rows: Any, more: Line) -> None:
        news = self.table.news
        self._condition = self._news()
        line: Line = {"event": event, "time": time.time()}
        if news is not None:
            line |= {
                "feed": news.feed,
                "batch": self.table.last_batch(news.feed),
                "mode": "status" if event == "status" else "complete" if event == "table" else news.mode,
                "state": news.state,
            }
            line |= {"key": news.key} if event == "change" and news.key else {}
            line |= {"reason": news.reason} if news.reason else {}
        line |= {"notice": self.table.notice} if self.table.notice else {}
        self.lines.put_nowait(line | more | {"rows": [] if rows is None else rows_as_json(rows)})

    def _news(self) -> tuple[str, str, str]:
        news = self.table.news
        return ("", "", "") if news is None else (news.state, news.reason, self.table.notice)


@asynccontextmanager
async def open_feed(channel: Reference, seconds: float) -> AsyncIterator[FeedTail]:
    """Join the channel of a feed, and leave it at the end."""
    from app.runtime.types import EndpointType, dual  # noqa: PLC0415
    from app.spark.live_table import STATE_FORM, LiveTable  # noqa: PLC0415
    from objects_library.channel_client import channel_node  # noqa: PLC0415

    async with channel_node() as node:
        proxy = await node.dereference(channel)
        outer = proxy.endpoint("channel")
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        tail = FeedTail(LiveTable())
        began = asyncio.Event()

        def begin(state: Any = None) -> None:
            tail.initialize(state)
            began.set()

        def give(request: UUID) -> None:
            endpoint.emit("checkpoint", {"request": request, "state": STATE_FORM.lower(tail.table.to_state())})

        endpoint: Any = node.new_endpoint(inner, receive=tail.receive, initialize=begin, checkpoint_wanted=give)
        connection = node.connect(endpoint, outer)
        try:
            async with asyncio.timeout(seconds):
                await began.wait()
            yield tail
        finally:
            connection.close()


def rows_as_json(table: Any) -> list[Line]:
    """Convert rows to JSON values: times in ISO 8601, bytes in Base64, null for NaN and infinity."""
    import pyarrow as pa  # noqa: PLC0415

    for place, column in enumerate(table.schema):
        if pa.types.is_timestamp(column.type) and column.type.unit == "ns":  # unknown to Python
            micros = table.column(place).cast(pa.timestamp("us", column.type.tz), safe=False)
            table = table.set_column(place, column.name, micros)
    return [{name: _plain(value) for name, value in row.items()} for row in table.to_pylist()]


def in_words(line: Line) -> str:
    """Format a line for people."""
    rows = line["rows"]
    head = f"{line.get('state', '')} {line['event']} {line.get('batch', '')}".strip()
    shown = "".join(f"\n  {json.dumps(row, ensure_ascii=False)}" for row in rows)
    reason = f": {line['reason']}" if line.get("reason") else ""
    return f"{head}, {len(rows):,} rows{reason}{shown}"


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, datetime | date | time_of_day):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else str(value)
