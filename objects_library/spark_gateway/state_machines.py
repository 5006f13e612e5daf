# SPDX-License-Identifier: BSD-3-Clause
"""State machines of channels that the gateway can replicate: a feed's table, or the latest rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from app.runtime.types import EndpointType, ListOf, Record, Table, ValueType
from app.spark.live_table import CHANGE_FORM, STATE_FORM, LiveTable, TableChange, TableRefusedError
from objects_library.replication.recent_rows import KeptRows
from objects_library.replication.replica import RefusedChangeError
from objects_library.spark_gateway.row_converter import RowConverter, table_schema

_OF_A_CHANGE = {"feed", "batch", "attempt", "part", "parts", "mode", "rows"}


@dataclass(frozen=True)
class RowBatch:
    """Received rows with their mode, feed and batch, and the total of rows so far."""

    rows: Any
    mode: str = "append"
    feed: str = ""
    batch: int = -1
    total: int = -1


def change_to_value(change: TableChange[Any]) -> Any:
    """Convert a change to the value that the channel carries."""
    return CHANGE_FORM.lower(change)


def is_feed(message: ValueType) -> bool:
    """Whether a channel carries the changes of a feed's table."""
    return isinstance(message, Record) and {field.name for field in message.fields} >= _OF_A_CHANGE


class FeedMachine:
    """A replica of a feed's table."""

    def __init__(self, message: ValueType) -> None:
        self.table: LiveTable[Any] = LiveTable()
        field = message.field("rows") if isinstance(message, Record) else None
        self._named = table_schema(field.type) if field is not None and isinstance(field.type, Table) else None
        self.last = RowBatch(None)
        """The rows of the last change; None if it had none."""

    @property
    def schema(self) -> Any:
        """The schema of the rows, else of the type; None if unknown."""
        table = self.table.table
        return self._named if table is None else table.schema

    @property
    def declared(self) -> Any:
        """The schema of the type."""
        return self._named

    @property
    def total(self) -> int:
        """The total of appended rows; -1 for other modes."""
        if self.table.mode not in ("append", ""):
            return -1
        return len(self.table) + self.table.to_state().cut

    def marks(self) -> dict[str, int]:
        """The last batch of each feed."""
        return {mark.feed: mark.batch for mark in self.table.to_state().marks}

    def present(self) -> Any:
        """All rows, or None."""
        table = self.table.table
        return table if table is not None or self._named is None else self._named.empty_table()

    def apply_change(self, change: Any) -> None:
        """Apply a change; its rows are in `last`."""
        self.last = RowBatch(None)
        try:
            lifted: TableChange[Any] = CHANGE_FORM.lift(change)
            step = self.table.apply(lifted)
        except TableRefusedError as error:
            raise RefusedChangeError(str(error)) from None
        if step.rows is not None:
            self.last = RowBatch(step.rows, lifted.mode, lifted.feed, lifted.batch, self.total)

    def give_state(self) -> Any:
        """The state, as a plain value."""
        return STATE_FORM.lower(self.table.to_state())

    def take_state(self, state: Any) -> None:
        """Start from another replica's state, or empty."""
        self.table.restore(None if state is None else STATE_FORM.lift(state))


class RowsMachine(KeptRows):
    """A replica of the latest rows of a channel."""

    def __init__(self, converter: RowConverter) -> None:
        super().__init__()
        self.converter = converter
        self.last = RowBatch(None)

    @property
    def schema(self) -> Any:
        """The schema of the type."""
        return self.converter.schema

    declared = schema

    def present(self) -> Any:
        """All present rows."""
        rows = [self.converter.rows(message) for message in self.messages]
        if rows:
            return pa.concat_tables(rows)
        return None if self.schema is None else self.schema.empty_table()

    def apply_change(self, change: Any) -> None:
        """Store a row."""
        super().apply_change(change)
        self.last = RowBatch(self.converter.rows(change))


def machine_for(channel: EndpointType) -> FeedMachine | RowsMachine | None:
    """The state machine for a channel; None if the gateway does not know its state type."""
    events = {event.name: event.type for event in channel.incoming}
    message, checkpoint = events["send"], events.get("checkpoint")
    field = checkpoint.field("state") if isinstance(checkpoint, Record) else None
    state = None if field is None else field.type
    if state is None:
        return None
    if is_feed(message):
        return FeedMachine(message)
    kept = state.field("rows") if isinstance(state, Record) and len(state.fields) == 1 else None
    if kept is not None and isinstance(kept.type, ListOf) and kept.type.item == message:
        return RowsMachine(RowConverter(message))
    return None
