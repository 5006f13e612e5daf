# SPDX-License-Identifier: BSD-3-Clause
"""Handles drags from outside: explains the drop and performs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QDropEvent

from app.runtime.references import Document, ReferenceArgument
from app.ui.composer.canvas.appearance import snapped
from app.ui.composer.canvas.content_import import ImportedContent, import_content, place_content
from app.ui.composer.canvas.items.block_item import BlockItem
from app.ui.composer.canvas.items.block_layout import HEADER, WIDTH, SlotArea
from app.ui.composer.canvas.overlays.bubble import Tone
from app.ui.composer.canvas.transfer import Incoming, Kind, documents, incoming
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model.compatibility import match_slot
from app.ui.composer.model.edits import CompoundEdit, Paste, SetArgument
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_STEP = 32.0
_NO_OBJECTS = {Kind.TEXT, Kind.DATA, Kind.MEDIA}  # kinds that no slot accepts
_HEADER_CENTRE = QPointF(WIDTH / 2, HEADER / 2)  # a dropped block is centred on its header


class DropFromOutside:
    """One drag from outside, from entering the canvas until drop or leave."""

    def __init__(self, canvas: Canvas, event: QDropEvent) -> None:
        self._canvas = canvas
        self._what: Incoming = incoming(event.mimeData())
        self._document: Document | None = None
        if self._what.kind is Kind.OBJECT:  # already in memory, and needed to match slots
            found, wrong = documents(self._what)
            self._document = found[0] if found else None
            if wrong:
                self._what = Incoming(Kind.NOTHING, tr("This is not a live object that can be read"))

    def move(self, event: QDropEvent) -> None:
        """Handle a move of the drag."""
        at = event.position().toPoint()
        item, place = self._slot(self._canvas.mapToScene(at))
        self._canvas.hover_slot(item, place)
        if self._what.kind is Kind.NOTHING:
            self._canvas.bubble.show_text(self._what.words, at, Tone.BAD)
            event.ignore()
            return
        if item is not None and place is not None and self._document is not None:
            self._explain_slot(event, item, place)
            return
        self._canvas.bubble.show_text(self._what.words, at, Tone.PLAIN)
        event.acceptProposedAction()

    def drop(self, event: QDropEvent) -> None:
        """Handle the drop."""
        self.leave()
        at = self._canvas.mapToScene(event.position().toPoint())
        item, place = self._slot(at)
        if self._what.kind is Kind.NOTHING:
            self._canvas.message.emit(self._what.words)
            event.ignore()
            return
        event.acceptProposedAction()
        if item is not None and place is not None:
            block, parameter = item.name, place.slot.parameter
            self._read(lambda found: put_in_slot(self._canvas, block, parameter, found[0]))
        else:
            self._put_on_sheet(at)

    def leave(self) -> None:
        """Handle the drag leaving the canvas."""
        self._canvas.hover_slot(None, None)
        self._canvas.bubble.hide()

    def _put_on_sheet(self, at: QPointF) -> None:
        if self._what.kind is Kind.TEXT:
            put_text(self._canvas, self._what.text, at)
        elif self._what.kind is Kind.MEDIA:
            import_and_place(self._canvas, self._what, at - _HEADER_CENTRE)
        elif self._what.kind is Kind.DATA:
            self._canvas.data_dropped.emit(list(self._what.files), at - _HEADER_CENTRE)
        else:
            place = self._canvas.inserter.free_position(at - _HEADER_CENTRE, gap=0.0)
            self._read(lambda found: put_on_sheet(self._canvas, found, place))

    def _read(self, then: Callable[[list[Document]], None]) -> None:
        if self._document is not None:
            then([self._document])
        else:
            read_in_background(self._canvas, self._what, then)

    def _slot(self, at: QPointF) -> tuple[BlockItem | None, SlotArea | None]:
        hit = self._canvas.sheet_scene.hit(at, 1.0)
        if hit.slot is None or hit.slot.slot.kind != "reference" or self._what.kind in _NO_OBJECTS:
            return None, None
        return hit.block, hit.slot

    def _explain_slot(self, event: QDropEvent, item: BlockItem, slot_area: SlotArea) -> None:
        assert self._document is not None
        canvas, at = self._canvas, event.position().toPoint()
        path = (*item.block.path, slot_area.slot.parameter)
        fit = match_slot(canvas.document, path, self._document.reference, canvas.catalogue)
        if fit.holds:
            words = tr("Puts it into {slot} of {block}").format(slot=slot_area.slot.parameter, block=item.name)
            canvas.bubble.show_text(words, at, Tone.GOOD)
            event.acceptProposedAction()
        else:
            canvas.bubble.show_text(translated(fit.reason), at, Tone.BAD)
            event.ignore()


def read_in_background(canvas: Canvas, what: Incoming, then: Callable[[list[Document]], None]) -> None:
    """Read files in the worker thread, then pass on the documents."""

    def done(result: tuple[list[Document], list[str]]) -> None:
        found, wrong = result
        for line in wrong:
            canvas.complain(line)
        if found:
            then(found)

    if what.files:
        canvas.worker.run(lambda: documents(what), done)
    else:
        done(documents(what))


def put_in_slot(canvas: Canvas, block: str, parameter: str, document: Document) -> None:
    """Set an object as an argument, or show why it does not fit."""
    item = canvas.sheet_scene.blocks.get(block)
    if item is None:
        return
    path = item.block.path
    fit = match_slot(canvas.document, (*path, parameter), document.reference, canvas.catalogue)
    if not fit.holds:
        canvas.complain(fit.reason)
        return
    if canvas.do(SetArgument(path, parameter, ReferenceArgument(document.reference))):
        canvas.selection.set([block])


def put_on_sheet(canvas: Canvas, found: list[Document], at: QPointF) -> None:
    """Place objects side by side, the first one at the point."""
    before = set(canvas.sheet_scene.blocks)
    edits = tuple(
        Paste(canvas.sheet, document, snapped(at.x() + number * _STEP), snapped(at.y() + number * _STEP))
        for number, document in enumerate(found)
    )
    if canvas.do(edits[0] if len(edits) == 1 else CompoundEdit(edits, edits[0].label)):
        canvas.selection.set([name for name in canvas.sheet_scene.blocks if name not in before])


def put_text(canvas: Canvas, text: str, at: QPointF) -> None:
    """Add a shared text with this initial content."""
    taken = ImportedContent([("Shared text", "", {"initial": text})])
    place_content(canvas, taken, lambda found: put_on_sheet(canvas, found, canvas.inserter.free_position(at, gap=0.0)))


def import_and_place(canvas: Canvas, what: Incoming, at: QPointF) -> None:
    """Import pictures, films, texts, files and addresses as objects, in the worker thread."""
    files, image, address = list(what.files), what.image, what.text

    def put(found: list[Document]) -> None:
        put_on_sheet(canvas, found, canvas.inserter.free_position(at, gap=0.0))

    canvas.worker.run(lambda: import_content(files, image, address), lambda taken: place_content(canvas, taken, put))
