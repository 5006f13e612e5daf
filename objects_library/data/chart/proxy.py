"""A chart: the latest rows of a feed, replicated."""

from typing import Annotated, Generic, TypeVar

from app.runtime.library import ChannelReference, Choice, Context, Endpoint, Label, live_object
from objects_library.feeds.sensor.proxy import RowsState
from objects_library.replication.recent_rows import RecentRows

T = TypeVar("T")
LONGEST_WORDS = 200
KINDS = ("line", "area", "bar", "scatter", "histogram", "heat map")


@live_object(
    "6f2a1c7d90b84e53a1d6c0e2b7f49a32", name="Chart", group="Data and feeds", limits="keeps 10,000 rows"
)
class Chart(Generic[T]):
    """Draws what a channel brings: lines, areas, bars, points, a histogram or a heat map."""

    feed = Endpoint(name="rows")

    def __init__(
        self,
        Channel: ChannelReference[T, RowsState[T]],
        context: Context,
        title: Annotated[str, Label("What is shown")] = "",
        kind: Annotated[str, Choice(*KINDS), Label("How it is drawn")] = "line",
        x: Annotated[str, Label("Column that goes to the right; empty: chosen by itself")] = "",
        y: Annotated[str, Label("Columns that go up, with commas; empty: chosen by themselves")] = "",
        group: Annotated[str, Label("Column with a line for each of its values")] = "",
    ) -> None:
        self._settings = [text[:LONGEST_WORDS] for text in (title, kind, x, y, group)]
        self._recent = RecentRows(context, Channel, self.added, self.show, self.refused)

    @feed.connected
    def show(self) -> None:
        """Send the latest rows to a view that connects."""
        self.settings(*self._settings)
        self.rows(self._recent.messages)

    @feed.incoming
    def add(self, row: T) -> None:
        """Add rows for everyone."""
        self._recent.add(row)

    @feed.outgoing
    def settings(self, title: str, kind: str, x: str, y: str, group: str) -> None:
        """The initial presentation."""

    @feed.outgoing
    def rows(self, rows: list[T]) -> None:
        """All stored rows, the oldest first."""

    @feed.outgoing
    def added(self, row: T) -> None:
        """New rows."""

    @feed.outgoing
    def refused(self, reason: str) -> None:
        """The rows were refused."""
