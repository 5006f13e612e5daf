# SPDX-License-Identifier: BSD-3-Clause
"""The replicated table of a feed: the changes in its channel, and the state that replicas build from them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID, uuid4

import pyarrow as pa

from app.runtime.library import OfType, wrapper_of
from app.runtime.types import Column, Table
from app.spark.table_store import TableStore, can_be_key, describe_schema_change, plain_columns, row_sizes

T = TypeVar("T")

MODES = ("append", "update", "complete", "status")
STATES = ("starting", "live", "paused", "failed", "stopped", "standby")
MOST_ROWS = 200_000
"""The largest number of rows of a table, whatever a feed asks for."""
MOST_BYTES = 64 * 1024 * 1024
DEFAULT_ROWS = 100_000
DEFAULT_BYTES = 32 * 1024 * 1024
PART_BYTES = 256 * 1024
"""The approximate size of one message."""
MOST_PARTS = 4_096
MOST_COLUMNS = 256
MOST_KEYS = 16
_MOST_FEEDS = 256
_MOST_PARTIAL_BATCHES = 4
"""Incomplete batches that are kept, so that two publishers of one feed do not mix theirs."""
_LONGEST_NAME = 200
_LONGEST_WORDS = 2_000
NOBODY = UUID(int=0)
_NEVER = datetime.fromtimestamp(0, UTC)


class TableRefusedError(Exception):
    """An invalid change; every replica rejects it alike."""


@dataclass(frozen=True)
class FeedStatistics:
    """Statistics of a feed; -1 means unknown, and a missing watermark is null."""

    rows_in_per_second: float = -1.0
    rows_out_per_second: float = -1.0
    batch_seconds: float = -1.0
    latency_seconds: float = -1.0
    """From the newest event in a batch until its publication."""
    watermark: datetime | None = None
    late_rows: int = -1
    state_rows: int = -1
    state_bytes: int = -1
    progress: float = -1.0
    """The completed share of the running batch, from 0 to 1."""


@dataclass(frozen=True)
class TableChange(Generic[T]):
    """One part of a batch, or only a status (mode `status`, with empty rows)."""

    feed: str
    """The name of the feed, shared by all publishers that take turns."""
    batch: int
    attempt: UUID
    """Unique for each attempt to publish a batch, so that parts of two attempts do not mix."""
    part: int
    parts: int
    mode: str
    key: list[str]
    rows: T
    state: str
    reason: str
    notice: str
    """A message for viewers, such as that rows were left out."""
    publisher: UUID
    """The member that runs the feed (`me` in its status), or NOBODY."""
    at: datetime
    statistics: FeedStatistics
    most_rows: int = DEFAULT_ROWS
    most_bytes: int = DEFAULT_BYTES


@dataclass(frozen=True)
class BatchMark:
    """The last complete batch of a feed."""

    feed: str
    batch: int


@dataclass(frozen=True)
class TableState(Generic[T]):
    """The present table, the status of its feed, and incomplete batches."""

    rows: list[T]
    """One table; empty before the first batch."""
    key: list[str]
    mode: str
    cut: int
    marks: list[BatchMark]
    news: list[TableChange[T]]
    """The latest change without its rows; empty before the first."""
    under_way: list[TableChange[T]]


AnyTable = Annotated[Any, OfType("table{...}")]
"""A table with any columns."""
CHANGE_FORM = wrapper_of(TableChange[AnyTable])
"""Converts changes to the plain values that channels carry (`lower`), and back (`lift`)."""
STATE_FORM = wrapper_of(TableState[AnyTable])


@dataclass(frozen=True)
class AppliedChange:
    """The effect of a change: the rows of the whole batch, appended, updated by key, or complete."""

    rows: Any = None
    """An Arrow table; None if no rows changed."""
    dropped: int = 0
    """The number of rows dropped by the limits."""


@dataclass
class _PartialBatch(Generic[T]):
    """The received parts of a batch, which differ only in their rows."""

    first: TableChange[T]
    columns: Any
    parts: dict[int, Any] = field(default_factory=dict)
    """The rows of each part."""
    changes: list[TableChange[T]] = field(default_factory=list)
    rows: int = 0
    byte_size: int = 0


class LiveTable(Generic[T]):
    """A replica of the table. A batch is applied atomically and at most once."""

    def __init__(self) -> None:
        self._store = TableStore()
        self._marks: OrderedDict[str, int] = OrderedDict()
        self._partial_batches: OrderedDict[tuple[str, int, UUID], _PartialBatch[T]] = OrderedDict()
        self._news: TableChange[T] | None = None
        self._mode = ""
        self._dropped_rows = 0

    def __len__(self) -> int:
        return len(self._store)

    @property
    def table(self) -> Any:
        """All rows as an Arrow table; None before the first batch."""
        return self._store.table

    @property
    def byte_size(self) -> int:
        """The approximate size of all rows."""
        return self._store.byte_size

    @property
    def news(self) -> TableChange[T] | None:
        """The latest change without its rows: state, reason, statistics, time."""
        return self._news

    @property
    def mode(self) -> str:
        """The mode of the last batch: append, update or complete; empty before the first."""
        return self._mode

    @property
    def key(self) -> list[str]:
        """The columns that identify a row; empty if rows are only appended."""
        return list(self._store.key)

    @property
    def notice(self) -> str:
        """A message for viewers, in one line."""
        notices = [self._news.notice] if self._news is not None and self._news.notice else []
        if self._dropped_rows and self._mode == "complete":
            notices.append(f"only the first {len(self):,} rows are shown; {self._dropped_rows:,} more do not fit")
        elif self._dropped_rows:
            notices.append(f"only the newest {len(self):,} rows are kept; {self._dropped_rows:,} older ones are gone")
        return "; ".join(notices)

    @property
    def dropped_rows(self) -> int:
        """The number of rows dropped by the limits."""
        return self._dropped_rows

    def last_batch(self, feed: str) -> int:
        """The last complete batch of a feed; -1 if there is none."""
        return self._marks.get(feed, -1)

    def apply(self, change: TableChange[T]) -> AppliedChange:
        """Apply a change; an invalid one raises TableRefusedError and changes nothing."""
        if problem := change_problem(change):
            raise TableRefusedError(problem)
        if change.mode == "status":
            self._record_status(change)
            return AppliedChange()
        if change.batch <= self.last_batch(change.feed):
            return AppliedChange()
        if problem := self._columns_problem(change):
            raise TableRefusedError(problem)
        rows = self._collect_part(change)
        return AppliedChange() if rows is None else self._apply_batch(change, rows)

    def to_state(self) -> TableState[T]:
        """The complete state, for a new replica."""
        table = self._store.table
        return TableState(
            rows=[] if table is None else [table],
            key=self.key,
            mode=self._mode,
            cut=self._dropped_rows,
            marks=[BatchMark(feed, batch) for feed, batch in self._marks.items()],
            news=[] if self._news is None else [self._news],
            under_way=[part for each in self._partial_batches.values() for part in each.changes],
        )

    def restore(self, state: TableState[T] | None) -> None:
        """Start from another replica's state, or empty; invalid parts are left out."""
        self.__init__()  # type: ignore[misc]  # everything as at the beginning
        if state is None:
            return
        for mark in state.marks[-_MOST_FEEDS:]:
            self._marks[mark.feed[:_LONGEST_NAME]] = mark.batch
        for table in state.rows[:1]:
            if not table_problem(table):
                rows = plain_columns(table)
                self._store.replace(rows)
                if state.key and not key_problem(state.key, rows.schema):
                    self._store.update(rows.slice(0, 0), tuple(state.key))
                self._trim(MOST_ROWS, MOST_BYTES, last=False)
        self._mode = state.mode if state.mode in MODES else ""
        self._dropped_rows = max(0, state.cut)
        for news in state.news[:1]:
            if not change_problem(news):
                self._record_status(news)
        for part in state.under_way:
            if not change_problem(part) and part.mode != "status":
                self._collect_part(part)

    def _record_status(self, change: TableChange[T]) -> None:
        self._news = _without_rows(change)

    def _collect_part(self, change: TableChange[T]) -> Any:
        """Store a part; return all rows of the batch when it is complete."""
        name = change.feed, change.batch, change.attempt
        rows = plain_columns(change.rows)
        found = self._partial_batches.get(name)
        if found is None:
            found = self._partial_batches[name] = _PartialBatch(change, rows.schema)
            while len(self._partial_batches) > _MOST_PARTIAL_BATCHES:
                self._partial_batches.popitem(last=False)
        elif not _is_same_batch(change, found.first) or not rows.schema.equals(found.columns):
            raise TableRefusedError(f"the parts of batch {change.batch} do not belong together")
        if change.part not in found.parts:
            found.parts[change.part] = rows
            found.changes.append(change)
            found.rows += rows.num_rows
            found.byte_size += sum(row_sizes(rows))
        if found.byte_size > MOST_BYTES or found.rows > MOST_ROWS:
            del self._partial_batches[name]
            raise TableRefusedError(
                f"a batch has at most {MOST_ROWS:,} rows and {MOST_BYTES >> 20} MB; let the query give less"
            )
        if len(found.parts) < change.parts:
            return None
        return pa.concat_tables([found.parts[part] for part in sorted(found.parts)])

    def _apply_batch(self, change: TableChange[T], rows: Any) -> AppliedChange:
        self._marks[change.feed] = change.batch
        self._marks.move_to_end(change.feed)
        while len(self._marks) > _MOST_FEEDS:
            self._marks.popitem(last=False)
        for name in [name for name in self._partial_batches if name[0] == change.feed and name[1] <= change.batch]:
            del self._partial_batches[name]
        if change.mode == "complete" or (change.mode == "append" and self._store.schema is None):
            self._store.replace(rows)
        elif change.mode == "append":
            self._store.append(rows)
        else:
            self._store.update(rows, tuple(change.key))
        if change.mode == "complete":
            self._dropped_rows = 0
        self._mode = change.mode
        dropped = self._trim(change.most_rows, change.most_bytes, last=change.mode == "complete")
        self._dropped_rows += dropped
        self._record_status(change)
        return AppliedChange(rows, dropped)

    def _trim(self, most_rows: int, most_bytes: int, *, last: bool) -> int:
        most_rows, most_bytes = min(most_rows, MOST_ROWS), min(most_bytes, MOST_BYTES)
        dropped = self._store.surplus(most_rows, most_bytes, last=last)
        (self._store.drop_last if last else self._store.drop_first)(dropped)
        return dropped

    def _columns_problem(self, change: TableChange[T]) -> str:
        """Why rows cannot be merged: their columns differ."""
        here = self._store.schema
        if here is None or change.mode == "complete":
            return ""
        there = plain_columns(change.rows.slice(0, 0)).schema  # type: ignore[attr-defined]  # a table: checked
        return "" if there.equals(here) else describe_schema_change(here, there)


