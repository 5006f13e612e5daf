# SPDX-License-Identifier: BSD-3-Clause
"""The welcome page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.icons import bind_icon
from app.ui.pages_folder import is_own_page
from app.ui.theme import Theme
from app.ui.welcome import gallery
from app.ui.welcome.card_delegate import CARD_GAP
from app.ui.welcome.card_list import CardList, entry_at
from app.ui.welcome.gallery import Entry
from app.ui.welcome.gallery_model import GalleryModel
from app.ui.welcome.section import Section

_MARGIN = 32
_SCROLL_BAR = 16
_ROW = 4
"""Recent files that are shown at first."""


class WelcomePage(QWidget):
    """An introduction, buttons to begin, recent files, and the gallery."""

    chosen = Signal(object)
    """Emitted with an entry to open and use."""
    edited = Signal(object)
    """Emitted with an entry to open on the sheet."""
    shown = Signal(object)
    """Emitted with an entry to open in a player."""
    removed = Signal(object)
    """Emitted with an entry to move to the trash."""
    forgotten = Signal(object)
    """Emitted with an entry to remove from the recent files."""
    open_asked = Signal()
    new_asked = Signal()
    tour_asked = Signal()

    def __init__(
        self, models: Mapping[gallery.Section, GalleryModel], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._all_recent: list[Entry] = []
        self.recent_model = GalleryModel((), self)
        self.recent = Section(self.tr("Recent"), self.tr("Recent pages and files"), self.recent_model, theme)
        self.more_recent = self.recent.add_button("")
        self.more_recent.clicked.connect(lambda: self._show_row(whole=True))
        self._sections = self._make_sections(models)
        self.gallery = self._sections[0].cards
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(_MARGIN - CARD_GAP, 24, _MARGIN - CARD_GAP, 16)
        column.setSpacing(16)
        column.addLayout(self._header())
        for section in (self.recent, *self._sections):
            column.addWidget(section)
            self._connect(section.cards)
        if not any(model.rowCount() for model in models.values()):
            empty = _label(self.tr("There are no files in the gallery folder."), "muted")
            empty.setIndent(CARD_GAP)
            column.addWidget(empty)
        column.addStretch()
        self._scroll(content)
        self.show_recent(())

    def show_recent(self, entries: Sequence[Entry]) -> None:
        """Show the recent files; the section is hidden if there are none."""
        self._all_recent = list(entries)
        self.recent.setVisible(bool(entries))
        self._show_row(whole=False)

    def recent_entries(self) -> list[Entry]:
        """All recent files, also those that are not shown."""
        return list(self._all_recent)

    def show_read(self, entry: Entry, picture: QImage | None) -> None:
        """Show the title and the picture of a recent file."""
        self._all_recent = [entry if each.path == entry.path else each for each in self._all_recent]
        for row, known in enumerate(self.recent_model.entries):
            if known.path == entry.path:
                self.recent_model.replace(row, entry)
        if picture is not None:
            self.recent_model.show_picture(entry.path, picture)

    def _show_row(self, *, whole: bool) -> None:
        count = len(self._all_recent)
        self.recent_model.show_entries(self._all_recent if whole else self._all_recent[:_ROW])
        self.more_recent.setText(self.tr("Show all {count}").format(count=count))
        self.more_recent.setVisible(count > _ROW and not whole)

    def _make_sections(self, models: Mapping[gallery.Section, GalleryModel]) -> list[Section]:
        tr, theme, part = self.tr, self._theme, gallery.Section
        first = Section(tr("Gallery"), tr("Gallery of live objects"), models[part.FIRST], theme)
        more = Section(tr("More"), tr("More live objects"), models[part.MORE], theme, foldable=True)
        developers = Section(
            tr("For developers"),
            tr("Objects for developers"),
            models[part.DEVELOPERS],
            theme,
            foldable=True,
            pictures=False,
        )
        return [first, more, developers]

    def _scroll(self, content: QWidget) -> None:
        area = QScrollArea()
        area.setObjectName("welcome")
        area.setWidget(content)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        for section in self._sections:
            section.folded.connect(
                # The layout gives the cards their height first.
                lambda folded, section=section: (
                    folded or QTimer.singleShot(0, self, lambda: area.verticalScrollBar().setValue(section.y()))
                )
            )
        for section in (self.recent, *self._sections):
            cards = section.cards
            cards.selectionModel().currentChanged.connect(
                lambda index, _old, cards=cards: area.ensureVisible(
                    0, cards.mapTo(content, cards.visualRect(index).center()).y(), 0, 140
                )
            )

    def _connect(self, cards: CardList) -> None:
        cards.chosen.connect(self.chosen)
        cards.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        cards.customContextMenuRequested.connect(lambda at: self._show_menu(cards, at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the title where there is no room beside it."""
        needed = sum(part.minimumSize().width() for part in self._header_parts) + 2 * _MARGIN + _SCROLL_BAR
        narrow = event.size().width() < needed
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._header_parts[1].setAlignment(Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag.AlignRight)
        self._header_row.setDirection(direction)
        super().resizeEvent(event)

    def _header(self) -> QBoxLayout:
        picture = QLabel()
        picture.setPixmap(self.window().windowIcon().pixmap(48, 48))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(_label(self.tr("Live Objects"), "title"))
        words.addWidget(_label(self.tr("Open something, use it, and work on it with others."), "muted"))
        title = QHBoxLayout()
        title.setSpacing(16)
        title.addWidget(picture)
        title.addLayout(words, stretch=1)
        self.new_button = self._button(self.tr("&New page"), "", self.new_asked, main=True)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (
            self._button(self.tr("Take the &tour"), "tour", self.tour_asked),
            self._button(self.tr("&Open a file…"), "open", self.open_asked),
            self.new_button,
        ):
            buttons.addWidget(button, alignment=Qt.AlignmentFlag.AlignVCenter)
        self._header_parts = (title, buttons)
        self._header_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._header_row.setContentsMargins(CARD_GAP, 0, CARD_GAP, 0)
        self._header_row.setSpacing(12)
        self._header_row.addLayout(title, stretch=1)
        self._header_row.addLayout(buttons)
        return self._header_row

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

    def _show_menu(self, cards: CardList, at: QPoint) -> None:
        index = cards.indexAt(at)
        if not index.isValid():
            return
        entry = entry_at(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open")).triggered.connect(lambda: self.chosen.emit(entry))
        menu.addAction(self.tr("Edit")).triggered.connect(lambda: self.edited.emit(entry))
        menu.addAction(self.tr("Show in a window")).triggered.connect(lambda: self.shown.emit(entry))
        if cards is self.recent.cards:
            menu.addSeparator()
            if is_own_page(entry.path):
                menu.addAction(self.tr("Move to the trash")).triggered.connect(lambda: self.removed.emit(entry))
            else:
                menu.addAction(self.tr("Remove from this list")).triggered.connect(lambda: self.forgotten.emit(entry))
        menu.popup(cards.viewport().mapToGlobal(at))


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", role)
    label.setWordWrap(role == "muted")
    return label
