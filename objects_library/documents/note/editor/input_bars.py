# SPDX-License-Identifier: BSD-3-Clause
"""Bars between the buttons and the note: to find text, and to edit a link."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from objects_library.documents.note.editor.icons import icon
from objects_library.documents.note.editor.pane import NotePane
from objects_library.replication.text.rich_text import LONGEST_LINK, is_link
from objects_library.widgets.appearance import GAP, Panel, SoftButton, format_count, plain_label

_MOST = 1_000
_LONGEST = 200
_BUTTON = """
    QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 4px; }
    QToolButton:hover { background: palette(alternate-base); border-color: palette(mid); }
    QToolButton:focus { border: 1px solid palette(highlight); }
"""


class _InputBar(Panel):
    """A panel that Escape closes."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(GAP, GAP // 2, GAP // 2, GAP // 2)
        self.row.setSpacing(GAP)
        self._buttons: list[tuple[QToolButton, str]] = []
        self.hide()

    def put_away(self) -> None:
        """Close the panel."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            super().keyPressEvent(event)

    def repaint_icons(self, palette: QPalette) -> None:
        """Repaint the icons for another palette."""
        for button, picture in self._buttons:
            button.setIcon(icon(picture, palette))

    def _button(self, picture: str, text: str) -> QToolButton:
        made = QToolButton()
        made.setStyleSheet(_BUTTON)
        made.setAccessibleName(text)
        made.setToolTip(text)
        made.setIcon(icon(picture, self.palette()))
        self._buttons.append((made, picture))
        self.row.addWidget(made)
        return made


class FindBar(_InputBar):
    """Finds text in the note, ignoring case."""

    def __init__(self, pane: NotePane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self.field = QLineEdit()
        self.field.setMaxLength(_LONGEST)
        self.field.setPlaceholderText(self.tr("Find in this note"))
        self.field.setAccessibleName(self.tr("Find in this note"))
        self.count = plain_label("", "muted", wrap=False)
        self.row.addWidget(self.field, stretch=1)
        self.row.addWidget(self.count)
        self._button("up", self.tr("The one before (Shift+Enter)")).clicked.connect(lambda: self.go(-1))
        self._button("down", self.tr("The next one (Enter)")).clicked.connect(lambda: self.go(1))
        self._button("close", self.tr("Close (Escape)")).clicked.connect(self.put_away)
        self.field.textChanged.connect(lambda _: self.look())

    def ask(self) -> None:
        """Open with the selection."""
        start, end = self._pane.selection
        if 0 < end - start <= _LONGEST and "\n" not in self._pane.text[start:end]:
            self.field.setText(self._pane.text[start:end])
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        self.look()

    def put_away(self) -> None:
        """Close, and clear the marks."""
        self._pane.show_found([], None)
        super().put_away()

    def look(self, *, move: bool = True) -> None:
        """Mark all matches, and go to the first one after the cursor."""
        if self.isHidden():
            return
        wanted, text = self.field.text(), self._pane.text
        places = []
        if wanted:
            for found in re.finditer(re.escape(wanted), text, re.IGNORECASE):
                places.append(found.span())
                if len(places) == _MOST:
                    break
        start = self._pane.selection[0]
        here = next((place for place in places if place[0] >= start), places[0] if places else None)
        self._show(places, here, move=move)

    def go(self, by: int) -> None:
        """Go to the next or previous match."""
        places = self._pane.find_marks
        if places:
            here = places.index(self._pane.found) if self._pane.found in places else -by
            self._show(places, places[(here + by) % len(places)])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the next match."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _show(self, places: list[tuple[int, int]], here: tuple[int, int] | None, *, move: bool = True) -> None:
        self._pane.show_found(places, here)
        if here is not None and move:
            self._pane.select(*here)
        if not self.field.text():
            self.count.setText("")
        elif here is None:
            self.count.setText(self.tr("not found"))
        else:
            more = "+" if len(places) == _MOST else ""
            total = format_count(len(places), self.locale()) + more
            self.count.setText(self.tr("{here} of {total}").format(here=places.index(here) + 1, total=total))


class LinkBar(_InputBar):
    """Edits the text and the address of a link."""

    wanted = Signal(str, str)
    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QLineEdit()
        self.text.setPlaceholderText(self.tr("Text"))
        self.text.setAccessibleName(self.tr("Text of the link"))
        self.address = QLineEdit()
        self.address.setMaxLength(LONGEST_LINK)
        self.address.setPlaceholderText(self.tr("https://"))
        self.address.setAccessibleName(self.tr("Address of the link"))
        self.done = SoftButton(self.tr("Link"), main=True)
        self.away = SoftButton(self.tr("Remove"), self.tr("Remove the link"))
        self.open = SoftButton(self.tr("Open"), self.tr("Open the link in the browser"))
        self.row.addWidget(self.text, stretch=2)
        self.row.addWidget(self.address, stretch=3)
        for button in (self.done, self.away, self.open):
            self.row.addWidget(button)
        self._button("close", self.tr("Close (Escape)")).clicked.connect(self.put_away)
        self.address.textChanged.connect(lambda _: self._show())
        self.done.clicked.connect(self._done)
        self.away.clicked.connect(lambda: self.wanted.emit(self.text.text(), ""))
        self.open.clicked.connect(lambda: self.opened.emit(self._complete()))
        self.address.returnPressed.connect(self._done)
        self.text.returnPressed.connect(self.address.setFocus)

    def ask(self, text: str, address: str) -> None:
        """Open with the present link."""
        self.text.setText(text)
        self.address.setText(address)
        self.away.setVisible(bool(address))
        self.open.setVisible(bool(address))
        self._show()
        self.show()
        self.address.setFocus()
        self.address.selectAll()

    def _complete(self) -> str:
        """Complete an address without a scheme."""
        text = self.address.text().strip()
        if is_link(text) or not text:
            return text
        return f"mailto:{text}" if re.fullmatch(r"[^@\s/]+@[^@\s/]+", text) else f"https://{text}"

    def _show(self) -> None:
        self.done.setEnabled(is_link(self._complete()))

    def _done(self) -> None:
        if is_link(self._complete()):
            self.wanted.emit(self.text.text() or self._complete(), self._complete())
