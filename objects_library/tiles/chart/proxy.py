"""A tile that draws a feed."""

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
from objects_library.data.chart.proxy import KINDS
from objects_library.replication.feed_replica import FeedCondition, FeedCopy
from objects_library.replication.filter_chain import FilterChain
from objects_library.values.aggregation import WAYS
from objects_library.values.filters import FilterSetting

T = TypeVar("T")
Filters = list[FilterSetting]
LONGEST_WORDS = 200


@live_object("47c770fc29131a6c33373c32bca4147e", name="Feed chart", group="Data and feeds")
class FeedChart(Generic[T]):
    """Draws the present table of a feed: lines, areas, bars, points, a histogram or a heat map."""

    tile = Endpoint()
    filters = Endpoint()
    onward = Endpoint()
    use = onward.sends(Filters)

    def __init__(
        self,
        Channel: ObjectReference[CheckpointedChannel[TableChange[T], TableState[T]]],
        context: Context,
        title: Annotated[str, Label("What is shown")] = "",
        kind: Annotated[str, Choice(*KINDS), Label("How it is drawn")] = "line",
        x: Annotated[str, Label("Column that goes to the right; empty: chosen by itself")] = "",
        y: Annotated[str, Label("Columns that go up, with commas; empty: chosen by themselves")] = "",
        group: Annotated[str, Label("Column with a line for each of its values")] = "",
        way: Annotated[str, Choice(*WAYS), Label("How rows at the same place become one")] = "sum",
    ) -> None:
        self._settings = [text[:LONGEST_WORDS] for text in (title, kind, x, y, group, way)]
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
    def settings(self, title: str, kind: str, x: str, y: str, group: str, way: str) -> None:
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
