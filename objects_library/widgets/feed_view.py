# SPDX-License-Identifier: BSD-3-Clause
"""The common base of feed views: batches of rows, pause and export."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout

from app.runtime.library import Context, Endpoint
from app.spark.live_table import AnyTable
from objects_library.replication.recent_rows import MOST
from objects_library.values.columns import Column, columns_of, columns_of_schema, rows_in
from objects_library.widgets.appearance import GAP, SoftButton, format_count, plain_label
from objects_library.widgets.file_dialogs import ask_for_target
from objects_library.widgets.live_view import LiveView

T = TypeVar("T")
Messages = list[T]
_FRAME = 16
"""Milliseconds between two updates; faster messages are shown together."""


class FeedView(LiveView, Generic[T]):
    """A view of a feed; a subclass shows rows and adds the event `settings` to the endpoint."""

    feed = Endpoint(name="rows")
    shown = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._own_columns = columns_of(context.types["T"])
        self.columns: list[Column] = self._own_columns
        self._wired: Any = None
        self._fresh: list[tuple[Any, ...]] = []
        self.paused = False
        self.title = plain_label("", "heading", wrap=False)
        self.title.hide()
        self.count = plain_label("", "muted", wrap=False)
        self.pause_button = SoftButton(self.tr("&Pause"), self.tr("Hold it still; what comes is shown later"))
        self.pause_button.setCheckable(True)
        self.pause_button.toggled.connect(self._pause)
        self.tools = QHBoxLayout()
        self.tools.setSpacing(GAP)
        self.content.addWidget(self.title)
        self.content.addLayout(self.tools)
        self._batch = QTimer(self)
        self._batch.setSingleShot(True)
        self._batch.setInterval(_FRAME)
        self._batch.timeout.connect(self._take_batch)

    def use_columns(self, columns: list[Column]) -> None:
        """Show rows with other columns from now on; there are none yet."""
        raise NotImplementedError

    def replace_rows(self, rows: list[tuple[Any, ...]]) -> None:
        """Replace the rows."""
        raise NotImplementedError

    def add_rows(self, rows: list[tuple[Any, ...]]) -> None:
        """Show additional rows."""
        raise NotImplementedError

    def kept_rows(self) -> Iterable[tuple[Any, ...]]:
        """The shown rows, for export."""
        raise NotImplementedError

    @feed.incoming
    def rows(self, rows: Messages[T]) -> None:
        """All stored rows."""
        if self._wired is not None:
            return
        shown = [row for message in rows for row in rows_in(self.columns, message)]
        self._fresh.clear()
        self.replace_rows(shown[-MOST:])
        self._show_count()

    @feed.incoming
    def added(self, row: T) -> None:
        """New rows."""
        if self._wired is not None:
            return
        self._fresh += rows_in(self.columns, row)
        if len(self._fresh) > MOST:
            del self._fresh[:-MOST]
        if self.paused:
            self._show_count()
        elif not self._batch.isActive():
            self._batch.start()

    @shown.incoming
    def showing(self, rows: AnyTable | None) -> None:
        """Show the rows of a wire instead; None: those of the feed, which follow."""
        self._wired = rows
        self._fresh.clear()
        if rows is None:
            self.use_columns(self._own_columns)
        elif not self.paused:
            self._show_wired()

    def _show_wired(self) -> None:
        columns = columns_of_schema(self._wired.schema)
        if columns != self.columns:
            self.use_columns(columns)
        self.replace_rows(rows_in(columns, self._wired)[-MOST:])
        self._show_count()

    @feed.incoming
    def refused(self, reason: str) -> None:
        """The rows were refused."""
        self.refuse(reason)

    def show_title(self, title: str) -> None:
        """Show the title, unless it is empty."""
        self.title.setText(title)
        self.title.setVisible(bool(title))

    def save_csv(self) -> None:
        """Ask for a file, and write the rows to it."""
        self.ask_for_file(self.tr("Save the rows"), "rows.csv", self.write_csv)

    def write_csv(self, path: Path) -> None:
        """Write the rows as CSV."""
        held = io.StringIO()
        writer = csv.writer(held, lineterminator="\n")
        writer.writerow([_cell(column.name) for column in self.columns])
        writer.writerows([_cell(value) for value in row] for row in self.kept_rows())
        path.write_text(held.getvalue(), encoding="utf-8")

    def ask_for_file(self, title: str, name: str, write: Callable[[Path], object]) -> None:
        """Ask for a file without blocking; failures are shown."""
        ask_for_target(self, title, name, lambda path: self._written(path, write), suffix=Path(name).suffix[1:])

    def _written(self, path: Path, write: Callable[[Path], object]) -> None:
        try:
            write(path)
        except OSError as error:
            self.refuse(f"{path.name}: {error.strerror or error}")

    def _pause(self, paused: bool) -> None:
        self.paused = paused
        self.pause_button.setText(self.tr("&Go on") if paused else self.tr("&Pause"))
        self._take_batch()

    def _take_batch(self) -> None:
        if not self.paused and self._wired is not None:
            self._show_wired()
        if not self.paused and self._fresh:
            fresh, self._fresh = self._fresh, []
            self.add_rows(fresh)
        self._show_count()

    def _show_count(self) -> None:
        rows = self.tr("{count} rows").format(count=format_count(self.row_count(), self.locale()))
        waiting = len(self._fresh) if self.paused else 0
        more = self.tr("{count} wait").format(count=format_count(waiting, self.locale())) if waiting else ""
        self.count.setText(f"{rows} · {more}" if more else rows)

    def row_count(self) -> int:
        """How many rows are shown."""
        raise NotImplementedError


def _cell(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    text = "" if value is None else str(value)
    # A spreadsheet would execute a text that begins like a formula.
    is_text = not isinstance(value, int | float)
    return f"'{text}" if is_text and text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def named(columns: Sequence[Column], name: str) -> int | None:
    """The index of a column with that name."""
    return next((place for place, column in enumerate(columns) if column.name == name), None)
