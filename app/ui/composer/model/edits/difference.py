# SPDX-License-Identifier: BSD-3-Clause
"""Computes the smallest patch between two documents."""

from __future__ import annotations

from collections.abc import Sequence

from app.runtime import references as refs
from app.runtime.references.model import BODY_STEP, SOURCE_STEP, TEMPLATE_STEP
from app.ui.composer.model.edits.parts import NOT_REFERENCES, SEQUENCES, Key, Part, key_of
from app.ui.composer.model.edits.patch import (
    Enclose,
    Inserted,
    MakeTemplate,
    Operation,
    Patch,
    PutAll,
    PutDocument,
    PutReference,
    PutWords,
    RenameComponent,
    Splice,
)
from app.ui.composer.model.tree import reference_at


def difference(before: refs.Document, after: refs.Document, words: str = "Change") -> Patch:
    """The patch that turns the first document into the second."""
    if before.annotations == after.annotations and before.drawing.annotations == after.drawing.annotations:
        for careful in (False, True):
            comparison = _Comparison(before, careful=careful)
            comparison.documents(after)
            if comparison.current == after:
                return Patch(tuple(comparison.operations), words)
    return Patch((PutDocument(after, refs.identity(before.reference)),), words)


class _Comparison:
    """The operations so far and the document after them."""

    def __init__(self, before: refs.Document, *, careful: bool) -> None:
        self.current = before
        self.operations: list[Operation] = []
        self._careful = careful  # parts may have equal keys, such as two equal notes

    def documents(self, after: refs.Document) -> None:
        """Emit the operations that turn the current document into another one."""
        before = self.current
        self.references(before.reference, after.reference, ())
        self._sequence((), "items", self.current.drawing.items, after.drawing.items)
        if (before.title, before.description) != (after.title, after.description):
            self.emit(PutWords(after.title, after.description))

    def emit(self, operation: Operation) -> None:
        """Append an operation and apply it."""
        self.operations.append(operation)
        self.current = operation.apply(self.current)

    def references(self, old: refs.Reference, new: refs.Reference, path: refs.Path) -> None:
        """Emit the operations that turn one reference into another."""
        if old is new:
            return
        if type(old) is type(new) and _same_frame(old, new):
            self._inside(new, path)
        elif isinstance(new, refs.Template) and not isinstance(old, refs.Template):
            self.emit(MakeTemplate(path, new.parameters))
            self.references(old, new.body, (*path, BODY_STEP))
        elif isinstance(old, refs.Template) and not isinstance(new, refs.Template):
            self.references(old.body, new, (*path, BODY_STEP))
            self.emit(MakeTemplate(path, old.parameters, undo=True))
        else:
            self._other_kind(old, new, path)

    def _other_kind(self, old: refs.Reference, new: refs.Reference, path: refs.Path) -> None:
        enclosed = _holding(new, old)
        if enclosed is not None:
            self.emit(Enclose(path, enclosed))
            self._inside(new, path)
            return
        disclosed = _holding(old, new)
        if disclosed is not None and isinstance(old, refs.Composite):
            self.references(old, refs.Composite(((disclosed, new),)), path)
            self.emit(Enclose(path, disclosed, undo=True))
        elif old != new or old.annotations != new.annotations:
            self.emit(PutReference(path, new, refs.identity(old)))

    def _inside(self, new: refs.Reference, path: refs.Path) -> None:
        if isinstance(new, refs.Composite):
            self._rename(new, path)
        old = reference_at(self.current, path)
        if isinstance(old, refs.Parameterized) and isinstance(new, refs.Parameterized):
            self.references(old.template, new.template, (*path, TEMPLATE_STEP))
        if isinstance(old, refs.External) and isinstance(new, refs.External):
            self.references(old.source, new.source, (*path, SOURCE_STEP))
        if isinstance(old, refs.Template) and isinstance(new, refs.Template):
            self.references(old.body, new.body, (*path, BODY_STEP))
        for field in SEQUENCES.get(type(new), ()):
            self._sequence(path, field, getattr(reference_at(self.current, path), field), getattr(new, field))

    def _rename(self, new: refs.Composite, path: refs.Path) -> None:
        old = reference_at(self.current, path)
        assert isinstance(old, refs.Composite)
        if len(old.components) != len(new.components):
            return
        differing = [
            (before, after)
            for before, after in zip(old.components, new.components, strict=True)
            if before is not after and before[0] != after[0]
        ]
        if len(differing) == 1 and differing[0][0][1] is differing[0][1][1]:
            self.emit(RenameComponent(path, differing[0][0][0], differing[0][1][0]))

    def _sequence(self, path: refs.Path, field: str, old: Sequence[Part], new: Sequence[Part]) -> None:
        """Emit the operations that turn one sequence into another."""
        start, old_end, new_end = _middle(old, new)
        gone, come = old[start:old_end], new[start:new_end]
        if not gone and not come:
            return
        old_keys, new_keys = [key_of(part) for part in gone], [key_of(part) for part in come]
        if not _in_order(old_keys, new_keys) or (self._careful and (_repeats(old) or _repeats(new))):
            self.emit(PutAll(path, field, tuple(new)))
            return
        before = dict(zip(old_keys, gone, strict=True))
        fresh = set(new_keys)
        changed = []
        inserted = []
        after: Key | None = key_of(new[start - 1]) if start else None
        for key, part in zip(new_keys, come, strict=True):
            if key not in before:
                inserted.append(Inserted(part, after))
            elif not _same(before[key], part) and not self._deeper(path, field, before[key], part):
                changed.append(part)
            after = key
        removed = tuple(key for key in old_keys if key not in fresh)
        if removed or changed or inserted:
            self.emit(Splice(path, field, removed, tuple(changed), tuple(inserted)))

    def _deeper(self, path: refs.Path, field: str, old: Part, new: Part) -> bool:
        """Whether two parts with the same key hold references, which are compared separately."""
        if not isinstance(old, tuple) or not isinstance(new, tuple):
            return False
        inner, other = old[1], new[1]
        if isinstance(inner, refs.ReferenceArgument) and isinstance(other, refs.ReferenceArgument):
            inner, other = inner.reference, other.reference
        elif field != "components":
            return False
        assert not isinstance(inner, NOT_REFERENCES)
        assert not isinstance(other, NOT_REFERENCES)
        self.references(inner, other, (*path, new[0]))
        return True


