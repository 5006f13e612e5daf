# SPDX-License-Identifier: BSD-3-Clause
"""Tiles that show what a wire offers instead of their feed: rows, or one number."""

from collections.abc import Callable
from math import isfinite
from typing import Any

import pyarrow as pa

from app.runtime.library import Cause, Endpoint
from app.spark.live_table import AnyTable
from objects_library.replication.feed_tile import FeedTile, T
from objects_library.values.indicators import figure_of
from objects_library.values.wire_values import last_rows

_MOST_ROWS = 200_000


class RowsTile(FeedTile[T]):
    """A tile that shows rows."""

    shows = Endpoint(words="{name} shows {what}")

    @shows.incoming("value")
    def show_wired(self, value: AnyTable | None, cause: Cause) -> None:
        """Show the rows that a wire offers, instead of those of the feed."""
        if value is self._wired:  # it goes no further, so that wires can form a circle
            return
        self._show_instead(last_rows(value, _MOST_ROWS))
        if self.rows.connected:
            self._offer(self._feed.table.table, cause)

    @shows.disconnected
    def forget_wired(self) -> None:
        """Show the rows of the feed again."""
        if not self.shows.connected:
            self._show_instead(None)


class NumberTile(FeedTile[T]):
    """A tile that shows one number made of rows; a subclass says how it is made."""

    number = Endpoint(words="the number of {name}")
    shows = Endpoint(words="{name} shows {what}")

    def _make_number(self, column: str, way: str, send: Callable[[str, str], object]) -> None:
        """Say how rows become the number; `send` tells the view of it."""
        self._column, self._way, self._send_way = column, way, send

    @property
    def _wired_number(self) -> float | None:
        return None if self._wired is None else self._wired.column("value")[0].as_py()

    def _tell_way(self) -> None:
        """What comes by wire is one row with the number itself."""
        if self._wired is None:
            self._send_way(self._column, self._way)
        else:
            self._send_way("value", "last")

    @number.connected
    def offer_number_again(self) -> None:
        """Send the number to a new wire, and later ones."""
        self._feed.offer_to(self._offer)

    @number.disconnected
    def stop_number(self) -> None:
        """Stop following the feed for wires."""
        if not self.number.connected and not self.rows.connected:
            self._feed.offer_to(None)

    def stop_offering(self) -> None:
        """Stop following the feed for wires."""
        self.stop_number()

    @number.outgoing("value")
    def offer_number(self, value: float | None, cause: Cause) -> None:
        """The number, for wires."""

    def _offer(self, rows: Any, cause: Cause) -> None:
        super()._offer(rows, cause)
        if self._wired is not None:
            self.offer_number(self._wired_number, cause)
        else:
            self.offer_number(None if rows is None else figure_of(rows, self._column, self._way), cause)

    @shows.incoming("value")
    def show_wired(self, value: float | None, cause: Cause) -> None:
        """Show the number that a wire offers, instead of that of the feed."""
        number = value if value is not None and isfinite(value) else None
        before = self._wired_number
        if number == before:  # it goes no further, so that wires can form a circle
            return
        self._show_instead(None if number is None else pa.table({"value": [float(number)]}))
        if (before is None) != (number is None):
            self._tell_way()
        if self.number.connected or self.rows.connected:
            self._offer(self._feed.table.table, cause)

    @shows.incoming("happened")
    def show_event(self, value: float, cause: Cause) -> None:
        """Show the number of the last event."""
        self.show_wired(value, cause)

    @shows.disconnected
    def forget_wired(self) -> None:
        """Show the number of the feed again."""
        if not self.shows.connected and self._wired is not None:
            self._show_instead(None)
            self._tell_way()
