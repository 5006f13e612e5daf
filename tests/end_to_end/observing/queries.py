# SPDX-License-Identifier: BSD-3-Clause
"""Read-only queries for tests, evaluated in the GUI thread."""

from __future__ import annotations

import hashlib
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QMenu, QWidget


def windows() -> list[str]:
    """Titles of the visible windows."""
    return [each.windowTitle() for each in QApplication.topLevelWidgets() if each.isVisible() and each.windowTitle()]


def named(name: str, kind: str = "QWidget") -> QWidget:
    """The visible widget with that accessible name or text; the smallest one if there are several."""
    found = [each for each in _visible() if _name(each) == name and _is(each, kind)]
    if not found:
        close = sorted({_name(each) for each in _visible()} - {""})
        raise LookupError(f"nothing is named {name!r}; there are {close}")
    return min(found, key=lambda each: each.width() * each.height())


def is_shown(name: str, kind: str = "QWidget") -> bool:
    """Whether there is such a widget."""
    return any(_name(each) == name and _is(each, kind) for each in _visible())


def of_kind(kind: str) -> list[QWidget]:
    """All visible widgets of a class, by its name."""
    return [each for each in _visible() if _is(each, kind)]


def box(widget: QWidget) -> list[int]:
    """The screen rectangle of a widget: left, top, width, height."""
    corner = widget.mapToGlobal(QPoint(0, 0))
    return [corner.x(), corner.y(), widget.width(), widget.height()]


def at(widget: QWidget, x: float = 0.5, y: float = 0.5) -> list[int]:
    """A screen position inside a widget, in fractions of its size; also of one that a desktop shows smaller."""
    place = widget.mapToGlobal(QPoint(round(widget.width() * x), round(widget.height() * y)))
    return [place.x(), place.y()]


def texts() -> list[str]:
    """All texts of labels, buttons and line edits."""
    found = [each.text() for each in _visible() if isinstance(each, QLabel | QAbstractButton | QLineEdit)]
    return [text for text in found if text]


def says(text: str) -> bool:
    """Whether a visible text contains this."""
    return any(text in each for each in texts())


def row(view: Any, text: str) -> list[int]:
    """The middle of the item with this text in an item view, on the screen."""
    model, waiting = view.model(), [view.rootIndex()]
    while waiting:
        parent = waiting.pop(0)
        for number in range(model.rowCount(parent)):
            index = model.index(number, 0, parent)
            if str(index.data()) == text:
                view_box: QRect = view.visualRect(index)
                place = view.viewport().mapToGlobal(view_box.center())
                if view_box.isEmpty() or not view.viewport().rect().contains(view_box.center()):
                    raise LookupError(f"{text!r} is there and cannot be seen")
                return [place.x(), place.y()]
            waiting.append(index)
    raise LookupError(f"there is no item {text!r}")


def is_chosen(view: Any, text: str) -> bool:
    """Whether the keyboard acts on the item with this text."""
    return bool(view.hasFocus() and str(view.currentIndex().data()) == text)


def entry_of_menu(text: str) -> list[int]:
    """The middle of an entry of the menu that is open, on the screen."""
    for menu in [each for each in QApplication.topLevelWidgets() if isinstance(each, QMenu) and each.isVisible()]:
        for action in menu.actions():
            if action.text().replace("&", "").startswith(text):
                place = menu.mapToGlobal(menu.actionGeometry(action).center())
                return [place.x(), place.y()]
    raise LookupError(f"no open menu has {text!r}")


def tab(text: str) -> list[int]:
    """The middle of a tab that begins with this, on the screen."""
    for bar in of_kind("QTabBar"):
        for number in range(bar.count()):  # type: ignore[attr-defined]  # a QTabBar
            if bar.tabText(number).startswith(text):  # type: ignore[attr-defined]
                place = bar.mapToGlobal(bar.tabRect(number).center())  # type: ignore[attr-defined]
                return [place.x(), place.y()]
    raise LookupError(f"there is no tab {text!r}")


def canvas() -> Any:
    """The sheet that is shown."""
    (found,) = [each for each in of_kind("Canvas") if hasattr(each, "sheet_scene")]  # a 2D desktop has a Canvas, too
    return found


