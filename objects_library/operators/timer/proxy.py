# SPDX-License-Identifier: BSD-3-Clause
"""An event every few seconds."""

from datetime import UTC, datetime
from math import floor
from typing import Annotated

from app.runtime.library import Context, Label, Range, live_object
from objects_library.values.ticks import Ticks

_LONGEST = 366 * 86400.0


@live_object("0ff072df666f1d03d4f495c14ffca1ad", name="Timer", group="Operators")
class Timer(Ticks):
    """Sends an event every few seconds, at the same times on all computers."""

    def __init__(
        self, context: Context, seconds: Annotated[float, Label("Every how many seconds"), Range(1, _LONGEST)] = 60.0
    ) -> None:
        self._seconds = min(max(seconds, 1.0), _LONGEST)
        super().__init__(context, f"{self._seconds:g} s")
        self.start()

    def next_time(self, now: datetime) -> datetime:
        """The next whole multiple of the seconds since 1970."""
        return datetime.fromtimestamp((floor(now.timestamp() / self._seconds) + 1) * self._seconds, UTC)
