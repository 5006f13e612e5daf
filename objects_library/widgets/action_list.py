"""What can be done in a view with what is chosen: by keys and by a menu that says the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


@dataclass(frozen=True)
class Deed:
    """Something that can be done, how it is called, and the keys for it."""

    title: str
    keys: str
    do: Callable[[], object]
    needs: int = 0
    """How many things must be chosen."""
    writes: bool = True


DeedList = list[Deed | None]
"""Deeds in the order of a menu; none is a line between them."""


class DeedMenu:
    """All deeds of a view, found by their keys and listed in a menu; further menus are inside of it."""

    def __init__(
        self,
        view: QWidget,
        deeds: DeedList,
        possible: Callable[[Deed], bool],
        inside: Iterable[tuple[str, DeedList]] = (),
    ) -> None:
        self._view = view
        self.all = deeds
        self.inside = list(inside)
        self.possible = possible
        listed = [*deeds, *(deed for _, more in self.inside for deed in more)]
        self._by_keys = {pressed(deed.keys): deed for deed in listed if deed is not None and deed.keys}

    def menu(self) -> QMenu:
        """All of them, with their keys."""
        menu = QMenu(self._view)
        for deed in self.all:
            self._list(menu, deed)
        for title, deeds in self.inside:
            more = menu.addMenu(title)
            for deed in deeds:
                self._list(more, deed)
        return menu

    def ask(self, point: QPoint) -> None:
        """Show the menu, and go on meanwhile."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(point)

    def deed_of(self, event: QKeyEvent) -> Deed | None:
        """What belongs to a key."""
        combined = event.keyCombination().toCombined() & ~Qt.KeyboardModifier.KeypadModifier.value
        deed = self._by_keys.get(combined)
        if deed is None and event.text() in ("+", "-"):
            deed = self._by_keys.get(pressed(event.text()))
        return deed

    def press(self, event: QKeyEvent) -> bool:
        """Do what belongs to a key; says whether something does."""
        deed = self.deed_of(event)
        if deed is None:
            return False
        event.accept()
        if self.possible(deed):
            deed.do()
        return True

    def _list(self, menu: QMenu, deed: Deed | None) -> None:
        if deed is None:
            menu.addSeparator()
            return
        keys = QKeySequence(deed.keys).toString(QKeySequence.SequenceFormat.NativeText)
        action = QAction(f"{deed.title}\t{keys}" if keys else deed.title, menu)
        action.setEnabled(self.possible(deed))
        action.triggered.connect(lambda _=False, deed=deed: deed.do())
        menu.addAction(action)


def pressed(keys: str) -> int:
    """How Qt tells of these keys."""
    sequence: Any = QKeySequence(keys)  # that it can be indexed is not in its stubs
    combined: int = sequence[0].toCombined()
    return combined
