# SPDX-License-Identifier: BSD-3-Clause
"""Edits of the drawing: position, size, colour, routes, notes and zones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from app.runtime.references import Document, EndpointPath, Path, Placed, StickyNote, Wire, Zone
from app.runtime.references.document import DrawingItem
from app.runtime.references.names import format_endpoint_path
from app.ui.composer.model import drawings
from app.ui.composer.model.edits.base import Edit, edit
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import block_path, composite_at, reference_at, sheet_path

Position: TypeAlias = tuple[str, float, float]
"""A block name and its position."""


@edit("move")
@dataclass(frozen=True)
class Move(Edit):
    """Moves blocks, notes and zones."""

    sheet: Path
    blocks: tuple[Position, ...] = ()
    notes: tuple[tuple[StickyNote, StickyNote], ...] = ()
    zones: tuple[tuple[Zone, Zone], ...] = ()

    @property
    def label(self) -> str:
        count = len(self.blocks) + len(self.notes) + len(self.zones)
        return f"Move {self.blocks[0][0]}" if count == 1 and self.blocks else f"Move {count} things"

    def apply(self, document: Document) -> Document:
        """The document with the new positions."""
        moves = {block_path(document, self.sheet, name): (x, y) for name, x, y in self.blocks}
        for path in moves:
            reference_at(document, path)
        others: dict[DrawingItem, DrawingItem] = {**dict(self.notes), **dict(self.zones)}
        items: list[DrawingItem] = []
        for item in document.drawing.items:
            if isinstance(item, Placed) and item.component in moves:
                x, y = moves.pop(item.component)
                items.append(drawings.checked_item(replace(item, x=x, y=y)))
            elif others and item in others:
                items.append(drawings.checked_item(others.pop(item)))
            else:
                items.append(item)
        items += [drawings.checked_item(Placed(path, x, y)) for path, (x, y) in moves.items()]
        return drawings.with_items(document, items)


def _change_block(document: Document, sheet: Path, name: str, change: Callable[[Placed], Placed]) -> Document:
    path = block_path(document, sheet, name)
    reference_at(document, path)

    def checked(before: Placed) -> Placed:
        after = change(before)
        drawings.checked_item(after)
        return after

    return drawings.placed(document, path, checked)


@edit("resize")
@dataclass(frozen=True)
class Resize(Edit):
    """Resizes and optionally moves a block; no size means automatic."""

    sheet: Path
    name: str
    x: float
    y: float
    width: float | None
    height: float | None

    @property
    def label(self) -> str:
        return f"Resize {self.name}"

    def apply(self, document: Document) -> Document:
        """The document with the block in its new size."""

        def change(placed: Placed) -> Placed:
            return replace(placed, x=self.x, y=self.y, width=self.width, height=self.height)

        return _change_block(document, self.sheet, self.name, change)


@edit("colour")
@dataclass(frozen=True)
class SetColour(Edit):
    """Sets the colour of blocks; `None` is the default colour."""

    sheet: Path
    names: tuple[str, ...]
    colour: str | None

    @property
    def label(self) -> str:
        return "Change colour"

    def apply(self, document: Document) -> Document:
        """The document with the colour."""
        for name in self.names:
            document = _change_block(document, self.sheet, name, lambda place: replace(place, colour=self.colour))
        return document


@edit("collapse")
@dataclass(frozen=True)
class SetCollapsed(Edit):
    """Collapses or expands blocks."""

    sheet: Path
    names: tuple[str, ...]
    collapsed: bool

    @property
    def label(self) -> str:
        return "Collapse" if self.collapsed else "Expand"

    def apply(self, document: Document) -> Document:
        """The document with the blocks collapsed or expanded."""
        for name in self.names:
            document = _change_block(document, self.sheet, name, lambda place: replace(place, collapsed=self.collapsed))
        return document


@edit("route")
@dataclass(frozen=True)
class Route(Edit):
    """Sets the corners of a wire; no corners mean automatic routing."""

    sheet: Path
    first: EndpointPath
    second: EndpointPath
    points: tuple[tuple[float, float], ...]

    @property
    def label(self) -> str:
        return "Bend wire" if self.points else "Straighten wire"

    def apply(self, document: Document) -> Document:
        """The document with the route."""
        path = sheet_path(document, self.sheet)
        ends = {self.first, self.second}
        wires = composite_at(document, self.sheet).connections
        if not any({wire.first, wire.second} == ends for wire in wires):
            raise EditError("this wire is not there any more", "draw it again")
        corners = Wire(format_endpoint_path(self.first), format_endpoint_path(self.second), self.points, path)
        drawings.checked_item(corners)
        items = list(document.drawing.items)
        found = [n for n, item in enumerate(items) if drawings.is_wire_of(item, path, self.first, self.second)]
        if not found:
            return drawings.with_items(document, [*items, corners]) if self.points else document
        items[found[0] : found[0] + 1] = [corners] if self.points else []
        return drawings.with_items(document, items)


@edit("add note")
@dataclass(frozen=True)
class AddNote(Edit):
    """Adds a note to the sheet that the note names."""

    note: StickyNote

    @property
    def label(self) -> str:
        return "Add note"

    def apply(self, document: Document) -> Document:
        """The document with one more note."""
        return _with_new(document, self.note)


@edit("change note")
@dataclass(frozen=True)
class ChangeNote(Edit):
    """Changes a note's text, position, size or colour."""

    old: StickyNote
    new: StickyNote

    @property
    def label(self) -> str:
        return "Change note"

    def apply(self, document: Document) -> Document:
        """The document with the new note instead of the old one."""
        return _with_other(document, self.old, self.new, "note")


@edit("add zone")
@dataclass(frozen=True)
class AddZone(Edit):
    """Adds a zone to the sheet that the zone names."""

    zone: Zone

    @property
    def label(self) -> str:
        return "Add zone"

    def apply(self, document: Document) -> Document:
        """The document with one more zone."""
        return _with_new(document, self.zone)


@edit("change zone")
@dataclass(frozen=True)
class ChangeZone(Edit):
    """Changes a zone's title, position, size or colour."""

    old: Zone
    new: Zone

    @property
    def label(self) -> str:
        return "Change zone"

    def apply(self, document: Document) -> Document:
        """The document with the new zone instead of the old one."""
        return _with_other(document, self.old, self.new, "zone")


def _with_new(document: Document, item: StickyNote | Zone) -> Document:
    """The document with a new item, on the path of the sheet's content."""
    placed = replace(item, sheet=sheet_path(document, item.sheet))
    return drawings.with_items(document, (*document.drawing.items, drawings.checked_item(placed)))


def _with_other(document: Document, old: StickyNote | Zone, new: StickyNote | Zone, what: str) -> Document:
    items = list(document.drawing.items)
    if old not in items:
        raise EditError(f"this {what} is not there any more", "undo, or make a new one")
    items[items.index(old)] = drawings.checked_item(replace(new, sheet=old.sheet))
    return drawings.with_items(document, items)