def change_problem(change: TableChange[Any]) -> str:
    """What is wrong with a change regardless of the table; empty if nothing."""
    reasons = [
        (change.mode not in MODES, f"nobody knows how to {change.mode[:20]!r} rows"),
        (change.state not in STATES, f"a feed is never {change.state[:20]!r}"),
        (not 1 <= len(change.feed) <= _LONGEST_NAME, f"the name of a feed has 1 to {_LONGEST_NAME} characters"),
        (
            max(len(change.reason), len(change.notice)) > _LONGEST_WORDS,
            f"what is said about a feed has at most {_LONGEST_WORDS:,} characters",
        ),
        (
            change.batch < 0 or not 1 <= change.parts <= MOST_PARTS or not 0 <= change.part < change.parts,
            f"part {change.part} of {change.parts} of batch {change.batch} cannot be",
        ),
        (change.most_rows < 1 or change.most_bytes < 1, "a table has room for one row at least"),
    ]
    for wrong, reason in reasons:
        if wrong:
            return reason
    if problem := table_problem(change.rows):
        return problem
    if change.mode == "update" and not change.key:
        return "rows can be changed only by a key; say which columns it has"
    return key_problem(change.key, change.rows.schema) if change.mode == "update" else ""


def table_problem(table: Any) -> str:
    """What is wrong with rows; empty if nothing."""
    if not isinstance(table, pa.Table):
        return f"rows come as a table, not as a {type(table).__name__}"
    names = table.column_names
    if not 1 <= len(names) <= MOST_COLUMNS or len(set(names)) < len(names):
        return f"a table has 1 to {MOST_COLUMNS} columns with names of their own"
    if any(not 1 <= len(name) <= _LONGEST_NAME for name in names):
        return f"the name of a column has 1 to {_LONGEST_NAME} characters"
    if table.num_rows > MOST_ROWS or table.nbytes > 2 * MOST_BYTES:
        return f"a table has at most {MOST_ROWS:,} rows and {MOST_BYTES // 2**20} MB; let the query give less"
    return ""


