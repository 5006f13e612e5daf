# SPDX-License-Identifier: BSD-3-Clause
"""The view of one number of a feed: large, with its course and a verdict on it."""

from typing import Any

from app.runtime.library import Context, view_of
from objects_library.tiles.number.face import Figure, NumberFace
from objects_library.tiles.number.proxy import FeedNumber
from objects_library.values.aggregation import WAYS
from objects_library.values.indicators import (
    Course,
    change_of,
    course_over,
    figure_of,
    first_number,
    first_time,
    verdict,
)
from objects_library.widgets.tile_text import short_figure
from objects_library.widgets.tile_view import T, TileView


@view_of(FeedNumber)
class FeedNumberView(TileView[T]):
    """A number; beyond its limits a symbol and a word say so, not the colour alone."""

    tile = TileView.tile.stronger()

    def __init__(self, context: Context) -> None:
        self.face = NumberFace()
        super().__init__(context, self.face)
        self._column, self._way, self._over, self._unit = "", "sum", "", ""
        self._warning = self._alarm = 0.0
        self._course = Course()

    @tile.incoming
    def settings(self, title: str, column: str, way: str, over: str, unit: str, warning: float, alarm: float) -> None:
        """What the number is made of."""
        self.show_title(title)
        self._column, self._over, self._unit = column, over, unit
        self._way = way if way in WAYS else "sum"
        self._warning, self._alarm = warning, alarm
        self.refresh_soon()

    def show_rows(self, rows: Any, marked: Any) -> None:
        """Make one number of them."""
        value = figure_of(rows, self._column, self._way)
        over = first_time(rows.schema, self._over)
        values = course_over(rows, first_number(rows.schema, self._column), self._way, over)
        if self._way in ("sum", "count") and len(values) > 2:
            values = values[:-1]  # the newest one still grows, and would always seem too low
        if not values:
            at = self.condition.at if self.condition is not None else None
            self._course.note(value, repr(self.filters), at)
            values = list(self._course.values)
        if value is not None and over and self._way == "last" and values:
            value = values[-1]
        tone = verdict(value, self._warning, self._alarm)
        aside = ""
        if marked is not None:
            part = figure_of(rows.filter(marked), self._column, self._way)
            words = "–" if part is None else short_figure(part, self.locale())
            aside = self.tr("pointed at: {value}").format(value=words)
        change = change_of(values)
        self.face.show_figure(
            Figure(
                words="–" if value is None else short_figure(value, self.locale()),
                unit=self._unit,
                change="" if change is None else self._change_in_words(change),
                trend="" if change is None else _trend(change),
                verdict=self._verdict_in_words(tone),
                tone=tone,
                aside=aside,
                course=values,
            )
        )

    def _change_in_words(self, change: float) -> str:
        return f"{self.locale().toString(abs(change) * 100, 'f', 1)} %"

    def _verdict_in_words(self, tone: str) -> str:
        low = self._alarm < self._warning
        words = {
            "good": self.tr("Good"),
            "warning": self.tr("Low") if low else self.tr("High"),
            "bad": self.tr("Too low") if low else self.tr("Too high"),
        }
        return words.get(tone, "")


def _trend(change: float) -> str:
    if abs(change) < 0.0005:
        return "level"
    return "up" if change > 0 else "down"
