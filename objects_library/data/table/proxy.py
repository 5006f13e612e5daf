# SPDX-License-Identifier: BSD-3-Clause
"""A table: the latest rows of a feed, replicated."""

from functools import partial
from typing import Annotated

from app.runtime.library import ChannelReference, Context, Label, live_object
from objects_library.feeds.sensor.proxy import RowsState
from objects_library.replication.recent_rows import RowsObject, T

LONGEST_WORDS = 200


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a31", name="Table", group="Data and feeds", limits="keeps 10,000 rows")
class DataTable(RowsObject[T]):
    """The latest rows that a channel brings, in columns; whoever looks sorts, searches and saves them."""

    feed = RowsObject.feed.stronger()

    def __init__(
        self,
        Channel: ChannelReference[T, RowsState[T]],
        context: Context,
        title: Annotated[str, Label("What is shown")] = "",
    ) -> None:
        self._replicate(context, Channel, partial(self.settings, title[:LONGEST_WORDS]))

    @feed.outgoing
    def settings(self, title: str) -> None:
        """The initial presentation."""