def key_problem(key: list[str], schema: Any) -> str:
    """What is wrong with a key; empty if nothing."""
    if len(key) > MOST_KEYS or len(set(key)) < len(key):
        return f"a key has at most {MOST_KEYS} columns, each once"
    for name in key:
        if name not in schema.names:
            return f"there is no column `{name[:40]}` for the key"
        if not can_be_key(schema.field(name).type):
            return f"the column `{name[:40]}` holds {schema.field(name).type}, which tells no rows apart"
    return ""


def split_into_parts(table: Any, size: int = PART_BYTES) -> Iterator[Any]:
    """Split rows into parts that fit a message; one empty part for no rows."""
    weights = row_sizes(table)
    start = weight = 0
    for row, each in enumerate(weights):
        if weight + each > size and row > start:
            yield table.slice(start, row - start)
            start, weight = row, 0
        weight += each
    yield table.slice(start)


def batch_changes(
    table: Any,
    *,
    feed: str,
    batch: int,
    mode: str,
    key: list[str],
    publisher: UUID = NOBODY,
    notice: str = "",
    statistics: FeedStatistics | None = None,
    most_rows: int = DEFAULT_ROWS,
    most_bytes: int = DEFAULT_BYTES,
    state: str = "live",
    reason: str = "",
) -> list[TableChange[Any]]:
    """Create the changes that publish a batch."""
    attempt, at = uuid4(), datetime.now(UTC)
    pieces = list(split_into_parts(plain_columns(table)))
    if len(pieces) > MOST_PARTS:
        raise TableRefusedError(f"a batch goes out in at most {MOST_PARTS:,} parts; let the query give less")
    return [
        TableChange(
            feed, batch, attempt, part, len(pieces), mode, key, rows, state, reason, notice, publisher, at,
            statistics or FeedStatistics(), most_rows, most_bytes,
        )
        for part, rows in enumerate(pieces)
    ]  # fmt: skip


def status_change(
    columns: Any,
    *,
    feed: str,
    state: str,
    reason: str = "",
    notice: str = "",
    publisher: UUID = NOBODY,
    statistics: FeedStatistics | None = None,
) -> TableChange[Any]:
    """Create a status change without rows; `columns` is the Arrow schema."""
    nothing = plain_columns(columns.empty_table())
    return TableChange(
        feed, 0, uuid4(), 0, 1, "status", [], nothing, state, reason, notice, publisher,
        datetime.now(UTC), statistics or FeedStatistics(),
    )  # fmt: skip


def table_type(schema: Any) -> str:
    """The type notation of tables with an Arrow schema: `table{price: double?}`."""
    plain = plain_columns(schema.empty_table()).schema
    return str(Table(tuple(Column(each.name, str(each.type), nullable=True) for each in plain)))


def _without_rows(change: TableChange[T]) -> TableChange[T]:
    rows: Any = change.rows
    return TableChange(**{**vars(change), "rows": rows.slice(0, 0)})


def _is_same_batch(part: TableChange[Any], other: TableChange[Any]) -> bool:
    return (part.parts, part.mode, part.key) == (other.parts, other.mode, other.key)
