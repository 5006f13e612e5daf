# SPDX-License-Identifier: BSD-3-Clause
"""The slot menu of a block: open, paste, take out, clear."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu

from app.ui.composer.canvas.gestures.drop import put_in_slot
from app.ui.composer.canvas.transfer import Kind, documents, on_clipboard
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model.edits import ExtractArgument, SetArgument
from app.ui.composer.model.sheet_view import Slot
from app.ui.composer.model.tree import free_name
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_OFFSET = 272.0


def add_slots(menu: QMenu, canvas: Canvas) -> None:
    """Add a menu per object slot of the selected block."""
    if len(canvas.selection.blocks) != 1:
        return
    name = canvas.selection.blocks[0]
    for slot in canvas.view.blocks[name].slots:
        if slot.kind != "reference":
            continue
        inside = menu.addMenu(tr("Slot: {name}").format(name=translated(slot.label)).replace("&", "&&"))
        if slot.embedded is not None and slot.embedded.is_sheet:
            inside.addAction(tr("Look inside")).triggered.connect(_looking(canvas, slot))
        if canvas.editor.read_only:
            continue
        inside.addAction(tr("Put in what is on the clipboard")).triggered.connect(_pasting(canvas, name, slot))
        if slot.embedded is not None:
            inside.addAction(tr("Take it out onto the page")).triggered.connect(_take_out_action(canvas, name, slot))
            inside.addAction(tr("Clear")).triggered.connect(_clearing(canvas, slot))


def take_out(canvas: Canvas, block: str, parameter: str) -> None:
    """Move the object of a slot onto the sheet."""
    item = canvas.sheet_scene.blocks[block]
    name = free_name(parameter, canvas.view.blocks)
    place = canvas.inserter.free_position(item.area.topRight() + QPointF(_OFFSET - item.area.width(), 0))
    if canvas.do(ExtractArgument(canvas.sheet, block, parameter, name, place.x(), place.y())):
        canvas.selection.set([name])


def paste_into(canvas: Canvas, block: str, parameter: str) -> None:
    """Paste the clipboard into a slot if it fits."""
    what = on_clipboard()
    found = documents(what)[0] if what.kind in {Kind.OBJECT, Kind.FILES} else []
    if found:
        put_in_slot(canvas, block, parameter, found[0])
    else:
        canvas.complain(tr("There is no object on the clipboard; copy one first"))


def _looking(canvas: Canvas, slot: Slot) -> Callable[[], None]:
    return lambda: canvas.show_sheet(slot.path)


def _pasting(canvas: Canvas, block: str, slot: Slot) -> Callable[[], None]:
    return lambda: paste_into(canvas, block, slot.parameter)


def _take_out_action(canvas: Canvas, block: str, slot: Slot) -> Callable[[], None]:
    return lambda: take_out(canvas, block, slot.parameter)


def _clearing(canvas: Canvas, slot: Slot) -> Callable[[], None]:
    def clear() -> None:
        canvas.do(SetArgument(slot.path[:-1], slot.parameter, None))

    return clear
