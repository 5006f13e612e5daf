# SPDX-License-Identifier: BSD-3-Clause
"""Inserts new blocks from the palette and the quick search at free positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from app.runtime.references import EndpointPath, LiveObjectFileError, Parameterized, Primitive, Reference
from app.ui.composer.canvas.appearance import snapped
from app.ui.composer.canvas.items.block_layout import WIDTH
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model import palette
from app.ui.composer.model.compatibility import port_matcher
from app.ui.composer.model.edits import Connect, EditError, Paste
from app.ui.composer.model.palette import Entry
from app.ui.translations import in_language, translated
from objects_library.widgets.first_size import first_size

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_SIZE = (WIDTH, 120.0)
_GAP = 24.0
_STEP = 48.0


class BlockInserter:
    """Inserts new blocks on the canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def entry_titled(self, title: str) -> Entry | None:
        """The palette entry with that title."""
        entries = palette.entries(self._canvas.catalogue)
        return next((entry for entry in entries if entry.title == title), None)

    def ask(self, at: QPointF | None, wire_from: EndpointPath | None = None) -> None:
        """Open the quick search at a position, by default the centre of the window."""
        canvas = self._canvas
        place = at if at is not None else canvas.visible_area().center()
        position = canvas.mapFromScene(place)
        wanted = None if at is None and wire_from is None else place
        canvas.quick_adder.open(position, lambda entry: self._add_and_wire(entry, wanted, wire_from), wire_from)

    def add(self, entry: Entry, position: QPointF | None, *, continues: str = "") -> bool:
        """Insert an entry; returns whether it succeeded."""
        canvas = self._canvas
        try:
            document = in_language(entry.make())
        except (EditError, LiveObjectFileError, OSError) as error:
            canvas.complain(str(error))
            return False
        before = set(canvas.view.blocks)
        size = self._size_of(document.reference)
        place = self.free_position(self._middle(size), size=size) if position is None else position
        if not canvas.do(Paste(canvas.sheet, document, snapped(place.x()), snapped(place.y())), continues=continues):
            return False
        canvas.selection.set([name for name in canvas.view.blocks if name not in before])
        canvas.message.emit(tr("Added {name}").format(name=translated(entry.title)))
        canvas.announce(tr("Added {name}").format(name=translated(entry.title)))
        return True

    def free_position(self, wanted: QPointF, gap: float = _GAP, size: tuple[float, float] = _SIZE) -> QPointF:
        """The nearest position with room for a block at, below or right of the wanted one."""
        scene = self._canvas.sheet_scene
        for ring in range(12):
            for step in range(ring + 1):
                place = wanted + QPointF(_STEP * (ring - step), _STEP * step)
                area = QRectF(place.x(), place.y(), *size).adjusted(-gap, -gap, gap, gap)
                if not any(scene.blocks[name].area.intersects(area) for name in scene.index.within(area)):
                    return place
        return wanted

    def _middle(self, size: tuple[float, float]) -> QPointF:
        centre = self._canvas.visible_area().center()
        return QPointF(snapped(centre.x() - size[0] / 2), snapped(centre.y() - size[1] / 2))

    def _size_of(self, reference: Reference) -> tuple[float, float]:
        """The size of a block; with room for its view if it has one, which it shows while it runs."""
        template = reference.template if isinstance(reference, Parameterized) else reference
        if not isinstance(template, Primitive):
            return _SIZE
        definition = self._canvas.catalogue.definition(template.id, template.version)
        if definition is None or definition.load_view is None:
            return _SIZE
        return first_size(reference) if definition.view() is not None else _SIZE

    def _add_and_wire(self, entry: Entry, at: QPointF | None, wire_from: EndpointPath | None) -> None:
        canvas = self._canvas
        step = f"add and wire {id(entry)} {len(canvas.view.blocks)}" if wire_from is not None else ""
        before = set(canvas.view.blocks)
        if not self.add(entry, at, continues=step) or wire_from is None:
            return
        fit = port_matcher(canvas.document, canvas.sheet, wire_from, canvas.catalogue)
        for name in canvas.view.blocks.keys() - before:
            for port in canvas.view.blocks[name].ports:
                target = EndpointPath(name, port.name)
                if fit(target).holds:
                    canvas.do(Connect(canvas.sheet, wire_from, target), continues=step)
                    return
