# SPDX-License-Identifier: BSD-3-Clause
"""The static checker finds the type of every kind of reference, also with missing parts."""

from __future__ import annotations

import time

import pytest

from app.runtime import references as refs
from app.runtime.types import STANDARD, TypeNames
from tests.runtime.references.installed import (
    CATALOGUE,
    IDS,
    TYPES,
    applied,
    canonical,
    check,
    composite,
    given,
    kinds,
    messages,
    primitive,
    simple,
    type_of,
)

REGISTRY = primitive("Registry")
GONE = refs.Primitive(0xABC, 3, "Gone")


RIGHT: dict[str, tuple[refs.Reference, str]] = {
    "a primitive": (primitive("Note"), TYPES["Note"]),
    "a template": (primitive("Board"), TYPES["Board"]),
    "a newer version": (refs.Primitive(IDS["Note"], 0), TYPES["Note"]),
    "a cast that hides": (primitive("Note", as_type="object{ view: endpoint{} }"), "object{ view: endpoint{} }"),
    "a cast of a template with defaults": (primitive("Counter", as_type="Object"), "object{}"),
    "an external": (refs.External("a", "Channel[text]", REGISTRY), "Channel[text]"),
    "an external of an external": (
        refs.External("a", "Channel[text]", refs.External("b", "Folder[Channel[text]]", REGISTRY)),
        "Channel[text]",
    ),
    "an external template": (
        refs.External("a", "template[x: int] Channel[text]", REGISTRY),
        "template[x: int] Channel[text]",
    ),
    "an external template with arguments": (
        refs.Parameterized(
            refs.External("a", "template[x: int] Channel[text]", REGISTRY), (("x", refs.ValueArgument(1)),)
        ),
        "Channel[text]",
    ),
    "an external that says only what it becomes": (
        refs.Parameterized(refs.External("a", "Folder[Object]", REGISTRY), (("x", refs.ValueArgument(1)),)),
        "Folder[Object]",
    ),
    "one-way endpoints with several connections": (
        composite(
            {"a": given("Counter"), "b": given("Counter"), "c": primitive("Dial"), "d": primitive("Dial")},
            ("a.count c.shows", "a.count d.shows", "b.count c.shows"),
            ("count a.count",),
        ),
        "object{ count: endpoint{ out value(int) } }",
    ),
    "values": (
        given("Counter", step=refs.ValueArgument(2), names=refs.ValueArgument(refs.ListValue(("a",)))),
        "object{ count: endpoint{ out value(int) } }",
    ),
    "a record": (
        given("Labelled", label=refs.ValueArgument("l"), size=refs.ValueArgument(refs.RecordValue((("width", 1),)))),
        "object{ view: endpoint{} }",
    ),
    "a reference": (given("Board", channel=refs.ReferenceArgument(primitive("Total"))), "object{ view: endpoint{} }"),
    "a record with further fields": (
        given(
            "Table",
            rows=refs.ValueArgument(refs.MapValue()),
            rest=refs.ValueArgument(refs.RecordValue((("a", 1), ("b", 2)))),
        ),
        "object{}",
    ),
    "a reference where nothing would do": (
        given("Perhaps", channel=refs.ReferenceArgument(primitive("Fifo"))),
        "object{ view: endpoint{} }",
    ),
    "nothing where a reference would do": (
        given("Perhaps", channel=refs.ValueArgument(None)),
        "object{ view: endpoint{} }",
    ),
    "a type": (
        given("Pipe", T=refs.TypeArgument("text"), room=refs.ValueArgument(refs.ListValue())),
        "object{ door: endpoint{ in send(text) } }",
    ),
    "a type that other parameters use": (
        given("Box", O=refs.TypeArgument("Channel[text]"), inside=refs.ReferenceArgument(primitive("Fifo"))),
        "object{ lid: endpoint{} }",
    ),
    "types with defaults": (
        given("Defaulted", T=refs.TypeArgument("int")),
        "object{ a: endpoint{ out b(list[int]) } }",
    ),
    "a composite": (
        composite({"n": primitive("Note"), "t": primitive("Total")}, ("n.channel t.channel",), ("look n.view",)),
        "object{ look: endpoint{} }",
    ),
    "an empty composite": (refs.Composite(), "object{}"),
    "a composite that exports what needs something": (
        composite({"n": primitive("Note")}, (), ("channel n.channel",)),
        "object{ channel: endpoint{ out send(text); in receive(text); requires reliability(total) } }",
    ),
    "a composite that requires what its parts do": (
        composite({"f": primitive("Fussy"), "c": primitive("Careful")}),
        "object{ requires security(encrypted) }",
    ),
    "a composite that can say what its parts require": (
        composite({"c": primitive("Careful")}, (), ("door c.door",)),
        "object{ door: endpoint{}; requires cardinality(at most 1 instance of door) }",
    ),
    "a component that is a template with defaults": (
        composite({"c": primitive("Counter")}, (), ("count c.count",)),
        "object{ count: endpoint{ out value(int) } }",
    ),
    "an unknown formalism is no mistake": (primitive("Open", as_type=TYPES["Open"]), TYPES["Open"]),
}


@pytest.mark.parametrize("what", RIGHT)
def test_right(what: str) -> None:
    reference, wanted = RIGHT[what]
    assert check(reference) == []
    assert type_of(reference) == canonical(wanted)


