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

from app.runtime import references as refs
from app.runtime.references.model import Argument
from app.runtime.references.values import typed
from tests.runtime.references import strategies

THOROUGH = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _shuffled(reference: refs.Reference, random: Random) -> refs.Reference:
    """Return the same recipe with everything unordered shuffled, and other notes."""
    notes = (refs.Note("<!-- new -->"), refs.ForeignAttribute("urn:example", "e", "a", "1"))

    def argument(given: Argument) -> Argument:
        if isinstance(given, refs.ReferenceArgument):
            return refs.ReferenceArgument(_shuffled(given.reference, random))
        return replace(given, annotations=notes)

    if isinstance(reference, refs.Parameterized):
        arguments = [(name, argument(given)) for name, given in reference.arguments]
        random.shuffle(arguments)
        template = _shuffled(reference.template, random)
        return replace(reference, template=template, arguments=tuple(arguments), annotations=notes)
    if isinstance(reference, refs.Composite):
        components = [(name, _shuffled(part, random)) for name, part in reference.components]
        connections = [refs.Connection(wire.second, wire.first) for wire in reference.connections]
        exports = list(reference.exports)
        for parts in (components, connections, exports):
            random.shuffle(parts)
        return refs.Composite(tuple(components), tuple(connections), tuple(exports), reference.as_type, 9, notes)
    if isinstance(reference, refs.External):
        return replace(reference, source=_shuffled(reference.source, random), annotations=notes)
    if isinstance(reference, refs.Template):
        parameters = [
            replace(p, default=p.default and argument(p.default), hints=(("label", "x"),)) for p in reference.parameters
        ]
        random.shuffle(parameters)
        body = _shuffled(reference.body, random)
        return replace(reference, parameters=tuple(parameters), body=body, annotations=notes)
    if isinstance(reference, refs.Primitive):
        return replace(reference, name="Another name", line=7, annotations=notes)
    return replace(reference, line=7, annotations=notes)


@THOROUGH
@given(strategies.references(), st.randoms(use_true_random=False))
def test_order_notes_and_hints_do_not_count(reference: refs.Reference, random: Random) -> None:
    assert refs.identity(_shuffled(reference, random)) == refs.identity(reference)


@THOROUGH
@given(strategies.documents())
def test_layout_titles_and_drawings_do_not_count(document: refs.Document) -> None:
    plain = refs.identity(document.reference)
    assert refs.identity(refs.read(refs.write(document)).reference) == plain
    assert refs.identity(refs.read(refs.write(refs.Document(document.reference, "Other title"))).reference) == plain


def test_white_space_does_not_count() -> None:
    composite = refs.Composite((("a", refs.Primitive(1)),), (), (refs.Export("x", refs.EndpointPath("a", "x")),))
    data = refs.write(composite)
    for layout in (b"", b"\n\n\t "):
        again = refs.read(re.sub(rb">\s+<", b">" + layout + b"<", data))
        assert refs.identity(again.reference) == refs.identity(composite)


@THOROUGH
@given(strategies.references(), strategies.references())
def test_equal_identity_means_equal_recipe(first: refs.Reference, second: refs.Reference) -> None:
    same = refs.identity(first) == refs.identity(second)
    assert same == (refs.canonical_form(first) == refs.canonical_form(second))


BASE = refs.Parameterized(
    refs.Template(
        (
            refs.ParameterDeclaration("a", "value", "int", refs.ValueArgument(1)),
            refs.ParameterDeclaration("T", "value_type", None, refs.TypeArgument("text")),
        ),
        refs.Composite(
            (
                ("x", refs.Primitive(5, 1, as_type="Object")),
                ("y", refs.External("n", "Channel[text]", refs.Primitive(2))),
                ("z", refs.ParameterUse("a")),
            ),
            (refs.Connection(refs.EndpointPath("x", "p"), refs.EndpointPath("y", "q")),),
            (refs.Export("e", refs.EndpointPath("z", "r")),),
        ),
    ),
    (("a", refs.ValueArgument(3)), ("r", refs.ReferenceArgument(refs.Primitive(6)))),
)


def _with_body(**changes: object) -> refs.Reference:
    assert isinstance(BASE.template, refs.Template)
    assert isinstance(BASE.template.body, refs.Composite)
    body = replace(BASE.template.body, **changes)  # type: ignore[arg-type]  # each caller names its fields
    return replace(BASE, template=replace(BASE.template, body=body))


def _with_parameter(**changes: object) -> refs.Reference:
    assert isinstance(BASE.template, refs.Template)
    first, second = BASE.template.parameters
    changed = replace(first, **changes)  # type: ignore[arg-type]  # each caller names its fields
    return replace(BASE, template=replace(BASE.template, parameters=(changed, second)))


