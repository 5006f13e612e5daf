# SPDX-License-Identifier: BSD-3-Clause
"""The tool bar with the most frequent commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QToolBar, QToolButton, QWidget

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow

_WITH_WORDS = {"run", "present", "second-viewer", "share"}


class ToolBar(QToolBar):
    """New, open, save; undo and redo of the current sheet; run, present, second viewer, share."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window.tr("Tool bar"), window)
        self._window = window
        self._places: dict[QToolButton, QAction] = {}
        self.setObjectName("tool bar")
        self.setMovable(False)
        self.setIconSize(QSize(20, 20))
        actions = window.commands.by_name
        for name in ("new", "open", "save"):
            self._add(actions[name])
        self.addSeparator()
        self._undo, self._redo = self._of_sheet("undo"), self._of_sheet("redo")
        room = QWidget()
        room.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(room)
        self._use = self._add(actions["use"], words=True)
        for name in ("run", "present", "second-viewer"):
            self._add(actions[name], words=True)
        self._add(window.share_action, words=True)
        window.commands.draw_icons(button.defaultAction() for button in self.findChildren(QToolButton))

    def refresh(self) -> None:
        """Connect undo and redo to the current sheet."""
        page = self._window.page
        for button, name in ((self._undo, "undo"), (self._redo, "redo")):
            action = None if page is None else page.canvas.actions_by_name[name]
            if action is not None and button.defaultAction() is not action:
                for old in button.actions():
                    button.removeAction(old)
                button.setDefaultAction(action)
            if action is None:
                button.setEnabled(False)
        self._places[self._use].setVisible(page is not None and not page.using)
        self._window.share_action.setEnabled(page is not None)

    def _add(self, action: QAction, *, words: bool = False) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(action)
        self._style_button(button, words)
        self._places[button] = self.addWidget(button)
        keys = action.shortcut().toString()
        name = action.iconText().replace("…", "")
        action.setToolTip(f"{name} ({keys})" if keys else name)
        return button

    def _of_sheet(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setEnabled(False)
        self._style_button(button, words=False)
        self.addWidget(button)
        return button

    def _style_button(self, button: QToolButton, words: bool) -> None:
        button.setIconSize(QSize(20, 20))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        style = Qt.ToolButtonStyle
        button.setToolButtonStyle(style.ToolButtonTextBesideIcon if words else style.ToolButtonIconOnly)
