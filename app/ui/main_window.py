"""The main window: pages on a stack, and the menu."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu, QMessageBox, QStackedWidget

from app import __version__
from app.ui.object_page import ObjectPage
from app.ui.theme import Theme
from app.ui.welcome.gallery import FOLDER, SUFFIX, Entry, State, examine, list_entries
from app.ui.welcome.gallery_model import GalleryModel
from app.ui.welcome.page import WelcomePage


class MainWindow(QMainWindow):
    """Starts on the welcome page, or on the page of the one file it was given."""

    painted = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, files: Sequence[Path] = ()) -> None:
        super().__init__()
        self._was_painted = False
        self.setWindowTitle(self.tr("Live Objects"))
        self.model = GalleryModel(list_entries(files), self)
        self.welcome = WelcomePage(self.model, theme, self)
        self.welcome.chosen.connect(self.show_entry)
        self.welcome.open_asked.connect(self._ask_for_file)
        self.page = ObjectPage(self)
        self.page.left.connect(self._show_welcome)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self.page)
        self.setCentralWidget(self._stack)
        self._make_menu()

    async def examine_gallery(self) -> None:
        """Read and check every file, one after the other and beside the window, which stays alive."""
        for row, entry in enumerate(self.model.entries):
            self.model.replace(row, await asyncio.to_thread(examine, entry))

    def show_entry(self, entry: Entry) -> None:
        """Open the page of a file."""
        self.page.show_entry(entry if entry.state is not State.UNREAD else examine(entry))
        self._stack.setCurrentWidget(self.page)
        self.setWindowTitle(self.tr("{title} – Live Objects").format(title=entry.title))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self.painted.emit)  # once the pages inside have been painted too

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        super().closeEvent(event)
        if event.isAccepted():
            self.closed.emit()

    def _show_welcome(self) -> None:
        self._stack.setCurrentWidget(self.welcome)
        self.setWindowTitle(self.tr("Live Objects"))
        self.welcome.gallery.setFocus()

    def _make_menu(self) -> None:
        files = self.menuBar().addMenu(self.tr("&File"))
        self._add_action(files, self.tr("&Open…"), QKeySequence.StandardKey.Open, self._ask_for_file)
        files.addSeparator()
        self._add_action(files, self.tr("&Quit"), QKeySequence.StandardKey.Quit, self.close)
        about = self.menuBar().addMenu(self.tr("&Help"))
        self._add_action(about, self.tr("&About Live Objects"), None, self._show_about)

    def _add_action(
        self, menu: QMenu, text: str, keys: QKeySequence.StandardKey | None, do: Callable[[], object]
    ) -> None:
        action = QAction(text, self)
        if keys is not None:
            action.setShortcuts(keys)
        action.triggered.connect(do)
        menu.addAction(action)

    def _ask_for_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a live object"), str(FOLDER))
        dialog.setNameFilters(
            [self.tr("Live objects (*{suffix})").format(suffix=SUFFIX), self.tr("All files (*)")]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.show_entry(list_entries([Path(name)])[0]))
        dialog.open()

    def _show_about(self) -> None:
        text = self.tr("Live Objects {version}\n\nDistributed computing that a person can drag and drop.")
        box = QMessageBox(
            QMessageBox.Icon.NoIcon, self.tr("About"), text.format(version=__version__), parent=self
        )
        box.setIconPixmap(self.windowIcon().pixmap(64, 64))
        box.open()
