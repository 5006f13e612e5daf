# SPDX-License-Identifier: BSD-3-Clause
"""The view of a table of a database: cells that are edited in their place, and how the connection is."""

from typing import Any
from uuid import UUID, uuid4

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QHeaderView, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from app.runtime.library import Context, Endpoint, view_of
from objects_library.outside.database_table.cell_text import NotAValueError, from_words
from objects_library.outside.database_table.proxy import DatabaseTable
from objects_library.outside.database_table.row_model import SORT, DatabaseRows
from objects_library.outside.database_table.values import MOST_ROWS, DatabaseColumn, DatabaseRow
from objects_library.replication.external_bridge import BridgeStatus
from objects_library.widgets.appearance import GAP, Panel, SoftButton, format_count, plain_label
from objects_library.widgets.connection_line import BridgeLine
from objects_library.widgets.file_dialogs import ask_for_file
from objects_library.widgets.grid_table import Grid
from objects_library.widgets.live_view import LiveView

Columns = list[DatabaseColumn]
ChangedRows = list[DatabaseRow]
Keys = list[str]
_WIDEST = 320


class RowForm(Panel):
    """Fields for a new row."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, tuple[DatabaseColumn, QLineEdit]] = {}
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setMaximumHeight(220)
        self._area.viewport().setAutoFillBackground(False)
        self.add_button = SoftButton(self.tr("&Add the row"), main=True)
        self.cancel_button = SoftButton(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self.hide)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.add_button)
        layout = QVBoxLayout(self)
        layout.addWidget(plain_label(self.tr("New row"), "heading"))
        layout.addWidget(self._area)
        layout.addLayout(buttons)
        self.hide()

    def lay_out(self, columns: Columns) -> None:
        """Fields for these columns."""
        inside = QWidget()
        form = QFormLayout(inside)
        form.setContentsMargins(0, 0, GAP, 0)
        self.fields = {}
        for column in columns:
            if not column.editable:
                continue
            field = QLineEdit()
            field.setAccessibleName(column.name)
            hint = self.tr("needed") if column.required else self.tr("may stay empty")
            field.setPlaceholderText(f"{column.type} · {hint}" if column.type else hint)
            field.returnPressed.connect(self.add_button.click)
            form.addRow(plain_label(column.name, wrap=False), field)
            self.fields[column.name] = (column, field)
        self._area.setWidget(inside)
        inside.setAutoFillBackground(False)  # the panel shows through; a scroll area would fill it

    def begin(self) -> None:
        """Show empty fields."""
        for _, field in self.fields.values():
            field.clear()
        self.show()
        if self.fields:
            next(iter(self.fields.values()))[1].setFocus()

    def values(self) -> dict[str, Any]:
        """What was filled in; raises NotAValueError."""
        filled = ((name, column, field.text()) for name, (column, field) in self.fields.items())
        return {name: from_words(column.kind, text) for name, column, text in filled if text.strip()}


@view_of(DatabaseTable)
class DatabaseTableView(LiveView):
    """The rows of a table, and what can be done to them."""

    table = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._address = ""
        self._flags: set[str] = set()
        self._up = False
        self._asked: dict[UUID, tuple[str, str] | None] = {}
        self.title = plain_label("", "heading", wrap=False)
        self.model = DatabaseRows()
        self.found = QSortFilterProxyModel()
        self.found.setSourceModel(self.model)
        self.found.setSortRole(SORT)
        self.found.setFilterKeyColumn(-1)
        self.found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.grid = self._make_grid()
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.found.setFilterFixedString)
        self.add_button = SoftButton(self.tr("&New row"))
        self.remove_button = SoftButton(self.tr("&Remove"), self.tr("Remove the selected rows"))
        self.form = RowForm()
        self.count = plain_label("", "muted", wrap=False)
        self.line = BridgeLine(self.tr("the database"))
        tools = QHBoxLayout()
        tools.setSpacing(GAP)
        tools.addWidget(self.search, stretch=1)
        tools.addWidget(self.add_button)
        tools.addWidget(self.remove_button)
        self.content.addWidget(self.title)
        self.content.addLayout(tools)
        self.content.addWidget(self.grid, stretch=1)
        self.content.addWidget(self.form)
        self.content.addWidget(self.count)
        self.content.addWidget(self.line)
        self.model.edited.connect(self._edited)
        self.model.misread.connect(self.refuse)
        self.grid.pasted.connect(self._pasted)
        self.grid.emptied.connect(self._emptied)
        self.grid.selectionModel().selectionChanged.connect(self._show_tools)
        self.add_button.clicked.connect(self.form.begin)
        self.remove_button.clicked.connect(self._remove)
        self.form.add_button.clicked.connect(self._add)
        self.line.connect_button.clicked.connect(self._connect)
        self.setFocusProxy(self.grid)
        self._show_tools()

    def _make_grid(self) -> Grid:
        grid = Grid(self.tr("Rows"))
        grid.setModel(self.found)
        grid.setSortingEnabled(True)
        grid.verticalHeader().hide()
        header = grid.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return grid

    # ---- events of the object

    @table.incoming
    def settings(self, title: str, address: str) -> None:
        """The title."""
        self.title.setText(title)
        self._address = address

    @table.incoming
    def contents(self, columns: Columns, flags: Keys, rows: ChangedRows) -> None:
        """All of it."""
        other = columns != self.model.columns
        self._flags = set(flags)
        self.model.replace_all(columns, rows)
        if other:
            self.form.hide()
            self.form.lay_out(columns)
        if rows:
            self._fit()
        self._show_tools()

    @table.incoming
    def changed(self, rows: ChangedRows, gone: Keys) -> None:
        """New, changed and removed rows."""
        first = not self.model.keys
        self.model.change(rows, gone)
        if first:
            self._fit()
        self._show_tools()

    @table.incoming
    def status(self, status: BridgeStatus) -> None:
        """Whether the database is connected."""
        self._up = status.up
        self.line.show_message(status)
        self.grid.empty_text = (
            self.tr("There are no rows.") if self.model.columns
            else self.tr("The rows are shown when somebody who has access to the database opens this.")
        )  # fmt: skip
        self.grid.viewport().update()
        self._show_tools()

    @table.incoming
    def done(self, request: UUID) -> None:
        """The database has it."""
        cell = self._asked.pop(request, None)
        if cell is not None:
            self.model.settle(cell)
        self.notice.show_message("")

    @table.incoming
    def refused(self, request: UUID | None, reason: str) -> None:
        """It was not written; the cell shows again what is there."""
        cell = self._asked.pop(request, None) if request is not None else None
        if cell is not None:
            self.model.settle(cell)
        self.refuse(reason)

    # ---- what a person does

    @table.outgoing
    def set(self, request: UUID, key: str, column: str, value: Any, was: Any) -> None:
        """Write into a cell."""

    @table.outgoing
    def add(self, request: UUID, values: dict[str, Any]) -> None:
        """Add a row."""

    @table.outgoing
    def remove(self, request: UUID, key: str) -> None:
        """Remove a row."""

    @table.outgoing
    def connect_here(self, address: str) -> None:
        """Connect from this computer."""

    def set_writable(self, writable: bool) -> None:
        """Let people edit, or only read."""
        self.model.writable = writable and self._up
        self._show_tools()

    def _edited(self, key: str, column: str, value: Any, was: Any) -> None:
        request = uuid4()
        self._asked[request] = (key, column)
        self.model.pending[(key, column)] = value
        self.act(self.set, request, key, column, value, was)

    def _pasted(self, row: int, column: int, rows: list[list[str]]) -> None:
        """Write a block of texts over the cells from a place on; what does not fit is left out."""
        places = [
            (self.found.index(row + down, column + right), text)
            for down, line in enumerate(rows)
            for right, text in enumerate(line)
        ]
        sources = [(self.found.mapToSource(place), text) for place, text in places if place.isValid()]
        for place, text in [(QModelIndex(place), text) for place, text in sources]:
            if self.model.flags(place) & Qt.ItemFlag.ItemIsEditable:
                self.model.write(place, text)

    def _emptied(self, places: list[QModelIndex]) -> None:
        for place in [self.found.mapToSource(each) for each in places]:
            if self.model.flags(place) & Qt.ItemFlag.ItemIsEditable:
                self.model.write(place, None)

    def _add(self) -> None:
        try:
            values = self.form.values()
        except NotAValueError as error:
            self.refuse(str(error))
            return
        request = uuid4()
        self._asked[request] = None
        self.form.hide()
        self.act(self.add, request, values)

    def _remove(self) -> None:
        rows = {self.found.mapToSource(index).row() for index in self.grid.selectedIndexes()}
        for key in [self.model.keys[row] for row in sorted(rows)]:
            self.act(self.remove, uuid4(), key)

    def _connect(self) -> None:
        if not self._address.startswith("sqlite:"):
            self.act(self.connect_here, "")
            return
        title = self.tr("The database file on this computer")
        ask_for_file(self, title, lambda path: self.act(self.connect_here, f"sqlite:{path}"))

    def _fit(self) -> None:
        self.grid.resizeColumnsToContents()
        for column in range(len(self.model.columns)):
            self.grid.setColumnWidth(column, min(max(self.grid.columnWidth(column) + 12, 72), _WIDEST))

    def _show_tools(self) -> None:
        may = self.writable and self._up
        self.model.writable = may
        self.add_button.setVisible("add" in self._flags)
        self.remove_button.setVisible("remove" in self._flags)
        self.add_button.setEnabled(may)
        self.remove_button.setEnabled(may and self.grid.selectionModel().hasSelection())
        self.form.add_button.setEnabled(may)
        text = self.tr("{count} rows").format(count=format_count(len(self.model.keys), self.locale()))
        if "cut" in self._flags:
            most = format_count(MOST_ROWS, self.locale())
            text = self.tr("There are more rows than fit; the first {count} are shown.").format(
                count=format_count(len(self.model.keys), self.locale()) if self.model.keys else most
            )
        self.count.setText(text)
