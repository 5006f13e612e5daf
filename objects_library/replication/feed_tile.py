"""The common base of dashboard tiles: a replica of the feed, and a place in a chain of filters."""

from typing import Generic, TypeVar

from app.runtime.library import ChannelReference, Context, Endpoint
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_replica import FeedCondition, FeedReplica
from objects_library.replication.filter_chain import FilterChain
from objects_library.values.filters import FilterSetting

T = TypeVar("T")
Filters = list[FilterSetting]
LONGEST_WORDS = 200


class FeedTile(Generic[T]):
    """A tile of a dashboard; a subclass adds the event `settings` to the endpoint `tile`."""

    tile = Endpoint()
    filters = Endpoint()
    onward = Endpoint()
    use = onward.sends(Filters)

    def _follow(self, context: Context, channel: ChannelReference[TableChange[T], TableState[T]]) -> None:
        self._feed = FeedReplica(context, channel, self.shown, self.told)
        self._chain = FilterChain(self.wired, self.use)

    def _send_settings(self) -> None:
        raise NotImplementedError

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

    @filters.incoming("use")
    def take_filters(self, filters: Filters) -> None:
        """Apply the filters that arrive by wire."""
        self._chain.receive(filters)

    @onward.connected
    def hand_on(self) -> None:
        """Send the filters in force to the next tile of the chain."""
        self._chain.hand_on()

    @tile.outgoing
    def shown(self, rows: T) -> None:
        """All rows of the feed."""

    @tile.outgoing
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""

    @tile.outgoing
    def wired(self, filters: Filters) -> None:
        """The filters that arrived by wire."""
