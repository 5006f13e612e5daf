# SPDX-License-Identifier: BSD-3-Clause
"""The view model of a sheet: blocks, wires, notes, zones; unchanged blocks keep their identity."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.ui.composer.model.block_types import BlockTypes, EnclosingTemplates, enclosing_templates
from app.ui.composer.model.blocks import Block, Port, Slot, Wiring, make_block
from app.ui.composer.model.edits.blocks import lone_name
from app.ui.composer.model.sheet_layout import lay_out
from app.ui.composer.model.tree import reference_at, sheet_path

_MOST_KEPT = 60_000
_Points: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class WireView:
    """A wire with its corners."""

    first: refs.EndpointPath
    second: refs.EndpointPath
    points: _Points = ()

    @property
    def connection(self) -> refs.Connection:
        """The connection as used by edits."""
        return refs.Connection(self.first, self.second)


@dataclass(frozen=True)
class SheetView:
    """The content of a sheet; `path` is where the content is stored, such as a template's body."""

    path: refs.Path
    blocks: Mapping[str, Block]
    wires: tuple[WireView, ...]
    notes: tuple[refs.StickyNote, ...]
    zones: tuple[refs.Zone, ...]
    exports: tuple[refs.Export, ...]
    alone: bool = False
    """Whether the sheet is a single object; adding a block makes it a composite."""


def build_sheet_view(document: refs.Document, sheet: refs.Path, catalogue: Catalogue) -> SheetView:
    """The view of a sheet of a document."""
    looker = _builders.get(catalogue)
    if looker is None:
        looker = _builders[catalogue] = _ViewBuilder(catalogue)
    return looker.build_sheet_view(document, sheet)


def types_of(catalogue: Catalogue) -> BlockTypes:
    """The type cache of a catalogue."""
    looker = _builders.get(catalogue)
    if looker is None:
        looker = _builders[catalogue] = _ViewBuilder(catalogue)
    return looker.types


@dataclass(frozen=True)
class _Kept:
    """A cached block with the values it was made of."""

    reference: refs.Reference
    placed: refs.Placed
    wiring: Wiring
    around: EnclosingTemplates
    block: Block


class _ViewBuilder:
    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = weakref.ref(catalogue)
        self.types = BlockTypes(catalogue)
        self._kept: dict[tuple[refs.Path, str, int], _Kept] = {}
        self._latest: dict[tuple[refs.Path, str], Block] = {}
        self._drawn: tuple[refs.Drawing | None, refs.Path, _Drawn] = (None, (), _Drawn())
        self._wired: tuple[object, object, dict[str, Wiring]] = (None, None, {})
        self._routed: tuple[object, dict[tuple[str, str], _Points], tuple[WireView, ...]] = (None, {}, ())
        self._laid: dict[refs.Placed, refs.Placed] = {}

    def build_sheet_view(self, document: refs.Document, sheet: refs.Path) -> SheetView:
        path = sheet_path(document, sheet)
        reference = reference_at(document, path)
        around = enclosing_templates(document, path)
        drawn = self._drawing(document.drawing, path)
        if not isinstance(reference, refs.Composite):
            return self._alone(document, path, reference, around, drawn)
        wiring = self._wiring(reference)
        places = self._places(reference, path, drawn)
        blocks = {
            name: self._block(path, name, component, places[name], wiring.get(name, ()), around)
            for name, component in reference.components
        }
        wires = self._wires(reference.connections, drawn)
        return SheetView(path, blocks, wires, drawn.notes, drawn.zones, reference.exports)

    def _wires(self, connections: tuple[refs.Connection, ...], drawn: _Drawn) -> tuple[WireView, ...]:
        known, corners, wires = self._routed
        if known is not connections or corners != drawn.wires:
            wires = tuple(WireView(w.first, w.second, drawn.points(w.first, w.second)) for w in connections)
            self._routed = (connections, drawn.wires, wires)
        return wires

    def _alone(
        self,
        document: refs.Document,
        path: refs.Path,
        reference: refs.Reference,
        around: EnclosingTemplates,
        drawn: _Drawn,
    ) -> SheetView:
        name = lone_name(document, path)
        place = drawn.own or self._interned(refs.Placed(path, 40.0, 40.0))
        block = self._block(path, name, reference, place, (), around, alone=True)
        return SheetView(path, {name: block}, (), drawn.notes, drawn.zones, (), alone=True)

    def _block(
        self,
        sheet: refs.Path,
        name: str,
        reference: refs.Reference,
        placed: refs.Placed,
        wiring: Wiring,
        around: EnclosingTemplates,
        *,
        alone: bool = False,
    ) -> Block:
        key = (sheet, name, id(reference))
        kept = self._kept.get(key)
        if (
            kept is not None
            and kept.reference is reference
            and kept.placed is placed
            and kept.wiring == wiring
            and kept.around == around
        ):
            return kept.block
        catalogue = self._catalogue()
        assert catalogue is not None
        path = sheet if alone else (*sheet, name)
        block = make_block(path, name, reference, placed, wiring, around, catalogue, self.types)
        latest = self._latest.get((sheet, name))
        if latest == block:
            block = latest
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
            self._latest.clear()
        self._kept[key] = _Kept(reference, placed, wiring, around, block)
        self._latest[sheet, name] = block
        return block

    def _drawing(self, drawing: refs.Drawing, sheet: refs.Path) -> _Drawn:
        if self._drawn[0] is not drawing or self._drawn[1] != sheet:
            self._drawn = (drawing, sheet, _drawn_on(drawing, sheet))
        return self._drawn[2]

    def _wiring(self, composite: refs.Composite) -> dict[str, Wiring]:
        connections, exports = composite.connections, composite.exports
        if self._wired[0] is not connections or self._wired[1] is not exports:
            self._wired = (connections, exports, _wiring_of(composite))
        return self._wired[2]

    def _places(self, composite: refs.Composite, sheet: refs.Path, drawn: _Drawn) -> Mapping[str, refs.Placed]:
        places = drawn.places
        if places.keys() >= dict(composite.components).keys():
            return places
        found = lay_out(composite, sheet, places)
        return {name: self._interned(placed) for name, placed in found.items()}

    def _interned(self, placed: refs.Placed) -> refs.Placed:
        if len(self._laid) >= _MOST_KEPT:
            self._laid.clear()
        return self._laid.setdefault(placed, placed)


