# SPDX-License-Identifier: BSD-3-Clause
"""Edits of arguments: values, types, and objects in slots."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.runtime import references as refs
from app.ui.composer.model import drawings
from app.ui.composer.model.edits.base import Edit, edit
from app.ui.composer.model.edits.blocks import AddBlock, as_composite_sheet, lone_name
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import (
    block_path,
    checked_name,
    describe_path,
    expect_writable,
    named,
    reference_at,
    sheet_path,
    with_reference,
)


@edit("set argument")
@dataclass(frozen=True)
class SetArgument(Edit):
    """Sets or removes an argument of the object at a path."""

    path: refs.Path
    parameter: str
    argument: refs.Argument | None

    @property
    def label(self) -> str:
        verb = "Clear" if self.argument is None else "Set"
        return f"{verb} {self.parameter}"

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with the argument; the drawing of a replaced object is removed."""
        before = reference_at(document, self.path)
        after = with_argument(before, self.parameter, self.argument)
        if after is before:
            return document
        document = with_reference(document, self.path, lambda _: after)
        if isinstance(argument_of(before, self.parameter), refs.ReferenceArgument):
            document = drawings.without(document, [(*self.path, self.parameter)])
        return document


def argument_of(reference: refs.Reference, parameter: str) -> refs.Argument | None:
    """The argument of a parameter, or `None`."""
    return named(reference.arguments, parameter) if isinstance(reference, refs.Parameterized) else None


def with_argument(reference: refs.Reference, parameter: str, argument: refs.Argument | None) -> refs.Reference:
    """The reference with a changed argument."""
    parameter = checked_name(parameter, "parameter")
    if argument is not None:
        expect_writable(refs.Parameterized(refs.Primitive(0), ((parameter, argument),)))
    if not isinstance(reference, refs.Parameterized):
        if argument is None:
            return reference
        if isinstance(reference, refs.Composite):
            raise EditError("a page has no settings yet", "show one of its blocks' settings outside")
        bare: refs.Reference = replace(reference, as_type=None) if isinstance(reference, refs.Primitive) else reference
        cast = reference.as_type if isinstance(reference, refs.Primitive) else None
        return refs.Parameterized(bare, ((parameter, argument),), cast)
    if named(reference.arguments, parameter) is None:
        if argument is None:
            return reference
        return replace(reference, arguments=(*reference.arguments, (parameter, argument)))
    given = [
        (name, argument if name == parameter else old)
        for name, old in reference.arguments
        if name != parameter or argument is not None
    ]
    return replace(reference, arguments=tuple((name, value) for name, value in given if value is not None))


@edit("extract argument")
@dataclass(frozen=True)
class ExtractArgument(Edit):
    """Moves an object from a slot onto the sheet."""

    sheet: refs.Path
    block: str
    parameter: str
    name: str
    x: float = 0.0
    y: float = 0.0

    @property
    def label(self) -> str:
        return f"Take {self.parameter} out"

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with the object next to its former block."""
        inside = sheet_path(document, self.sheet)
        alone = not isinstance(reference_at(document, inside), refs.Composite)
        block = lone_name(document, inside) if alone else self.block
        document = as_composite_sheet(document, self.sheet)
        path = block_path(document, self.sheet, block)
        embedded = argument_of(reference_at(document, path), self.parameter)
        if not isinstance(embedded, refs.ReferenceArgument):
            raise EditError(f"there is no object in {describe_path((*path, self.parameter))}", "choose another slot")
        if isinstance(embedded.reference, refs.Template):
            raise EditError("a template cannot stand on a page by itself", "leave it where it is")
        slot, place = (*path, self.parameter), (*inside, checked_name(self.name))
        kept = [
            item
            for item in document.drawing.items
            if drawings.path_of(item)[: len(slot)] == slot
            and not (isinstance(item, refs.Placed) and item.component == slot)
        ]
        document = SetArgument(path, self.parameter, None).apply(document)
        document = AddBlock(self.sheet, self.name, embedded.reference, self.x, self.y).apply(document)
        moved = [drawings.moved_to(item, (*place, *drawings.path_of(item)[len(slot) :])) for item in kept]
        return drawings.with_items(document, (*document.drawing.items, *moved))
