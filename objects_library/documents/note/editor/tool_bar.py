# SPDX-License-Identifier: BSD-3-Clause
"""The tool bar of a note; buttons that do not fit move into the menu."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QPixmap, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from objects_library.documents.note.editor.actions import NoteActions, colours, kinds

_HEIGHT = 32
_LOOK = """
    QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 3px; }
    QToolButton:hover { background: palette(alternate-base); border-color: palette(mid); }
    QToolButton:checked { background: palette(mid); }
    QToolButton:pressed { background: palette(mid); }
    QToolButton:focus { border: 1px solid palette(highlight); }
    QToolButton::menu-indicator { image: none; }
    QToolButton::menu-button { border: none; width: 12px; }
    QComboBox { border: 1px solid transparent; border-radius: 6px; padding: 3px 6px;
        background: transparent; }
    QComboBox:hover { border-color: palette(mid); background: palette(alternate-base); }
    QComboBox:focus { border: 1px solid palette(highlight); }
    QFrame#line { color: palette(mid); }
"""
_GROUPS = (
    ("undo", "redo"),
    ("bold", "italic", "underline", "strike", "code", "highlight", "link"),
    ("bullet", "number", "check", "outdent", "indent"),
    ("lock", "history", "find"),
)
_IN_MENU = (
    ("paste plain", "paste markdown", "plain"),
    ("quote", "highlight", "link", "indent", "outdent"),
    ("find", "copy markdown", "copy html", "save"),
    ("keys",),
)
_FIRST_TO_GO = (
    ("find",),
    ("outdent", "indent"),
    ("code",),
    ("strike",),
    ("undo", "redo"),
    ("number",),
    ("underline",),
    ("check",),
    ("link",),
)


class FormatBar(QWidget):
    """Buttons of actions, and the kind of paragraph at the cursor."""

    kind_chosen = Signal(str)

    def __init__(self, commands: NoteActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = commands
        self.buttons: dict[str, QToolButton] = {}
        self._lines: list[QWidget] = []
        self.setStyleSheet(_LOOK)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(240)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self.kind = self._make_kind()
        for number, group in enumerate(_GROUPS):
            if number == 1:
                self._layout.addWidget(self.kind)
            if number:
                self._add_line()
            for name in group:
                self._layout.addWidget(self._button(name, commands[name]))
        self.menu_button = self._make_menu()
        self._layout.addWidget(self.menu_button)
        self._layout.addStretch(1)
        self._add_colours()

    def show_kind(self, kind: str) -> None:
        """Show the kind of paragraph at the cursor."""
        place = self.kind.findData({"done": "check"}.get(kind, kind))
        if place != self.kind.currentIndex():
            self.kind.setCurrentIndex(place)

    def repaint_colours(self) -> None:
        """Repaint the icons for another palette."""
        for name in colours():
            picture = QPixmap(16, 16)
            picture.fill(self._actions.colour_of(name))
            self._actions[f"highlight {name}"].setIcon(picture)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many buttons as fit."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """The size of all buttons."""
        return QSize(640, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """The smallest size; the rest goes into the menu."""
        return QSize(240, _HEIGHT)

    def _fit(self) -> None:
        room = self.width() - self.kind.sizeHint().width() - self.menu_button.sizeHint().width() - 40
        needed = sum(button.sizeHint().width() + 2 for button in self.buttons.values())
        hidden: set[str] = set()
        for names in _FIRST_TO_GO:
            if needed <= room:
                break
            hidden.update(names)
            needed -= sum(self.buttons[name].sizeHint().width() + 2 for name in names)
        for name, button in self.buttons.items():
            button.setVisible(name not in hidden)

    def _make_kind(self) -> QComboBox:
        made = QComboBox()
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAccessibleName(self.tr("Kind of paragraph"))
        made.setToolTip(self.tr("Kind of paragraph (Ctrl+Alt+0 to 3)"))
        for kind, words in kinds():
            made.addItem(words, kind)
        made.activated.connect(lambda place: self.kind_chosen.emit(made.itemData(place)))
        return made

    def _button(self, name: str, action: QAction) -> QToolButton:
        made = self.buttons[name] = QToolButton()
        made.setDefaultAction(action)
        made.setIconSize(QSize(20, 20))
        made.setFixedHeight(_HEIGHT)
        made.setMinimumWidth(30)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAccessibleName(action.text())
        made.setCursor(Qt.CursorShape.PointingHandCursor)
        return made

    def _make_menu(self) -> QToolButton:
        action = self._actions["more"]
        made = self._button("more", action)
        del self.buttons["more"]
        menu = QMenu(made)
        for number, names in enumerate(_IN_MENU):
            if number:
                menu.addSeparator()
            for name in names:
                menu.addAction(self._actions[name])
        made.setMenu(menu)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return made

    def _add_line(self) -> None:
        line = QFrame()
        line.setObjectName("line")
        line.setFrameShape(QFrame.Shape.VLine)
        line.setFixedHeight(18)
        self._layout.addSpacing(3)
        self._layout.addWidget(line)
        self._layout.addSpacing(3)

    def _add_colours(self) -> None:
        button = self.buttons["highlight"]
        menu = QMenu(button)
        for name in colours():
            menu.addAction(self._actions[f"highlight {name}"])
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.repaint_colours()