def test_a_placeholder_lets_the_rest_check() -> None:
    reference = composite(
        {"gone": GONE, "n": primitive("Note"), "f": primitive("Fifo")},
        ("n.channel f.channel", "gone.a gone.b"),
        ("x gone.c", "view n.view"),
    )
    assert sorted(kinds(reference)) == ["connection", "missing"]
    with pytest.raises(refs.UntypedReferenceError, match="Gone") as caught:
        refs.Checker(CATALOGUE).type_of(reference)
    assert len(caught.value.problems) == 2


def test_a_placeholder_can_say_its_type() -> None:
    said = refs.Primitive(0xABC, 0, "Gone", as_type="Channel[int]")
    assert kinds(said) == ["missing"]
    assert type_of(said) == canonical("Channel[int]")
    wired = composite({"g": said, "r": primitive("Reader")}, ("g.channel r.channel",))
    assert sorted(kinds(wired)) == ["connection", "connection", "missing"]


def test_nothing_follows_from_what_is_unknown() -> None:
    inner = composite({"gone": GONE}, (), ("a gone.a",))
    assert kinds(composite({"i": inner, "f": primitive("Fifo")}, ("i.b f.channel",), ("x i.a",))) == ["missing"]
    assert kinds(given("Board", channel=refs.ReferenceArgument(inner))) == ["missing"]
    assert kinds(refs.Composite(inner.components, (), inner.exports, "Channel[text]")) == ["missing"]
    assert kinds(refs.External("a", "Object", GONE)) == ["missing"]
    assert kinds(
        refs.Parameterized(GONE, (("a", refs.ReferenceArgument(primitive("Fifo"))), ("b", refs.ValueArgument(1))))
    ) == ["missing"]
    assert kinds(simple(body=GONE)) == ["missing"]
    unknown_argument = refs.Parameterized(primitive("Counter"), (("nobody", refs.ReferenceArgument(GONE)),))
    assert sorted(kinds(unknown_argument)) == ["missing", "parameter"]


def test_nothing_follows_from_a_parameter_that_is_missing() -> None:
    template = simple(
        refs.ParameterDeclaration("T", "value_type"),
        refs.ParameterDeclaration("r", "reference", "Channel[T]"),
        body=composite({"x": refs.ParameterUse("r"), "y": primitive("Reader")}, ("x.channel y.channel",)),
    )
    assert kinds(applied(template, r=refs.ReferenceArgument(primitive("Fifo")))) == ["parameter"]


def test_a_template_by_itself_fails_only_when_no_choice_can_save_it() -> None:
    declared = (
        refs.ParameterDeclaration("T", "value_type"),
        refs.ParameterDeclaration("E", "endpoint_type"),
        refs.ParameterDeclaration("o", "reference", "object{ e: $E:endpoint; channel: endpoint{ in send(list[T]) } }"),
    )
    free = composite({"o": refs.ParameterUse("o"), "f": primitive("Fifo")}, ("o.e f.channel",))
    assert check(simple(*declared, body=free)) == []
    hopeless = composite({"o": refs.ParameterUse("o"), "r": primitive("Reader")}, ("o.channel r.channel",))
    (problem,) = check(simple(*declared, body=hopeless))
    assert problem.message.endswith(
        "`r.channel` sends text; `o.channel` accepts only a list of the type T, not chosen yet"
    )


def test_adapters_are_offered_for_a_weaker_channel() -> None:
    problems = check(composite({"n": primitive("Note"), "f": primitive("Fifo")}, ("n.channel f.channel",)))
    assert [offer.name for problem in problems for offer in problem.offers] == ["Order"]
    assert problems[0].offers[0].id == hex(IDS["Order"])


def test_problems_say_where_they_are() -> None:
    deep = composite(
        {"outer": composite({"inner": refs.External("a", "Nonsense", primitive("Registry", line=9), line=8)})}
    )
    (problem,) = check(deep)
    assert (problem.path, problem.line) == (("outer", "inner"), 8)
    argument = given("Board", channel=refs.ReferenceArgument(refs.Primitive(0xABC, line=4)))
    (problem,) = check(refs.Document(argument))
    assert (problem.path, problem.line) == (("channel",), 4)


def test_a_reference_nested_beyond_reason_is_refused() -> None:
    reference: refs.Reference = primitive("Registry")
    for _ in range(300):
        reference = refs.External("a", "Folder[Object]", reference)
    assert any("nested more than 48 deep" in message for message in messages(reference))


def test_a_type_that_grows_beyond_reason_is_refused() -> None:
    exports = tuple(f"{'x' * 100}{number} c{number}.channel" for number in range(3000))
    components: dict[str, refs.Reference] = {f"c{number}": primitive("Fifo") for number in range(3000)}
    assert messages(composite(components, (), exports)) == [
        "its type cannot be made: the type is longer than 262144 characters; split it"
    ]


def test_a_thousand_components_are_checked_in_no_time() -> None:
    components: dict[str, refs.Reference] = {}
    for number in range(500):
        components[f"n{number}"] = primitive("Note")
        components[f"t{number}"] = primitive("Total") if number % 2 else primitive("Fifo")
    whole = composite(components, tuple(f"n{number}.channel t{number}.channel" for number in range(500)))
    begin = time.process_time()
    problems = check(whole)
    assert time.process_time() - begin < 0.5
    assert len(problems) == 250


def test_other_names_can_be_given() -> None:
    names = TypeNames(STANDARD)
    names.add("Mine", "Channel[text]")
    assert refs.Checker(CATALOGUE, names).check(primitive("Fifo", as_type="Mine")) == []
    assert kinds(primitive("Fifo", as_type="Mine")) == ["type"]