assert isinstance(BASE.template, refs.Template)
assert isinstance(BASE.template.body, refs.Composite)
COMPONENTS = BASE.template.body.components
CONNECTIONS = BASE.template.body.connections

CHANGED: dict[str, refs.Reference] = {
    "cast": replace(BASE, as_type="Object"),
    "argument value": replace(BASE, arguments=(("a", refs.ValueArgument(4)), BASE.arguments[1])),
    "argument kind": replace(BASE, arguments=(("a", refs.ValueArgument(3.0)), BASE.arguments[1])),
    "argument name": replace(BASE, arguments=(("b", refs.ValueArgument(3)), BASE.arguments[1])),
    "argument missing": replace(BASE, arguments=BASE.arguments[:1]),
    "argument reference": replace(
        BASE, arguments=(BASE.arguments[0], ("r", refs.ReferenceArgument(refs.Primitive(7))))
    ),
    "template": replace(BASE, template=refs.Primitive(9)),
    "component name": _with_body(components=(("w", COMPONENTS[0][1]), *COMPONENTS[1:])),
    "component missing": _with_body(components=COMPONENTS[1:]),
    "primitive id": _with_body(components=(("x", refs.Primitive(4, 1, as_type="Object")), *COMPONENTS[1:])),
    "primitive version": _with_body(components=(("x", refs.Primitive(5, 2, as_type="Object")), *COMPONENTS[1:])),
    "primitive cast": _with_body(components=(("x", refs.Primitive(5, 1)), *COMPONENTS[1:])),
    "external name": _with_body(
        components=(COMPONENTS[0], ("y", refs.External("m", "Channel[text]", refs.Primitive(2))), COMPONENTS[2])
    ),
    "external type": _with_body(
        components=(COMPONENTS[0], ("y", refs.External("n", "Object", refs.Primitive(2))), COMPONENTS[2])
    ),
    "external folder": _with_body(
        components=(COMPONENTS[0], ("y", refs.External("n", "Channel[text]", refs.Primitive(3))), COMPONENTS[2])
    ),
    "use": _with_body(components=(*COMPONENTS[:2], ("z", refs.ParameterUse("b")))),
    "connection missing": _with_body(connections=()),
    "connection end": _with_body(connections=(refs.Connection(refs.EndpointPath("x", "P"), CONNECTIONS[0].second),)),
    "connection doubled": _with_body(connections=CONNECTIONS * 2),
    "export name": _with_body(exports=(refs.Export("f", refs.EndpointPath("z", "r")),)),
    "export end": _with_body(exports=(refs.Export("e", refs.EndpointPath("z", "s")),)),
    "export missing": _with_body(exports=()),
    "parameter name": _with_parameter(name="b"),
    "parameter kind": _with_parameter(kind="reference"),
    "parameter type": _with_parameter(type="float"),
    "parameter default": _with_parameter(default=refs.ValueArgument(2)),
    "parameter default missing": _with_parameter(default=None),
}


@pytest.mark.parametrize("what", CHANGED)
def test_every_change_of_meaning_counts(what: str) -> None:
    assert refs.identity(CHANGED[what]) != refs.identity(BASE)


def test_all_changes_differ_from_each_other() -> None:
    found = [refs.identity(reference) for reference in CHANGED.values()]
    assert len(set(found)) == len(found)


VALUES: list[refs.Value] = [
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
    refs.ListValue(),
    refs.ListValue((1, 2)),
    refs.ListValue((2, 1)),
    refs.MapValue(),
    refs.MapValue((("a", 1),)),
    refs.RecordValue(),
    refs.RecordValue((("a", 1),)),
    refs.RecordValue((("a", None),)),
]


def test_values_differ_when_their_kinds_do() -> None:
    arguments = [refs.ValueArgument(value) for value in VALUES]
    found = {refs.identity(refs.Parameterized(refs.Primitive(1), (("v", argument),))) for argument in arguments}
    assert len(found) == len(VALUES)
    assert len(set(arguments)) == len(VALUES)
    assert refs.ValueArgument(1) != 1
    assert refs.ValueArgument(float("nan")) == refs.ValueArgument(float("nan"))
    assert typed(refs.MapValue(((1, 2), (3, 4)))) == typed(refs.MapValue(((3, 4), (1, 2))))


def test_paths_lead_to_every_part() -> None:
    assert [path for path, _ in refs.walk(BASE)] == [
        (),
        ("@template",),
        ("@template", "@body"),
        ("@template", "@body", "x"),
        ("@template", "@body", "y"),
        ("@template", "@body", "y", "@from"),
        ("@template", "@body", "z"),
        ("r",),
    ]
    with_default = refs.Template(
        (refs.ParameterDeclaration("p", "reference", "Object", refs.ReferenceArgument(refs.Primitive(1))),),
        refs.Primitive(2),
    )
    assert [path for path, _ in refs.walk(with_default)] == [(), ("p",), ("@body",)]
