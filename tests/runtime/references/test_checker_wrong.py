# SPDX-License-Identifier: BSD-3-Clause
"""Every problem of a reference that the static checker reports."""

from __future__ import annotations

import pytest

from app.runtime import references as refs
from app.runtime.references.model import Argument
from tests.runtime.references.installed import check, composite, given, messages, primitive, simple

REGISTRY = primitive("Registry")
GONE = refs.Primitive(0xABC, 3, "Gone")


LABEL = ("label", refs.ValueArgument("l"))
SIZE = ("size", refs.ValueArgument(refs.RecordValue((("width", 1),))))


def labelled(*arguments: tuple[str, Argument]) -> refs.Parameterized:
    """The template Labelled with some arguments."""
    return refs.Parameterized(primitive("Labelled"), arguments)


WRONG: dict[str, tuple[refs.Reference, str, str]] = {
    "missing primitive": (GONE, "missing", "Gone (0xabc version 3 or later) is not installed here; install"),
    "missing without a name": (refs.Primitive(0xABC), "missing", "an object without a name (0xabc) is not installed"),
    "newer version": (primitive("Note", version=2), "missing", "version 2 or later"),
    "missing parameter": (labelled(LABEL), "parameter", "Labelled is not given its parameter 'size'"),
    "unknown parameter": (
        labelled(LABEL, SIZE, ("colour", refs.ValueArgument("red"))),
        "parameter",
        "Labelled has no parameter 'colour'; there are 'label', 'size'",
    ),
    "value of another kind": (
        labelled(("label", refs.ValueArgument(1)), SIZE),
        "argument",
        "the argument 'label' of Labelled does not fit: '1' is not text",
    ),
    "yes is no number": (given("Counter", step=refs.ValueArgument(True)), "argument", "'True' is not a whole number"),
    "item of another kind": (
        given("Counter", names=refs.ValueArgument(refs.ListValue(("a", 1)))),
        "argument",
        "item 2: '1' is not text",
    ),
    "list where none belongs": (
        labelled(("label", refs.ValueArgument(refs.ListValue())), SIZE),
        "argument",
        "a list is not text",
    ),
    "text where a list belongs": (
        given("Counter", names=refs.ValueArgument("a")),
        "argument",
        "'a' is not a list of text",
    ),
    "field that is missing": (
        labelled(LABEL, ("size", refs.ValueArgument(refs.RecordValue()))),
        "argument",
        "the field 'width' is missing",
    ),
    "field of another kind": (
        labelled(LABEL, ("size", refs.ValueArgument(refs.RecordValue((("width", None),))))),
        "argument",
        "the field 'width': nothing is not a number",
    ),
    "key of another kind": (
        given("Table", rows=refs.ValueArgument(refs.MapValue(((1, refs.ListValue()),)))),
        "argument",
        "a key: '1' is not text",
    ),
    "entry of another kind": (
        given("Table", rows=refs.ValueArgument(refs.RecordValue((("x", refs.ListValue((None,))),)))),
        "argument",
        "the entry 'x': item 1: nothing is not a whole number",
    ),
    "type parameter as a value": (
        refs.Parameterized(
            simple(refs.ParameterDeclaration("T", "value_type"), body=given("Counter", step=refs.ParameterUse("T"))),
            (("T", refs.TypeArgument("int")),),
        ),
        "argument",
        "the argument 'step' of Counter must be a value",
    ),
    "value parameter as a type": (
        refs.Parameterized(
            simple(refs.ParameterDeclaration("n", "value", "int"), body=given("Defaulted", T=refs.ParameterUse("n"))),
            (("n", refs.ValueArgument(1)),),
        ),
        "argument",
        "the argument 'T' of Defaulted must be a type of values",
    ),
    "value parameter of another kind": (
        refs.Parameterized(
            simple(refs.ParameterDeclaration("n", "value", "text"), body=given("Counter", step=refs.ParameterUse("n"))),
            (("n", refs.ValueArgument("a")),),
        ),
        "argument",
        "`parameter n` has text; `step` allows only a whole number",
    ),
    "field that nobody knows": (
        labelled(LABEL, ("size", refs.ValueArgument(refs.MapValue((("width", 1), (2, 3)))))),
        "argument",
        "there is no field '2'",
    ),
    "nothing for an option": (
        given("Perhaps", channel=refs.ValueArgument(refs.RecordValue())),
        "argument",
        "a record is not",
    ),
    "value for a reference": (
        given("Board", channel=refs.ValueArgument("x")),
        "argument",
        "must be a reference to an object",
    ),
    "type for a value": (given("Counter", step=refs.TypeArgument("int")), "argument", "must be a value"),
    "reference for a value": (
        given("Counter", step=refs.ReferenceArgument(primitive("Fifo"))),
        "argument",
        "the argument 'step' of Counter does not fit",
    ),
    "unfitting reference": (
        given("Board", channel=refs.ReferenceArgument(primitive("Counter"))),
        "argument",
        "endpoint `channel`",
    ),
    "type out of bounds": (
        given("Pipe", T=refs.TypeArgument("bytes"), room=refs.ValueArgument(refs.ListValue())),
        "argument",
        "the argument 'T' of Pipe does not fit",
    ),
    "value for a type": (
        given("Defaulted", T=refs.ValueArgument(1)),
        "argument",
        "the argument 'T' of Defaulted must be a type of values",
    ),
    "type of another sort": (
        given("Defaulted", T=refs.TypeArgument("Channel[text]")),
        "type",
        "it is a type of objects, and a type of values is needed",
    ),
    "use outside of a template": (
        given("Defaulted", T=refs.ParameterUse("X")),
        "parameter",
        "there is no parameter 'X' in the templates around",
    ),
    "use as a value outside of a template": (
        given("Counter", step=refs.ParameterUse("X")),
        "parameter",
        "there is no parameter 'X' in the templates around",
    ),
    "type parameter not given": (
        given("Box", inside=refs.ReferenceArgument(primitive("Fifo"))),
        "parameter",
        "Box is not given its parameter 'O'",
    ),
    "arguments for an object": (
        refs.Parameterized(primitive("Fifo"), (("a", refs.ReferenceArgument(primitive("Total"))),)),
        "template",
        "Fifo is not a template, so it takes no arguments",
    ),
    "template without arguments": (
        composite({"b": primitive("Board")}),
        "template",
        "Board is a template and must first be given 'channel'",
    ),
    "cast to what it is not": (
        primitive("Fifo", as_type="Folder[Object]"),
        "cast",
        "Fifo is not a Folder[Object]: endpoint `folder`",
    ),
    "cast to what nobody knows": (primitive("Fifo", as_type="Nonsense"), "type", "no type named Nonsense"),
    "cast to a template": (primitive("Fifo", as_type="template[x: int] Object"), "type", "it is a template"),
    "external from what is no folder": (
        refs.External("a", "Object", primitive("Fifo")),
        "external",
        "a cannot be fetched: endpoint `folder`",
    ),
    "external of no type": (refs.External("a", "Nonsense", REGISTRY), "type", "no type named Nonsense"),
    "unknown component": (
        composite({"a": primitive("Fifo")}, (), ("x b.y",)),
        "component",
        "there is no component 'b'; there are 'a'",
    ),
    "no components at all": (composite({}, (), ("x b.y",)), "component", "there is no component 'b'; there are none"),
    "unknown endpoint": (
        composite({"a": primitive("Fifo")}, (), ("x a.y",)),
        "endpoint",
        "'a' has no endpoint 'y'; there are 'channel'",
    ),
    "weaker channel": (
        composite({"n": primitive("Note"), "f": primitive("Fifo")}, ("n.channel f.channel",)),
        "connection",
        "n.channel and f.channel do not fit: `n.channel` needs events delivered in total order",
    ),
    "connected twice": (
        composite(
            {"a": primitive("Reader"), "b": primitive("Reader"), "c": primitive("Total")},
            ("a.channel c.channel", "b.channel c.channel"),
        ),
        "double",
        "c.channel cannot be connected to b.channel, because it is connected to a.channel in line 1",
    ),
    "connected twice to the same": (
        composite({"a": given("Counter"), "d": primitive("Dial")}, ("a.count d.shows", "d.shows a.count")),
        "double",
        "d.shows and a.count are connected twice",
    ),
    "connected and exported": (
        composite({"a": primitive("Reader"), "c": primitive("Fifo")}, ("a.channel c.channel",), ("x c.channel",)),
        "double",
        "c.channel cannot be exported as 'x', because it is connected to a.channel in line 1",
    ),
    "exported twice": (
        composite({"c": primitive("Fifo")}, (), ("x c.channel", "y c.channel")),
        "double",
        "because it is exported as 'x'",
    ),
    "connected to itself": (
        composite({"c": primitive("Fifo")}, ("c.channel c.channel",)),
        "double",
        "c.channel cannot be connected to c.channel",
    ),
    "left alone": (
        composite({"n": primitive("Note")}),
        "unconnected",
        "n.channel needs events delivered in total order (the same for everyone), and is neither connected",
    ),
    "left alone, without sense": (
        composite({"o": primitive("Odd")}),
        "unconnected",
        "o.door needs reliability(magic), and is neither",
    ),
    "left alone, in words of nobody": (
        composite({"o": primitive("Open")}),
        "unconnected",
        'o.door needs "a formalism nobody knows"(x), and is neither',
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong(what: str) -> None:
    reference, kind, words = WRONG[what]
    problems = check(reference)
    assert [problem.kind for problem in problems][:1] == [kind], problems
    assert {problem.kind for problem in problems} == {kind}
    assert words in problems[0].message


def test_many_names_are_cut_short() -> None:
    components: dict[str, refs.Reference] = {f"c{number}": primitive("Fifo") for number in range(20)}
    assert messages(composite(components, (), ("x y.z",))) == [
        "there is no component 'y'; there are 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7' …"
    ]
