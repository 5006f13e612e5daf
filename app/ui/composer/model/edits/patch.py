"""The most general edit: parts put in, taken out or replaced. Undoing anything is a patch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from app.runtime.references import (
    Composite,
    Connection,
    Document,
    Drawing,
    ParameterDeclaration,
    Path,
    Primitive,
    Reference,
    Template,
    identity,
)
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
    """A part that comes in, and the key of the one that it stands behind; at the start without one."""

    part: Part
    after: Key | None


@dataclass(frozen=True, slots=True)
class Splice:
    """Parts of one sequence that go, change or come: a field of the reference at a path.

    The field `items` is that of the drawing.
    """

    path: Path
    field: str
    removed: tuple[Key, ...] = ()
    changed: tuple[Part, ...] = ()
    inserted: tuple[Inserted, ...] = ()

    def apply(self, document: Document) -> Document:
        """The document after the parts have changed; a component takes along what hangs on it."""
        if self.field == "items":
            items = self._spliced(document.drawing.items)
            return replace(document, drawing=Drawing(items, document.drawing.annotations))
        if self.field == "components" and self.removed:
            document = without_components(document, self.path, [str(key) for key in self.removed])
        return with_reference(document, self.path, self._change)

    def _change(self, reference: Reference) -> Reference:
        if self.field not in SEQUENCES.get(type(reference), ()):
            raise _overtaken()
        change: Any = {self.field: self._spliced(getattr(reference, self.field))}
        return replace(reference, **change)

    def _spliced(self, parts: Sequence[Any]) -> tuple[Any, ...]:
        """The sequence with each new part behind the one that it belongs behind, or at the end without it."""
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
    keys = [key_of(part) for part in parts if not isinstance(part, Connection)]
    if len(set(keys)) != len(keys):
        raise not_an_edit()


def _put(order: list[Any], parts: Sequence[Part], following: dict[Key | None, list[Part]]) -> None:
    """Parts, each with those that belong behind it."""
    waiting = list(parts)[::-1]
    while waiting:
        part = waiting.pop()
        order.append(part)
        waiting.extend(reversed(following.pop(key_of(part), ())))


@dataclass(frozen=True, slots=True)
class PutAll:
    """A whole sequence; for those in which parts cannot be told apart."""

    path: Path
    field: str
    parts: tuple[Part, ...]

    def apply(self, document: Document) -> Document:
        """The document with this sequence instead of what there is."""
        if self.field != "items":
            _expect_distinct(self.parts)
        else:
            drawing: Any = self.parts
            return replace(document, drawing=Drawing(drawing, document.drawing.annotations))
        return with_reference(document, self.path, self._change)

    def _change(self, reference: Reference) -> Reference:
        if self.field not in SEQUENCES.get(type(reference), ()):
            raise _overtaken()
        change: Any = {self.field: self.parts}
        return replace(reference, **change)


@dataclass(frozen=True, slots=True)
class PutReference:
    """Another reference at a path, in the place of one that is known by its identity."""

    path: Path
    reference: Reference
    instead_of: str

    def apply(self, document: Document) -> Document:
        """The document with this reference there, unless somebody has changed it meanwhile."""
        if identity(reference_at(document, self.path)) != self.instead_of:
            raise _overtaken()
        return with_reference(document, self.path, lambda _: self.reference)


@dataclass(frozen=True, slots=True)
class RenameComponent:
    """Another name for a component, wherever it is mentioned."""

    path: Path
    old: str
    new: str

    def apply(self, document: Document) -> Document:
        """The document with the new name everywhere."""
        return renamed(document, self.path, self.old, self.new)


@dataclass(frozen=True, slots=True)
class Enclose:
    """A composite around a single object, or none any more."""

    path: Path
    name: str
    undo: bool = False

    def apply(self, document: Document) -> Document:
        """The document with the composite; it stays when something else has come into it."""
        inside = (*self.path, self.name)
        if not self.undo:
            checked_name(self.name)
            document = with_reference(document, self.path, lambda inner: Composite(((self.name, inner),)))
            return drawings.shifted(document, self.path, inside)
        composite = reference_at(document, self.path)
        if not isinstance(composite, Composite) or composite.connections or composite.exports:
            return document
        if [name for name, _ in composite.components] != [self.name]:
            return document
        inner = composite.components[0][1]
        document = with_reference(document, self.path, lambda _: inner)
        return drawings.shifted(document, inside, self.path)


@dataclass(frozen=True, slots=True)
class MakeTemplate:
    """A template around a reference, or none any more."""

    path: Path
    parameters: tuple[ParameterDeclaration, ...] = ()
    undo: bool = False

    def apply(self, document: Document) -> Document:
        """The document with the template; it stays when somebody else has declared parameters."""
        body = (*self.path, BODY_STEP)
        if not self.undo:
            expect_writable(Template(self.parameters, Primitive(0)))
            document = with_reference(document, self.path, lambda inner: Template(self.parameters, inner))
            return drawings.shifted(document, self.path, body)
        template = reference_at(document, self.path)
        if not isinstance(template, Template) or template.parameters != self.parameters:
            return document
        document = with_reference(document, self.path, lambda _: template.body)
        return drawings.shifted(document, body, self.path)


@dataclass(frozen=True, slots=True)
class PutWords:
    """Another title and description."""

    title: str
    description: str

    def apply(self, document: Document) -> Document:
        """The document with these words."""
        drawings.checked_text(self.title + self.description)
        return replace(document, title=self.title, description=self.description)


@dataclass(frozen=True, slots=True)
class PutDocument:
    """Another document altogether, in the place of one that is known by the identity of its reference."""

    document: Document
    instead_of: str

    def apply(self, document: Document) -> Document:
        """The other document, unless somebody has changed it meanwhile."""
        if identity(document.reference) != self.instead_of:
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
    """Operations that follow from the comparison of two documents."""

    operations: tuple[Operation, ...]
    words: str = "Change"

    @property
    def label(self) -> str:
        """The label of the edit that it stands for, or takes back."""
        return self.words

    def apply(self, document: Document) -> Document:
        """The document after all of them."""
        for operation in self.operations:
            document = operation.apply(document)
        return document
