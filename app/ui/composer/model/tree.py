# SPDX-License-Identifier: BSD-3-Clause
"""Access to the reference tree of a document by path, and updates of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from app.runtime import references as refs
from app.runtime.references.errors import quoted
from app.runtime.references.model import BODY_STEP, SOURCE_STEP, TEMPLATE_STEP
from app.runtime.references.names import clean, format_path, name_problem
from app.ui.composer.model.errors import EditError

_Part = TypeVar("_Part")


def child(reference: refs.Reference, step: str) -> refs.Reference | None:
    """The child reference of that step, or `None`."""
    if isinstance(reference, refs.Composite):
        return named(reference.components, step)
    if isinstance(reference, refs.External):
        return reference.source if step == SOURCE_STEP else None
    if isinstance(reference, refs.Parameterized):
        if step == TEMPLATE_STEP:
            return reference.template
        argument = named(reference.arguments, step)
        return argument.reference if isinstance(argument, refs.ReferenceArgument) else None
    if isinstance(reference, refs.Template):
        if step == BODY_STEP:
            return reference.body
        default = next((p.default for p in reference.parameters if p.name == step), None)
        return default.reference if isinstance(default, refs.ReferenceArgument) else None
    return None


def reference_at(document: refs.Document, path: refs.Path) -> refs.Reference:
    """The reference at a path; raises `EditError` if there is none."""
    found: refs.Reference | None = document.reference
    for step in path:
        found = None if found is None else child(found, step)
    if found is None:
        raise EditError(f"{describe_path(path)} is not there any more", "undo, or choose something else")
    return found


def with_reference(
    document: refs.Document, path: refs.Path, change: Callable[[refs.Reference], refs.Reference]
) -> refs.Document:
    """The document with the reference at a path replaced; all else keeps its identity."""
    reference_at(document, path)
    return replace(document, reference=_changed(document.reference, path, change))


def _changed(
    reference: refs.Reference, path: refs.Path, change: Callable[[refs.Reference], refs.Reference]
) -> refs.Reference:
    if not path:
        return change(reference)
    step, rest = path[0], path[1:]
    inner = child(reference, step)
    assert inner is not None
    new = _changed(inner, rest, change)
    if isinstance(reference, refs.Composite):
        components = tuple([(step, new) if pair[0] == step else pair for pair in reference.components])
        return replace(reference, components=components)
    if isinstance(reference, refs.External):
        return replace(reference, source=new)
    if isinstance(reference, refs.Parameterized):
        if step == TEMPLATE_STEP:
            return replace(reference, template=new)
        arguments = tuple(
            [(step, refs.ReferenceArgument(new)) if pair[0] == step else pair for pair in reference.arguments]
        )
        return replace(reference, arguments=arguments)
    assert isinstance(reference, refs.Template)
    if step == BODY_STEP:
        return replace(reference, body=new)
    parameters = tuple(
        replace(p, default=refs.ReferenceArgument(new)) if p.name == step else p for p in reference.parameters
    )
    return replace(reference, parameters=parameters)


def sheet_path(document: refs.Document, sheet: refs.Path) -> refs.Path:
    """The path of a sheet's content: the body if the sheet is a template or uses one."""
    reference = reference_at(document, sheet)
    while True:
        if isinstance(reference, refs.Template):
            sheet, reference = (*sheet, BODY_STEP), reference.body
        elif isinstance(reference, refs.Parameterized) and isinstance(reference.template, refs.Template):
            sheet, reference = (*sheet, TEMPLATE_STEP), reference.template
        else:
            return sheet


def composite_at(document: refs.Document, sheet: refs.Path) -> refs.Composite:
    """The composite of a sheet; raises `EditError` for a single object."""
    found = reference_at(document, sheet_path(document, sheet))
    if not isinstance(found, refs.Composite):
        raise EditError("this page is a single object", "add something to it first")
    return found


def is_sheet(reference: refs.Reference) -> bool:
    """Whether a reference is a sheet: a composite, a template, or a template in the file with arguments."""
    if isinstance(reference, refs.Parameterized):
        return isinstance(reference.template, refs.Template)
    return isinstance(reference, refs.Composite | refs.Template)


def block_path(document: refs.Document, sheet: refs.Path, name: str) -> refs.Path:
    """The path of a block; on a sheet with a single object, the object's own path."""
    inside = sheet_path(document, sheet)
    found = reference_at(document, inside)
    return (*inside, name) if isinstance(found, refs.Composite) else inside


def taken_names(composite: refs.Composite) -> set[str]:
    """Names in use, including those that only dangling wires mention."""
    mentioned = {end.component for wire in composite.connections for end in (wire.first, wire.second)}
    exported = {export.endpoint.component for export in composite.exports}
    return {name for name, _ in composite.components} | mentioned | exported


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The wanted name, made valid, with a number if it is taken."""
    base = valid_name(wanted)
    names = set(taken)
    if base not in names:
        return base
    stem = base[:120]
    return next(name for number in range(2, len(names) + 3) if (name := f"{stem} {number}") not in names)


def valid_name(wanted: str) -> str:
    """The closest valid component name."""
    shown = "".join(c if c.isprintable() else " " for c in clean(wanted))
    return " ".join(shown.split()).lstrip("@")[:128].strip() or "Object"


def checked_name(name: str, what: str = "name") -> str:
    """The normalised name; raises `EditError` if it is invalid."""
    name = clean(name)
    problem = name_problem(name)
    if problem:
        raise EditError(f"the {what} {quoted(name)} {problem}", "choose another one")
    return name


def expect_writable(reference: refs.Reference) -> None:
    """Raise `EditError` for values that a file cannot hold, such as characters not allowed in XML."""
    try:
        refs.write(reference)
    except refs.LiveObjectFileError as error:
        raise EditError(error.what, error.hint) from None


def named(pairs: Iterable[tuple[str, _Part]], name: str) -> _Part | None:
    """The part of that name, if there is one."""
    return next((part for own, part in pairs if own == name), None)


def starts_with(path: refs.Path, beginning: refs.Path) -> bool:
    """Whether a path is equal to or below another one."""
    return path[: len(beginning)] == beginning


def describe_path(path: refs.Path) -> str:
    """A path as text for people."""
    steps = [step for step in path if not step.startswith("@")]
    return quoted(format_path(tuple(steps))) if steps else "the page"
