"""The way from a document to the sheets and references inside it, and back with one of them replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from app.runtime.references import (
    Composite,
    Document,
    External,
    LiveObjectFileError,
    Parameterized,
    Path,
    Reference,
    ReferenceArgument,
    Template,
    write,
)
from app.runtime.references.errors import quoted
from app.runtime.references.model import BODY_STEP, SOURCE_STEP, TEMPLATE_STEP
from app.runtime.references.names import clean, format_path, wrong_with_name
from app.ui.composer.model.errors import EditError

_Part = TypeVar("_Part")


def child(reference: Reference, step: str) -> Reference | None:
    """The reference one step inside, if there is one."""
    if isinstance(reference, Composite):
        return named(reference.components, step)
    if isinstance(reference, External):
        return reference.source if step == SOURCE_STEP else None
    if isinstance(reference, Parameterized):
        if step == TEMPLATE_STEP:
            return reference.template
        argument = named(reference.arguments, step)
        return argument.reference if isinstance(argument, ReferenceArgument) else None
    if isinstance(reference, Template):
        if step == BODY_STEP:
            return reference.body
        default = next((p.default for p in reference.parameters if p.name == step), None)
        return default.reference if isinstance(default, ReferenceArgument) else None
    return None


def reference_at(document: Document, path: Path) -> Reference:
    """The reference at a path, or an `EditError` when there is none any more."""
    found: Reference | None = document.reference
    for step in path:
        found = None if found is None else child(found, step)
    if found is None:
        raise EditError(f"{describe_path(path)} is not there any more", "undo, or choose something else")
    return found


def with_reference(document: Document, path: Path, change: Callable[[Reference], Reference]) -> Document:
    """The document with another reference at a path; everything beside it stays the very same value."""
    reference_at(document, path)
    return replace(document, reference=_changed(document.reference, path, change))


def _changed(reference: Reference, path: Path, change: Callable[[Reference], Reference]) -> Reference:
    if not path:
        return change(reference)
    step, rest = path[0], path[1:]
    inner = child(reference, step)
    assert inner is not None
    new = _changed(inner, rest, change)
    if isinstance(reference, Composite):
        components = tuple([(step, new) if pair[0] == step else pair for pair in reference.components])
        return replace(reference, components=components)
    if isinstance(reference, External):
        return replace(reference, source=new)
    if isinstance(reference, Parameterized):
        if step == TEMPLATE_STEP:
            return replace(reference, template=new)
        arguments = tuple(
            [(step, ReferenceArgument(new)) if pair[0] == step else pair for pair in reference.arguments]
        )
        return replace(reference, arguments=arguments)
    assert isinstance(reference, Template)
    if step == BODY_STEP:
        return replace(reference, body=new)
    parameters = tuple(
        replace(p, default=ReferenceArgument(new)) if p.name == step else p for p in reference.parameters
    )
    return replace(reference, parameters=parameters)


def sheet_path(document: Document, sheet: Path) -> Path:
    """Where the contents of a sheet really are: in the body, when it is a template or a use of one."""
    reference = reference_at(document, sheet)
    while True:
        if isinstance(reference, Template):
            sheet, reference = (*sheet, BODY_STEP), reference.body
        elif isinstance(reference, Parameterized) and isinstance(reference.template, Template):
            sheet, reference = (*sheet, TEMPLATE_STEP), reference.template
        else:
            return sheet


def composite_at(document: Document, sheet: Path) -> Composite:
    """The composite that a sheet shows, or an `EditError` when the sheet is a single object."""
    found = reference_at(document, sheet_path(document, sheet))
    if not isinstance(found, Composite):
        raise EditError("this sheet is a single object", "add something to it first")
    return found


def is_sheet(reference: Reference) -> bool:
    """Whether one can look inside: a composite, a template, or a template of the file with its arguments."""
    if isinstance(reference, Parameterized):
        return isinstance(reference.template, Template)
    return isinstance(reference, Composite | Template)


def block_path(document: Document, sheet: Path, name: str) -> Path:
    """The path of a block on a sheet; on a sheet that is a single object, that of the object itself."""
    inside = sheet_path(document, sheet)
    found = reference_at(document, inside)
    return (*inside, name) if isinstance(found, Composite) else inside


def taken_names(composite: Composite) -> set[str]:
    """Names that a new component cannot have; also those that wires to nowhere still mention."""
    mentioned = {end.component for wire in composite.connections for end in (wire.first, wire.second)}
    exported = {export.endpoint.component for export in composite.exports}
    return {name for name, _ in composite.components} | mentioned | exported


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The wanted name, made good and with a number behind it if it is taken."""
    base = valid_name(wanted)
    names = set(taken)
    if base not in names:
        return base
    stem = base[:120]
    return next(name for number in range(2, len(names) + 3) if (name := f"{stem} {number}") not in names)


def valid_name(wanted: str) -> str:
    """A name that a component can have, as close as possible to what is wanted."""
    shown = "".join(c if c.isprintable() else " " for c in clean(wanted))
    return " ".join(shown.split()).lstrip("@")[:128].strip() or "Object"


def checked_name(name: str, what: str = "name") -> str:
    """The name as it will be written, or an `EditError` that says what is wrong with it."""
    name = clean(name)
    problem = wrong_with_name(name)
    if problem:
        raise EditError(f"the {what} {quoted(name)} {problem}", "choose another one")
    return name


def expect_writable(reference: Reference) -> None:
    """Refuse what a file could not hold, such as a text with characters that XML has not."""
    try:
        write(reference)
    except LiveObjectFileError as error:
        raise EditError(error.what, error.hint) from None


def named(pairs: Iterable[tuple[str, _Part]], name: str) -> _Part | None:
    """The part of that name, if there is one."""
    return next((part for own, part in pairs if own == name), None)


def starts_with(path: Path, beginning: Path) -> bool:
    """Whether a path is that of a part inside, or of the part itself."""
    return path[: len(beginning)] == beginning


def describe_path(path: Path) -> str:
    """A place in words."""
    steps = [step for step in path if not step.startswith("@")]
    return quoted(format_path(tuple(steps))) if steps else "the sheet"
