# SPDX-License-Identifier: BSD-3-Clause
"""The window with all shortcuts, in groups, with a search."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.ui.composer.panels.widgets import column, empty, scroll_area, words
from app.ui.help.shortcuts import Group, matching


def show_shortcuts(parent: QWidget, groups: Sequence[Group]) -> ShortcutWindow:
    """Show the shortcuts of a window; an older list is replaced."""
    for before in parent.findChildren(ShortcutWindow, options=Qt.FindChildOption.FindDirectChildrenOnly):
        before.close()
    window = ShortcutWindow(groups, parent)
    window.show()
    return window


class ShortcutWindow(QDialog):
    """Two columns of groups; each line has what is done, and its keys."""

    def __init__(self, groups: Sequence[Group], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(860, 620)
        self._groups = tuple(groups)
        self.shown: list[Group] = []
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the shortcuts"))
        self.search.setAccessibleName(self.tr("Search the shortcuts"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self._nothing = words(self.tr("No shortcut has these words."), "muted")
        content = QWidget()
        self._columns = QHBoxLayout(content)
        self._columns.setContentsMargins(0, 0, 8, 0)
        self._columns.setSpacing(32)
        layout = column(self, spacing=12, margins=20)
        layout.addWidget(self.search)
        layout.addWidget(self._nothing)
        layout.addWidget(scroll_area(content), stretch=1)
        self._find("")
        self.search.setFocus()

    def _find(self, wanted: str) -> None:
        self.shown = matching(self._groups, wanted)
        self._nothing.setVisible(not self.shown)
        empty(self._columns)
        sides: tuple[list[Group], list[Group]] = ([], [])
        for group in self.shown:
            min(sides, key=lambda side: sum(len(each.shortcuts) + 2 for each in side)).append(group)
        for side in sides:
            self._columns.addLayout(_column_of(side), stretch=1)


def _column_of(groups: Sequence[Group]) -> QVBoxLayout:
    side = QVBoxLayout()
    side.setSpacing(4)
    for group in groups:
        side.addWidget(words(group.title, "section"))
        grid = QGridLayout()
        grid.setColumnStretch(0, 1)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        for row, each in enumerate(group.shortcuts):
            grid.addWidget(words(each.text), row, 0)
            keys = QHBoxLayout()
            keys.setSpacing(4)
            for key in each.keys:
                keys.addWidget(words(key, "key", wrap=False))
            grid.addLayout(keys, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        side.addLayout(grid)
        side.addSpacing(16)
    side.addStretch()
    return side
