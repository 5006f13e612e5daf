# SPDX-License-Identifier: BSD-3-Clause
"""Actions of a view, by key and in a menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


@dataclass(frozen=True)
class MenuAction:
    """An action of a view: its name, its keys, and what it does."""

    title: str
    keys: str
    do: Callable[[], object]
    needs: int = 0
    """How many items must be selected."""
    writes: bool = True


MenuActions = list[MenuAction | None]
"""Actions in the order of a menu; None is a separator."""

_menus: WeakKeyDictionary[QWidget, ActionMenu] = WeakKeyDictionary()


def action_menus(views: Iterable[QWidget]) -> list[ActionMenu]:
    """The action menus of those views that have one."""
    return [_menus[view] for view in views if view in _menus]


class ActionMenu:
    """All actions of a view, found by their keys and listed in a menu with submenus."""

    def __init__(
        self,
        view: QWidget,
        actions: MenuActions,
        possible: Callable[[MenuAction], bool],
        inside: Iterable[tuple[str, MenuActions]] = (),
    ) -> None:
        self._view = view
        self.all = actions
        self.inside = list(inside)
        self.possible = possible
        self._by_keys = {pressed(command.keys): command for command in self.listed() if command.keys}
        _menus[view] = self

    def listed(self) -> list[MenuAction]:
        """All actions, those of submenus too."""
        listed = [*self.all, *(command for _, more in self.inside for command in more)]
        return [command for command in listed if command is not None]

    def menu(self) -> QMenu:
        """A menu of all actions with their keys."""
        menu = QMenu(self._view)
        for command in self.all:
            self._list(menu, command)
        for title, actions in self.inside:
            more = menu.addMenu(title)
            for command in actions:
                self._list(more, command)
        return menu

    def ask(self, point: QPoint) -> None:
        """Show the menu without blocking."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(point)

    def action_of(self, event: QKeyEvent) -> MenuAction | None:
        """The action of a key."""
        combined = event.keyCombination().toCombined() & ~Qt.KeyboardModifier.KeypadModifier.value
        command = self._by_keys.get(combined)
        if command is None and event.text() in ("+", "-"):
            command = self._by_keys.get(pressed(event.text()))
        return command

    def press(self, event: QKeyEvent) -> bool:
        """Run the action of a key; returns whether there is one."""
        command = self.action_of(event)
        if command is None:
            return False
        event.accept()
        if self.possible(command):
            command.do()
        return True

    def _list(self, menu: QMenu, command: MenuAction | None) -> None:
        if command is None:
            menu.addSeparator()
            return
        keys = QKeySequence(command.keys).toString(QKeySequence.SequenceFormat.NativeText)
        action = QAction(f"{command.title}\t{keys}" if keys else command.title, menu)
        action.setEnabled(self.possible(command))
        action.triggered.connect(lambda _=False, command=command: command.do())
        menu.addAction(action)


def pressed(keys: str) -> int:
    """The key combination as Qt reports it."""
    sequence: Any = QKeySequence(keys)  # the stubs lack indexing
    combined: int = sequence[0].toCombined()
    return combined
