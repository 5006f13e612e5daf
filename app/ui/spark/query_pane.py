# SPDX-License-Identifier: BSD-3-Clause
"""The query editor, as SQL or as a form, with errors below it and at their position."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from app.spark.errors import QueryError, SparkError
from app.ui.composer.panels.widgets import column, link_button, scroll_area, words
from app.ui.icons import bind_icon, pixmap
from app.ui.spark.error_details import show_error_details
from app.ui.spark.query_form import QueryForm
from app.ui.spark.sql_editor import SqlEditor
from app.ui.spark.workspace import SessionState, SparkWorkspace
from app.ui.theme import Theme
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.spark.client import Column

_CHECK_AFTER = 600
"""Milliseconds after the last keystroke before Spark checks the query."""


class QueryPane(QWidget):
    """A query, and Spark's verdict on it."""

    run_asked = Signal()
    live_asked = Signal()

    def __init__(self, workspace: SparkWorkspace, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._theme = workspace, theme
        self._whole = ""
        self._checking: asyncio.Task[None] | None = None
        self.columns: list[Column] = []
        """The columns of the result, as Spark last reported them."""
        self.editor = SqlEditor(theme)
        self.form = QueryForm(workspace, theme)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_CHECK_AFTER)
        self._timer.timeout.connect(self.check)
        self._lay_out()
        self.editor.changed.connect(self._edited)
        self.editor.run_asked.connect(self.run_asked)
        self.form.written.connect(self.editor.write)
        workspace.sources_changed.connect(self._know_tables)
        workspace.session_changed.connect(self._know_tables)
        theme.changed.connect(self._draw)
        self._know_tables()
        self._enable()

    @property
    def sql(self) -> str:
        """The current query."""
        return self.editor.sql.strip().rstrip(";")

    def show_error(self, error: SparkError) -> None:
        """Show an error, and mark its position."""
        self._whole = error.whole
        self._error_label.setText(translated(error.sentence if isinstance(error, QueryError) else str(error)))
        self._details.setVisible(bool(error.whole))
        place = isinstance(error, QueryError) and error.line > 0
        self._place.setVisible(place)
        if isinstance(error, QueryError):
            self._place.setText(
                self.tr("Line {line}, column {column}").format(line=error.line, column=max(1, error.column))
            )
            if place:
                self.editor.mark_error(error.line, error.column, error.sentence)
        self.error_line.setAccessibleName(self._error_label.text())
        self.error_line.show()

    def clear_error(self) -> None:
        """Hide the error."""
        self.editor.clear_error()
        self.error_line.hide()

    @property
    def error_words(self) -> str:
        """The text of the error; empty if there is none."""
        return "" if self.error_line.isHidden() else self._error_label.text()

    def check(self) -> None:
        """Let Spark check the query, if it already runs."""
        if self._workspace.state is SessionState.READY and self.sql:
            if self._checking is not None:
                self._checking.cancel()
            self._checking = self._workspace.spawn(self._check(self.sql))

    async def _check(self, sql: str) -> None:
        try:
            columns = await self._workspace.check(sql)
        except SparkError as error:
            if sql == self.sql:
                self.show_error(error)
            return
        if sql == self.sql:
            self.columns = columns
            self.clear_error()

    def _edited(self) -> None:
        self.clear_error()
        self.columns = []
        self._enable()
        self._timer.start()

    def _enable(self) -> None:
        self.run.setEnabled(bool(self.sql))
        self.live.setEnabled(bool(self.sql))

    def _know_tables(self) -> None:
        self.editor.set_tables(self._workspace.tables())
        self.form.refresh()

    def _lay_out(self) -> None:
        self.as_sql, self.as_form = QToolButton(), QToolButton()
        self.as_sql.setText(self.tr("SQL"))
        self.as_form.setText(self.tr("Form"))
        self._kinds = QButtonGroup(self)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.editor)
        self._stack.addWidget(scroll_area(self.form))
        head = QHBoxLayout()
        head.setSpacing(4)
        for number, button in enumerate((self.as_sql, self.as_form)):
            button.setCheckable(True)
            button.setMinimumWidth(48)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._kinds.addButton(button, number)
            head.addWidget(button)
        self.as_sql.setChecked(True)
        self._kinds.idClicked.connect(self._show_kind)
        head.addStretch(1)
        self.run = QPushButton(self.tr("Preview"))
        self.run.setToolTip(self.tr("Show the first rows (Ctrl+Enter)"))
        bind_icon(self._theme, self.run, "run")
        self.run.clicked.connect(self.run_asked)
        self.live = QPushButton(self.tr("Make it live…"))
        self.live.setToolTip(self.tr("Let the query go on, and share its result"))
        bind_icon(self._theme, self.live, "share")
        self.live.clicked.connect(self.live_asked)
        head.addWidget(self.run)
        head.addWidget(self.live)
        layout = column(self, spacing=4)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.addLayout(head)
        layout.addWidget(self._stack, stretch=1)
        layout.addWidget(self._make_error_line())

    def _make_error_line(self) -> QFrame:
        self.error_line = QFrame()
        self.error_line.setProperty("role", "notice")
        self._picture = QLabel()
        self._error_label = words(role="bad")
        self._place = link_button("")
        self._place.setToolTip(self.tr("Go to the place"))
        self._place.clicked.connect(self._go_to_error)
        self._details = link_button(self.tr("Details"))
        self._details.clicked.connect(lambda: show_error_details(self, self._whole))
        links = QHBoxLayout()
        links.setSpacing(16)
        links.addWidget(self._place)
        links.addWidget(self._details)
        links.addStretch(1)
        texts = column(spacing=0)
        texts.addWidget(self._error_label)
        texts.addLayout(links)
        row = QHBoxLayout(self.error_line)
        row.setContentsMargins(8, 4, 8, 2)
        row.setSpacing(8)
        row.addWidget(self._picture, alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(texts, stretch=1)
        self.error_line.hide()
        self._draw()
        return self.error_line

    def _go_to_error(self) -> None:
        self.as_sql.setChecked(True)
        self._show_kind(0)
        self.editor.go_to_error()

    def _show_kind(self, number: int) -> None:
        self._stack.setCurrentIndex(number)
        (self.editor if number == 0 else self.form).setFocus()
        if number == 1:
            self.form.refresh()

    def _draw(self) -> None:
        self._picture.setPixmap(pixmap("problem", 16, self._theme.colors.bad, self.devicePixelRatioF()))
