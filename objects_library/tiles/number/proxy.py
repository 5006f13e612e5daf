"""A tile with one number of a feed, large."""

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


@live_object("f1d7cac11561879f5d8b910a3c752fba", name="Feed number", group="Data and feeds")
class FeedNumber(Generic[T]):
    """One number made of a feed, large, with its course; it says when it is too high or too low."""

    tile = Endpoint()
    filters = Endpoint()
    onward = Endpoint()
    use = onward.sends(Filters)

    def __init__(
        self,
        Channel: ObjectReference[CheckpointedChannel[TableChange[T], TableState[T]]],
        context: Context,
        *,
        title: Annotated[str, Label("What the number is")] = "",
        column: Annotated[str, Label("Column; empty: the first with numbers")] = "",
        way: Annotated[str, Choice(*WAYS), Label("How rows become one number")] = "sum",
        over: Annotated[str, Label("Column of times for its course; empty: chosen by itself")] = "",
        unit: Annotated[str, Label("What it counts, such as €")] = "",
        warning: Annotated[float, Label("From here on it is noticed")] = 0.0,
        alarm: Annotated[float, Label("From here on it is bad; below the warning: low is bad")] = 0.0,
    ) -> None:
        self._texts = [text[:LONGEST_WORDS] for text in (title, column, way, over, unit)]
        self._limits = warning, alarm
        self._feed = FeedCopy(context, Channel, self.shown, self.told)
        self._chain = FilterChain(self.wired, self.use)

    @tile.connected
    def show(self) -> None:
        """Whoever connects sees the table as it is now."""
        title, column, way, over, unit = self._texts
        self.settings(title, column, way, over, unit, *self._limits)
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
    def settings(
        self, title: str, column: str, way: str, over: str, unit: str, warning: float, alarm: float
    ) -> None:
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
