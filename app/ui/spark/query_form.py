# SPDX-License-Identifier: BSD-3-Clause
"""The query form: tables, columns, filters, joins, windows and watermarks to choose; it writes the SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QSpinBox, QWidget

from app.spark import query_builder
from app.spark.errors import SparkError
from app.ui.composer.panels.editors.choice import PickBox
from app.ui.composer.panels.widgets import column, link_button, tool_button, words
from app.ui.spark.workspace import SparkWorkspace
from app.ui.theme import Theme
from app.ui.translations import translated

_TIMES = ("timestamp", "date")


class QueryForm(QWidget):
    """A form for a SELECT statement; each change writes the SQL again."""

    written = Signal(str)

    def __init__(self, workspace: SparkWorkspace, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._theme = workspace, theme
        self._filling = False
        self._touched = False
        self.table = PickBox()
        self.columns = _Rows(self._column_row, self.tr("Add a column"), self._changed, theme)
        self.filters = _Rows(self._filter_row, self.tr("Add a filter"), self._changed, theme)
        self.joins = _Rows(self._join_row, self.tr("Join another table"), self._changed, theme)
        self.window_column, self.window_length = PickBox(), _SpanField(10, "minute")
        self.window_slide = _SpanField(0, "minute", self.tr("no overlap"))
        self.mark_column, self.mark_delay = PickBox(), _SpanField(1, "minute")
        self.windowed = QCheckBox(self.tr("By time, in windows of"))
        self.marked = QCheckBox(self.tr("Drop what comes later than"))
        self.order, self.descending = PickBox(), QCheckBox(self.tr("largest first"))
        self.limit = QSpinBox()
        self.limit.setRange(0, 1_000_000)
        self.limit.setSpecialValueText(self.tr("all rows"))
        self._complaint = words(role="bad")
        self._complaint.hide()
        self._lay_out()
        self.table.currentIndexChanged.connect(self._other_table)
        for box in (self.window_column, self.mark_column, self.order):
            box.currentIndexChanged.connect(self._changed)
        for tick in (self.windowed, self.marked, self.descending):
            tick.toggled.connect(self._changed)
        for span in (self.window_length, self.window_slide, self.mark_delay):
            span.changed.connect(self._changed)
        self.limit.valueChanged.connect(self._changed)
        self.refresh()

    def query(self) -> query_builder.SelectQuery:
        """The query that the form describes."""
        times = self.windowed.isChecked()
        slide = self.window_slide.span()
        return query_builder.SelectQuery(
            self.table.currentText(),
            [row.chosen() for row in self.columns.rows if isinstance(row, _ColumnRow)],
            [row.condition() for row in self.filters.rows if isinstance(row, _FilterRow)],
            [row.join() for row in self.joins.rows if isinstance(row, _JoinRow)],
            query_builder.Window(
                self.window_column.currentText(), self.window_length.span(), slide if slide.number else None
            )
            if times
            else None,
            query_builder.Watermark(self.mark_column.currentText(), self.mark_delay.span())
            if self.marked.isChecked()
            else None,
            str(self.order.currentData() or ""),
            self.descending.isChecked(),
            self.limit.value(),
        )

    def refresh(self) -> None:
        """Update the choices; keep the selected ones."""
        self._filling = True
        tables = self._workspace.tables()
        _offer(self.table, list(tables))
        self._offer_columns()
        for row in self.joins.rows:
            if isinstance(row, _JoinRow):
                row.offer(tables, self.table.currentText())
        self._filling = False
        self.setEnabled(bool(tables))

    def known_columns(self) -> list[tuple[str, str]]:
        """The columns of the table and of joined tables."""
        tables = self._workspace.tables()
        joined = [row.table.currentText() for row in self.joins.rows if isinstance(row, _JoinRow)]
        found = list(tables.get(self.table.currentText(), []))
        for name in joined:
            taken = {each for each, _ in found}
            found += [(each if each not in taken else f"{name}.{each}", kind) for each, kind in tables.get(name, [])]
        return found

    def _offer_columns(self) -> None:
        known = self.known_columns()
        names = [name for name, _ in known]
        times = [name for name, kind in known if kind.lower().startswith(_TIMES)]
        for row in (*self.columns.rows, *self.filters.rows):
            if isinstance(row, _ColumnRow | _FilterRow):
                row.offer(known)
        for box in (self.window_column, self.mark_column):
            _offer(box, times)
        self.windowed.setEnabled(bool(times))
        self.marked.setEnabled(bool(times))
        picked = self.order.currentData()
        self.order.blockSignals(True)
        self.order.clear()
        self.order.addItem(self.tr("as it comes"), "")
        for name in dict.fromkeys([*self._result_names(), *names]):
            self.order.addItem(name, name)
        self.order.setCurrentIndex(max(0, self.order.findData(picked)))
        self.order.blockSignals(False)

    def _result_names(self) -> list[str]:
        return [row.name.text() for row in self.columns.rows if isinstance(row, _ColumnRow) and row.name.text()]

    def _other_table(self) -> None:
        if not self._filling:
            self._offer_columns()
            self._changed()

    def _changed(self, *_: object) -> None:
        if self._filling:
            return
        self._filling = True
        self._offer_columns()
        self._filling = False
        try:
            sql = self.query().sql()
        except SparkError as error:
            self._complaint.setText(translated(str(error)))
            self._complaint.show()
            return
        self._complaint.hide()
        self.written.emit(sql)

    def _column_row(self) -> QWidget:
        row = _ColumnRow(self._changed)
        row.offer(self.known_columns())
        return row

    def _filter_row(self) -> QWidget:
        row = _FilterRow(self._changed)
        row.offer(self.known_columns())
        return row

    def _join_row(self) -> QWidget:
        row = _JoinRow(self._changed)
        row.offer(self._workspace.tables(), self.table.currentText())
        return row

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        ordered = _in_a_row(self.order, self.descending, self.limit)
        window = _below(
            _in_a_row(self.windowed, self.window_length),
            _in_a_row(self.window_column, QLabel(self.tr("every")), self.window_slide),
        )
        mark = _below(_in_a_row(self.marked, self.mark_delay), _in_a_row(self.mark_column))
        for number, (text, field) in enumerate(
            (
                (self.tr("From"), _in_a_row(self.table)),
                (self.tr("Join"), self.joins),
                (self.tr("Columns"), self.columns),
                (self.tr("Filters"), self.filters),
                (self.tr("Window"), window),
                (self.tr("Watermark"), mark),
                (self.tr("Order"), ordered),
            )
        ):
            label = QLabel(text)
            label.setProperty("role", "muted")
            label.setMinimumHeight(28)
            grid.addWidget(label, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, number, 1)
        for field, text in (
            (self.table, self.tr("Table")),
            (self.window_column, self.tr("Column with the time of the window")),
            (self.mark_column, self.tr("Column with the time of the watermark")),
            (self.order, self.tr("Order")),
            (self.limit, self.tr("At most so many rows")),
        ):
            field.setAccessibleName(text)
        self.setFocusProxy(self.table)
        layout = column(self, spacing=8)
        layout.setContentsMargins(4, 4, 12, 8)
        layout.addLayout(grid)
        layout.addWidget(self._complaint)
        layout.addStretch(1)


class _Rows(QWidget):
    """A list of rows of the same kind, with buttons to add and remove them."""

    def __init__(self, make: Callable[[], QWidget], adds: str, changed: Callable[[], object], theme: Theme) -> None:
        super().__init__()
        self._make, self._changed, self._theme = make, changed, theme
        self.rows: list[QWidget] = []
        self._column = column(self, spacing=4)
        self.button = link_button(adds)
        self.button.clicked.connect(self.add)
        self._column.addWidget(self.button)

    def add(self) -> QWidget:
        """Add a row."""
        row = self._make()
        holder = QWidget()
        layout = QHBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(row, stretch=1)
        button = tool_button(self._theme, "remove", self.tr("Remove"))
        button.clicked.connect(lambda: self._remove(row, holder))
        layout.addWidget(button)
        self._column.insertWidget(self._column.count() - 1, holder)
        self.rows.append(row)
        row.setFocus()
        self._changed()
        return row

    def _remove(self, row: QWidget, holder: QWidget) -> None:
        self.rows.remove(row)
        holder.hide()
        holder.deleteLater()
        self.button.setFocus()
        self._changed()


class _ColumnRow(QWidget):
    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        self.column, self.aggregate, self.name = PickBox(), PickBox(), QLineEdit()
        self.column.setAccessibleName(self.tr("Column"))
        self.aggregate.setAccessibleName(self.tr("What is made of its rows"))
        self.name.setAccessibleName(self.tr("Name in the result"))
        self.name.setPlaceholderText(self.tr("name"))
        self.aggregate.addItem(self.tr("each value"), "")
        for each in query_builder.AGGREGATES[1:]:
            self.aggregate.addItem(each, each)
        self.column.currentIndexChanged.connect(changed)
        self.aggregate.currentIndexChanged.connect(changed)
        self.name.textChanged.connect(changed)
        _fill_row(self, self.column, self.aggregate, self.name)

    def offer(self, known: Sequence[tuple[str, str]]) -> None:
        """Set the columns to choose from."""
        _offer(self.column, [*(name for name, _ in known), "*"])

    def chosen(self) -> query_builder.SelectedColumn:
        """The selected column."""
        column, aggregate = self.column.currentText(), str(self.aggregate.currentData())
        return query_builder.SelectedColumn(
            column, "count" if column == "*" and not aggregate else aggregate, self.name.text().strip()
        )


class _FilterRow(QWidget):
    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        self.column, self.operator, self.value = PickBox(), PickBox(), QLineEdit()
        self._kinds: dict[str, str] = {}
        self.column.setAccessibleName(self.tr("Column"))
        self.operator.setAccessibleName(self.tr("Comparison"))
        self.value.setAccessibleName(self.tr("Value"))
        self.value.setPlaceholderText(self.tr("value"))
        words = {
            "contains": self.tr("contains"),
            "starts with": self.tr("starts with"),
            "ends with": self.tr("ends with"),
            "in": self.tr("is one of"),
            "is empty": self.tr("is empty"),
            "is not empty": self.tr("is not empty"),
        }
        for each in query_builder.OPERATORS:
            self.operator.addItem(words.get(each, each), each)
        self.column.currentIndexChanged.connect(changed)
        self.operator.currentIndexChanged.connect(changed)
        self.value.textChanged.connect(changed)
        self.operator.currentIndexChanged.connect(
            lambda: self.value.setVisible(not str(self.operator.currentData()).startswith("is "))
        )
        _fill_row(self, self.column, self.operator, self.value)

    def offer(self, known: Sequence[tuple[str, str]]) -> None:
        """Set the columns to choose from."""
        self._kinds = dict(known)
        _offer(self.column, list(self._kinds))

    def condition(self) -> query_builder.Condition:
        """The filter."""
        column = self.column.currentText()
        text = self._kinds.get(column, "").lower() == "string"
        return query_builder.Condition(column, str(self.operator.currentData()), self.value.text(), text)


class _JoinRow(QWidget):
    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        self.kind, self.table, self.left, self.right = PickBox(), PickBox(), PickBox(), PickBox()
        self._tables: dict[str, list[tuple[str, str]]] = {}
        for box, label in (
            (self.kind, self.tr("Kind of join")),
            (self.table, self.tr("Table to join")),
            (self.left, self.tr("Column here")),
            (self.right, self.tr("Column there")),
        ):
            box.setAccessibleName(label)
        self.kind.addItems(list(query_builder.JOINS))
        self.table.currentIndexChanged.connect(self._offer_right)
        for box in (self.kind, self.table, self.left, self.right):
            box.currentIndexChanged.connect(changed)
        _fill_row(self, self.kind, self.table, self.left, QLabel("="), self.right)

    def offer(self, tables: dict[str, list[tuple[str, str]]], first: str) -> None:
        """Set the tables to choose from."""
        self._tables = tables
        _offer(self.table, [name for name in tables if name != first])
        _offer(self.left, [name for name, _ in tables.get(first, [])])
        self._offer_right()

    def join(self) -> query_builder.Join:
        """The join."""
        return query_builder.Join(
            self.table.currentText(), self.left.currentText(), self.right.currentText(), self.kind.currentText()
        )

    def _offer_right(self) -> None:
        names = [name for name, _ in self._tables.get(self.table.currentText(), [])]
        _offer(self.right, names)
        if self.left.currentText() in names:
            self.right.blockSignals(True)
            self.right.setCurrentText(self.left.currentText())
            self.right.blockSignals(False)


class _SpanField(QWidget):
    """A field for a time interval."""

    changed = Signal()

    def __init__(self, number: int, unit: str, nothing: str = "") -> None:
        super().__init__()
        self.number, self.unit = QSpinBox(), PickBox()
        self.number.setRange(0 if nothing else 1, 100_000)
        self.number.setSpecialValueText(nothing)
        self.number.setValue(number)
        self.number.setAccessibleName(self.tr("How long"))
        self.unit.setAccessibleName(self.tr("Unit of time"))
        for each, label in zip(
            query_builder.UNITS,
            (self.tr("seconds"), self.tr("minutes"), self.tr("hours"), self.tr("days")),
            strict=True,
        ):
            self.unit.addItem(label, each)
        self.unit.setCurrentIndex(query_builder.UNITS.index(unit))
        self.number.valueChanged.connect(self.changed)
        self.unit.currentIndexChanged.connect(self.changed)
        _fill_row(self, self.number, self.unit)

    def span(self) -> query_builder.Interval:
        """The interval."""
        return query_builder.Interval(self.number.value(), str(self.unit.currentData()))


def _fill_row(holder: QWidget, *widgets: QWidget) -> None:
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    for widget in widgets:
        if isinstance(widget, PickBox):
            widget.setMinimumContentsLength(3)
        if isinstance(widget, PickBox | QLineEdit | QSpinBox):
            widget.setMinimumWidth(56)
        row.addWidget(widget, stretch=0 if isinstance(widget, QLabel | QCheckBox) else 1)
    holder.setFocusProxy(widgets[0])


def _in_a_row(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    _fill_row(holder, *widgets)
    holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    return holder


def _below(*rows: QWidget) -> QWidget:
    holder = QWidget()
    layout = column(holder, spacing=4)
    for row in rows:
        layout.addWidget(row)
    return holder


def _offer(box: PickBox, names: Sequence[str]) -> None:
    """Set the choices of a box; keep the selected one if possible."""
    if [box.itemText(row) for row in range(box.count())] == list(names):
        return
    picked = box.currentText()
    box.blockSignals(True)
    box.clear()
    box.addItems(list(names))
    box.setCurrentIndex(max(0, box.findText(picked)) if names else -1)
    box.blockSignals(False)
