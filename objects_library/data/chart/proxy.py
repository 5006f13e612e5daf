# SPDX-License-Identifier: BSD-3-Clause
"""A chart: the latest rows of a feed, replicated."""

from functools import partial
from typing import Annotated

from app.runtime.library import ChannelReference, Choice, Context, Label, live_object
from objects_library.feeds.sensor.proxy import RowsState
from objects_library.replication.recent_rows import RowsObject, T

LONGEST_WORDS = 200
KINDS = ("line", "area", "bar", "scatter", "histogram", "heat map")


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a32", name="Chart", group="Data and feeds", limits="keeps 10,000 rows")
class Chart(RowsObject[T]):
    """Draws what a channel brings: lines, areas, bars, points, a histogram or a heat map."""

    feed = RowsObject.feed.stronger()

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
        texts = [text[:LONGEST_WORDS] for text in (title, kind, x, y, group)]
        self._replicate(context, Channel, partial(self.settings, *texts))

    @feed.outgoing
    def settings(self, title: str, kind: str, x: str, y: str, group: str) -> None:
        """The initial presentation."""
