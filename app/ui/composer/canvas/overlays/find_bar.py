# SPDX-License-Identifier: BSD-3-Clause
"""Finds blocks, notes and zones on the sheet by text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton

from app.ui.composer.canvas.appearance import Appearance
from app.ui.composer.canvas.scene import Part
from app.ui.composer.canvas.translation import tr

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


class FindBar(QFrame):
    """Incremental search; Enter goes to the next match, Shift+Enter back, Escape closes."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._found: list[Part] = []
        self._number = 0
        self.setObjectName("findBar")
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find on this page"))
        self.field.setAccessibleName(tr("Find on this page"))
        self.field.setClearButtonEnabled(True)
        self.field.setFixedWidth(240)
        self.field.textChanged.connect(self._search)
        self.count = QLabel()
        self.count.setMinimumWidth(64)
        self.count.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.setSpacing(4)
        row.addWidget(self.field)
        row.addWidget(self.count)
        for words, name, step in (("↑", tr("Previous"), -1), ("↓", tr("Next"), 1)):
            row.addWidget(self._button(words, name, step))
        close = QToolButton()
        close.setText("✕")
        close.setAccessibleName(tr("Close"))
        close.clicked.connect(self.leave)
        row.addWidget(close)
        self.hide()

    def open(self) -> None:
        """Open and focus the field."""
        self.show()
        self.raise_()
        self.adjustSize()
        self._canvas.place_overlays()
        self.field.setFocus()
        self.field.selectAll()
        self._search(self.field.text())

    def leave(self) -> None:
        """Close and return the focus to the canvas."""
        self.hide()
        self._canvas.setFocus()

    def set_appearance(self, look: Appearance) -> None:
        """Apply colours and fonts."""
        self.setStyleSheet(f"""
            QFrame#findBar {{ background: {look.block.name()}; border: 1px solid {look.block_border.name()};
                              border-radius: 8px; }}
            QLineEdit {{ background: {look.paper.name()}; border: 1px solid {look.block_border.name()};
                         border-radius: 6px; padding: 5px 8px; color: {look.text.name()}; }}
            QLineEdit:focus {{ border-color: {look.accent.name()}; }}
            QToolButton {{ border: none; border-radius: 5px; padding: 4px 8px; color: {look.muted.name()}; }}
            QToolButton:hover, QToolButton:focus {{ background: {look.header.name()};
                                                    color: {look.text.name()}; }}
        """)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _button(self, words: str, name: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(lambda: self._go(step))
        return button

    def _search(self, text: str) -> None:
        self._found = find(self._canvas, text)
        self._number = 0
        self._show()

    def _go(self, step: int) -> None:
        if self._found:
            self._number = (self._number + step) % len(self._found)
        self._show()

    def _show(self) -> None:
        if not self.field.text().strip():
            self.count.setText("")
        elif not self._found:
            self.count.setText(tr("nothing"))
        else:
            counted = tr("{number} of {count}").format(number=self._number + 1, count=len(self._found))
            self.count.setText(counted)
            self._canvas.show_part(self._found[self._number])


def find(canvas: Canvas, text: str) -> list[Part]:
    """All parts that contain every word; matches in names come first."""
    words = text.casefold().split()
    if not words:
        return []
    ranked: list[tuple[int, Part]] = []
    for name, item in canvas.sheet_scene.blocks.items():
        block = item.block
        near = f"{name} {block.title}".casefold()
        far = " ".join([near, block.description, *(port.name for port in block.ports)]).casefold()
        if all(word in far for word in words):
            ranked.append((0 if all(word in near for word in words) else 1, name))
    written: list[tuple[str, Part]] = [(note.text, note) for note in canvas.sheet_scene.notes]
    written += [(zone.title, zone) for zone in canvas.sheet_scene.zones]
    ranked += [(2, part) for message, part in written if all(word in message.casefold() for word in words)]
    return [part for _, part in sorted(ranked, key=lambda pair: pair[0])]
