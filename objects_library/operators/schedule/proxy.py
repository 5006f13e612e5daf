# SPDX-License-Identifier: BSD-3-Clause
"""An event at a time of the day."""

from datetime import UTC, datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from app.runtime.library import Choice, Context, Label, live_object
from objects_library.values.operator import Trouble
from objects_library.values.ticks import Ticks

_DAYS = {"every day": range(7), "Monday to Friday": range(5), "Saturday and Sunday": range(5, 7)}


@live_object("eddf97670048b6cf1b40e10e218e4dd7", name="Schedule", group="Operators")
class Schedule(Ticks):
    """Sends an event at a time of the day, every day or on some days of the week."""

    def __init__(
        self,
        context: Context,
        at: Annotated[str, Label("At what time, such as 08:30")] = "08:30",
        days: Annotated[str, Label("On which days"), Choice(*_DAYS)] = "every day",
        zone: Annotated[str, Label("Of which time zone, such as Europe/Berlin")] = "UTC",
    ) -> None:
        super().__init__(context, f"{at} {zone}")
        self._days = _DAYS.get(days, range(7))
        self._time: time | None = None
        try:
            self._time = time.fromisoformat(at.strip().zfill(5)).replace(tzinfo=None)
            self._zone: ZoneInfo | None = ZoneInfo(zone)
        except (ValueError, OSError, LookupError):  # a zone is also the name of a file
            self._trouble = Trouble("setting" if self._time else "time", (zone if self._time else at)[:40])
            self._zone = None
        self.start()

    def next_time(self, now: datetime) -> datetime | None:
        """The time of today, or of the next fitting day."""
        if self._time is None or self._zone is None:
            return None
        today = now.astimezone(self._zone).date()
        for ahead in range(9):
            day = today + timedelta(days=ahead)
            due = datetime.combine(day, self._time, self._zone).astimezone(UTC)
            if due > now and day.weekday() in self._days:
                return due
        return None
