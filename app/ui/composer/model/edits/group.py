# SPDX-License-Identifier: BSD-3-Clause
"""Edits that group and ungroup blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.runtime.references import Composite, Connection, Document, EndpointPath, Export, Path, Placed, Reference, Wire
from app.runtime.references.document import DrawingItem
from app.runtime.references.names import format_endpoint_path, parse_endpoint_path
from app.ui.composer.model import drawings
from app.ui.composer.model.edits.base import Edit, edit
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import (
    checked_name,
    composite_at,
    free_name,
    named,
    sheet_path,
    starts_with,
    taken_names,
    with_reference,
)


@edit("group")
@dataclass(frozen=True)
class Group(Edit):
    """Groups blocks into a composite; wires to the outside become its ports."""

    sheet: Path
    names: tuple[str, ...]
    name: str

    @property
    def label(self) -> str:
        return f"Group {len(self.names)} blocks"

    def apply(self, document: Document) -> Document:
        """The document with the blocks in a new composite."""
        composite = composite_at(document, self.sheet)
        chosen = set(self.names)
        name = checked_name(self.name)
        if not chosen or chosen - {own for own, _ in composite.components}:
            raise EditError("what is to be grouped is not on this page", "select some blocks")
        if name in taken_names(composite) - chosen:
            raise EditError(f"there is another '{name}' on this page", "choose another name")
        path = sheet_path(document, self.sheet)
        border = _Border(name, chosen)
        outside = border.outside(composite)
        document = with_reference(document, path, lambda _: outside)
        return _drawn_inside(document, path, name, chosen, border)


class _Border:
    """The ports of a group, created for wires that cross its border."""

    def __init__(self, name: str, chosen: set[str]) -> None:
        self._name = name
        self._chosen = chosen
        self._ports: dict[EndpointPath, str] = {}

    def port(self, end: EndpointPath) -> EndpointPath:
        """The group's port for an inner port; outer ports are unchanged."""
        if end.component not in self._chosen:
            return end
        if end not in self._ports:
            self._ports[end] = free_name(end.endpoint, self._ports.values())
        return EndpointPath(self._name, self._ports[end])

    def is_inside(self, wire: Connection) -> bool:
        """Whether both ends of a wire are inside the group."""
        return {wire.first.component, wire.second.component} <= self._chosen

    def outside(self, composite: Composite) -> Composite:
        """The sheet with the group in the position of its first block."""
        inner = tuple((name, part) for name, part in composite.components if name in self._chosen)
        wires = tuple(
            wire if self.is_inside(wire) else replace(wire, first=self.port(wire.first), second=self.port(wire.second))
            for wire in composite.connections
        )
        exports = tuple(replace(export, endpoint=self.port(export.endpoint)) for export in composite.exports)
        group = Composite(
            inner,
            tuple(wire for wire in composite.connections if self.is_inside(wire)),
            tuple(Export(name, end) for end, name in self._ports.items()),
        )
        components: list[tuple[str, Reference]] = []
        for name, part in composite.components:
            if name not in self._chosen:
                components.append((name, part))
            elif name == inner[0][0]:
                components.append((self._name, group))
        kept = tuple(wire for wire, own in zip(wires, composite.connections, strict=True) if not self.is_inside(own))
        return replace(composite, components=tuple(components), connections=kept, exports=exports)


def _drawn_inside(document: Document, sheet: Path, name: str, chosen: set[str], border: _Border) -> Document:
    """Move the blocks' drawing items into the group and place the group."""
    group = (*sheet, name)
    items: list[DrawingItem] = []
    corner: Placed | None = None
    for item in document.drawing.items:
        path = drawings.path_of(item)
        if isinstance(item, Placed) and path[:-1] == sheet and path and path[-1] in chosen:
            corner = item if corner is None else replace(corner, x=min(corner.x, item.x), y=min(corner.y, item.y))
        if starts_with(path, sheet) and len(path) > len(sheet) and path[len(sheet)] in chosen:
            items.append(drawings.moved_to(item, (*group, *path[len(sheet) :])))
        elif isinstance(item, Wire) and path == sheet:
            items.append(_bent(item, group, chosen, border))
        else:
            items.append(item)
    place = Placed(group, 0.0 if corner is None else corner.x, 0.0 if corner is None else corner.y)
    return drawings.with_items(document, [*items, place])


def _bent(wire: Wire, group: Path, chosen: set[str], border: _Border) -> Wire:
    """The route of a wire that is inside the group or leads to one of its ports."""
    ends = parse_endpoint_path(wire.first), parse_endpoint_path(wire.second)
    inside = [end is not None and end.component in chosen for end in ends]
    if all(inside):
        return replace(wire, sheet=group)
    if not any(inside):
        return wire
    first, second = (format_endpoint_path(border.port(end)) if end is not None else "" for end in ends)
    return replace(wire, first=first or wire.first, second=second or wire.second)


