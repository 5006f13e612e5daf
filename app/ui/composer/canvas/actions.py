# SPDX-License-Identifier: BSD-3-Clause
"""The actions of a canvas: texts, icons and keys, for menus, tool bars and the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QIcon, QKeySequence, QPixmap
from PySide6.QtWidgets import QMenu

from app.runtime.references import EndpointPath, walk
from app.ui.composer.canvas.appearance import TINTS
from app.ui.composer.canvas.slots import add_slots
from app.ui.composer.canvas.translation import tr
from app.ui.icons import bind_icon
from app.ui.theme import Theme
from objects_library.channels.document.export import documents_in

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_Keys = QKeySequence.StandardKey | str | tuple[str, ...]


@dataclass(frozen=True)
class _ActionSpec:
    """The specification of one action."""

    text: str
    do: Callable[[], object]
    keys: _Keys = ""
    icon: str = ""


def make_actions(canvas: Canvas, theme: Theme) -> dict[str, QAction]:
    """All actions by name; active while the canvas or a child has the focus."""
    made = {**_editing(canvas), **_arranging(canvas), **_viewing(canvas)}
    return {name: _action(canvas, theme, name, one) for name, one in made.items()}


def context_menu(canvas: Canvas) -> QMenu:
    """The context menu of the selection or of the empty sheet."""
    menu = QMenu(canvas)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    actions = canvas.actions_by_name
    names: tuple[str, ...] = ("rename", "straighten", "delete")
    if not canvas.selection:
        names = ("quick-add", "add-note", "add-zone", "", "paste", "select-all", "", "zoom-fit", "find", "leave")
    elif canvas.selection.blocks:
        names = ("enter", "rename", "draw-wire", "", "cut", "copy", "duplicate", "delete", "", "group", "ungroup")
        names = (*names, "collapse", "add-zone", *(("history",) if _is_kept(canvas) else ()))
    for name in names:
        menu.addAction(actions[name]) if name else menu.addSeparator()
    if canvas.selection.blocks:
        _add_arranging(menu, canvas)
        _add_ports(menu, canvas)
        add_slots(menu, canvas)
    if canvas.selection.blocks or canvas.selection.notes or canvas.selection.zones:
        _add_colours(menu, canvas)
    return menu


def _editing(canvas: Canvas) -> dict[str, _ActionSpec]:
    commands, key = canvas.commands, QKeySequence.StandardKey
    return {
        "undo": _ActionSpec(tr("Undo"), commands.undo, key.Undo, "undo"),
        "redo": _ActionSpec(tr("Redo"), commands.redo, ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
        "cut": _ActionSpec(tr("Cut"), commands.cut, key.Cut, "cut"),
        "copy": _ActionSpec(tr("Copy"), commands.copy, key.Copy, "copy"),
        "paste": _ActionSpec(tr("Paste"), commands.paste, key.Paste, "paste"),
        "duplicate": _ActionSpec(tr("Duplicate"), commands.duplicate, "Ctrl+D", "duplicate"),
        "delete": _ActionSpec(tr("Delete"), commands.delete, ("Del", "Backspace"), "delete"),
        "select-all": _ActionSpec(tr("Select all"), commands.select_all, key.SelectAll),
        "find": _ActionSpec(tr("Find on this page…"), canvas.find_bar.open, key.Find, "search"),
        "quick-add": _ActionSpec(tr("Add…"), canvas.quick_add, ("Insert", "Ctrl+E"), "add"),
        "add-note": _ActionSpec(tr("Add a note"), commands.add_note, "Ctrl+Shift+N", "note"),
        "add-zone": _ActionSpec(tr("Add a zone"), commands.add_zone, "Ctrl+Shift+E", "zone"),
        "draw-wire": _ActionSpec(tr("Draw a wire"), commands.draw_wire, "W", "wire"),
        "export-port": _ActionSpec(
            tr("Show the free connections outside"), commands.export_ports, "Ctrl+Shift+P", "export-port"
        ),
        "next-wire": _ActionSpec(tr("Next wire of the block"), canvas.keyboard.go_to_wire, "L"),
        "rename": _ActionSpec(tr("Rename"), commands.rename, "F2", "edit"),
        "history": _ActionSpec(tr("History of the content…"), commands.show_history, "Ctrl+Alt+Y", "clock"),
        "straighten": _ActionSpec(tr("Straighten the wire"), commands.straighten, "Ctrl+Shift+L"),
    }


def _arranging(canvas: Canvas) -> dict[str, _ActionSpec]:
    commands = canvas.commands
    texts = {
        "left": tr("Align left"),
        "center": tr("Align centres"),
        "right": tr("Align right"),
        "top": tr("Align top"),
        "middle": tr("Align middles"),
        "bottom": tr("Align bottom"),
    }
    made = {
        "group": _ActionSpec(tr("Group"), commands.group, "Ctrl+G", "group"),
        "ungroup": _ActionSpec(tr("Ungroup"), commands.ungroup, "Ctrl+Shift+G", "ungroup"),
        "enter": _ActionSpec(tr("Look inside"), commands.enter, "Ctrl+Down", "enter"),
        "leave": _ActionSpec(tr("Back to the page around"), commands.leave, "Ctrl+Up", "leave"),
        "collapse": _ActionSpec(tr("Show small or in full"), commands.collapse, "Ctrl+Shift+M"),
        "distribute-horizontally": _ActionSpec(
            tr("Equal gaps across"),
            lambda: commands.distribute("horizontally"),
            "Ctrl+Alt+H",
            "distribute-horizontally",
        ),
        "distribute-vertically": _ActionSpec(
            tr("Equal gaps down"), lambda: commands.distribute("vertically"), "Ctrl+Alt+V", "distribute-vertically"
        ),
    }
    keys = {"left": "L", "center": "C", "right": "R", "top": "T", "middle": "M", "bottom": "B"}
    for edge, text in texts.items():
        align = _aligning(canvas, edge)
        made[f"align-{edge}"] = _ActionSpec(text, align, f"Ctrl+Alt+{keys[edge]}", f"align-{edge}")
    return made


def _viewing(canvas: Canvas) -> dict[str, _ActionSpec]:
    navigation = canvas.navigation
    return {
        "zoom-in": _ActionSpec(tr("Zoom in"), navigation.zoom_in, ("Ctrl++", "Ctrl+="), "zoom-in"),
        "zoom-out": _ActionSpec(tr("Zoom out"), navigation.zoom_out, "Ctrl+-", "zoom-out"),
        "zoom-actual": _ActionSpec(tr("Actual size"), lambda: navigation.zoom_to(1.0), "Ctrl+0", "zoom-actual"),
        "zoom-fit": _ActionSpec(tr("Show the whole page"), navigation.zoom_to_fit, "Ctrl+9", "zoom-fit"),
        "zoom-selection": _ActionSpec(tr("Show what is selected"), navigation.zoom_to_selection, "Ctrl+8"),
        "minimap": _ActionSpec(tr("Map"), navigation.toggle_map, "Ctrl+M", "minimap"),
    }


def _aligning(canvas: Canvas, edge: str) -> Callable[[], None]:
    return lambda: canvas.commands.align(edge)


def _action(canvas: Canvas, theme: Theme, name: str, made: _ActionSpec) -> QAction:
    action = QAction(made.text, canvas)
    action.setObjectName(name)
    if isinstance(made.keys, QKeySequence.StandardKey):
        action.setShortcuts(made.keys)
    elif made.keys:
        keys = (made.keys,) if isinstance(made.keys, str) else made.keys
        action.setShortcuts([QKeySequence(one) for one in keys])
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    if made.icon:
        bind_icon(theme, action, made.icon)
    action.triggered.connect(_doing(made))
    canvas.addAction(action)
    return action


def _doing(made: _ActionSpec) -> Callable[[], None]:
    """Wrap a command to ignore Qt's `checked` argument."""

    def do() -> None:
        made.do()

    return do


