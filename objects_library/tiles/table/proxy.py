# SPDX-License-Identifier: BSD-3-Clause
"""A tile with the rows of a feed, sorted, searched and saved by whoever looks."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Generic

from app.runtime.library import ChannelReference, Context, Label, live_object, type_name
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_tile import LONGEST_WORDS, T
from objects_library.replication.wired_tile import RowsTile

LONGEST_COLUMNS = 2_000


@type_name("TableChange")
@dataclass(frozen=True)
class NamedChange(TableChange[T], Generic[T]):
    """What goes through the channel of a feed: one part of a batch of rows, or news of the feed."""


@type_name("TableState")
@dataclass(frozen=True)
class NamedState(TableState[T], Generic[T]):
    """The present table of a feed, for whoever comes later."""


@live_object("4c41694dc2f48d87fd136ad69ae574e5", name="Feed table", group="Data and feeds", limits="up to 200,000 rows")
class FeedTable(RowsTile[T]):
    """The present table of a feed; whoever looks sorts, filters and saves it."""

    tile = RowsTile.tile.stronger()

    def __init__(
        self,
        Channel: ChannelReference[TableChange[T], TableState[T]],
        context: Context,
        title: Annotated[str, Label("What is shown")] = "",
        columns: Annotated[str, Label("Columns that are shown, with commas; empty: all")] = "",
    ) -> None:
        texts = title[:LONGEST_WORDS], columns[:LONGEST_COLUMNS]
        self._follow(context, Channel, partial(self.settings, *texts))

    @tile.outgoing
    def settings(self, title: str, columns: str) -> None:
        """The initial presentation."""
