# SPDX-License-Identifier: BSD-3-Clause
"""The static checker and the templates that a file declares."""

from __future__ import annotations

import pytest

from app.runtime.references import (
    Composite,
    External,
    ListValue,
    ParameterDeclaration,
    Parameterized,
    ParameterUse,
    Reference,
    ReferenceArgument,
    Template,
    TypeArgument,
    ValueArgument,
)
from tests.runtime.references.installed import applied, canonical, check, composite, primitive, simple, type_of


def test_a_template_of_a_file_has_a_type() -> None:
    template = simple(
        ParameterDeclaration("T", "value_type", None, TypeArgument("text")),
        ParameterDeclaration("E", "endpoint_type"),
        ParameterDeclaration("n", "value", "list[T]", ValueArgument(ListValue())),
        ParameterDeclaration("r", "reference", "Channel[$T]"),
        body=composite({"x": ParameterUse("r")}, (), ("channel x.channel",)),
    )
    assert check(template) == []
    assert type_of(template) == canonical(
        "template[T: value type = text, E: endpoint type, n: list[T] = [], r: reference[Channel[T]]] Channel[T]"
    )


def test_a_template_of_a_file_is_looked_at_with_its_arguments() -> None:
    body = composite({"r": ParameterUse("r"), "x": primitive("Reader")}, ("r.channel x.channel",), ("look x.view",))
    template = simple(
        ParameterDeclaration("T", "value_type"), ParameterDeclaration("r", "reference", "Channel[T]"), body=body
    )
    by_itself = check(template)
    assert [problem.kind for problem in by_itself] == ["endpoint"]
    right = applied(template, T=TypeArgument("text"), r=ReferenceArgument(primitive("Total")))
    assert [problem.kind for problem in check(right)] == ["endpoint"]
    wrong = applied(template, T=TypeArgument("int"), r=ReferenceArgument(primitive("Numbers")))
    assert sorted(problem.kind for problem in check(wrong)) == ["connection", "connection", "endpoint"]


def test_inner_templates_see_outer_parameters() -> None:
    inner = simple(
        ParameterDeclaration("U", "value_type", None, ParameterUse("T")),
        ParameterDeclaration("n", "value", "U", ParameterUse("m")),
        ParameterDeclaration("c", "reference", "Channel[U]", ParameterUse("r")),
        body=ParameterUse("c"),
    )
    outer = simple(
        ParameterDeclaration("T", "value_type"),
        ParameterDeclaration("m", "value", "T"),
        ParameterDeclaration("r", "reference", "Channel[T]"),
        body=applied(inner, U=ParameterUse("T"), c=ParameterUse("r")),
    )
    whole = applied(outer, T=TypeArgument("text"), m=ValueArgument("x"), r=ReferenceArgument(primitive("Fifo")))
    assert check(outer) == []
    assert check(whole) == []
    assert type_of(whole) == canonical("Channel[text]")


def test_types_that_grow_beyond_all_limits_are_a_problem_and_no_crash() -> None:
    large = "{" + ", ".join(f"f{number}: int" for number in range(6000)) + "}"
    events = "; ".join(f"in e{number}(T)" for number in range(10))
    template = simple(
        ParameterDeclaration("T", "value_type", None, TypeArgument(large)),
        body=External("a", f"object{{ e: endpoint{{ {events} }} }}", primitive("Registry")),
    )
    for reference in (composite({"t": template}), Parameterized(template), Composite((("c", ParameterUse("r")),))):
        assert len(check(reference)) == 1
    (problem,) = check(composite({"t": template}))
    assert problem.message.startswith("its type cannot be made: the type is longer")


def test_a_template_with_defaults_for_everything_is_an_object() -> None:
    template = simple(
        ParameterDeclaration("r", "reference", "Channel[text]", ReferenceArgument(primitive("Fifo"))),
        body=ParameterUse("r", "Object"),
    )
    assert check(composite({"t": template})) == []
    assert check(Parameterized(template)) == []
    assert type_of(Parameterized(template)) == "object{}"


WRONG_TEMPLATES: dict[str, tuple[Reference, str, str]] = {
    "no type of a value": (simple(ParameterDeclaration("a", "value")), "parameter", "does not say of which type"),
    "unreadable type": (
        simple(ParameterDeclaration("a", "value", "Chanel[text]")),
        "type",
        "there is no type named Chanel",
    ),
    "type of another sort": (
        simple(ParameterDeclaration("a", "value", "Channel[text]")),
        "type",
        "it is a type of objects, and a type of values is needed",
    ),
    "variable of nobody": (
        simple(ParameterDeclaration("a", "value", "$X")),
        "type",
        "there is no type parameter 'X' here",
    ),
    "constraint without sense": (
        simple(ParameterDeclaration("E", "endpoint_type", "endpoint{ provides reliability(magic) }")),
        "type",
        "there is no such property",
    ),
    "default that does not fit": (
        simple(ParameterDeclaration("a", "value", "int", ValueArgument("x"))),
        "argument",
        "the argument 'a' of the template itself does not fit: 'x' is not a whole number",
    ),
    "default that is no type": (
        simple(ParameterDeclaration("T", "value_type", None, ValueArgument(1))),
        "argument",
        "must be a type of values",
    ),
    "default that is a value": (
        simple(ParameterDeclaration("r", "reference", None, ValueArgument(1))),
        "argument",
        "must be a reference to an object",
    ),
    "default out of bounds": (
        simple(ParameterDeclaration("T", "value_type", "int", TypeArgument("text"))),
        "argument",
        "the argument 'T'",
    ),
    "default reference that does not fit": (
        simple(ParameterDeclaration("r", "reference", "Folder[Object]", ReferenceArgument(primitive("Fifo")))),
        "argument",
        "the argument 'r'",
    ),
    "a template that is cast": (Template((), Composite(), "Object"), "cast", "a template cannot be cast"),
    "a template that is cast and used": (
        Parameterized(Template((), Composite(), "Object")),
        "cast",
        "a template cannot be cast",
    ),
    "use of what does not exist": (ParameterUse("x"), "parameter", "there is no parameter x"),
    "use of a value as an object": (
        simple(ParameterDeclaration("a", "value", "int"), body=ParameterUse("a")),
        "parameter",
        "an object is needed, not the parameter a",
    ),
    "a template in a template": (
        simple(ParameterDeclaration("a", "value", "int"), body=simple(ParameterDeclaration("b", "value", "int"))),
        "template",
        "must first be given 'b'",
    ),
    "a type from outside in an inner template": (
        Template(
            (ParameterDeclaration("T", "value_type"),),
            composite({"x": simple(ParameterDeclaration("n", "value", "T", ValueArgument(1)))}),
        ),
        "type",
        "its type cannot be made",
    ),
}


@pytest.mark.parametrize("what", WRONG_TEMPLATES)
def test_wrong_templates(what: str) -> None:
    reference, kind, words = WRONG_TEMPLATES[what]
    problems = check(reference)
    assert [problem.kind for problem in problems] == [kind], problems
    assert words in problems[0].message
