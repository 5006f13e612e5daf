"""A tile with the rows of a feed, sorted, searched and saved by whoever looks."""

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from app.runtime.library import (
    CheckpointedChannel,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    live_object,
    type_name,
)
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_replica import FeedCondition, FeedCopy
from objects_library.replication.filter_chain import FilterChain
from objects_library.values.filters import FilterSetting

T = TypeVar("T")
Filters = list[FilterSetting]
LONGEST_WORDS = 200
LONGEST_COLUMNS = 2_000


@type_name("TableChange")
@dataclass(frozen=True)
class NamedChange(TableChange[T], Generic[T]):
    """What goes through the channel of a feed: one part of a batch of rows, or news of the feed."""


@type_name("TableState")
@dataclass(frozen=True)
class NamedState(TableState[T], Generic[T]):
    """The present table of a feed, for whoever comes later."""


@live_object("4c41694dc2f48d87fd136ad69ae574e5", name="Feed table", group="Data and feeds")
class FeedTable(Generic[T]):
    """The present table of a feed; whoever looks sorts, filters and saves it."""

    tile = Endpoint()
    filters = Endpoint()
    onward = Endpoint()
    use = onward.sends(Filters)

    def __init__(
        self,
        Channel: ObjectReference[CheckpointedChannel[TableChange[T], TableState[T]]],
        context: Context,
        title: Annotated[str, Label("What is shown")] = "",
        columns: Annotated[str, Label("Columns that are shown, with commas; empty: all")] = "",
    ) -> None:
        self._settings = title[:LONGEST_WORDS], columns[:LONGEST_COLUMNS]
        self._feed = FeedCopy(context, Channel, self.shown, self.told)
        self._chain = FilterChain(self.wired, self.use)

    @tile.connected
    def show(self) -> None:
        """Whoever connects sees the table as it is now."""
        self.settings(*self._settings)
        self._chain.show()
        self._feed.watch(True)

    @tile.disconnected
    def rest(self) -> None:
        """Nobody looks."""
        self._feed.watch(False)

    @filters.incoming("use")
    def take_filters(self, filters: Filters) -> None:
        """Filters that come by wire."""
        self._chain.hear(filters)

    @onward.connected
    def hand_on(self) -> None:
        """Whoever is next hears of the same filters."""
        self._chain.hand_on()

    @tile.outgoing
    def settings(self, title: str, columns: str) -> None:
        """How it is shown at first."""

    @tile.outgoing
    def shown(self, rows: T) -> None:
        """All rows of the feed."""

    @tile.outgoing
    def told(self, condition: FeedCondition) -> None:
        """How the feed is."""

    @tile.outgoing
    def wired(self, filters: Filters) -> None:
        """The filters that came by wire."""
