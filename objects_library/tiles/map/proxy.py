"""A tile with a map: a bubble for each place in a feed."""

from typing import Annotated, Generic, TypeVar

from app.runtime.library import (
    CheckpointedChannel,
    Choice,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    live_object,
)
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_replica import FeedCondition, FeedCopy
from objects_library.replication.filter_chain import FilterChain
from objects_library.values.aggregation import WAYS
from objects_library.values.filters import FilterSetting

T = TypeVar("T")
Filters = list[FilterSetting]
LONGEST_WORDS = 200


@live_object("3ef282b5616186a01886fb60c3760e99", name="Feed map", group="Data and feeds")
class FeedMap(Generic[T]):
    """A bubble on a map for each place in a feed, as large as a number of it."""

    tile = Endpoint()
    filters = Endpoint()
    onward = Endpoint()
    use = onward.sends(Filters)

    def __init__(
        self,
        Channel: ObjectReference[CheckpointedChannel[TableChange[T], TableState[T]]],
        context: Context,
        *,
        title: Annotated[str, Label("What is shown")] = "",
        lat: Annotated[str, Label("Column with latitudes; empty: found by its name")] = "",
        lon: Annotated[str, Label("Column with longitudes; empty: found by its name")] = "",
        name: Annotated[str, Label("Column with the names of places; empty: the first with texts")] = "",
        value: Annotated[str, Label("Column that makes bubbles large; empty: the first with numbers")] = "",
        way: Annotated[str, Choice(*WAYS), Label("How rows of a place become one number")] = "sum",
    ) -> None:
        self._texts = [text[:LONGEST_WORDS] for text in (title, lat, lon, name, value, way)]
        self._feed = FeedCopy(context, Channel, self.shown, self.told)
        self._chain = FilterChain(self.wired, self.use)

    @tile.connected
    def show(self) -> None:
        """Whoever connects sees the table as it is now."""
        self.settings(*self._texts)
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
    def settings(self, title: str, lat: str, lon: str, name: str, value: str, way: str) -> None:
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
