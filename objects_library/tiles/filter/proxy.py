# SPDX-License-Identifier: BSD-3-Clause
"""A filter: each viewer chooses which rows of a page they see; nobody else is affected."""

from typing import Annotated, Generic
from uuid import UUID, uuid4

from app.runtime.library import ChannelReference, Choice, Context, Endpoint, Label, live_object
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_replica import FeedCondition, FeedReplica
from objects_library.replication.feed_tile import LONGEST_WORDS, T
from objects_library.replication.filter_chain import FilterChain, FilterLink, Filters, makes_sense
from objects_library.replication.filter_registry import BOARD
from objects_library.values.filters import KINDS, FilterSetting

BY_COLUMN = "by its column"
REACHES = ("page", "wires")


@live_object(
    "8bee01e89c13cc1917802be449eb43a4", name="Feed filter", group="Data and feeds", limits="up to 200 values to choose"
)
class FeedFilter(FilterLink, Generic[T]):
    """Lets whoever looks choose which rows the tiles of a page show; everyone chooses for themselves."""

    port = Endpoint(name="filter")

    def __init__(
        self,
        Channel: ChannelReference[TableChange[T], TableState[T]],
        context: Context,
        title: Annotated[str, Label("What is chosen")] = "",
        column: Annotated[str, Label("Column")] = "",
        kind: Annotated[str, Choice(BY_COLUMN, *KINDS), Label("How it is chosen")] = BY_COLUMN,
        reach: Annotated[str, Choice(*REACHES), Label("Which tiles it acts on")] = "page",
    ) -> None:
        self._source = uuid4()
        self._texts = title[:LONGEST_WORDS], column[:LONGEST_WORDS], kind if kind in KINDS else ""
        self._on_page = reach != "wires"
        self._setting = FilterSetting(self._source, column[:LONGEST_WORDS], kind, [])
        self._feed = FeedReplica(context, Channel, self.shown, self.told)
        self._chain = FilterChain(self.wired, self.use)
        context.at_end(lambda: BOARD.take_off(self._source))

    @port.connected
    def show(self) -> None:
        """Send the choices and the selection to a view that connects."""
        self.settings(self._source, *self._texts, self._on_page)
        self.chosen(self._setting)
        self._feed.watch(True)

    @port.disconnected
    def rest(self) -> None:
        """No view is connected; the filter stays in force."""
        self._feed.watch(False)

    @port.incoming
    def choose(self, setting: FilterSetting) -> None:
        """Change the filter."""
        if setting.source != self._source or not makes_sense(setting):
            return
        self._setting = setting
        if self._on_page:
            BOARD.put(setting)
        self._chain.add(setting)
        self.chosen(setting)

    @port.outgoing
    def settings(self, source: UUID, title: str, column: str, kind: str, on_page: bool) -> None:
        """Which filter this is, and whether it acts on the page that it is seen on."""

    @port.outgoing
    def chosen(self, setting: FilterSetting) -> None:
        """The present setting."""

    @port.outgoing
    def shown(self, rows: T) -> None:
        """All rows of the feed, to choose from."""

    @port.outgoing
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""

    @port.outgoing
    def wired(self, filters: Filters) -> None:
        """The preceding filters of the chain."""
