"""The welcome with the palette beside it, so that a newcomer sees what there is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

_PALETTE_WIDTH = 248
_REST = 2000


class PaletteSplitter(QSplitter):
    """Keeps room for the palette, which comes when the objects are known."""

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
        """Put the palette into its room."""
        self.replaceWidget(0, palette)
        self._room.deleteLater()
        self.setSizes([_PALETTE_WIDTH, _REST])