class _Drawn:
    """The drawing of one sheet."""

    def __init__(self) -> None:
        self.own: refs.Placed | None = None
        self.places: dict[str, refs.Placed] = {}
        self.notes: tuple[refs.StickyNote, ...] = ()
        self.zones: tuple[refs.Zone, ...] = ()
        self.wires: dict[tuple[str, str], _Points] = {}

    def points(self, first: refs.EndpointPath, second: refs.EndpointPath) -> _Points:
        """The corners of a wire, in its direction."""
        if not self.wires:
            return ()
        key = (_text(first), _text(second))
        if key in self.wires:
            return self.wires[key]
        return self.wires.get(key[::-1], ())[::-1]


def _text(end: refs.EndpointPath) -> str:
    return f"{end.component}.{end.endpoint.replace('~', '~0').replace('.', '~2')}"


def _drawn_on(drawing: refs.Drawing, sheet: refs.Path) -> _Drawn:
    drawn = _Drawn()
    length = len(sheet) + 1
    notes, zones = [], []
    for item in drawing.items:
        if isinstance(item, refs.Placed):
            component = item.component
            if len(component) == length and component[:-1] == sheet:
                drawn.places.setdefault(component[-1], item)
            elif component == sheet:
                drawn.own = item
        elif item.sheet == sheet:
            if isinstance(item, refs.StickyNote):
                notes.append(item)
            elif isinstance(item, refs.Zone):
                zones.append(item)
            elif isinstance(item, refs.Wire):
                drawn.wires[item.first, item.second] = item.points
    drawn.notes, drawn.zones = tuple(notes), tuple(zones)
    return drawn


def _wiring_of(composite: refs.Composite) -> dict[str, Wiring]:
    """The connections and exports of each block's ports."""
    found: dict[str, list[tuple[str, refs.EndpointPath | None, str]]] = {}
    for wire in composite.connections:
        found.setdefault(wire.first.component, []).append((wire.first.endpoint, wire.second, ""))
        found.setdefault(wire.second.component, []).append((wire.second.endpoint, wire.first, ""))
    for export in composite.exports:
        end = export.endpoint
        found.setdefault(end.component, []).append((end.endpoint, None, export.name))
    return {name: tuple(wiring) for name, wiring in found.items()}


_builders: weakref.WeakKeyDictionary[Catalogue, _ViewBuilder] = weakref.WeakKeyDictionary()

__all__ = ["Block", "Port", "SheetView", "Slot", "WireView", "build_sheet_view", "types_of"]