def _same(old: Part, new: Part) -> bool:
    """Whether two parts are equal including comments; references are compared separately."""
    if old is new:
        return True
    if isinstance(old, tuple) or isinstance(new, tuple):
        return False
    return old == new and getattr(old, "annotations", ()) == getattr(new, "annotations", ())


def _same_frame(old: refs.Reference, new: refs.Reference) -> bool:
    """Whether two references of one kind differ at most in their children."""
    if isinstance(old, refs.Primitive | refs.ParameterUse) or old.as_type != new.as_type:
        return False
    if isinstance(old, refs.External) and isinstance(new, refs.External) and old.name != new.name:
        return False
    return old.annotations == new.annotations


def _holding(outer: refs.Reference, inner: refs.Reference) -> str | None:
    """The name of the component of `outer` that is `inner`."""
    if not isinstance(outer, refs.Composite) or isinstance(inner, refs.Composite) or outer.as_type is not None:
        return None
    return next((name for name, part in outer.components if part is inner), None)


def _middle(old: Sequence[Part], new: Sequence[Part]) -> tuple[int, int, int]:
    """The range in which two sequences differ; kept parts are identical values."""
    start, old_end, new_end = 0, len(old), len(new)
    shorter = min(old_end, new_end)
    while start < shorter and old[start] is new[start]:
        start += 1
    while old_end > start and new_end > start and old[old_end - 1] is new[new_end - 1]:
        old_end, new_end = old_end - 1, new_end - 1
    return start, old_end, new_end


def _in_order(old: list[Key], new: list[Key]) -> bool:
    """Whether common keys have the same order and are unique."""
    first, second = set(old), set(new)
    if len(first) != len(old) or len(second) != len(new):
        return False
    return [key for key in old if key in second] == [key for key in new if key in first]


def _repeats(parts: Sequence[Part]) -> bool:
    return len({key_of(part) for part in parts}) != len(parts)