def _add_arranging(menu: QMenu, canvas: Canvas) -> None:
    if len(canvas.selection.blocks) < 2:
        return
    arrange = menu.addMenu(tr("Arrange"))
    for name, action in canvas.actions_by_name.items():
        if name.startswith(("align-", "distribute-")):
            arrange.addAction(action)


def _is_kept(canvas: Canvas) -> bool:
    """Whether one block is selected whose content is kept."""
    path = (*canvas.sheet, *canvas.selection.blocks)
    block = next((part for at, part in walk(canvas.editor.document.reference) if at == path), None)
    return block is not None and bool(documents_in(block))


def _add_ports(menu: QMenu, canvas: Canvas) -> None:
    """Add a menu entry to export each port."""
    if len(canvas.selection.blocks) != 1 or canvas.editor.read_only:
        return
    name = canvas.selection.blocks[0]
    ports = [port for port in canvas.view.blocks[name].ports if not port.wires]
    if not ports:
        return
    shown = menu.addMenu(tr("Show outside"))
    for port in ports:
        action = shown.addAction(port.name.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(bool(port.exported_as))
        action.triggered.connect(_exporting(canvas, EndpointPath(name, port.name)))


def _exporting(canvas: Canvas, port: EndpointPath) -> Callable[[], None]:
    return lambda: canvas.commands.export_port(port)


def _add_colours(menu: QMenu, canvas: Canvas) -> None:
    names = (tr("Red"), tr("Orange"), tr("Yellow"), tr("Green"), tr("Blue"), tr("Violet"), tr("Grey"))
    colours = menu.addMenu(tr("Colour"))
    colours.setEnabled(not canvas.editor.read_only)
    colours.addAction(tr("As usual")).triggered.connect(_colouring(canvas, None))
    for name, tint in zip(names, TINTS, strict=True):
        picture = QPixmap(16, 16)
        picture.fill(QColor(tint))
        colours.addAction(QIcon(picture), name).triggered.connect(_colouring(canvas, tint))


def _colouring(canvas: Canvas, tint: str | None) -> Callable[[], None]:
    return lambda: canvas.commands.set_colour(tint)