@edit("ungroup")
@dataclass(frozen=True)
class Ungroup(Edit):
    """Replaces a composite block by its inner blocks."""

    sheet: Path
    name: str

    @property
    def label(self) -> str:
        return f"Ungroup {self.name}"

    def apply(self, document: Document) -> Document:
        """The document with the inner blocks on the outer sheet."""
        composite = composite_at(document, self.sheet)
        group = named(composite.components, self.name)
        if not isinstance(group, Composite) or group.as_type is not None:
            raise EditError(f"'{self.name}' is not a group", "choose a block with a page inside")
        path = sheet_path(document, self.sheet)
        opening = _Opening(self.name, group, composite)
        document = with_reference(document, path, lambda _: opening.sheet(composite))
        return _drawn_outside(document, path, opening)


class _Opening:
    """Maps the parts and ports of an ungrouped composite."""

    def __init__(self, name: str, group: Composite, around: Composite) -> None:
        self.name = name
        self._group = group
        taken = taken_names(around) - {name}
        self.names: dict[str, str] = {}
        for inner, _ in group.components:
            self.names[inner] = free_name(inner, taken)
            taken.add(self.names[inner])
        self._ports = {export.name: self.end(export.endpoint) for export in group.exports}

    def end(self, end: EndpointPath) -> EndpointPath:
        """An inner port under the new name of its block."""
        return EndpointPath(self.names.get(end.component, end.component), end.endpoint)

    def port(self, end: EndpointPath) -> EndpointPath | None:
        """The inner port behind a port of the group, or `None`."""
        return self._ports.get(end.endpoint) if end.component == self.name else end

    def sheet(self, composite: Composite) -> Composite:
        """The sheet with the inner blocks in the group's position."""
        components: list[tuple[str, Reference]] = []
        for name, part in composite.components:
            if name == self.name:
                components += [(self.names[inner], inside) for inner, inside in self._group.components]
            else:
                components.append((name, part))
        wires = []
        for wire in composite.connections:
            first, second = self.port(wire.first), self.port(wire.second)
            if first is not None and second is not None:
                wires.append(replace(wire, first=first, second=second))
        wires += [replace(w, first=self.end(w.first), second=self.end(w.second)) for w in self._group.connections]
        exports = []
        for export in composite.exports:
            endpoint = self.port(export.endpoint)
            if endpoint is not None:
                exports.append(replace(export, endpoint=endpoint))
        return replace(composite, components=tuple(components), connections=tuple(wires), exports=tuple(exports))


def _drawn_outside(document: Document, sheet: Path, opening: _Opening) -> Document:
    """Move the group's drawing items onto the outer sheet."""
    group = (*sheet, opening.name)
    place = document.drawing.position_of(group)
    inner = [item for item in document.drawing.items if isinstance(item, Placed) and item.component[:-1] == group]
    shift = (0.0, 0.0)
    if place is not None and inner:
        shift = (place.x - min(item.x for item in inner), place.y - min(item.y for item in inner))
    items: list[DrawingItem] = []
    for item in document.drawing.items:
        path = drawings.path_of(item)
        if isinstance(item, Placed) and path == group:
            continue
        if starts_with(path, group):
            items.append(_brought_out(item, sheet, group, opening, shift))
        elif isinstance(item, Wire) and path == sheet:
            items += _led_inside(item, opening)
        else:
            items.append(item)
    return drawings.with_items(document, items)


def _brought_out(
    item: DrawingItem, sheet: Path, group: Path, opening: _Opening, shift: tuple[float, float]
) -> DrawingItem:
    rest = drawings.path_of(item)[len(group) :]
    path = (*sheet, opening.names.get(rest[0], rest[0]), *rest[1:]) if rest else sheet
    is_on_it = not rest or (isinstance(item, Placed) and len(rest) == 1)
    moved = drawings.moved_to(item, path)
    if not is_on_it:
        return moved
    if isinstance(moved, Wire):
        ends = [parse_endpoint_path(text) for text in (moved.first, moved.second)]
        texts = [format_endpoint_path(opening.end(end)) if end is not None else "" for end in ends]
        points = tuple((x + shift[0], y + shift[1]) for x, y in moved.points)
        return replace(moved, first=texts[0] or moved.first, second=texts[1] or moved.second, points=points)
    return replace(moved, x=moved.x + shift[0], y=moved.y + shift[1])


def _led_inside(wire: Wire, opening: _Opening) -> list[DrawingItem]:
    texts = []
    for text in (wire.first, wire.second):
        end = parse_endpoint_path(text)
        port = None if end is None else opening.port(end)
        if port is None:
            return []
        texts.append(format_endpoint_path(port))
    return [wire if texts == [wire.first, wire.second] else replace(wire, first=texts[0], second=texts[1])]
