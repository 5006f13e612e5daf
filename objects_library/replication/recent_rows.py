# SPDX-License-Identifier: BSD-3-Clause
"""The latest rows of a feed, the same in all copies, bounded in number and size."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

import pyarrow as pa

from app.runtime.library import Cause, Context, Endpoint
from app.runtime.references import Reference
from app.spark.live_table import AnyTable
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.columns import columns_of, rows_in
from objects_library.values.wire_values import fit_value, last_rows, table_of, time_of

T = TypeVar("T")
MOST = 10_000
"""How many rows are kept; the oldest are dropped first."""
HEAVIEST = 256 * 1024
"""The approximate largest size of one message in bytes."""
HEAVIEST_TOGETHER = 32 * 1024 * 1024
_DEEPEST = 6
_GATHER = 0.1
"""Seconds for which changes are gathered before a wire or a view gets a whole table."""


class KeptRows:
    """The latest messages of a feed; all copies keep the same ones."""

    def __init__(self) -> None:
        self._messages: deque[tuple[Any, int, int]] = deque()
        self._rows = self._weight = 0

    @property
    def messages(self) -> list[Any]:
        """The messages, the oldest first."""
        return [message for message, _, _ in self._messages]

    def apply_change(self, change: Any) -> None:
        """Store a message, and drop the oldest ones."""
        reason = wrong_rows(change)
        if reason:
            raise RefusedChangeError(reason)
        self._keep(change)

    def give_state(self) -> dict[str, Any]:
        """All stored rows."""
        return {"rows": self.messages}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._messages.clear()
        self._rows = self._weight = 0
        for message in [] if state is None else state["rows"]:
            if not wrong_rows(message):
                self._keep(message)

    def _keep(self, message: Any) -> None:
        rows, weight = count(message), weigh(message)
        self._messages.append((message, rows, weight))
        self._rows += rows
        self._weight += weight
        while len(self._messages) > 1 and (self._rows > MOST or self._weight > HEAVIEST_TOGETHER):
            _, rows, weight = self._messages.popleft()
            self._rows -= rows
            self._weight -= weight


class RecentRows(KeptRows):
    """One copy; `notify` receives every message, `show` is called when the rows are replaced."""

    def __init__(
        self,
        context: Context,
        channel: Reference,
        notify: Callable[[Any], object],
        show: Callable[[], object],
        refuse: Callable[[str], object],
    ) -> None:
        super().__init__()
        self._notify = notify
        self._refuse = refuse
        self.replica = Replica(context, channel, self, started=show, refused=refuse, causes=True)

    def add(self, message: Any) -> None:
        """Add rows for everyone."""
        reason = wrong_rows(message)
        if reason:
            self._refuse(reason)
        else:
            self.replica.send(message)

    def apply_change(self, change: Any) -> None:
        """Store a message and notify."""
        super().apply_change(change)
        self._notify(change)


class RowsObject(Generic[T]):
    """A live object with the latest rows of a feed; a subclass adds the event `settings` to the endpoint."""

    feed = Endpoint(name="rows")
    content = Endpoint(words="the rows of {name}")
    rows_added = Endpoint(name="added", words="each row added to {name}")
    adds = Endpoint(provides=ONCE, words="{what} is added to {name}")
    shows = Endpoint(words="{name} shows {what}")
    shown = Endpoint()
    """What is shown instead of the rows of the channel."""

    def _replicate(self, context: Context, channel: Reference, send_settings: Callable[[], object]) -> None:
        self._context = context
        self._type = context.types["T"]
        self._columns = columns_of(self._type)
        self._send_settings = send_settings
        self._wired: Any = None
        self._offering = False
        self._recent = RecentRows(context, channel, self._add, self._start, self.refused)
        self._effects = Effects(context, self._recent.replica)

    def _start(self) -> None:
        self.show()
        self.offer_content_again()

    def _add(self, message: Any) -> None:
        self.added(message)
        cause = self._recent.replica.cause
        for row in rows_in(self._columns, message) if self.rows_added.connected else ():
            self.offer_added(self._named(row), cause)
        if self.content.connected and not self._offering:
            self._offering = True
            self._context.later(_GATHER, self._offer_content)

    def _named(self, row: tuple[Any, ...]) -> dict[str, Any]:
        return {column.name: value for column, value in zip(self._columns, row, strict=False)}

    def _table(self) -> Any:
        if self._wired is not None:
            return self._wired
        rows = [self._named(row) for message in self._recent.messages for row in rows_in(self._columns, message)]
        return table_of(rows[-MOST:]) if rows else None

    def _offer_content(self) -> None:
        self._offering = False
        self.offer_content(self._table(), self._recent.replica.cause)

    @content.connected
    def offer_content_again(self) -> None:
        """Send all rows to a new wire."""
        if self.content.connected:
            self.offer_content(self._table(), self._recent.replica.cause.repeated())

    @content.outgoing("value")
    def offer_content(self, value: AnyTable | None, cause: Cause) -> None:
        """All rows, for wires."""

    @rows_added.outgoing("happened")
    def offer_added(self, value: dict[str, Any], cause: Cause) -> None:
        """A new row, for wires."""

    @adds.incoming("happened")
    def add_event(self, value: Any, cause: Cause) -> None:
        """Add a row because of an event; a single value goes into the first column that can hold it."""
        made = fit_value(self._type, value, time_of(cause))
        if made is not None and not wrong_rows(made):
            self._effects.perform("adds", cause, made)

    @shows.incoming("value")
    def show_wired(self, value: AnyTable | None, cause: Cause) -> None:
        """Show the rows that a wire offers, instead of those of the channel."""
        if value is self._wired:  # it goes no further, so that wires can form a circle
            return
        self._show_instead(last_rows(value, MOST))
        self.offer_content(self._table(), cause)

    @shows.incoming("happened")
    def show_event(self, value: AnyTable, cause: Cause) -> None:
        """Show the rows of the last event."""
        self.show_wired(value, cause)

    @shows.disconnected
    def forget_wired(self) -> None:
        """Show the rows of the channel again."""
        if not self.shows.connected:
            self._show_instead(None)

    def _show_instead(self, rows: Any) -> None:
        before, self._wired = self._wired, rows
        if rows is not None or before is not None:
            self.showing(rows)
        if rows is None and before is not None:
            self.show()

    @shown.connected
    def show_wired_again(self) -> None:
        """Send what is wired to a view that connects."""
        if self._wired is not None:
            self.showing(self._wired)

    @shown.outgoing
    def showing(self, rows: AnyTable | None) -> None:
        """What is shown instead of the rows of the channel; None: those."""

    @feed.connected
    def show(self) -> None:
        """Send the latest rows to a view that connects."""
        self._send_settings()
        self.rows(self._recent.messages)

    @feed.incoming
    def add(self, row: T) -> None:
        """Add rows for everyone."""
        self._recent.add(row)

    @feed.outgoing
    def rows(self, rows: list[T]) -> None:
        """All stored rows, the oldest first."""

    @feed.outgoing
    def added(self, row: T) -> None:
        """New rows."""

    @feed.outgoing
    def refused(self, reason: str) -> None:
        """The rows were refused."""


def count(message: Any) -> int:
    """How many rows a message has."""
    if isinstance(message, pa.Table):
        return int(message.num_rows)
    return max(1, len(message)) if isinstance(message, list | tuple) else 1


def weigh(value: Any, level: int = 0) -> int:
    """The approximate size of a value in bytes; too deep nesting exceeds every limit."""
    if level > _DEEPEST:
        return HEAVIEST + 1
    if isinstance(value, str | bytes):
        return 16 + len(value)
    if isinstance(value, dict):
        return 16 + sum(weigh(key, level + 1) + weigh(item, level + 1) for key, item in value.items())
    if isinstance(value, list | tuple):
        return 16 + sum(weigh(item, level + 1) for item in value)
    if isinstance(value, pa.Table):
        return int(value.nbytes)
    if value is None or isinstance(value, bool | int | float | datetime | UUID):
        return 16
    return 64


def wrong_rows(message: Any) -> str:
    """What is wrong with a message; empty if nothing is."""
    if count(message) > MOST:
        return f"at most {MOST:,} rows can come at once, not {count(message):,}; send them in parts"
    if weigh(message) > HEAVIEST:
        return f"a message of a feed has at most {HEAVIEST // 1024} KiB and {_DEEPEST} levels; send less"
    return ""
