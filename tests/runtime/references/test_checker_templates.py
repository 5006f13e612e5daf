# SPDX-License-Identifier: BSD-3-Clause
"""The static checker and the templates that a file declares."""

from __future__ import annotations

import pytest

from app.runtime import references as refs
from tests.runtime.references.installed import applied, canonical, check, composite, primitive, simple, type_of


def test_a_template_of_a_file_has_a_type() -> None:
    template = simple(
        refs.ParameterDeclaration("T", "value_type", None, refs.TypeArgument("text")),
        refs.ParameterDeclaration("E", "endpoint_type"),
        refs.ParameterDeclaration("n", "value", "list[T]", refs.ValueArgument(refs.ListValue())),
        refs.ParameterDeclaration("r", "reference", "Channel[$T]"),
        body=composite({"x": refs.ParameterUse("r")}, (), ("channel x.channel",)),
    )
    assert check(template) == []
    assert type_of(template) == canonical(
        "template[T: value type = text, E: endpoint type, n: list[T] = [], r: reference[Channel[T]]] Channel[T]"
    )


def test_a_template_of_a_file_is_looked_at_with_its_arguments() -> None:
    body = composite(
        {"r": refs.ParameterUse("r"), "x": primitive("Reader")}, ("r.channel x.channel",), ("look x.view",)
    )
    template = simple(
        refs.ParameterDeclaration("T", "value_type"),
        refs.ParameterDeclaration("r", "reference", "Channel[T]"),
        body=body,
    )
    by_itself = check(template)
    assert [problem.kind for problem in by_itself] == ["endpoint"]
    right = applied(template, T=refs.TypeArgument("text"), r=refs.ReferenceArgument(primitive("Total")))
    assert [problem.kind for problem in check(right)] == ["endpoint"]
    wrong = applied(template, T=refs.TypeArgument("int"), r=refs.ReferenceArgument(primitive("Numbers")))
    assert sorted(problem.kind for problem in check(wrong)) == ["connection", "connection", "endpoint"]


def test_inner_templates_see_outer_parameters() -> None:
    inner = simple(
        refs.ParameterDeclaration("U", "value_type", None, refs.ParameterUse("T")),
        refs.ParameterDeclaration("n", "value", "U", refs.ParameterUse("m")),
        refs.ParameterDeclaration("c", "reference", "Channel[U]", refs.ParameterUse("r")),
        body=refs.ParameterUse("c"),
    )
    outer = simple(
        refs.ParameterDeclaration("T", "value_type"),
        refs.ParameterDeclaration("m", "value", "T"),
        refs.ParameterDeclaration("r", "reference", "Channel[T]"),
        body=applied(inner, U=refs.ParameterUse("T"), c=refs.ParameterUse("r")),
    )
    whole = applied(
        outer, T=refs.TypeArgument("text"), m=refs.ValueArgument("x"), r=refs.ReferenceArgument(primitive("Fifo"))
    )
    assert check(outer) == []
    assert check(whole) == []
    assert type_of(whole) == canonical("Channel[text]")


def test_types_that_grow_beyond_all_limits_are_a_problem_and_no_crash() -> None:
    large = "{" + ", ".join(f"f{number}: int" for number in range(6000)) + "}"
    events = "; ".join(f"in e{number}(T)" for number in range(10))
    template = simple(
        refs.ParameterDeclaration("T", "value_type", None, refs.TypeArgument(large)),
        body=refs.External("a", f"object{{ e: endpoint{{ {events} }} }}", primitive("Registry")),
    )
    for reference in (
        composite({"t": template}),
        refs.Parameterized(template),
        refs.Composite((("c", refs.ParameterUse("r")),)),
    ):
        assert len(check(reference)) == 1
    (problem,) = check(composite({"t": template}))
    assert problem.message.startswith("its type cannot be made: the type is longer")


def test_a_template_with_defaults_for_everything_is_an_object() -> None:
    template = simple(
        refs.ParameterDeclaration("r", "reference", "Channel[text]", refs.ReferenceArgument(primitive("Fifo"))),
        body=refs.ParameterUse("r", "Object"),
    )
    assert check(composite({"t": template})) == []
    assert check(refs.Parameterized(template)) == []
    assert type_of(refs.Parameterized(template)) == "object{}"


WRONG_TEMPLATES: dict[str, tuple[refs.Reference, str, str]] = {
    "no type of a value": (simple(refs.ParameterDeclaration("a", "value")), "parameter", "does not say of which type"),
    "unreadable type": (
        simple(refs.ParameterDeclaration("a", "value", "Chanel[text]")),
        "type",
        "there is no type named Chanel",
    ),
    "type of another sort": (
        simple(refs.ParameterDeclaration("a", "value", "Channel[text]")),
        "type",
        "it is a type of objects, and a type of values is needed",
    ),
    "variable of nobody": (
        simple(refs.ParameterDeclaration("a", "value", "$X")),
        "type",
        "there is no type parameter 'X' here",
    ),
    "constraint without sense": (
        simple(refs.ParameterDeclaration("E", "endpoint_type", "endpoint{ provides reliability(magic) }")),
        "type",
        "there is no such property",
    ),
    "default that does not fit": (
        simple(refs.ParameterDeclaration("a", "value", "int", refs.ValueArgument("x"))),
        "argument",
        "the argument 'a' of the template itself does not fit: 'x' is not a whole number",
    ),
    "default that is no type": (
        simple(refs.ParameterDeclaration("T", "value_type", None, refs.ValueArgument(1))),
        "argument",
        "must be a type of values",
    ),
    "default that is a value": (
        simple(refs.ParameterDeclaration("r", "reference", None, refs.ValueArgument(1))),
        "argument",
        "must be a reference to an object",
    ),
    "default out of bounds": (
        simple(refs.ParameterDeclaration("T", "value_type", "int", refs.TypeArgument("text"))),
        "argument",
        "the argument 'T'",
    ),
    "default reference that does not fit": (
        simple(
            refs.ParameterDeclaration("r", "reference", "Folder[Object]", refs.ReferenceArgument(primitive("Fifo")))
        ),
        "argument",
        "the argument 'r'",
    ),
    "a template that is cast": (refs.Template((), refs.Composite(), "Object"), "cast", "a template cannot be cast"),
    "a template that is cast and used": (
        refs.Parameterized(refs.Template((), refs.Composite(), "Object")),
        "cast",
        "a template cannot be cast",
    ),
    "use of what does not exist": (refs.ParameterUse("x"), "parameter", "there is no parameter x"),
    "use of a value as an object": (
        simple(refs.ParameterDeclaration("a", "value", "int"), body=refs.ParameterUse("a")),
        "parameter",
        "an object is needed, not the parameter a",
    ),
    "a template in a template": (
        simple(
            refs.ParameterDeclaration("a", "value", "int"), body=simple(refs.ParameterDeclaration("b", "value", "int"))
        ),
        "template",
        "must first be given 'b'",
    ),
    "a type from outside in an inner template": (
        refs.Template(
            (refs.ParameterDeclaration("T", "value_type"),),
            composite({"x": simple(refs.ParameterDeclaration("n", "value", "T", refs.ValueArgument(1)))}),
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
