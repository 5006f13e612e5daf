# SPDX-License-Identifier: BSD-3-Clause
"""The welcome page."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListView, QMenu, QPushButton, QVBoxLayout, QWidget

from app.ui.icons import bind_icon
from app.ui.settings import Settings
from app.ui.theme import Theme
from app.ui.welcome.card_delegate import CARD_GAP, CardDelegate
from app.ui.welcome.gallery import Entry
from app.ui.welcome.gallery_model import ENTRY_ROLE, GalleryModel

_MARGIN = 32
_MOST_RECENT = 5


class WelcomePage(QWidget):
    """An introduction, buttons to begin, recent files, and the gallery."""

    chosen = Signal(object)
    """Emitted with a gallery entry to open as a sheet."""
    shown = Signal(object)
    """Emitted with a gallery entry to open in a player."""
    open_asked = Signal()
    new_asked = Signal()
    tour_asked = Signal()
    file_chosen = Signal(Path)

    def __init__(self, model: GalleryModel, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.gallery = _gallery_view(model, theme, self)
        self.gallery.activated.connect(self._choose)
        self.gallery.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.gallery.customContextMenuRequested.connect(self._show_menu)
        theme.changed.connect(self._draw_again)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN - CARD_GAP, _MARGIN, _MARGIN - CARD_GAP, 12)
        layout.setSpacing(16)
        layout.addLayout(self._header())
        layout.addLayout(self._ways_to_begin())
        self._recent = QWidget()
        self._recent_row = QHBoxLayout(self._recent)
        self._recent_row.setContentsMargins(CARD_GAP, 0, CARD_GAP, 0)
        self._recent_row.setSpacing(8)
        layout.addWidget(self._recent)
        heading = _label(self.tr("Gallery"), "heading")
        heading.setIndent(CARD_GAP)  # aligned with the cards, which have a margin
        layout.addWidget(heading)
        layout.addWidget(self.gallery, stretch=1)
        if model.rowCount() == 0:
            empty = _label(self.tr("There are no files in the gallery folder."), "muted")
            empty.setIndent(CARD_GAP)
            layout.insertWidget(layout.count() - 1, empty)
        self.show_recent(settings.recent_files)

    def show_recent(self, files: Sequence[Path]) -> None:
        """Show the recent files."""
        while (item := self._recent_row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        there = [file for file in files if file.is_file()][:_MOST_RECENT]
        self._recent.setVisible(bool(there))
        self._recent_row.addWidget(_label(self.tr("Recent"), "section"))
        for file in there:
            button = QPushButton(file.stem.replace("&", "&&"))
            button.setProperty("role", "link")
            button.setToolTip(str(file).replace("<", "&lt;"))
            button.clicked.connect(lambda _checked=False, file=file: self.file_chosen.emit(file))
            self._recent_row.addWidget(button)
        self._recent_row.addStretch()

    def _header(self) -> QHBoxLayout:
        picture = QLabel()
        picture.setPixmap(self.window().windowIcon().pixmap(56, 56))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(_label(self.tr("Live Objects"), "title"))
        words.addWidget(
            _label(self.tr("Wire objects on a sheet, send the file, and everyone who opens it shares it."), "muted")
        )
        header = QHBoxLayout()
        header.setContentsMargins(CARD_GAP, 0, CARD_GAP + 8, 0)
        header.setSpacing(8)
        header.addWidget(picture)
        header.addSpacing(8)
        header.addLayout(words, stretch=1)
        return header

    def _ways_to_begin(self) -> QHBoxLayout:
        self.new_button = self._button(self.tr("&New sheet"), "", self.new_asked, main=True)
        row = QHBoxLayout()
        row.setContentsMargins(CARD_GAP, 0, CARD_GAP, 0)
        row.setSpacing(8)
        for button in (
            self.new_button,
            self._button(self.tr("&Open a file…"), "open", self.open_asked),
            self._button(self.tr("Take the &tour"), "tour", self.tour_asked),
        ):
            row.addWidget(button)
        row.addStretch()
        return row

    def _button(self, words: str, picture: str, signal: object, *, main: bool = False) -> QPushButton:
        button = QPushButton(words)
        if main:
            button.setProperty("role", "main")
        if picture:
            bind_icon(self._theme, button, picture)
        button.setMinimumHeight(36)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(signal)
        return button

    def _draw_again(self) -> None:
        self.gallery.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(_entry(index))

    def _show_menu(self, at: QPoint) -> None:
        index = self.gallery.indexAt(at)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open on a sheet")).triggered.connect(lambda: self.chosen.emit(_entry(index)))
        menu.addAction(self.tr("Show in a window")).triggered.connect(lambda: self.shown.emit(_entry(index)))
        menu.popup(self.gallery.viewport().mapToGlobal(at))


def _entry(index: QModelIndex) -> Entry:
    entry = index.data(ENTRY_ROLE)
    assert isinstance(entry, Entry)
    return entry


def _gallery_view(model: GalleryModel, theme: Theme, parent: QWidget) -> QListView:
    view = QListView(parent)
    view.setObjectName("gallery")
    view.setAccessibleName(parent.tr("Gallery of live objects"))
    view.setModel(model)
    view.setItemDelegate(CardDelegate(theme, view))
    view.setViewMode(QListView.ViewMode.IconMode)
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setMovement(QListView.Movement.Static)
    view.setContentsMargins(0, 0, 0, 0)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setMouseTracking(True)
    view.setUniformItemSizes(True)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    return view


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", role)
    label.setWordWrap(role == "muted")
    return label
