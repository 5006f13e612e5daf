"""A tile with one number of a feed, on a dial."""

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
from objects_library.values.scale import Scale, ScaleError

T = TypeVar("T")
Filters = list[FilterSetting]
LONGEST_WORDS = 200


@live_object("ac2ddea70588bf21e2d19b58386f23cf", name="Feed gauge", group="Data and feeds")
class FeedGauge(Generic[T]):
    """One number made of a feed, on a dial, with a mark from which on it is too high."""

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
        way: Annotated[str, Choice(*WAYS), Label("How rows become one number")] = "mean",
        low: Annotated[float, Label("Lowest number")] = 0.0,
        high: Annotated[float, Label("Highest number")] = 100.0,
        warning: Annotated[float, Label("From here on it is too high")] = 100.0,
        unit: Annotated[str, Label("What it counts, such as %")] = "",
    ) -> None:
        scale = Scale(low, high, 0.0, title, unit)
        if scale.wrong(warning):
            raise ScaleError(f"the warning: {scale.wrong(warning)}")
        self._scale, self._warning = scale, warning
        self._column, self._way = column[:LONGEST_WORDS], way[:LONGEST_WORDS]
        self._feed = FeedCopy(context, Channel, self.shown, self.told)
        self._chain = FilterChain(self.wired, self.use)

    @tile.connected
    def show(self) -> None:
        """Whoever connects sees the table as it is now."""
        scale = self._scale
        self.settings(scale.title, self._column, self._way, scale.low, scale.high, self._warning, scale.unit)
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
        self, title: str, column: str, way: str, low: float, high: float, warning: float, unit: str
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
