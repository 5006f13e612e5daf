# SPDX-License-Identifier: BSD-3-Clause
"""A tile that draws a feed."""

from functools import partial
from typing import Annotated

from app.runtime.library import ChannelReference, Choice, Context, Label, live_object
from app.spark.live_table import TableChange, TableState
from objects_library.data.chart.proxy import KINDS
from objects_library.replication.feed_tile import LONGEST_WORDS, T
from objects_library.replication.wired_tile import RowsTile
from objects_library.values.aggregation import WAYS


@live_object("47c770fc29131a6c33373c32bca4147e", name="Feed chart", group="Data and feeds", limits="up to 200,000 rows")
class FeedChart(RowsTile[T]):
    """Draws the present table of a feed: lines, areas, bars, points, a histogram or a heat map."""

    tile = RowsTile.tile.stronger()

    def __init__(
        self,
        Channel: ChannelReference[TableChange[T], TableState[T]],
        context: Context,
        title: Annotated[str, Label("What is shown")] = "",
        kind: Annotated[str, Choice(*KINDS), Label("How it is drawn")] = "line",
        x: Annotated[str, Label("Column that goes to the right; empty: chosen by itself")] = "",
        y: Annotated[str, Label("Columns that go up, with commas; empty: chosen by themselves")] = "",
        group: Annotated[str, Label("Column with a line for each of its values")] = "",
        way: Annotated[str, Choice(*WAYS), Label("How rows at the same place become one")] = "sum",
    ) -> None:
        texts = [text[:LONGEST_WORDS] for text in (title, kind, x, y, group, way)]
        self._follow(context, Channel, partial(self.settings, *texts))

    @tile.outgoing
    def settings(self, title: str, kind: str, x: str, y: str, group: str, way: str) -> None:
        """The initial presentation."""
