# SPDX-License-Identifier: BSD-3-Clause
"""Edits that add, remove and rename blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.runtime.references import Composite, Connection, Document, Path, Placed, Reference, StickyNote, Template, Zone
from app.ui.composer.model import drawings
from app.ui.composer.model.component_removal import without_components
from app.ui.composer.model.component_rename import renamed
from app.ui.composer.model.edits.base import Edit, edit
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import (
    checked_name,
    expect_writable,
    named,
    reference_at,
    sheet_path,
    taken_names,
    valid_name,
    with_reference,
)


@edit("add block")
@dataclass(frozen=True)
class AddBlock(Edit):
    """Adds an object to a sheet; a sheet with a single object becomes a composite."""

    sheet: Path
    name: str
    reference: Reference
    x: float = 0.0
    y: float = 0.0

    @property
    def label(self) -> str:
        return f"Add {self.name}"

    def apply(self, document: Document) -> Document:
        """The document with one more block."""
        if isinstance(self.reference, Template):
            raise EditError("a template cannot stand on a page by itself", "give it its settings first")
        expect_writable(self.reference)
        document = as_composite_sheet(document, self.sheet)
        path = sheet_path(document, self.sheet)
        name = checked_name(self.name)

        def change(composite: Reference) -> Reference:
            assert isinstance(composite, Composite)
            if name in taken_names(composite):
                raise EditError(f"there is another '{name}' on this page", "choose another name")
            return replace(composite, components=(*composite.components, (name, self.reference)))

        document = with_reference(document, path, change)
        place = drawings.checked_item(Placed((*path, name), self.x, self.y))
        return drawings.with_items(document, (*document.drawing.items, place))


def as_composite_sheet(document: Document, sheet: Path) -> Document:
    """The document with the sheet as a composite."""
    path = sheet_path(document, sheet)
    alone = reference_at(document, path)
    if isinstance(alone, Composite):
        if alone.as_type is not None:
            raise EditError("this page is shown as another type", "remove the type first")
        return document
    name = lone_name(document, path)
    document = with_reference(document, path, lambda inner: Composite(((name, inner),)))
    return drawings.shifted(document, path, (*path, name))


def lone_name(document: Document, path: Path) -> str:
    """The block name of a sheet's single object when it becomes a composite."""
    reference = reference_at(document, path)
    for step in reversed(path):
        if not step.startswith("@"):
            return valid_name(step)
    return valid_name(document.title or _name_in(reference) or "Object")


def _name_in(reference: Reference) -> str:
    while True:
        inner = getattr(reference, "template", None)
        if inner is None:
            return str(getattr(reference, "name", ""))
        reference = inner


@edit("remove")
@dataclass(frozen=True)
class RemoveParts(Edit):
    """Removes blocks with their wires and exports, wires, notes and zones."""

    sheet: Path
    blocks: tuple[str, ...] = ()
    wires: tuple[Connection, ...] = ()
    notes: tuple[StickyNote, ...] = ()
    zones: tuple[Zone, ...] = ()

    @property
    def label(self) -> str:
        count = len(self.blocks) + len(self.wires) + len(self.notes) + len(self.zones)
        if count > 1:
            return f"Remove {count} things"
        if self.blocks:
            return f"Remove {self.blocks[0]}"
        return "Remove wire" if self.wires else "Remove note" if self.notes else "Remove zone"

    def apply(self, document: Document) -> Document:
        """The document without the parts; missing ones are ignored."""
        path = sheet_path(document, self.sheet)
        reference = reference_at(document, path)
        if isinstance(reference, Composite):
            names = [name for name in self.blocks if named(reference.components, name) is not None]
            if names:
                document = without_components(document, path, names)
            for wire in self.wires:
                document = without_wire(document, path, wire)
        elif self.blocks:
            document = with_reference(document, path, lambda _: Composite())
            document = drawings.without(document, [path]) if path else drawings.with_items(document, ())
        gone = [*self.notes, *self.zones]
        items = list(document.drawing.items)
        for item in gone:
            if item in items:
                items.remove(item)
        return document if len(items) == len(document.drawing.items) else drawings.with_items(document, items)


def without_wire(document: Document, path: Path, wire: Connection) -> Document:
    """The document without the wire between two ports, in either direction."""
    ends = {wire.first, wire.second}

    def change(composite: Reference) -> Reference:
        assert isinstance(composite, Composite)
        kept = tuple(own for own in composite.connections if {own.first, own.second} != ends)
        return replace(composite, connections=kept)

    document = with_reference(document, path, change)
    items = [item for item in document.drawing.items if not drawings.is_wire_of(item, path, wire.first, wire.second)]
    return document if len(items) == len(document.drawing.items) else drawings.with_items(document, items)


@edit("rename")
@dataclass(frozen=True)
class RenameBlock(Edit):
    """Renames a block."""

    sheet: Path
    old: str
    new: str

    @property
    def label(self) -> str:
        return f"Rename {self.old}"

    def apply(self, document: Document) -> Document:
        """The document with the block and all mentions of it renamed."""
        path = sheet_path(document, self.sheet)
        if not isinstance(reference_at(document, path), Composite):
            raise EditError("this page is a single object", "change its title instead")
        return renamed(document, path, self.old, self.new)
