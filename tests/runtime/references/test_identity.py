# SPDX-License-Identifier: BSD-3-Clause
"""The identity depends on everything essential, and on nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.runtime.references import (
    Composite,
    Connection,
    Document,
    EndpointPath,
    Export,
    External,
    ForeignAttribute,
    ListValue,
    MapValue,
    Note,
    ParameterDeclaration,
    Parameterized,
    ParameterUse,
    Primitive,
    RecordValue,
    Reference,
    ReferenceArgument,
    Template,
    TypeArgument,
    Value,
    ValueArgument,
    canonical_form,
    identity,
    read,
    walk,
    write,
)
from app.runtime.references.model import Argument
from app.runtime.references.values import typed
from tests.runtime.references import strategies

THOROUGH = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _shuffled(reference: Reference, random: Random) -> Reference:
    """Return the same recipe with everything unordered shuffled, and other notes."""
    notes = (Note("<!-- new -->"), ForeignAttribute("urn:example", "e", "a", "1"))

    def argument(given: Argument) -> Argument:
        if isinstance(given, ReferenceArgument):
            return ReferenceArgument(_shuffled(given.reference, random))
        return replace(given, annotations=notes)

    if isinstance(reference, Parameterized):
        arguments = [(name, argument(given)) for name, given in reference.arguments]
        random.shuffle(arguments)
        template = _shuffled(reference.template, random)
        return replace(reference, template=template, arguments=tuple(arguments), annotations=notes)
    if isinstance(reference, Composite):
        components = [(name, _shuffled(part, random)) for name, part in reference.components]
        connections = [Connection(wire.second, wire.first) for wire in reference.connections]
        exports = list(reference.exports)
        for parts in (components, connections, exports):
            random.shuffle(parts)
        return Composite(tuple(components), tuple(connections), tuple(exports), reference.as_type, 9, notes)
    if isinstance(reference, External):
        return replace(reference, source=_shuffled(reference.source, random), annotations=notes)
    if isinstance(reference, Template):
        parameters = [
            replace(p, default=p.default and argument(p.default), hints=(("label", "x"),)) for p in reference.parameters
        ]
        random.shuffle(parameters)
        body = _shuffled(reference.body, random)
        return replace(reference, parameters=tuple(parameters), body=body, annotations=notes)
    if isinstance(reference, Primitive):
        return replace(reference, name="Another name", line=7, annotations=notes)
    return replace(reference, line=7, annotations=notes)


@THOROUGH
@given(strategies.references(), st.randoms(use_true_random=False))
def test_order_notes_and_hints_do_not_count(reference: Reference, random: Random) -> None:
    assert identity(_shuffled(reference, random)) == identity(reference)


@THOROUGH
@given(strategies.documents())
def test_layout_titles_and_drawings_do_not_count(document: Document) -> None:
    plain = identity(document.reference)
    assert identity(read(write(document)).reference) == plain
    assert identity(read(write(Document(document.reference, "Other title"))).reference) == plain


def test_white_space_does_not_count() -> None:
    composite = Composite((("a", Primitive(1)),), (), (Export("x", EndpointPath("a", "x")),))
    data = write(composite)
    for layout in (b"", b"\n\n\t "):
        again = read(re.sub(rb">\s+<", b">" + layout + b"<", data))
        assert identity(again.reference) == identity(composite)


@THOROUGH
@given(strategies.references(), strategies.references())
def test_equal_identity_means_equal_recipe(first: Reference, second: Reference) -> None:
    same = identity(first) == identity(second)
    assert same == (canonical_form(first) == canonical_form(second))


BASE = Parameterized(
    Template(
        (
            ParameterDeclaration("a", "value", "int", ValueArgument(1)),
            ParameterDeclaration("T", "value_type", None, TypeArgument("text")),
        ),
        Composite(
            (
                ("x", Primitive(5, 1, as_type="Object")),
                ("y", External("n", "Channel[text]", Primitive(2))),
                ("z", ParameterUse("a")),
            ),
            (Connection(EndpointPath("x", "p"), EndpointPath("y", "q")),),
            (Export("e", EndpointPath("z", "r")),),
        ),
    ),
    (("a", ValueArgument(3)), ("r", ReferenceArgument(Primitive(6)))),
)


def _with_body(**changes: object) -> Reference:
    assert isinstance(BASE.template, Template)
    assert isinstance(BASE.template.body, Composite)
    body = replace(BASE.template.body, **changes)  # type: ignore[arg-type]  # each caller names its fields
    return replace(BASE, template=replace(BASE.template, body=body))


def _with_parameter(**changes: object) -> Reference:
    assert isinstance(BASE.template, Template)
    first, second = BASE.template.parameters
    changed = replace(first, **changes)  # type: ignore[arg-type]  # each caller names its fields
    return replace(BASE, template=replace(BASE.template, parameters=(changed, second)))


assert isinstance(BASE.template, Template)
assert isinstance(BASE.template.body, Composite)
COMPONENTS = BASE.template.body.components
CONNECTIONS = BASE.template.body.connections

CHANGED: dict[str, Reference] = {
    "cast": replace(BASE, as_type="Object"),
    "argument value": replace(BASE, arguments=(("a", ValueArgument(4)), BASE.arguments[1])),
    "argument kind": replace(BASE, arguments=(("a", ValueArgument(3.0)), BASE.arguments[1])),
    "argument name": replace(BASE, arguments=(("b", ValueArgument(3)), BASE.arguments[1])),
    "argument missing": replace(BASE, arguments=BASE.arguments[:1]),
    "argument reference": replace(BASE, arguments=(BASE.arguments[0], ("r", ReferenceArgument(Primitive(7))))),
    "template": replace(BASE, template=Primitive(9)),
    "component name": _with_body(components=(("w", COMPONENTS[0][1]), *COMPONENTS[1:])),
    "component missing": _with_body(components=COMPONENTS[1:]),
    "primitive id": _with_body(components=(("x", Primitive(4, 1, as_type="Object")), *COMPONENTS[1:])),
    "primitive version": _with_body(components=(("x", Primitive(5, 2, as_type="Object")), *COMPONENTS[1:])),
    "primitive cast": _with_body(components=(("x", Primitive(5, 1)), *COMPONENTS[1:])),
    "external name": _with_body(
        components=(COMPONENTS[0], ("y", External("m", "Channel[text]", Primitive(2))), COMPONENTS[2])
    ),
    "external type": _with_body(
        components=(COMPONENTS[0], ("y", External("n", "Object", Primitive(2))), COMPONENTS[2])
    ),
    "external folder": _with_body(
        components=(COMPONENTS[0], ("y", External("n", "Channel[text]", Primitive(3))), COMPONENTS[2])
    ),
    "use": _with_body(components=(*COMPONENTS[:2], ("z", ParameterUse("b")))),
    "connection missing": _with_body(connections=()),
    "connection end": _with_body(connections=(Connection(EndpointPath("x", "P"), CONNECTIONS[0].second),)),
    "connection doubled": _with_body(connections=CONNECTIONS * 2),
    "export name": _with_body(exports=(Export("f", EndpointPath("z", "r")),)),
    "export end": _with_body(exports=(Export("e", EndpointPath("z", "s")),)),
    "export missing": _with_body(exports=()),
    "parameter name": _with_parameter(name="b"),
    "parameter kind": _with_parameter(kind="reference"),
    "parameter type": _with_parameter(type="float"),
    "parameter default": _with_parameter(default=ValueArgument(2)),
    "parameter default missing": _with_parameter(default=None),
}


@pytest.mark.parametrize("what", CHANGED)
def test_every_change_of_meaning_counts(what: str) -> None:
    assert identity(CHANGED[what]) != identity(BASE)


def test_all_changes_differ_from_each_other() -> None:
    found = [identity(reference) for reference in CHANGED.values()]
    assert len(set(found)) == len(found)


VALUES: list[Value] = [
    None,
    True,
    1,
    1.0,
    "1",
    b"1",
    0.0,
    -0.0,
    datetime(2030, 1, 1, tzinfo=UTC),
    UUID(int=1),
    ListValue(),
    ListValue((1, 2)),
    ListValue((2, 1)),
    MapValue(),
    MapValue((("a", 1),)),
    RecordValue(),
    RecordValue((("a", 1),)),
    RecordValue((("a", None),)),
]


def test_values_differ_when_their_kinds_do() -> None:
    arguments = [ValueArgument(value) for value in VALUES]
    found = {identity(Parameterized(Primitive(1), (("v", argument),))) for argument in arguments}
    assert len(found) == len(VALUES)
    assert len(set(arguments)) == len(VALUES)
    assert ValueArgument(1) != 1
    assert ValueArgument(float("nan")) == ValueArgument(float("nan"))
    assert typed(MapValue(((1, 2), (3, 4)))) == typed(MapValue(((3, 4), (1, 2))))


def test_paths_lead_to_every_part() -> None:
    assert [path for path, _ in walk(BASE)] == [
        (),
        ("@template",),
        ("@template", "@body"),
        ("@template", "@body", "x"),
        ("@template", "@body", "y"),
        ("@template", "@body", "y", "@from"),
        ("@template", "@body", "z"),
        ("r",),
    ]
    with_default = Template(
        (ParameterDeclaration("p", "reference", "Object", ReferenceArgument(Primitive(1))),), Primitive(2)
    )
    assert [path for path, _ in walk(with_default)] == [(), ("p",), ("@body",)]
