# SPDX-License-Identifier: BSD-3-Clause
"""The welcome page with the palette at its side."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

_PALETTE_WIDTH = 248
_REST = 2000


class PaletteSplitter(QSplitter):
    """Reserves space for the palette, which is added when the catalogue is loaded."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._room = QWidget()
        self._room.setProperty("role", "panel")
        self._room.setMinimumWidth(_PALETTE_WIDTH)
        self.addWidget(self._room)
        self.addWidget(page)
        self.setStretchFactor(1, 1)
        self.setHandleWidth(1)
        self.setSizes([_PALETTE_WIDTH, _REST])

    def show_palette(self, palette: QWidget) -> None:
        """Insert the palette."""
        self.replaceWidget(0, palette)
        self._room.deleteLater()
        self.setSizes([_PALETTE_WIDTH, _REST])
