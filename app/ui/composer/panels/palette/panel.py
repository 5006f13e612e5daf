# SPDX-License-Identifier: BSD-3-Clause
"""The palette panel: objects with a search, and files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from app.runtime.library import Catalogue
from app.ui.composer.panels.palette.files_tab import FilesTab
from app.ui.composer.panels.palette.objects_tab import ObjectsTab
from app.ui.composer.panels.widgets import column, use_panel_background
from app.ui.theme import Theme
from app.ui.welcome.gallery import FOLDER


class PalettePanel(QWidget):
    """Shows palette entries to drag or choose."""

    chosen = Signal(object)  # an Entry
    file_opened = Signal(Path)
    message = Signal(str)

    def __init__(
        self, catalogue: Catalogue, theme: Theme, folder: Path = FOLDER, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        use_panel_background(self)
        self.setAccessibleName(self.tr("Palette"))
        self.objects = ObjectsTab(catalogue, theme)
        self.objects.chosen.connect(self.chosen)
        self.files = FilesTab(theme, folder)
        self.files.opened.connect(self.file_opened)
        self.files.message.connect(self.message)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.objects, self.tr("Objects"))
        self.tabs.addTab(self.files, self.tr("Files"))
        layout = column(self)
        layout.addWidget(self.tabs)
        self.setMinimumWidth(208)

    def focus_search(self) -> None:
        """Focus the search field."""
        self.tabs.setCurrentWidget(self.objects)
        self.objects.search.setFocus()
        self.objects.search.selectAll()

    def reload(self) -> None:
        """Reload the entries."""
        self.objects.reload()
