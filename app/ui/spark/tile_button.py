# SPDX-License-Identifier: BSD-3-Clause
"""A button for a tile: drag it onto a sheet or a page, or press it to add it to the sheet."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.ui.composer.panels.drag_data import mime_data, start_drag
from app.ui.composer.panels.widgets import escape_ampersands, tip
from app.ui.icons import icon_of_file
from app.ui.spark.tiles import Tile
from app.ui.theme import Theme
from app.ui.translations import translated


class TileButton(QPushButton):
    """A tile that a feed offers."""

    wanted = Signal(object)
    """The tile is to be added to the sheet, by key or click."""

    def __init__(self, tile: Tile, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tile = tile
        self._theme = theme
        self._pressed: QPoint | None = None
        label = translated(tile.title)
        self.setText(escape_ampersands(label))
        self._draw()
        theme.changed.connect(self._draw)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setToolTip(tip(self.tr("Drag it onto the page or a dashboard; a click puts it on the page")))
        self.setAccessibleName(label)
        self.clicked.connect(lambda: self.wanted.emit(self.tile))

    def _draw(self) -> None:
        self.setIcon(icon_of_file(self.tile.icon, "group-feeds"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint() if event.button() is Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        if (event.position().toPoint() - self._pressed).manhattanLength() < QApplication.startDragDistance():
            return
        self._pressed = None
        self.setDown(False)
        drag = start_drag(self, self._theme, mime_data(self.tile.document), self.tile.icon or "group-feeds")
        drag.exec(Qt.DropAction.CopyAction)
