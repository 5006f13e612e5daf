# SPDX-License-Identifier: BSD-3-Clause
"""The common base of dashboard tiles: a replica of the feed, and a place in a chain of filters."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from app.runtime.library import Cause, ChannelReference, Context, Endpoint
from app.spark.live_table import AnyTable, FeedStatistics, TableChange, TableState
from objects_library.replication.feed_replica import FeedCondition, FeedReplica
from objects_library.replication.filter_chain import FilterChain, FilterLink, Filters

T = TypeVar("T")
LONGEST_WORDS = 200


class FeedTile(FilterLink, Generic[T]):
    """A tile of a dashboard; a subclass adds the event `settings` to the endpoint `tile`."""

    tile = Endpoint()
    rows = Endpoint(words="the rows of {name}")

    def _follow(
        self,
        context: Context,
        channel: ChannelReference[TableChange[T], TableState[T]],
        send_settings: Callable[[], object],
    ) -> None:
        self._send_settings = send_settings
        self._wired: Any = None
        self._feed = FeedReplica(context, channel, self._show_feed, self._tell_feed)
        self._chain = FilterChain(self.wired, self.use)

    @tile.connected
    def show(self) -> None:
        """Send the settings, the filters and the present table to a view that connects."""
        self._send_settings()
        self._chain.show()
        self._feed.watch(True)
        self._show_wired()

    @tile.disconnected
    def rest(self) -> None:
        """Stop following the feed while no view is connected."""
        self._feed.watch(False)

    @rows.connected
    def offer_rows_again(self) -> None:
        """Send the present table to a new wire, and later ones."""
        self._feed.offer_to(self._offer)

    @rows.disconnected
    def stop_offering(self) -> None:
        """Stop following the feed for wires."""
        if not self.rows.connected:
            self._feed.offer_to(None)

    @rows.outgoing("value")
    def offer_rows(self, value: AnyTable | None, cause: Cause) -> None:
        """All rows, for wires."""

    def _offer(self, rows: Any, cause: Cause) -> None:
        self.offer_rows(self._wired if self._wired is not None else rows, cause)

    def _show_feed(self, rows: T) -> None:
        if self._wired is None:
            self.shown(rows)

    def _tell_feed(self, condition: FeedCondition) -> None:
        if self._wired is None:
            self.told(condition)

    def _show_instead(self, rows: Any) -> None:
        """Show a table that came by wire; None: that of the feed again."""
        before, self._wired = self._wired, rows
        self._show_wired()
        if rows is None and before is not None and self.tile.connected:
            self._feed.watch(True)

    def _show_wired(self) -> None:
        rows = self._wired
        if rows is not None:
            now = datetime.now(UTC)
            self.told(FeedCondition("live", "", "", "", [], rows.num_rows, 0, now, FeedStatistics()))
            self.shown(rows)

    @tile.outgoing
    def shown(self, rows: T) -> None:
        """All rows of the feed."""

    @tile.outgoing
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""

    @tile.outgoing
    def wired(self, filters: Filters) -> None:
        """The filters that arrived by wire."""
