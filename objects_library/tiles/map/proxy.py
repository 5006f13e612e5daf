# SPDX-License-Identifier: BSD-3-Clause
"""A tile with a map: a bubble for each place in a feed."""

from functools import partial
from typing import Annotated

from app.runtime.library import ChannelReference, Choice, Context, Label, live_object
from app.spark.live_table import TableChange, TableState
from objects_library.replication.feed_tile import LONGEST_WORDS, T
from objects_library.replication.wired_tile import RowsTile
from objects_library.values.aggregation import WAYS


@live_object("3ef282b5616186a01886fb60c3760e99", name="Feed map", group="Data and feeds", limits="up to 2,000 places")
class FeedMap(RowsTile[T]):
    """A bubble on a map for each place in a feed, as large as a number of it."""

    tile = RowsTile.tile.stronger()

    def __init__(
        self,
        Channel: ChannelReference[TableChange[T], TableState[T]],
        context: Context,
        *,
        title: Annotated[str, Label("What is shown")] = "",
        lat: Annotated[str, Label("Column with latitudes; empty: found by its name")] = "",
        lon: Annotated[str, Label("Column with longitudes; empty: found by its name")] = "",
        name: Annotated[str, Label("Column with the names of places; empty: the first with texts")] = "",
        value: Annotated[str, Label("Column that makes bubbles large; empty: the first with numbers")] = "",
        way: Annotated[str, Choice(*WAYS), Label("How rows of a place become one number")] = "sum",
    ) -> None:
        texts = [text[:LONGEST_WORDS] for text in (title, lat, lon, name, value, way)]
        self._follow(context, Channel, partial(self.settings, *texts))

    @tile.outgoing
    def settings(self, title: str, lat: str, lon: str, name: str, value: str, way: str) -> None:
        """The initial presentation."""
