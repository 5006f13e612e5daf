# SPDX-License-Identifier: BSD-3-Clause
"""The common base of dashboard tiles: a replica of the feed, and a place in a chain of filters."""

from collections.abc import Callable
from typing import Generic, TypeVar

from app.runtime.library import ChannelReference, Context, Endpoint
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_replica import FeedCondition, FeedReplica
from objects_library.replication.filter_chain import FilterChain, FilterLink, Filters

T = TypeVar("T")
LONGEST_WORDS = 200


class FeedTile(FilterLink, Generic[T]):
    """A tile of a dashboard; a subclass adds the event `settings` to the endpoint `tile`."""

    tile = Endpoint()

    def _follow(
        self,
        context: Context,
        channel: ChannelReference[TableChange[T], TableState[T]],
        send_settings: Callable[[], object],
    ) -> None:
        self._send_settings = send_settings
        self._feed = FeedReplica(context, channel, self.shown, self.told)
        self._chain = FilterChain(self.wired, self.use)

    @tile.connected
    def show(self) -> None:
        """Send the settings, the filters and the present table to a view that connects."""
        self._send_settings()
        self._chain.show()
        self._feed.watch(True)

    @tile.disconnected
    def rest(self) -> None:
        """Stop following the feed while no view is connected."""
        self._feed.watch(False)

    @tile.outgoing
    def shown(self, rows: T) -> None:
        """All rows of the feed."""

    @tile.outgoing
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""

    @tile.outgoing
    def wired(self, filters: Filters) -> None:
        """The filters that arrived by wire."""
