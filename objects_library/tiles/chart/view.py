# SPDX-License-Identifier: BSD-3-Clause
"""The view of a chart tile; rows at the same position are aggregated first."""

from typing import Any

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from app.runtime.library import Context, view_of
from objects_library.data.chart.proxy import KINDS
from objects_library.tiles.chart.plot import TilePlot
from objects_library.tiles.chart.proxy import FeedChart
from objects_library.values.aggregation import WAYS, floats, grouped, pivoted, store_of
from objects_library.values.columns import Column
from objects_library.values.filters import columns_in, texts_of
from objects_library.values.series import MOST_SERIES, PlotSettings, Store
from objects_library.widgets.tile_view import T, TileView

_MOST_POINTS = 10_000


@view_of(FeedChart)
class FeedChartView(TileView[T]):
    """The present table of a feed as lines, bars and so on."""

    tile = TileView.tile.stronger()

    def __init__(self, context: Context) -> None:
        self.plot = TilePlot(Store([], 1))
        super().__init__(context, self.plot)
        self.plot.setAccessibleName(self.tr("Chart"))
        self.plot.picked.connect(self._pick)
        self.kind, self.way = "line", "sum"
        self._wanted = ("", "", "")
        self._across = self._group = ""
        self._combined: Any = None

    @tile.incoming
    def settings(self, title: str, kind: str, x: str, y: str, group: str, way: str) -> None:
        """The initial presentation."""
        self.show_title(title)
        self.kind = kind if kind in KINDS else "line"
        self.way = way if way in WAYS else "sum"
        self._wanted = (x, y, group)
        self.refresh_soon()

    def show_rows(self, rows: Any, marked: Any) -> None:
        """Aggregate rows at the same position and draw them."""
        columns = columns_in(rows.schema)
        across, up, group = _chosen(columns, self._wanted, self.kind)
        self._across, self._group = across, group
        by = [name for name in dict.fromkeys((across, group)) if name]
        way = "each row" if self.kind in ("scatter", "histogram", "heat map") else self.way
        self._combined = grouped(rows, by, up, way)
        if self.kind == "bar" and across and group and up:
            store = pivoted(self._combined, across, group, up[0], MOST_SERIES)
            settings = PlotSettings("bar", None, tuple(range(1, len(store.columns))), 0, _MOST_POINTS)
        else:
            store = store_of(self._combined, _MOST_POINTS)
            settings = self._plot_settings(store, across, up, group)
        self.plot.store, self.plot.settings = store, settings
        self.plot.known = sorted(_texts(self.all_rows, group)) if group else up
        self._mark(rows, marked)
        self.plot.update()

    def rows_to_save(self) -> Any:
        """The aggregated table, for export."""
        return None if self.rows_shown is None else self._combined

    def add_to_menu(self, menu: QMenu) -> None:
        """How it is drawn, and how rows become one."""
        names = {
            "line": self.tr("Lines"), "area": self.tr("Areas"), "bar": self.tr("Bars"),
            "scatter": self.tr("Points"), "histogram": self.tr("Histogram"), "heat map": self.tr("Heat map"),
        }  # fmt: skip
        ways = {
            "sum": self.tr("Sum"), "mean": self.tr("Mean"), "least": self.tr("Least"),
            "greatest": self.tr("Greatest"), "count": self.tr("Count"), "last": self.tr("Last"),
            "each row": self.tr("Each row"),
        }  # fmt: skip
        self._choices(menu.addMenu(self.tr("How it is drawn")), names, self.kind, "kind")
        self._choices(menu.addMenu(self.tr("Rows at the same place")), ways, self.way, "way")

    def _choices(self, menu: QMenu, names: dict[str, str], now: str, field: str) -> None:
        group = QActionGroup(menu)
        for value, name in names.items():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(value == now)
            group.addAction(action)
            action.triggered.connect(lambda _=False, value=value: self._choose(field, value))

    def _choose(self, field: str, value: str) -> None:
        setattr(self, field, value)
        self.refresh_soon()

    def _plot_settings(self, store: Store, across: str, up: list[str], group: str) -> PlotSettings:
        places = {column.name: place for place, column in enumerate(store.columns)}
        upward = tuple(places[name] for name in up if name in places)
        if self.kind == "bar":
            return PlotSettings("bar", None, upward, self._text_place(store, across), _MOST_POINTS)
        at = places.get(across)
        x = at if at is not None and store.columns[at].kind in ("number", "time") else None
        by = places.get(group) if group and store.columns[places[group]].kind not in ("number", "time") else None
        return PlotSettings(self.kind, x, upward, by, _MOST_POINTS)

    def _text_place(self, store: Store, across: str) -> int | None:
        """The column with the names of bars; numbers and times become texts for it."""
        place = next((at for at, column in enumerate(store.columns) if column.name == across), None)
        if place is None or self._combined is None:
            return None
        if store.columns[place].kind in ("number", "time"):
            kept = self._combined.slice(max(0, self._combined.num_rows - _MOST_POINTS))
            store.texts[place] = [text[:60] for text in texts_of(kept.column(across)).to_pylist()]
        return place

    def _mark(self, rows: Any, marked: Any) -> None:
        """Highlight lines with selected rows, and the selected share of bars."""
        self.plot.marked_bars = self.plot.marked_series = self.plot.marked_parts = None
        if marked is None:
            return
        kept = rows.filter(marked)
        if self.kind == "bar" and self._across:
            self.plot.marked_bars = _texts(kept, self._across)
            if self.way in ("sum", "count"):
                self.plot.marked_parts = self._parts(kept)
        if self._group:
            self.plot.marked_series = _texts(kept, self._group)

    def _parts(self, kept: Any) -> dict[tuple[str, str], float]:
        """How much of each bar some rows make up."""
        _, up, group = _chosen(columns_in(kept.schema), self._wanted, self.kind)
        found = grouped(kept, [name for name in (self._across, group) if name], up, self.way)
        bars = texts_of(found.column(self._across)).to_pylist()
        parts: dict[tuple[str, str], float] = {}
        for name in up[:1] if group else up:
            series = texts_of(found.column(group)).to_pylist() if group else [name] * len(bars)
            for key, value in zip(zip(series, bars, strict=True), floats(found.column(name)), strict=True):
                parts[key[0][:60], key[1][:60]] = value
        return parts

    def _pick(self, series: str, bar: str) -> None:
        """Select a bar, or all rows of a line."""
        values: dict[str, tuple[str, ...]] = {}
        if bar and self._across:
            values[self._across] = (bar,)
        if self._group and (series in self._series_names()) and not bar:
            values[self._group] = (series,)
        self.point_at(values)

    def _series_names(self) -> set[str]:
        return set() if self.rows_shown is None else _texts(self.rows_shown, self._group)


def _texts(rows: Any, column: str) -> set[str]:
    return {text[:60] for text in texts_of(rows.column(column)).unique().to_pylist()}


def _chosen(columns: list[Column], wanted: tuple[str, str, str], kind: str) -> tuple[str, list[str], str]:
    """The columns that go across and up and make groups: those that are wanted, or the likeliest."""
    names = {column.name: column for column in columns}
    x, y, group = wanted
    kinds = ("text", "time", "other") if kind == "bar" else ("time", "number")
    if x not in names:
        x = next((column.name for want in kinds for column in columns if column.kind == want), "")
    if kind == "histogram":
        x = ""
    up = [name.strip() for name in y.split(",") if name.strip() in names and name.strip() != x]
    up = up or [column.name for column in columns if column.kind == "number" and column.name != x][:3]
    return x, up[:MOST_SERIES], group if group in names and group != x else ""
