# SPDX-License-Identifier: BSD-3-Clause
"""Patches: generic edits that insert, remove or replace parts. Inverses of edits are patches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from app.runtime import references as refs
from app.runtime.references.errors import quoted
from app.runtime.references.model import BODY_STEP
from app.ui.composer.model import drawings
from app.ui.composer.model.component_removal import without_components
from app.ui.composer.model.component_rename import renamed
from app.ui.composer.model.edits.base import Edit, edit
from app.ui.composer.model.edits.parts import SEQUENCES, Key, Part, key_of
from app.ui.composer.model.errors import EditError, not_an_edit
from app.ui.composer.model.tree import checked_name, expect_writable, reference_at, with_reference


@dataclass(frozen=True, slots=True)
class Inserted:
    """An inserted part and the key of its predecessor; `None` inserts at the start."""

    part: Part
    after: Key | None


@dataclass(frozen=True, slots=True)
class Splice:
    """Removes, changes and inserts parts of one field of the reference at a path.

    The field `items` belongs to the drawing.
    """

    path: refs.Path
    field: str
    removed: tuple[Key, ...] = ()
    changed: tuple[Part, ...] = ()
    inserted: tuple[Inserted, ...] = ()

    def apply(self, document: refs.Document) -> refs.Document:
        """The changed document; a removed component takes its wires and exports along."""
        if self.field == "items":
            items = self._spliced(document.drawing.items)
            return replace(document, drawing=refs.Drawing(items, document.drawing.annotations))
        if self.field == "components" and self.removed:
            document = without_components(document, self.path, [str(key) for key in self.removed])
        return with_reference(document, self.path, self._change)

    def _change(self, reference: refs.Reference) -> refs.Reference:
        if self.field not in SEQUENCES.get(type(reference), ()):
            raise _overtaken()
        change: Any = {self.field: self._spliced(getattr(reference, self.field))}
        return replace(reference, **change)

    def _spliced(self, parts: Sequence[Any]) -> tuple[Any, ...]:
        """The sequence with each new part behind its predecessor, or at the end if that is missing."""
        gone = set(self.removed)
        changed = {key_of(part): part for part in self.changed}
        new = {key_of(each.part) for each in self.inserted}
        if self.field != "items":
            _expect_distinct(each.part for each in self.inserted)
        following: dict[Key | None, list[Part]] = {}
        for each in self.inserted:
            following.setdefault(each.after, []).append(each.part)
        order: list[Any] = []
        _put(order, following.pop(None, ()), following)
        for part in parts:
            key = key_of(part)
            if key in gone:
                continue
            if key in new:
                self._refuse_double(key)
                continue
            order.append(changed.get(key, part) if changed else part)
            if key in following:
                _put(order, following.pop(key), following)
        for left in list(following):
            _put(order, following.pop(left, ()), following)
        return tuple(order)

    def _refuse_double(self, key: Key) -> None:
        if self.field == "components":
            raise EditError(f"there is another {quoted(str(key))} meanwhile", "rename it first")


def _expect_distinct(parts: Iterable[Part]) -> None:
    keys = [key_of(part) for part in parts if not isinstance(part, refs.Connection)]
    if len(set(keys)) != len(keys):
        raise not_an_edit()


def _put(order: list[Any], parts: Sequence[Part], following: dict[Key | None, list[Part]]) -> None:
    """Append parts, each followed by the parts inserted behind it."""
    waiting = list(parts)[::-1]
    while waiting:
        part = waiting.pop()
        order.append(part)
        waiting.extend(reversed(following.pop(key_of(part), ())))


@dataclass(frozen=True, slots=True)
class PutAll:
    """Replaces a whole sequence whose parts have no unique keys."""

    path: refs.Path
    field: str
    parts: tuple[Part, ...]

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with the sequence replaced."""
        if self.field != "items":
            _expect_distinct(self.parts)
        else:
            drawing: Any = self.parts
            return replace(document, drawing=refs.Drawing(drawing, document.drawing.annotations))
        return with_reference(document, self.path, self._change)

    def _change(self, reference: refs.Reference) -> refs.Reference:
        if self.field not in SEQUENCES.get(type(reference), ()):
            raise _overtaken()
        change: Any = {self.field: self.parts}
        return replace(reference, **change)


