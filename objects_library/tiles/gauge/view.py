# SPDX-License-Identifier: BSD-3-Clause
"""The view of a gauge tile."""

from typing import Any

from app.runtime.library import Context, view_of
from objects_library.tiles.gauge.proxy import FeedGauge
from objects_library.values.aggregation import WAYS
from objects_library.values.indicators import figure_of
from objects_library.values.scale import Scale
from objects_library.widgets.dial_view import Dial
from objects_library.widgets.number_view import format_number
from objects_library.widgets.tile_parts import SymbolLine
from objects_library.widgets.tile_view import T, TileView


@view_of(FeedGauge)
class FeedGaugeView(TileView[T]):
    """A number on a dial; what is too high is said in words, too."""

    tile = TileView.tile.stronger()

    def __init__(self, context: Context) -> None:
        self.dial = Dial(Scale(0, 1, 0, "", ""), 1)
        self.dial.setMinimumSize(90, 70)
        super().__init__(context, self.dial)
        self.verdict = SymbolLine()
        self.verdict.hide()
        self.content.insertWidget(2, self.verdict)
        self._column, self._way = "", "mean"

    @tile.incoming
    def settings(self, title: str, column: str, way: str, low: float, high: float, warning: float, unit: str) -> None:
        """The scale, and the column it shows."""
        self.show_title(title)
        self._column, self._way = column, way if way in WAYS else "mean"
        self.dial.scale, self.dial.warning = Scale(low, high, 0, title, unit), warning
        self.refresh_soon()

    def show_rows(self, rows: Any, marked: Any) -> None:
        """Aggregate the rows, or the selected ones, to one number."""
        value = figure_of(rows if marked is None else rows.filter(marked), self._column, self._way)
        if value is None:
            self.dial.value, self.dial.words = None, "–"
            self.dial.update()
            text = "–"
        else:
            text = format_number(value, self.dial.scale, self.locale())
            self.dial.set_value(value, text)
        remarks = [self.tr("Too high")] if self.dial.too_high else []
        if marked is not None:
            remarks.append(self.tr("of what is pointed at"))
        self.verdict.show_message(" · ".join(remarks), "warning" if self.dial.too_high else "level", "warning")
        self.dial.setAccessibleName(f"{self.title.text()}: {text} {' '.join(remarks)}".strip(" :"))
