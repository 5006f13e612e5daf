"""A table: the latest rows of a feed, replicated."""

from typing import Annotated, Generic, TypeVar

from app.runtime.library import ChannelReference, Context, Endpoint, Label, live_object
from objects_library.feeds.sensor.proxy import RowsState
from objects_library.replication.recent_rows import RecentRows

T = TypeVar("T")
LONGEST_WORDS = 200


@live_object(
    "6f2a1c7d90b84e53a1d6c0e2b7f49a31", name="Table", group="Data and feeds", limits="keeps 10,000 rows"
)
class DataTable(Generic[T]):
    """The latest rows that a channel brings, in columns; whoever looks sorts, searches and saves them."""

    feed = Endpoint(name="rows")

    def __init__(
        self,
        Channel: ChannelReference[T, RowsState[T]],
        context: Context,
        title: Annotated[str, Label("What is shown")] = "",
    ) -> None:
        self._title = title[:LONGEST_WORDS]
        self._recent = RecentRows(context, Channel, self.added, self.show, self.refused)

    @feed.connected
    def show(self) -> None:
        """Send the latest rows to a view that connects."""
        self.settings(self._title)
        self.rows(self._recent.messages)

    @feed.incoming
    def add(self, row: T) -> None:
        """Add rows for everyone."""
        self._recent.add(row)

    @feed.outgoing
    def settings(self, title: str) -> None:
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