@dataclass(frozen=True, slots=True)
class PutReference:
    """Replaces the reference at a path if it has the expected identity."""

    path: refs.Path
    reference: refs.Reference
    instead_of: str

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with the reference; raises `EditError` if it has changed meanwhile."""
        if refs.identity(reference_at(document, self.path)) != self.instead_of:
            raise _overtaken()
        return with_reference(document, self.path, lambda _: self.reference)


@dataclass(frozen=True, slots=True)
class RenameComponent:
    """Renames a component and all mentions of it."""

    path: refs.Path
    old: str
    new: str

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with the new name."""
        return renamed(document, self.path, self.old, self.new)


@dataclass(frozen=True, slots=True)
class Enclose:
    """Wraps a single object in a composite, or unwraps it."""

    path: refs.Path
    name: str
    undo: bool = False

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with or without the composite; one with further parts is not unwrapped."""
        inside = (*self.path, self.name)
        if not self.undo:
            checked_name(self.name)
            document = with_reference(document, self.path, lambda inner: refs.Composite(((self.name, inner),)))
            return drawings.shifted(document, self.path, inside)
        composite = reference_at(document, self.path)
        if not isinstance(composite, refs.Composite) or composite.connections or composite.exports:
            return document
        if [name for name, _ in composite.components] != [self.name]:
            return document
        inner = composite.components[0][1]
        document = with_reference(document, self.path, lambda _: inner)
        return drawings.shifted(document, inside, self.path)


@dataclass(frozen=True, slots=True)
class MakeTemplate:
    """Wraps a reference in a template, or unwraps it."""

    path: refs.Path
    parameters: tuple[refs.ParameterDeclaration, ...] = ()
    undo: bool = False

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with or without the template; one with parameters is not unwrapped."""
        body = (*self.path, BODY_STEP)
        if not self.undo:
            expect_writable(refs.Template(self.parameters, refs.Primitive(0)))
            document = with_reference(document, self.path, lambda inner: refs.Template(self.parameters, inner))
            return drawings.shifted(document, self.path, body)
        template = reference_at(document, self.path)
        if not isinstance(template, refs.Template) or template.parameters != self.parameters:
            return document
        document = with_reference(document, self.path, lambda _: template.body)
        return drawings.shifted(document, body, self.path)


@dataclass(frozen=True, slots=True)
class PutWords:
    """Sets the title and description."""

    title: str
    description: str

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with this title and description."""
        drawings.checked_text(self.title + self.description)
        return replace(document, title=self.title, description=self.description)


@dataclass(frozen=True, slots=True)
class PutDocument:
    """Replaces the document if its reference has the expected identity."""

    document: refs.Document
    instead_of: str

    def apply(self, document: refs.Document) -> refs.Document:
        """The new document; raises `EditError` if it has changed meanwhile."""
        if refs.identity(document.reference) != self.instead_of:
            raise _overtaken()
        return self.document


def _overtaken() -> EditError:
    return EditError("somebody has changed this meanwhile", "change it by hand")


Operation: TypeAlias = (
    Splice | PutAll | PutReference | RenameComponent | Enclose | MakeTemplate | PutWords | PutDocument
)


@edit("patch")
@dataclass(frozen=True)
class Patch(Edit):
    """Operations from the comparison of two documents."""

    operations: tuple[Operation, ...]
    words: str = "Change"

    @property
    def label(self) -> str:
        return self.words

    def apply(self, document: refs.Document) -> refs.Document:
        """The document after all operations."""
        for operation in self.operations:
            document = operation.apply(document)
        return document
