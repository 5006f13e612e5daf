# SPDX-License-Identifier: BSD-3-Clause
"""Edits block names, note texts and zone titles in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from app.runtime.references import StickyNote, Zone
from app.ui.composer.canvas.items.annotation_items import ZONE_TITLE
from app.ui.composer.canvas.items.block_layout import HEADER
from app.ui.composer.canvas.overlays.inline_editor import InlineEditor
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model.edits import ChangeNote, ChangeZone, RenameBlock, SetTitle

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_LEAST_WIDTH, _LEAST_HEIGHT = 160, 34


def rename_block(canvas: Canvas, name: str) -> None:
    """Edit a block's name; a single object has the sheet's title."""
    item = canvas.sheet_scene.blocks[name]
    canvas.bring_into_view(name)

    def take(text: str) -> None:
        if not text or text == name:
            return
        if canvas.view.alone:
            canvas.do(SetTitle(text, canvas.document.description))
        elif canvas.do(RenameBlock(canvas.sheet, name, text)):
            canvas.selection.set([text])

    area = QRectF(item.area.left(), item.area.top(), item.area.width(), HEADER)
    _write(canvas, area.adjusted(40, 4, -4, -10), name, take, tr("Name of the block"))


def edit_note(canvas: Canvas, note: StickyNote) -> None:
    """Edit a note's text."""

    def take(text: str) -> None:
        if text != note.text and canvas.do(ChangeNote(note, replace(note, text=text))):
            canvas.selection.set([replace(note, text=text)])

    area = canvas.sheet_scene.notes[note].area
    _write(canvas, area, note.text, take, tr("Text of the note"), lines=True)


def edit_zone(canvas: Canvas, zone: Zone) -> None:
    """Edit a zone's title."""

    def take(text: str) -> None:
        if text and text != zone.title and canvas.do(ChangeZone(zone, replace(zone, title=text))):
            canvas.selection.set([replace(zone, title=text)])

    area = canvas.sheet_scene.zones[zone].area
    title = QRectF(area.left() + 4, area.top() + 2, min(320.0, area.width() - 8), ZONE_TITLE)
    _write(canvas, title, zone.title, take, tr("Title of the zone"))


def _write(
    canvas: Canvas, area: QRectF, text: str, take: Callable[[str], None], name: str, *, lines: bool = False
) -> None:
    place = canvas.mapFromScene(area).boundingRect()
    place.setWidth(max(_LEAST_WIDTH, place.width()))
    place.setHeight(max(_LEAST_HEIGHT, place.height()))
    editor = InlineEditor(canvas, place, text, canvas.appearance, take, lines=lines)
    editor.setAccessibleName(name)
