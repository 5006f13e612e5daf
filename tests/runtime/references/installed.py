# SPDX-License-Identifier: BSD-3-Clause
"""A catalogue of small definitions for the checker, with types in the notation."""

from __future__ import annotations

from dataclasses import replace

from app.runtime import references as refs
from app.runtime.library import Catalogue, Definition, Library
from app.runtime.references.cycles import Registry
from app.runtime.types import ObjectType, TemplateType, parse_type

CHANNEL = "in send(text); out receive(text)"
CLIENT = "out send(text); in receive(text)"
TYPES = {
    "Fifo": f"object{{ channel: endpoint{{ {CHANNEL}; provides reliability(fifo) }} }}",
    "Total": f"object{{ channel: endpoint{{ {CHANNEL}; provides reliability(total) }} }}",
    "Note": f"object{{ channel: endpoint{{ {CLIENT}; requires reliability(total) }}; view: endpoint{{}} }}",
    "Reader": f"object{{ channel: endpoint{{ {CLIENT} }} }}",
    "Numbers": "object{ channel: endpoint{ in send(int); out receive(int) } }",
    "Careful": "object{ door: endpoint{}; requires cardinality(at most 1 instance of door) }",
    "Fussy": "object{ door: endpoint{}; requires security(encrypted) }",
    "Registry": "Folder[Object]",
    "Notes folder": "Folder[object{ note: endpoint{} }]",
    "Order": "template[E: endpoint type] object{ inner: ~E; outer: E with provides reliability(total) }",
    "Counter": "template[step: int = 1, names: list[text] = []] object{ count: endpoint{ out value(int) } }",
    "Dial": "object{ shows: endpoint{ in value(int) } }",
    "Labelled": "template[label: text, size: {width: float, height?: int}] object{ view: endpoint{} }",
    "Board": "template[channel: reference[Channel[text]]] object{ view: endpoint{} }",
    "Perhaps": "template[channel: reference[Channel[text]] | null = null] object{ view: endpoint{} }",
    "Pipe": "template[T: value type under int | text, room: list[T]] object{ door: endpoint{ in send(T) } }",
    "Box": "template[O: object type, inside: reference[O]] object{ lid: endpoint{} }",
    "Defaulted": "template[T: value type = text, U: value type = list[T]] object{ a: endpoint{ out b(U) } }",
    "Odd": "object{ door: endpoint{ requires reliability(magic) } }",
    "Table": 'template[rows: map[text, list[int]], rest: {a: int, ...} = {"a": 1}] object{}',
    "Open": 'object{ door: endpoint{ requires "a formalism nobody knows"(x) } }',
}
IDS = {name: number for number, name in enumerate(TYPES, 0x1000)} | {"Registry": 2}


def definition(name: str) -> Definition:
    """Return the definition of a name."""
    found = parse_type(TYPES[name])
    assert isinstance(found, ObjectType | TemplateType)
    made = Definition(IDS[name], 1, name, f"The {name}.", found, "Test")
    return replace(made, kind="adapter") if name == "Order" else made


CATALOGUE = Catalogue([Library("test", tuple(definition(name) for name in TYPES))])


def primitive(name: str, **rest: object) -> refs.Primitive:
    """Return a reference to something installed."""
    return refs.Primitive(IDS[name], **rest)  # type: ignore[arg-type]  # each caller names its fields


def given(name: str, **arguments: refs.Argument) -> refs.Parameterized:
    """Return a template with arguments."""
    return refs.Parameterized(primitive(name), tuple(arguments.items()))


def composite(
    components: dict[str, refs.Reference], wires: tuple[str, ...] = (), exports: tuple[str, ...] = ()
) -> refs.Composite:
    """Return a composite; wires are written `a.x b.y`, exports `name a.x`."""

    def end(text: str) -> refs.EndpointPath:
        return refs.EndpointPath(*text.split("."))

    pairs = [wire.split() for wire in wires]
    return refs.Composite(
        tuple(components.items()),
        tuple(refs.Connection(end(first), end(second), line) for line, (first, second) in enumerate(pairs, 1)),
        tuple(refs.Export(name, end(where)) for name, where in (export.split() for export in exports)),
    )


def applied(template: refs.Template, **arguments: refs.Argument) -> refs.Parameterized:
    """Return a template of the file with arguments."""
    return refs.Parameterized(template, tuple(arguments.items()))


def simple(*parameters: refs.ParameterDeclaration, body: refs.Reference | None = None) -> refs.Template:
    """Return a template that ignores its parameters, unless it is given a body."""
    return refs.Template(parameters, body or refs.Composite())


def kinds(reference: refs.Reference) -> list[str]:
    """Return the kinds of the problems."""
    return [problem.kind for problem in check(reference)]


def canonical(text: str) -> str:
    """Return a type in full notation."""
    return str(parse_type(text))


def check(reference: refs.Reference | refs.Document, registry: Registry | None = None) -> list[refs.Problem]:
    """Return the problems."""
    return refs.Checker(CATALOGUE, registry=registry).check(reference)


def messages(reference: refs.Reference) -> list[str]:
    """Return the texts of the problems."""
    return [problem.message for problem in check(reference)]


def type_of(reference: refs.Reference) -> str:
    """Return the type of a reference, as text."""
    return str(refs.Checker(CATALOGUE).type_of(reference))
