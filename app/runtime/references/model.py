# SPDX-License-Identifier: BSD-3-Clause
"""The data model: the four kinds of reference, templates, arguments and the file around them.

Everything here is frozen and hashable. Source lines and notes travel with their parts, but do not affect
equality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal, TypeAlias

from app.runtime.references.values import Value, typed

LIBRARY_ID = 0x1
"""The library template: a signed archive of code and types, named by URL and digest."""
REGISTRY_ID = 0x2
"""The registry: the node's folder of named references, edited by its user."""

ParameterKind: TypeAlias = Literal["value", "reference", "value_type", "endpoint_type", "object_type"]
PARAMETER_KINDS: tuple[ParameterKind, ...] = ("value", "reference", "value_type", "endpoint_type", "object_type")
TYPE_KINDS: tuple[ParameterKind, ...] = ("value_type", "endpoint_type", "object_type")


class NotePosition(Enum):
    """The position of a note, relative to the part that keeps it."""

    BEFORE = "before"  # directly before the part
    WRAPPER = "wrapper"  # in the enclosing element: component, argument, using, from, body, default
    INSIDE = "inside"  # in the part's own element
    AFTER = "after"  # after everything else; only in a document


@dataclass(frozen=True, slots=True)
class Note:
    """A comment or an element of a foreign namespace, kept verbatim and never interpreted."""

    xml: str
    place: NotePosition = NotePosition.INSIDE


@dataclass(frozen=True, slots=True)
class ForeignAttribute:
    """An attribute of a foreign namespace, kept and never interpreted."""

    namespace: str
    prefix: str
    name: str
    value: str
    place: NotePosition = NotePosition.INSIDE


Annotation: TypeAlias = Note | ForeignAttribute
Annotations: TypeAlias = tuple[Annotation, ...]


@dataclass(frozen=True, slots=True)
class Primitive:
    """An object or a template that is installed on the node, by its 128-bit id."""

    id: int
    version: int = 0
    name: str = ""  # a hint for people, shown when the id is not installed
    as_type: str | None = None
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ParameterUse:
    """The argument of a parameter of the enclosing template; a reference or an argument."""

    name: str
    as_type: str | None = None
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class ValueArgument:
    """A value; equality includes the kind, so 1, 1.0 and true differ."""

    value: Value
    line: int | None = None
    annotations: Annotations = field(default=(), repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueArgument) and typed(self.value) == typed(other.value)

    def __hash__(self) -> int:
        return hash(typed(self.value))


@dataclass(frozen=True, slots=True)
class TypeArgument:
    """A type, in the notation of `app.runtime.types`."""

    text: str
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ReferenceArgument:
    """An embedded reference that is passed as a value."""

    reference: Reference

    @property
    def line(self) -> int | None:
        """The line of the reference itself."""
        return self.reference.line


@dataclass(frozen=True, slots=True)
class Parameterized:
    """A template with arguments for its parameters."""

    template: Reference
    arguments: tuple[tuple[str, Argument], ...] = ()
    as_type: str | None = None
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EndpointPath:
    """An endpoint of a component, written `component.endpoint`."""

    component: str
    endpoint: str

    def __str__(self) -> str:
        return f"{self.component}.{self.endpoint}"


@dataclass(frozen=True, slots=True)
class Connection:
    """Two connected component endpoints inside a composite."""

    first: EndpointPath
    second: EndpointPath
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Export:
    """A component endpoint that the composite exposes as `name`."""

    name: str
    endpoint: EndpointPath
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Composite:
    """Several objects side by side, with connections and exported endpoints."""

    components: tuple[tuple[str, Reference], ...] = ()
    connections: tuple[Connection, ...] = ()
    exports: tuple[Export, ...] = ()
    as_type: str | None = None
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class External:
    """An object fetched by name from a folder object; its type must be given."""

    name: str
    as_type: str
    source: Reference
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ParameterDeclaration:
    """A parameter of a template that a file declares.

    `type` is the value's type, the object type that a reference must have, or the bound of a type parameter.
    """

    name: str
    kind: ParameterKind
    type: str | None = None
    default: Argument | None = None
    hints: tuple[tuple[str, str], ...] = ()  # for editors, such as ("label", "Speed"); names may repeat
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Template:
    """A reference with parameters: `ParameterUse` in its body stands for them."""

    parameters: tuple[ParameterDeclaration, ...]
    body: Reference
    as_type: str | None = None
    line: int | None = field(default=None, compare=False)
    annotations: Annotations = field(default=(), compare=False, repr=False)


Reference: TypeAlias = Primitive | Parameterized | Composite | External | Template | ParameterUse
"""A description of an object, as `.liveobject` files contain it; each form is an immutable class."""
Argument: TypeAlias = ValueArgument | TypeArgument | ReferenceArgument | ParameterUse

Path: TypeAlias = tuple[str, ...]
"""The path from the root to a part: names of components and parameters, and the four steps below.

Names start with a letter, a digit or an underscore, so they differ from the steps.
"""
TEMPLATE_STEP = "@template"  # from a parameterized reference to its template
SOURCE_STEP = "@from"  # from an external reference to its folder
BODY_STEP = "@body"  # from a template to its body


def children(reference: Reference) -> Iterator[tuple[str, Reference]]:
    """Yield the references directly inside `reference`, each with the step that leads to it."""
    if isinstance(reference, Composite):
        yield from reference.components
    elif isinstance(reference, External):
        yield SOURCE_STEP, reference.source
    elif isinstance(reference, Parameterized):
        yield TEMPLATE_STEP, reference.template
        for name, argument in reference.arguments:
            if isinstance(argument, ReferenceArgument):
                yield name, argument.reference
    elif isinstance(reference, Template):
        for parameter in reference.parameters:
            if isinstance(parameter.default, ReferenceArgument):
                yield parameter.name, parameter.default.reference
        yield BODY_STEP, reference.body


def with_children(
    reference: Reference,
    change: Callable[[Reference], Reference],
    change_value: Callable[[ValueArgument], ValueArgument] = lambda value: value,
) -> Reference:
    """Return `reference` with the references and values directly inside it changed."""

    def argument(given: Argument) -> Argument:
        if isinstance(given, ReferenceArgument):
            return ReferenceArgument(change(given.reference))
        return change_value(given) if isinstance(given, ValueArgument) else given

    if isinstance(reference, Composite):
        return replace(reference, components=tuple((name, change(part)) for name, part in reference.components))
    if isinstance(reference, External):
        return replace(reference, source=change(reference.source))
    if isinstance(reference, Parameterized):
        arguments = tuple((name, argument(given)) for name, given in reference.arguments)
        return replace(reference, template=change(reference.template), arguments=arguments)
    if isinstance(reference, Template):
        parameters = tuple(
            each if each.default is None else replace(each, default=argument(each.default))
            for each in reference.parameters
        )
        return replace(reference, parameters=parameters, body=change(reference.body))
    return reference


def walk(reference: Reference, path: Path = ()) -> Iterator[tuple[Path, Reference]]:
    """Yield every reference inside `reference`, itself first, with its path, in file order."""
    pending = [(path, reference)]
    while pending:
        where, part = pending.pop()
        yield where, part
        pending.extend([((*where, step), child) for step, child in children(part)][::-1])
