# SPDX-License-Identifier: BSD-3-Clause
"""A tile with one number of a feed, on a dial."""

from typing import Annotated

from app.runtime.library import ChannelReference, Choice, Context, Label, live_object
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_tile import LONGEST_WORDS, T
from objects_library.replication.wired_tile import NumberTile
from objects_library.values.aggregation import WAYS
from objects_library.values.scale import Scale, ScaleError


@live_object("ac2ddea70588bf21e2d19b58386f23cf", name="Feed gauge", group="Data and feeds", limits="up to 200,000 rows")
class FeedGauge(NumberTile[T]):
    """One number made of a feed, on a dial, with a mark from which on it is too high."""

    tile = NumberTile.tile.stronger()

    def __init__(
        self,
        Channel: ChannelReference[TableChange[T], TableState[T]],
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
        column, way = column[:LONGEST_WORDS], way[:LONGEST_WORDS]

        def tell(column: str, way: str) -> None:
            self.settings(scale.title, column, way, scale.low, scale.high, warning, scale.unit)

        self._make_number(column, way, tell)
        self._follow(context, Channel, self._tell_way)

    @tile.outgoing
    def settings(self, title: str, column: str, way: str, low: float, high: float, warning: float, unit: str) -> None:
        """The initial presentation."""