def _visible() -> list[QWidget]:
    return [each for each in QApplication.allWidgets() if not each.size().isEmpty() and _is_seen(each)]


def _is_seen(widget: QWidget) -> bool:
    """Whether a widget is on the screen. One on a desktop stays visible for Qt when the desktop's tab is hidden."""
    if not widget.isVisible():
        return False
    holder = widget.window().graphicsProxyWidget()
    scene = None if holder is None else holder.scene()
    return scene is None or any(_is_seen(view) for view in scene.views())


def _name(widget: QWidget) -> str:
    text = widget.accessibleName()
    if not text and isinstance(widget, QAbstractButton | QLabel):
        text = widget.text()
    return text.replace("&", "")


def _is(widget: QWidget, kind: str) -> bool:
    return any(each.__name__ == kind for each in type(widget).__mro__)


def block(name: str, x: float = 0.5) -> list[int]:
    """The title of a block, on the screen."""
    sheet = canvas()
    item = sheet.sheet_scene.blocks[name]
    header = item.places.header
    return _on_screen(sheet, item.mapToScene(header.left() + header.width() * x, header.center().y()))


def handle(name: str) -> list[int]:
    """The corner from which a block is dragged out of the sheet, on the screen."""
    sheet = canvas()
    item = sheet.sheet_scene.blocks[name]
    return _on_screen(sheet, item.mapToScene(item.places.handle.center()))


def port(name: str, port_name: str) -> list[int]:
    """A port of a block, on the screen."""
    sheet = canvas()
    item = sheet.sheet_scene.blocks[name]
    (place,) = [each for each in item.places.ports if each.port.name == port_name]
    return _on_screen(sheet, item.mapToScene(place.anchor))


def slot(name: str, parameter: str) -> list[int]:
    """A slot of a block, on the screen."""
    sheet = canvas()
    item = sheet.sheet_scene.blocks[name]
    (place,) = [each for each in item.places.slots if each.slot.parameter == parameter]
    return _on_screen(sheet, item.mapToScene(place.area.center()))


def blocks() -> dict[str, list[str]]:
    """The blocks of the sheet with their ports."""
    return {name: [each.port.name for each in item.places.ports] for name, item in canvas().sheet_scene.blocks.items()}


def wires() -> list[str]:
    """The wires of the sheet."""
    return [f"{each.first} – {each.second}" for each in canvas().view.wires]


def bubble() -> str:
    """What the bubble beside the pointer says."""
    return str(canvas().bubble.text)


def picture(path: str) -> bool:
    """Draw the whole screen, with all windows of all programs, to a file."""
    return QApplication.primaryScreen().grabWindow(0).save(path)


def _on_screen(sheet: Any, place: QPointF) -> list[int]:
    point = sheet.viewport().mapToGlobal(sheet.mapFromScene(place))
    return [point.x(), point.y()]


def fingerprint() -> str:
    """A hash of the sheet's state."""
    return hashlib.sha256(repr(canvas().document).encode()).hexdigest()


def states() -> dict[str, str]:
    """The status texts of running blocks."""
    items = canvas().sheet_scene.blocks.items()
    return {name: "" if item._live is None else item._live.words for name, item in items}


def player(title: str) -> Any:
    """The window that shows the object with this title."""
    (found,) = [each for each in QApplication.topLevelWidgets() if _is_player(each, title)]
    return found


def is_open(title: str) -> bool:
    """Whether such a window is there."""
    return any(_is_player(each, title) for each in QApplication.topLevelWidgets())


def picture_of(window: QWidget, path: str) -> bool:
    """Draw what the screen shows of a window, without its frame, to a file."""
    return QApplication.primaryScreen().grabWindow(0, *box(window)).save(path)


def _is_player(widget: QWidget, title: str) -> bool:
    return widget.isVisible() and _is(widget, "PlayerWindow") and widget.document.title == title  # type: ignore[attr-defined]


def failures(window: Any) -> list[str]:
    """The errors of objects and views in a player."""
    found = [window.sheet.failure(path) for path in window.sheet.paths()]
    shown = [each.text() for each in window.views.findChildren(QLabel) if each.property("role") == "bad"]
    return [words for words in (*found, *shown) if words]
