"""The table that a feed keeps up to date: what goes through its channel, and what every copy makes of it."""

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
from app.spark.table_store import TableStore, can_be_key, plain_columns, row_sizes

T = TypeVar("T")

MODES = ("append", "update", "complete", "status")
STATES = ("starting", "live", "paused", "failed", "stopped", "standby")
MOST_ROWS = 200_000
"""How many rows a table has at most, whatever a feed would like."""
MOST_BYTES = 64 * 1024 * 1024
DEFAULT_ROWS = 100_000
DEFAULT_BYTES = 32 * 1024 * 1024
PART_BYTES = 256 * 1024
"""About how much goes out in one message."""
MOST_PARTS = 4_096
MOST_COLUMNS = 256
MOST_KEYS = 16
_MOST_FEEDS = 256
_MOST_PARTIAL_BATCHES = 4
"""Batches of which some parts are here: two publishers of one feed never mix theirs."""
_LONGEST_NAME = 200
_LONGEST_WORDS = 2_000
NOBODY = UUID(int=0)
_NEVER = datetime.fromtimestamp(0, UTC)


class TableRefusedError(Exception):
    """A change that makes no sense; every copy refuses it alike."""


@dataclass(frozen=True)
class FeedStatistics:
    """How a feed is doing; what is not known is -1, and a watermark that there is not is null."""

    rows_in_per_second: float = -1.0
    rows_out_per_second: float = -1.0
    batch_seconds: float = -1.0
    latency_seconds: float = -1.0
    """From the newest event in a batch until it went out."""
    watermark: datetime | None = None
    late_rows: int = -1
    state_rows: int = -1
    state_bytes: int = -1
    progress: float = -1.0
    """How much of the running batch is done, from 0 to 1."""


@dataclass(frozen=True)
class TableChange(Generic[T]):
    """One part of a batch, or only news of the feed (mode `status`, whose rows are empty)."""

    feed: str
    """Who speaks: all copies of a feed that take turns have the same name."""
    batch: int
    attempt: UUID
    """Made anew for each try to publish a batch, so that the parts of two tries never mix."""
    part: int
    parts: int
    mode: str
    key: list[str]
    rows: T
    state: str
    reason: str
    notice: str
    """What people who look are to know, such as that rows were cut."""
    publisher: UUID
    """Which member of the channel runs the feed (`me` in its status); nobody's where it is not known."""
    at: datetime
    statistics: FeedStatistics
    most_rows: int = DEFAULT_ROWS
    most_bytes: int = DEFAULT_BYTES


@dataclass(frozen=True)
class BatchMark:
    """The last batch of a feed that is complete."""

    feed: str
    batch: int


@dataclass(frozen=True)
class TableState(Generic[T]):
    """The present table, what is known of its feed, and the parts of batches that are not complete."""

    rows: list[T]
    """One table; none as long as there was no batch."""
    key: list[str]
    mode: str
    cut: int
    marks: list[BatchMark]
    news: list[TableChange[T]]
    """The newest change without its rows; none as long as there was nothing."""
    under_way: list[TableChange[T]]


AnyTable = Annotated[Any, OfType("table{...}")]
"""Rows with whatever columns."""
CHANGE_FORM = wrapper_of(TableChange[AnyTable])
"""Turns changes into the plain values that channels carry (`lower`), and back (`lift`)."""
STATE_FORM = wrapper_of(TableState[AnyTable])


@dataclass(frozen=True)
class AppliedChange:
    """What a change did. Rows are those of the whole batch: appended, changed by key, or all there are."""

    rows: Any = None
    """An Arrow table; None when the rows stayed as they were."""
    dropped: int = 0
    """How many rows went because there were too many."""


@dataclass
class _PartialBatch(Generic[T]):
    """The parts of a batch that are here; all are alike but for their rows."""

    first: TableChange[T]
    columns: Any
    parts: dict[int, Any] = field(default_factory=dict)
    """The rows of each part."""
    changes: list[TableChange[T]] = field(default_factory=list)
    rows: int = 0
    byte_size: int = 0


