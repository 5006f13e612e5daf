# SPDX-License-Identifier: BSD-3-Clause
"""The view of a chart: a plot, and the viewer's choice of what it shows."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtGui import QAction, QPixmap
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu

from app.runtime.library import Context, view_of
from objects_library.data.chart.proxy import KINDS, Chart
from objects_library.replication.recent_rows import MOST
from objects_library.values.columns import Column
from objects_library.values.series import PlotSettings, Store
from objects_library.widgets.appearance import SoftButton, format_count
from objects_library.widgets.feed_view import FeedView, T, named
from objects_library.widgets.plot_view import Plot

_WINDOWS = (100, 1_000, MOST)


@view_of(Chart)
class ChartView(FeedView[T]):
    """A plot of a feed; each viewer chooses what it shows."""

    feed = FeedView.feed.stronger()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.store = Store(self.columns, MOST)
        self.plot = Plot(self.store)
        self.plot.setAccessibleName(self.tr("Chart"))
        names = {
            "line": self.tr("Lines"), "area": self.tr("Areas"), "bar": self.tr("Bars"),
            "scatter": self.tr("Points"), "histogram": self.tr("Histogram"), "heat map": self.tr("Heat map"),
        }  # fmt: skip
        self.kind_box = self._box(self.tr("How it is drawn"), [(names[kind], kind) for kind in KINDS])
        self.x_box = self._box(self.tr("To the right"), [])
        self.group_box = self._box(self.tr("A line for each"), [])
        last = [(self.tr("last {count}").format(count=format_count(n, self.locale())), n) for n in _WINDOWS]
        self.window_box = self._box(self.tr("How many rows"), last)
        self.window_box.setCurrentIndex(len(_WINDOWS) - 1)
        self.y_button = SoftButton(self.tr("&Columns"), self.tr("Columns that go up"))
        self._settings = "", "line", "", "", ""
        self._offer_columns()
        self.save_button = SoftButton(self.tr("&Save …"), self.tr("Save the chart"))
        self.save_button.setMenu(self._save_menu())
        for widget in (self.kind_box, self.x_box, self.group_box, self.y_button):
            self.tools.addWidget(widget)
        self.tools.addStretch(1)
        below = QHBoxLayout()
        below.addWidget(self.window_box)
        below.addWidget(self.count)
        below.addStretch(1)
        below.addWidget(self.pause_button)
        below.addWidget(self.save_button)
        self.content.addWidget(self.plot, stretch=1)
        self.content.addLayout(below)
        self.setFocusProxy(self.kind_box)

    @feed.incoming
    def settings(self, title: str, kind: str, x: str, y: str, group: str) -> None:
        """Apply the initial presentation; unknown column names mean automatic choice."""
        self._settings = title, kind, x, y, group
        self.show_title(title)
        self._choose_columns(kind, x, y, group)

    def use_columns(self, columns: list[Column]) -> None:
        """Begin with other columns."""
        self.columns = columns
        self.store = self.plot.store = Store(columns, MOST)
        self._offer_columns()
        self._choose_columns(*self._settings[1:])

    def _offer_columns(self) -> None:
        self._y_actions: list[QAction] = []
        for box, first, kinds in (
            (self.x_box, self.tr("in order"), ("number", "time")),
            (self.group_box, self.tr("all together"), ("text", "other")),
        ):
            box.clear()
            box.addItem(first, None)
            for name, place in self._columns_of(*kinds):
                box.addItem(name, place)
        before = self.y_button.menu()
        self.y_button.setMenu(self._columns_menu())
        if before is not None:
            before.deleteLater()

    def _choose_columns(self, kind: str, x: str, y: str, group: str) -> None:
        times = [place for place, column in enumerate(self.columns) if column.kind == "time"]
        wanted_x = named(self.columns, x) if x else next(iter(times), None)
        wanted_y = {named(self.columns, each.strip()) for each in y.split(",")} - {None, wanted_x}
        for action in self._y_actions:
            action.setChecked(action.data() in wanted_y if wanted_y else action.data() != wanted_x)
        chosen = ((self.kind_box, kind), (self.x_box, wanted_x), (self.group_box, named(self.columns, group)))
        for box, value in chosen:
            box.setCurrentIndex(max(0, box.findData(value)))
        self._apply_choices()

    def replace_rows(self, rows: list[tuple[Any, ...]]) -> None:
        """Replace the rows."""
        self.store.clear()
        self.add_rows(rows)

    def add_rows(self, rows: list[tuple[Any, ...]]) -> None:
        """Append rows."""
        self.store.add(rows)
        self.plot.update()

    def kept_rows(self) -> Iterable[tuple[Any, ...]]:
        """The rows that are drawn."""
        start = max(0, len(self.store) - self.plot.settings.window)
        return [
            tuple(self._value(place, row) for place in range(len(self.columns)))
            for row in range(start, len(self.store))
        ]

    def row_count(self) -> int:
        """How many rows are kept."""
        return len(self.store)

    def write_png(self, path: Path) -> None:
        """Render the plot at double size."""
        picture = QPixmap(self.plot.size() * 2)
        picture.setDevicePixelRatio(2)
        picture.fill(self.palette().window().color())
        self.plot.render(picture)
        if not picture.save(str(path), "PNG"):
            raise OSError(None, self.tr("the picture could not be written"))

    def _value(self, position: int, row: int) -> Any:
        kind, value = self.columns[position].kind, self.store.numbers[position][row]
        if kind == "time":
            return datetime.fromtimestamp(value, UTC) if value == value else None  # noqa: PLR0124 - no number
        return value if kind == "number" else self.store.texts[position][row]

    def _box(self, name: str, items: list[tuple[str, Any]]) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setToolTip(name)
        for text, value in items:
            box.addItem(text, value)
        box.activated.connect(self._apply_choices)
        box.currentIndexChanged.connect(self._apply_choices)
        return box

    def _columns_of(self, *kinds: str) -> list[tuple[str, Any]]:
        return [(column.name, place) for place, column in enumerate(self.columns) if column.kind in kinds]

    def _columns_menu(self) -> QMenu:
        menu = QMenu(self)
        for name, place in self._columns_of("number"):
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setData(place)
            action.toggled.connect(self._apply_choices)
            self._y_actions.append(action)
        return menu

    def _save_menu(self) -> QMenu:
        menu = QMenu(self)
        picture = menu.addAction(self.tr("As a picture (PNG) …"))
        picture.triggered.connect(lambda: self.ask_for_file(self.tr("Save the chart"), "chart.png", self.write_png))
        menu.addAction(self.tr("As rows (CSV) …")).triggered.connect(self.save_csv)
        return menu

    def _apply_choices(self) -> None:
        if not hasattr(self, "y_button"):
            return  # the widget is not complete yet
        wanted = tuple(action.data() for action in self._y_actions if action.isChecked())
        self.plot.settings = PlotSettings(
            self.kind_box.currentData(),
            self.x_box.currentData(),
            wanted,
            self.group_box.currentData(),
            self.window_box.currentData(),
        )
        self.plot.setAccessibleDescription(self.kind_box.currentText())
        self.plot.update()
