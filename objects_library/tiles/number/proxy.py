# SPDX-License-Identifier: BSD-3-Clause
"""A tile with one number of a feed, large."""

from typing import Annotated

from app.runtime.library import ChannelReference, Choice, Context, Label, live_object
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_tile import LONGEST_WORDS, T
from objects_library.replication.wired_tile import NumberTile
from objects_library.values.aggregation import WAYS


@live_object(
    "f1d7cac11561879f5d8b910a3c752fba", name="Feed number", group="Data and feeds", limits="up to 200,000 rows"
)
class FeedNumber(NumberTile[T]):
    """One number made of a feed, large, with its course; it says when it is too high or too low."""

    tile = NumberTile.tile.stronger()

    def __init__(
        self,
        Channel: ChannelReference[TableChange[T], TableState[T]],
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
        title, column, way, over, unit = (text[:LONGEST_WORDS] for text in (title, column, way, over, unit))
        self._make_number(
            column, way, lambda column, way: self.settings(title, column, way, over, unit, warning, alarm)
        )
        self._follow(context, Channel, self._tell_way)

    @tile.outgoing
    def settings(self, title: str, column: str, way: str, over: str, unit: str, warning: float, alarm: float) -> None:
        """The initial presentation."""
