# SPDX-License-Identifier: BSD-3-Clause
"""The log panel."""

from __future__ import annotations

import logging
from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from app.ui.composer.panels.editors.choice import PickBox
from app.ui.composer.panels.widgets import column, tool_button, use_panel_background
from app.ui.theme import Theme

_MOST_LINES = 5_000
_LONGEST = 2_000


class Level(IntEnum):
    """The severity of a line."""

    NOTE = logging.INFO
    WARNING = logging.WARNING
    FAILURE = logging.ERROR


class LogPanel(QWidget):
    """Timestamped lines that can be searched, filtered and copied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: list[tuple[datetime, Level, str]] = []
        self._handler: _Handler | None = None
        use_panel_background(self)
        self.setAccessibleName(self.tr("Log"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setProperty("role", "plain")
        self.text.setAccessibleName(self.tr("Log"))
        self.text.setMaximumBlockCount(_MOST_LINES)
        self.find_field = QLineEdit()
        self.find_field.setPlaceholderText(self.tr("Find in the log"))
        self.find_field.setAccessibleName(self.tr("Find in the log"))
        self.find_field.setClearButtonEnabled(True)
        self.level = PickBox()
        self.level.setAccessibleName(self.tr("What to show"))
        for label, level in (
            (self.tr("Everything"), Level.NOTE),
            (self.tr("Warnings and failures"), Level.WARNING),
            (self.tr("Failures"), Level.FAILURE),
        ):
            self.level.addItem(label, int(level))
        self._lay_out()
        self.find_field.textChanged.connect(self._fill)
        self.level.currentIndexChanged.connect(self._fill)
        theme.changed.connect(self._fill)

    def add(self, text: str, level: Level = Level.NOTE) -> None:
        """Append a line with the current time."""
        line = (datetime.now().astimezone(), level, " ".join(text.split())[:_LONGEST])
        self._lines.append(line)
        del self._lines[:-_MOST_LINES]
        if self._is_wanted(line):
            self._append(line)

    def attach(self, logger: logging.Logger | None = None) -> None:
        """Show the records of a logger, from any thread."""
        if self._handler is not None:
            return
        source = logger or logging.getLogger("liveobjects")
        handler = self._handler = _Handler()
        handler.relay.happened.connect(lambda text, level: self.add(text, Level(level)))
        source.addHandler(handler)
        self.destroyed.connect(lambda: source.removeHandler(handler))

    def clear(self) -> None:
        """Delete all lines."""
        self._lines.clear()
        self.text.clear()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(8, 8, 8, 0)
        row.setSpacing(8)
        row.addWidget(self.find_field, stretch=1)
        row.addWidget(self.level)
        clear = tool_button(self._theme, "delete", self.tr("Clear the log"))
        clear.clicked.connect(self.clear)
        row.addWidget(clear)
        layout = column(self, spacing=4)
        layout.addLayout(row)
        layout.addWidget(self.text, stretch=1)

    def _is_wanted(self, line: tuple[datetime, Level, str]) -> bool:
        wanted = self.find_field.text().casefold()
        least = self.level.currentData()
        return line[1] >= int(least) and wanted in line[2].casefold()

    def _fill(self) -> None:
        self.text.clear()
        for line in self._lines:
            if self._is_wanted(line):
                self._append(line)

    def _append(self, line: tuple[datetime, Level, str]) -> None:
        """Append a line; scroll only if the view is at the end."""
        when, level, text = line
        bar = self.text.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 4
        colors = self._theme.colors
        color = {Level.FAILURE: colors.bad, Level.WARNING: colors.warning}.get(level, colors.text)
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not self.text.document().isEmpty():
            cursor.insertBlock()
        cursor.insertText(f"{when:%H:%M:%S}  ", _in(colors.muted))
        sign = {Level.FAILURE: "✕ ", Level.WARNING: "! "}.get(level, "")
        cursor.insertText(f"{sign}{text}", _in(color))
        if follows:
            bar.setValue(bar.maximum())


class _Relay(QObject):
    happened = Signal(str, int)


class _Handler(logging.Handler):
    """Passes records to the GUI thread."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.relay = _Relay()

    def emit(self, record: logging.LogRecord) -> None:
        levels = [level for level in Level if level <= record.levelno]
        self.relay.happened.emit(record.getMessage(), int(max(levels, default=Level.NOTE)))


def _in(color: str) -> QTextCharFormat:
    kind = QTextCharFormat()
    kind.setForeground(QColor(color))
    return kind
