# SPDX-License-Identifier: BSD-3-Clause
"""A placeholder that creates the Spark panel when it is first shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.ui.composer.panels.widgets import column, use_panel_background
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.ui.spark.panel import SparkPanel


class LazySparkPanel(QWidget):
    """Creates the panel on demand: most people never open it."""

    message = Signal(str)
    document_wanted = Signal(object)
    """A document is to be added to the sheet."""

    def __init__(self, catalogue: Catalogue, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalogue, self._theme = catalogue, theme
        self._panel: SparkPanel | None = None
        use_panel_background(self)
        self.setAccessibleName(self.tr("Spark"))
        self._column = column(self)

    @property
    def panel(self) -> SparkPanel:
        """The panel, created on first access."""
        if self._panel is None:
            from app.ui.spark.panel import SparkPanel  # noqa: PLC0415 - see above

            self._panel = SparkPanel(self._catalogue, self._theme)
            self._panel.message.connect(self.message)
            self._panel.tile_wanted.connect(lambda tile: self.document_wanted.emit(tile.document))
            self._column.addWidget(self._panel)
        return self._panel

    def attach_paths(self, paths: list[Path]) -> None:
        """Attach data files."""
        self.panel.attach_paths(paths)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.panel.show()
