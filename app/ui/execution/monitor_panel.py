# SPDX-License-Identifier: BSD-3-Clause
"""The live monitor: metrics of each object of a running sheet, updated once a second while visible."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QStackedLayout,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.runtime.activation import State
from app.runtime.references import Path
from app.ui.execution.metrics import Metrics
from app.ui.execution.running_sheet import RunningSheet
from app.ui.execution.state_names import alone_words, meeting_words, state_name
from app.ui.theme import Theme
from app.ui.translations import translated
from app.ui.tree_rows import row_of_key, set_texts

_INTERVAL = 1000
_NOT_MEASURED = "–"


class MonitorPanel(QWidget):
    """A row for each object: state, members, rates, latency, loss, memory."""

    jump = Signal(tuple)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sheet: RunningSheet | None = None
        self._rows: dict[Path, QTreeWidgetItem] = {}
        self._counted: dict[Path, tuple[float, int]] = {}
        self._task: asyncio.Task[None] | None = None
        self.setProperty("role", "panel")
        self.table = QTreeWidget()
        self.table.setAccessibleName(self.tr("Live monitor"))
        self.table.setProperty("role", "plain")
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setHeaderLabels(
            [
                self.tr("Object"),
                self.tr("State"),
                self.tr("Here"),
                self.tr("Events / s"),
                self.tr("In / s"),
                self.tr("Out / s"),
                self.tr("Latency"),
                self.tr("Loss"),
                self.tr("Memory"),
            ]
        )
        self.table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.itemActivated.connect(self._activate)
        nothing = QLabel(self.tr("Turn the page live to see how its objects are doing."))
        nothing.setProperty("role", "muted")
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(nothing)
        self._stack.addWidget(self.table)
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL)
        self._timer.timeout.connect(self._look)

    def set_running(self, sheet: RunningSheet | None) -> None:
        """Show a running sheet, or that none runs."""
        self._sheet = sheet
        self._rows.clear()
        self._counted.clear()
        self.table.clear()
        self._stack.setCurrentIndex(0 if sheet is None else 1)
        if sheet is not None and self.isVisible():
            self._timer.start()
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()  # measure only while visible

    def refresh(self) -> None:
        """Show the current metrics."""
        sheet = self._sheet
        if sheet is None or not sheet.running:
            return
        paths = sheet.paths()
        for gone in [path for path in self._rows if path not in paths]:
            self.table.invisibleRootItem().removeChild(self._rows.pop(gone))
        for path in paths:
            self._show(sheet, path)

    def texts(self, path: Path) -> list[str]:
        """The texts of a row."""
        row = self._rows[path]
        return [row.text(column) for column in range(self.table.columnCount())]

    def _show(self, sheet: RunningSheet, path: Path) -> None:
        row = row_of_key(self.table, self._rows, path)
        metrics = sheet.metrics(path) or Metrics()
        numbers = QLocale()
        name = " › ".join(path) if path else sheet.document.title or self.tr("The object")
        state = alone_words(sheet.channels_of(path)) if sheet.state(path) is State.LIVE else ""
        state = state or state_name(sheet.state(path))
        reason = translated(sheet.failure(path) or "") or meeting_words(sheet.channels_of(path))
        texts = [
            name,
            f"{state}: {reason}" if reason else state,
            _NOT_MEASURED if metrics.members is None else numbers.toString(metrics.members),
            self._rate(sheet, path),
            _number(metrics.messages_in, 1),
            _number(metrics.messages_out, 1),
            _number(metrics.latency_ms, 2, " ms"),
            _NOT_MEASURED if metrics.loss is None else numbers.toString(metrics.loss * 100, "f", 2) + " %",
            _NOT_MEASURED if metrics.memory is None else numbers.formattedDataSize(metrics.memory),
        ]
        set_texts(row, texts)
        failed = sheet.state(path) is State.FAILED
        row.setForeground(1, QColor(self._theme.colors.bad) if failed else QBrush())
        row.setToolTip(1, reason)

    def _rate(self, sheet: RunningSheet, path: Path) -> str:
        now, count = asyncio.get_running_loop().time(), sheet.events(path)
        before = self._counted.get(path)
        if before is None or now - before[0] >= 0.5:
            self._counted[path] = (now, count)
        if before is None or now <= before[0]:
            return _NOT_MEASURED
        return _number((count - before[1]) / (now - before[0]), 1)

    def _look(self) -> None:
        if self._sheet is not None and self._sheet.running and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._measured(self._sheet))

    async def _measured(self, sheet: RunningSheet) -> None:
        await sheet.measure()
        if sheet is self._sheet:
            self.refresh()

    def _activate(self, row: QTreeWidgetItem) -> None:
        self.jump.emit(row.data(0, Qt.ItemDataRole.UserRole))


def _number(value: float | None, digits: int, unit: str = "") -> str:
    return _NOT_MEASURED if value is None else QLocale().toString(value, "f", digits) + unit
