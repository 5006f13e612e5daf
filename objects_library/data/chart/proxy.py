# SPDX-License-Identifier: BSD-3-Clause
"""A chart: the latest rows of a feed, replicated."""

from collections import deque
from datetime import datetime
from functools import partial
from math import isfinite
from typing import Annotated

import pyarrow as pa

from app.runtime.library import Cause, ChannelReference, Choice, Context, Endpoint, Label, live_object
from objects_library.feeds.sensor.proxy import RowsState
from objects_library.replication.recent_rows import RowsObject, T
from objects_library.values.wire_values import time_of

LONGEST_WORDS = 200
MOST_NUMBERS = 1_000
_FRAME = 0.05
"""Seconds between two tables of numbers for the view."""
KINDS = ("line", "area", "bar", "scatter", "histogram", "heat map")


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a32", name="Chart", group="Data and feeds", limits="keeps 10,000 rows")
class Chart(RowsObject[T]):
    """Draws what a channel brings: lines, areas, bars, points, a histogram or a heat map."""

    feed = RowsObject.feed.stronger()
    records = Endpoint(words="{name} draws {what}")

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
        self._numbers: deque[tuple[datetime, float]] = deque(maxlen=MOST_NUMBERS)
        self._drawing = False
        texts = [text[:LONGEST_WORDS] for text in (title, kind, x, y, group)]
        self._replicate(context, Channel, partial(self.settings, *texts))

    @records.incoming("value")
    def record(self, value: float | None, cause: Cause) -> None:
        """Draw a number behind those before; each viewer sees what came since they looked."""
        if value is None or not isfinite(value):
            return
        self._numbers.append((time_of(cause), value))
        if not self._drawing:
            self._drawing = True
            self._context.later(_FRAME, self._draw)

    @records.incoming("happened")
    def record_event(self, value: float, cause: Cause) -> None:
        """Draw the number of an event."""
        self.record(value, cause)

    @records.disconnected
    def forget_numbers(self) -> None:
        """Draw the rows of the channel again."""
        if not self.records.connected:
            self._numbers.clear()
            self._show_instead(None)

    def _draw(self) -> None:
        self._drawing = False
        if self._numbers:
            times, numbers = zip(*self._numbers, strict=True)
            self._show_instead(pa.table({"time": list(times), "value": list(numbers)}))

    @feed.outgoing
    def settings(self, title: str, kind: str, x: str, y: str, group: str) -> None:
        """The initial presentation."""
