# SPDX-License-Identifier: BSD-3-Clause
"""The graphics scene of one sheet, updated incrementally from its view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from app.runtime.references import EndpointPath, StickyNote, Zone
from app.runtime.types import EndpointType, match
from app.ui.composer.canvas.appearance import Appearance
from app.ui.composer.canvas.items.annotation_items import AnnotationItem, NoteItem, ZoneItem
from app.ui.composer.canvas.items.block_item import BlockItem
from app.ui.composer.canvas.items.block_layout import PortAnchor, SlotArea
from app.ui.composer.canvas.items.grid_index import GridIndex
from app.ui.composer.canvas.items.port_highlights import PortHighlights
from app.ui.composer.canvas.items.wire_layer import WireKey, WireLayer, WireShape
from app.ui.composer.canvas.items.wire_paths import detour, turns_back, wire_path
from app.ui.composer.model.families import Family
from app.ui.composer.model.sheet_view import Block, Port, SheetView, WireView

Part: TypeAlias = str | WireKey | StickyNote | Zone
"""A selection key: a block's name, a wire's ends, or a note or zone itself."""

K = TypeVar("K", StickyNote, Zone)
Item = TypeVar("Item", NoteItem, ZoneItem)
_ROOM = 4000.0
_PORTS_SEEN = 0.3  # at smaller scales a hit means the block
_FURTHEST = 20.0
_STEP = 4000.0


@dataclass(frozen=True, slots=True)
class Hit:
    """The result of a hit test, the most specific item first."""

    block: BlockItem | None = None
    port: PortAnchor | None = None
    slot: SlotArea | None = None
    wire: WireKey | None = None
    paper: AnnotationItem | None = None

    @property
    def part(self) -> Part | None:
        """The part that a click selects."""
        if self.block is not None:
            return self.block.name
        if self.wire is not None:
            return self.wire
        if isinstance(self.paper, NoteItem):
            return self.paper.note
        return self.paper.zone if isinstance(self.paper, ZoneItem) else None


class SheetScene(QGraphicsScene):
    """Shows a `SheetView`; independent of input handling."""

    def __init__(self, appearance: Appearance, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.appearance = appearance
        self.scale = 1.0
        self.highlights: PortHighlights | None = None
        self.blocks: dict[str, BlockItem] = {}
        self.notes: dict[StickyNote, NoteItem] = {}
        self.zones: dict[Zone, ZoneItem] = {}
        self.wires = WireLayer(self)
        self.index: GridIndex[str] = GridIndex()
        self._wires_of: dict[str, set[WireKey]] = {}
        self._shown: dict[WireKey, WireView] = {}
        self._blocks_shown: dict[str, Block] = {}
        self._wires_shown: tuple[WireView, ...] = ()
        self.addItem(self.wires)
        self.setSceneRect(-_ROOM, -_ROOM, 2 * _ROOM, 2 * _ROOM)

    def show_view(self, view: SheetView) -> None:
        """Update the items; identical parts are not touched."""
        changed = self._show_blocks(view)
        self._show_wires(view, changed)
        _exchange(self.notes, view.notes, self._make_note, self._drop)
        _exchange(self.zones, view.zones, self._make_zone, self._drop)
        self.grow(changed)

    def set_appearance(self, appearance: Appearance) -> None:
        """Apply colours and fonts."""
        self.appearance = appearance
        for item in self.blocks.values():
            item.invalidate_face()
        self.update()

    def highlight(self, highlights: PortHighlights | None) -> None:
        """Set or remove port highlights."""
        self.highlights = highlights
        for item in self.blocks.values():
            item.update()
        self.wires.update()

    def content(self) -> QRectF:
        """The bounding rectangle of all parts."""
        area = QRectF()
        for item in self.all_items():
            area = area.united(item.area)
        return area

    def parts(self) -> Iterator[tuple[Part, BlockItem | AnnotationItem]]:
        """All positioned items with their selection keys."""
        yield from self.blocks.items()
        yield from self.notes.items()
        yield from self.zones.items()

    def all_items(self) -> Iterator[BlockItem | AnnotationItem]:
        """All positioned items."""
        yield from self.zones.values()
        yield from self.notes.values()
        yield from self.blocks.values()

    def item_of(self, part: Part) -> BlockItem | AnnotationItem | None:
        """The item of a block, note or zone."""
        if isinstance(part, str):
            return self.blocks.get(part)
        if isinstance(part, StickyNote):
            return self.notes.get(part)
        return self.zones.get(part) if isinstance(part, Zone) else None

    def part_of(self, item: AnnotationItem) -> Part | None:
        """The selection key of a note or zone."""
        if isinstance(item, NoteItem):
            return item.note
        return item.zone if isinstance(item, ZoneItem) else None

    def hit(self, point: QPointF, reach: float) -> Hit:
        """Hit test at a point; `reach` is the tolerance for ports and wires."""
        near = QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach)
        items = sorted(
            (self.blocks[name] for name in self.index.within(near)), key=lambda item: item.zValue(), reverse=True
        )
        for item in items if self.scale >= _PORTS_SEEN else ():
            if (port := item.places.port_at(item.mapFromScene(point), min(reach, _FURTHEST))) is not None:
                return Hit(item, port)
        for item in items:
            if item.area.contains(point):
                return Hit(item, slot=item.places.slot_at(item.mapFromScene(point)))
        note = next((item for item in self.notes.values() if item.area.contains(point)), None)
        if note is not None:
            return Hit(paper=note)
        if (wire := self.wires.wire_at(point, reach / 2)) is not None:
            return Hit(wire=wire)
        zones = (item for item in self.zones.values() if item.shape().contains(item.mapFromScene(point)))
        return Hit(paper=next(zones, None))

    def within(self, area: QRectF) -> list[Part]:
        """Parts in a rubber band: touched blocks and notes, enclosed zones and wires."""
        found: list[Part] = [name for name in self.index.within(area) if self.blocks[name].area.intersects(area)]
        found += [note for note, item in self.notes.items() if item.area.intersects(area)]
        found += [zone for zone, item in self.zones.items() if area.contains(item.area)]
        names = set(found)
        found += [key for key in self.wires.within(area) if {key[0].component, key[1].component} <= names]
        return found

    def parts_on(self, zone: Zone) -> list[Part]:
        """The parts that move with a zone."""
        area = self.zones[zone].area
        found: list[Part] = [name for name in self.index.within(area) if area.contains(self.blocks[name].area)]
        return found + [note for note, item in self.notes.items() if area.contains(item.area)]

    def marked_blocks(self) -> list[BlockItem]:
        """The selected block items."""
        return [item for item in self.blocks.values() if item.is_marked]

    def wires_of(self, blocks: Iterable[str]) -> set[WireKey]:
        """The wires connected to these blocks."""
        return {key for name in blocks for key in self._wires_of.get(name, ())}

    def wire_at_port(self, port: EndpointPath) -> WireKey | None:
        """The wire at a port, or `None`."""
        return next((key for key in self._wires_of.get(port.component, ()) if port in key), None)

    def moved(self, names: Iterable[str]) -> None:
        """Update the wires of moved items."""
        moved = list(names)
        for name in moved:
            self.index.put(name, self.blocks[name].area.adjusted(-8, -8, 8, 8))
        for key in self.wires_of(moved):
            self._draw_wire(self._shown[key])

    def grow(self, changed: Iterable[str]) -> None:
        """Grow the scene in large steps around its content."""
        moved: list[BlockItem | AnnotationItem] = [self.blocks[name] for name in changed]
        content = QRectF()
        for item in (*moved, *self.notes.values(), *self.zones.values()):
            content = content.united(item.area)
        content.adjust(-_ROOM, -_ROOM, _ROOM, _ROOM)
        if not self.sceneRect().contains(content):
            self.setSceneRect(self.sceneRect().united(content.adjusted(-_STEP, -_STEP, _STEP, _STEP)))

    def _show_blocks(self, view: SheetView) -> set[str]:
        changed = set()
        for name in [name for name in self.blocks if name not in view.blocks]:
            self._drop(self.blocks.pop(name))
            self.index.remove(name)
            del self._blocks_shown[name]
        for name, block in view.blocks.items():
            if self._blocks_shown.get(name) is block:
                continue
            item = self.blocks.get(name)
            if item is None:
                item = self.blocks[name] = BlockItem(block, self)
                self.addItem(item)
            else:
                item.replace(block)
            self._blocks_shown[name] = block
            self.index.put(name, item.area.adjusted(-8, -8, 8, 8))
            changed.add(name)
        return changed

    def _show_wires(self, view: SheetView, changed: set[str]) -> None:
        if view.wires == self._wires_shown:  # the usual case: only their ends moved
            for key in self.wires_of(changed):
                self._draw_wire(self._shown[key])
            return
        self._wires_shown = view.wires
        wanted = {(wire.first, wire.second): wire for wire in view.wires}
        for key in [key for key in self._shown if key not in wanted]:
            if self.wires.shape_of(key) is not None:
                self.wires.remove(key)
            del self._shown[key]
            for port in key:
                self._wires_of.get(port.component, set()).discard(key)
        for key, wire in wanted.items():
            ends = (key[0].component, key[1].component)
            if self._shown.get(key) == wire and changed.isdisjoint(ends):
                continue
            self._shown[key] = wire
            for end in ends:
                self._wires_of.setdefault(end, set()).add(key)
            self._draw_wire(wire)

    def _draw_wire(self, wire: WireView) -> None:
        key = (wire.first, wire.second)
        ends = [self._end(end) for end in key]
        if ends[0] is None or ends[1] is None:  # an end is missing; the problems panel reports it
            if self.wires.shape_of(key) is not None:
                self.wires.remove(key)
            return
        (start, start_left, first), (end, end_left, second) = ends[0], ends[1]
        family = Family.OTHER if first is None else first.family
        corners = wire.points
        if not corners and turns_back(start, start_left, end, end_left):
            areas = [self.blocks[port.component].area for port in key]
            corners = detour(start, areas[0], end, areas[1])
        path = wire_path(start, start_left, end, end_left, corners)
        self.wires.put(key, WireShape(path, QLineF(start, end), family, is_wrong=not _holds(first, second)))

    def _end(self, end: EndpointPath) -> tuple[QPointF, bool, Port | None] | None:
        item = self.blocks.get(end.component)
        place = None if item is None else item.places.anchor(end.endpoint)
        if item is None:
            return None
        if place is None:  # the block lacks the port: end the wire at its header
            return item.pos() + QPointF(0, 24), True, None
        return item.pos() + place.anchor, place.on_left, place.port

    def _make_note(self, note: StickyNote) -> NoteItem:
        item = NoteItem(note, self)
        self.addItem(item)
        return item

    def _make_zone(self, zone: Zone) -> ZoneItem:
        item = ZoneItem(zone, self)
        self.addItem(item)
        return item

    def _drop(self, item: QGraphicsItem) -> None:
        self.removeItem(item)


def _exchange(
    items: dict[K, Item], wanted: Iterable[K], make: Callable[[K], Item], drop: Callable[[Item], None]
) -> None:
    """Keep existing items, create new ones, remove the others."""
    now = list(wanted)
    kept = set(now)
    for key in [key for key in items if key not in kept]:
        drop(items.pop(key))
    for key in now:
        if key not in items:
            items[key] = make(key)


def _holds(first: Port | None, second: Port | None) -> bool:
    """Whether a wire's ports match as far as known; verdicts are cached."""
    if first is None or second is None:
        return False
    if not isinstance(first.type, EndpointType) or not isinstance(second.type, EndpointType):
        return True
    return match(first.type, second.type).holds
