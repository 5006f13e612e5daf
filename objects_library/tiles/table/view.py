# SPDX-License-Identifier: BSD-3-Clause
"""The view of the rows of a feed: as a table that whoever looks sorts and searches."""

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMenu

from app.runtime.library import Context, view_of
from objects_library.tiles.table.arrow_model import ArrowRows, ArrowTable
from objects_library.tiles.table.proxy import FeedTable
from objects_library.values.filters import columns_in, texts_of
from objects_library.widgets.appearance import format_count
from objects_library.widgets.tile_view import T, TileView


@view_of(FeedTable)
class FeedTableView(TileView[T]):
    """The present table of a feed."""

    tile = TileView.tile.stronger()

    def __init__(self, context: Context) -> None:
        self.model = ArrowRows()
        self.table = ArrowTable(self.model)
        super().__init__(context, self.table)
        self._columns: list[str] = []
        self._sort: tuple[str, bool] | None = None
        self._sorted_by_hand = False
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(200)
        self.search.textChanged.connect(self.refresh_soon)
        self.top.insertWidget(1, self.search, alignment=Qt.AlignmentFlag.AlignTop)
        self.table.setAccessibleName(self.tr("Rows"))
        self.table.picked.connect(self._pick)
        self.table.sort_asked.connect(self._sort_by)
        self.setFocusProxy(self.table)

    @tile.incoming
    def settings(self, title: str, columns: str) -> None:
        """What it is about, and which columns are shown."""
        self.show_title(title)
        self._columns = [name.strip() for name in columns.split(",") if name.strip()]

    def show_rows(self, rows: Any, marked: Any) -> None:
        """In the order and with the search of whoever looks."""
        if not self._sorted_by_hand:  # what is new is what people look for
            newest = next((each.name for each in columns_in(rows.schema) if each.kind == "time"), None)
            self._sort = None if newest is None else (newest, True)
        if marked is not None:
            rows = rows.append_column("=marked", marked)
        rows = self._found(rows)
        if self._sort is not None and self._sort[0] in rows.column_names:
            name, down = self._sort
            rows = rows.sort_by([(name, "descending" if down else "ascending")])
        if marked is not None:
            marked = rows.column("=marked")
            rows = rows.drop_columns(["=marked"])
        self.rows_shown = rows
        wanted = [name for name in self._columns if name in rows.column_names] or rows.column_names
        self.model.show_table(rows.select(wanted), marked, self._sort)
        self.table.fit_columns()
        self.table.setAccessibleDescription(
            self.tr("{count} rows").format(count=format_count(rows.num_rows, self.locale()))
        )

    def add_to_menu(self, menu: QMenu) -> None:
        """The order in which rows came."""
        if self._sort is not None:
            menu.addAction(self.tr("Sort as the feed does")).triggered.connect(lambda: self._sort_by(-1))

    def _found(self, rows: Any) -> Any:
        wanted = self.search.text().strip()
        if not wanted:
            return rows
        mask = None
        for column in columns_in(rows.schema):
            if column.name != "=marked":
                found = pc.match_substring(texts_of(rows.column(column.name)), wanted, ignore_case=True)
                mask = found if mask is None else pc.or_(mask, found)
        return rows if mask is None else rows.filter(mask)

    def _sort_by(self, position: int) -> None:
        name = self.model.name_at(position)
        self._sorted_by_hand = True
        if name is None or pa.types.is_nested(self.model.table.schema.field(name).type):
            self._sort = None
        elif self._sort == (name, False):
            self._sort = (name, True)
        else:
            self._sort = None if self._sort == (name, True) else (name, False)
        self.refresh()

    def _pick(self, row: int) -> None:
        """Point at one row: by its key, or by what it says in words where there is none."""
        if self.rows_shown is None or not 0 <= row < self.rows_shown.num_rows:
            return
        columns = columns_in(self.rows_shown.schema)
        key = self.condition.key if self.condition is not None else []
        # A time tells rows of one tile apart, but means nothing to the others.
        named = [each.name for each in columns if each.name in key and each.kind != "time"]
        named = named or [each.name for each in columns if each.kind == "text"] or [columns[0].name]
        one = self.rows_shown.slice(row, 1)
        self.point_at({name: (texts_of(one.column(name))[0].as_py(),) for name in named})