class LiveTable(Generic[T]):
    """One copy of the table. A batch shows all at once or not at all, and once only."""

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
        """All rows, as an Arrow table; None as long as there was no batch."""
        return self._store.table

    @property
    def byte_size(self) -> int:
        """About how many bytes the rows have."""
        return self._store.byte_size

    @property
    def news(self) -> TableChange[T] | None:
        """The newest change, whose rows do not count: state, reason, statistics, and when it was."""
        return self._news

    @property
    def mode(self) -> str:
        """How rows came last: append, update or complete; empty as long as none came."""
        return self._mode

    @property
    def key(self) -> list[str]:
        """The columns that tell rows apart; none where rows are only appended."""
        return list(self._store.key)

    @property
    def notice(self) -> str:
        """What people who look are to know, in one line."""
        said = [self._news.notice] if self._news is not None and self._news.notice else []
        if self._dropped_rows and self._mode == "complete":
            said.append(
                f"only the first {len(self):,} rows are shown; {self._dropped_rows:,} more do not fit"
            )
        elif self._dropped_rows:
            said.append(
                f"only the newest {len(self):,} rows are kept; {self._dropped_rows:,} older ones are gone"
            )
        return "; ".join(said)

    @property
    def dropped_rows(self) -> int:
        """How many rows went because there were too many."""
        return self._dropped_rows

    def last_batch(self, feed: str) -> int:
        """The last batch of a feed that is complete here; -1 if there is none."""
        return self._marks.get(feed, -1)

    def apply(self, change: TableChange[T]) -> AppliedChange:
        """Take in a change; what is wrong with it raises TableRefusedError and changes nothing."""
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
        """All of it, for a newcomer."""
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
        """Start from what another copy has, or from nothing; what cannot be so is left out."""
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
        """The rows of its whole batch, when this was the last part that was missing."""
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
        for name in [
            name for name in self._partial_batches if name[0] == change.feed and name[1] <= change.batch
        ]:
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
        """Rows can only join rows that have the same columns."""
        here = self._store.schema
        if here is None or change.mode == "complete":
            return ""
        there = plain_columns(change.rows.slice(0, 0)).schema  # type: ignore[attr-defined]  # a table: checked
        return "" if there.equals(here) else describe_schema_change(here, there)


def describe_schema_change(here: Any, there: Any) -> str:
    """What is other about some columns, in words."""
    before, now = ({each.name: str(each.type) for each in schema} for schema in (here, there))
    gone, fresh = sorted(before.keys() - now.keys()), sorted(now.keys() - before.keys())
    other = [name for name in before if name in now and before[name] != now[name]]
    if gone or fresh:
        said = [f"`{name[:40]}` is gone" for name in gone[:3]] + [
            f"`{name[:40]}` is new" for name in fresh[:3]
        ]
    elif other:
        said = [f"`{name[:40]}` holds {now[name]}, not {before[name]}" for name in other[:3]]
    else:
        said = ["their order is another one"]
    return f"the columns have changed: {', '.join(said)}; start the feed again to begin a new table"


def change_problem(change: TableChange[Any]) -> str:
    """What is wrong with a change, whatever it is applied to; nothing: empty."""
    reasons = [
        (change.mode not in MODES, f"nobody knows how to {change.mode[:20]!r} rows"),
        (change.state not in STATES, f"a feed is never {change.state[:20]!r}"),
        (
            not 1 <= len(change.feed) <= _LONGEST_NAME,
            f"the name of a feed has 1 to {_LONGEST_NAME} characters",
        ),
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
    """What is wrong with some rows; nothing: empty."""
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
    """What is wrong with a key for columns; nothing: empty."""
    if len(key) > MOST_KEYS or len(set(key)) < len(key):
        return f"a key has at most {MOST_KEYS} columns, each once"
    for name in key:
        if name not in schema.names:
            return f"there is no column `{name[:40]}` for the key"
        if not can_be_key(schema.field(name).type):
            return f"the column `{name[:40]}` holds {schema.field(name).type}, which tells no rows apart"
    return ""


def split_into_parts(table: Any, size: int = PART_BYTES) -> Iterator[Any]:
    """The rows in pieces that are small enough for a message; one empty piece where there are no rows."""
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
    """A batch as the changes that publish it; of `complete`, only as many rows as there is room for."""
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
    """News of a feed without rows; `columns` is its Arrow schema."""
    nothing = plain_columns(columns.empty_table())
    return TableChange(
        feed, 0, uuid4(), 0, 1, "status", [], nothing, state, reason, notice, publisher,
        datetime.now(UTC), statistics or FeedStatistics(),
    )  # fmt: skip


def table_type(schema: Any) -> str:
    """The type of tables with some Arrow columns, in the notation: `table{price: double?}`."""
    plain = plain_columns(schema.empty_table()).schema
    return str(Table(tuple(Column(each.name, str(each.type), nullable=True) for each in plain)))


def _without_rows(change: TableChange[T]) -> TableChange[T]:
    rows: Any = change.rows
    return TableChange(**{**vars(change), "rows": rows.slice(0, 0)})


def _is_same_batch(part: TableChange[Any], other: TableChange[Any]) -> bool:
    return (part.parts, part.mode, part.key) == (other.parts, other.mode, other.key)
