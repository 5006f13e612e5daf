# SPDX-License-Identifier: BSD-3-Clause
"""The formal type, hidden behind a link."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.composer.panels.widgets import column, link_button, selectable, tool_button, words
from app.ui.theme import Theme

_LONGEST = 2_000


class FormalText(QWidget):
    """A link that expands a text in the notation of types."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._text = text
        self.link = link_button(self.tr("Formal type"))
        self.link.setCheckable(True)
        self.link.toggled.connect(self._unfold)
        self.copy = tool_button(theme, "copy", self.tr("Copy the formal type"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._text))
        self.copy.hide()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.link)
        row.addStretch()
        row.addWidget(self.copy)
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        self.shown = selectable(words(_breakable(shown), "formal"))
        self.shown.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.shown.hide()
        layout = column(self, spacing=4)
        layout.addLayout(row)
        layout.addWidget(self.shown)

    def _unfold(self, open_now: bool) -> None:
        self.link.setText(self.tr("Hide the formal type") if open_now else self.tr("Formal type"))
        self.shown.setVisible(open_now)
        self.copy.setVisible(open_now)


def _breakable(text: str) -> str:
    """Insert invisible break opportunities; copying removes them."""
    for mark in "[({.,;:":
        text = text.replace(mark, f"{mark}\u200b")
    return text
