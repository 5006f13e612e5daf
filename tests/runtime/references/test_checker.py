"""The static checker: the type of every kind of reference, and each thing that can be wrong with one."""

from __future__ import annotations

import time

import pytest

from app.runtime.references import (
    Checker,
    Composite,
    Document,
    External,
    ListValue,
    MapValue,
    ParameterDeclaration,
    Parameterized,
    ParameterUse,
    Primitive,
    RecordValue,
    Reference,
    ReferenceArgument,
    Template,
    TypeArgument,
    UntypedReferenceError,
    ValueArgument,
)
from app.runtime.references.model import Argument
from app.runtime.types import STANDARD, TypeNames, parse_type
from tests.runtime.references.installed import (
    CATALOGUE,
    IDS,
    TYPES,
    check,
    composite,
    given,
    messages,
    primitive,
    type_of,
)

REGISTRY = primitive("Registry")
GONE = Primitive(0xABC, 3, "Gone")


def canonical(text: str) -> str:
    """A type as the notation writes it in full."""
    return str(parse_type(text))


def kinds(reference: Reference) -> list[str]:
    """The kinds of what is wrong."""
    return [problem.kind for problem in check(reference)]


# The types of references that are right.

RIGHT: dict[str, tuple[Reference, str]] = {
    "a primitive": (primitive("Note"), TYPES["Note"]),
    "a template": (primitive("Board"), TYPES["Board"]),
    "a newer version": (Primitive(IDS["Note"], 0), TYPES["Note"]),
    "a cast that hides": (
        primitive("Note", as_type="object{ view: endpoint{} }"),
        "object{ view: endpoint{} }",
    ),
    "a cast of a template with defaults": (
        primitive("Counter", as_type="Object"),
        "object{}",
    ),
    "an external": (External("a", "Channel[text]", REGISTRY), "Channel[text]"),
    "an external of an external": (
        External("a", "Channel[text]", External("b", "Folder[Channel[text]]", REGISTRY)),
        "Channel[text]",
    ),
    "an external template": (
        External("a", "template[x: int] Channel[text]", REGISTRY),
        "template[x: int] Channel[text]",
    ),
    "an external template with arguments": (
        Parameterized(External("a", "template[x: int] Channel[text]", REGISTRY), (("x", ValueArgument(1)),)),
        "Channel[text]",
    ),
    "an external that says only what it becomes": (
        Parameterized(External("a", "Folder[Object]", REGISTRY), (("x", ValueArgument(1)),)),
        "Folder[Object]",
    ),
    "values": (
        given("Counter", step=ValueArgument(2), names=ValueArgument(ListValue(("a",)))),
        "object{ count: endpoint{ out value(int) } }",
    ),
    "a record": (
        given("Labelled", label=ValueArgument("l"), size=ValueArgument(RecordValue((("width", 1),)))),
        "object{ view: endpoint{} }",
    ),
    "a reference": (
        given("Board", channel=ReferenceArgument(primitive("Total"))),
        "object{ view: endpoint{} }",
    ),
    "a record with further fields": (
        given(
            "Table",
            rows=ValueArgument(MapValue()),
            rest=ValueArgument(RecordValue((("a", 1), ("b", 2)))),
        ),
        "object{}",
    ),
    "a reference where nothing would do": (
        given("Perhaps", channel=ReferenceArgument(primitive("Fifo"))),
        "object{ view: endpoint{} }",
    ),
    "nothing where a reference would do": (
        given("Perhaps", channel=ValueArgument(None)),
        "object{ view: endpoint{} }",
    ),
    "a type": (
        given("Pipe", T=TypeArgument("text"), room=ValueArgument(ListValue())),
        "object{ door: endpoint{ in send(text) } }",
    ),
    "a type that other parameters use": (
        given("Box", O=TypeArgument("Channel[text]"), inside=ReferenceArgument(primitive("Fifo"))),
        "object{ lid: endpoint{} }",
    ),
    "types with defaults": (
        given("Defaulted", T=TypeArgument("int")),
        "object{ a: endpoint{ out b(list[int]) } }",
    ),
    "a composite": (
        composite(
            {"n": primitive("Note"), "t": primitive("Total")}, ("n.channel t.channel",), ("look n.view",)
        ),
        "object{ look: endpoint{} }",
    ),
    "an empty composite": (Composite(), "object{}"),
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


# Templates that a file declares.


def applied(template: Template, **arguments: Argument) -> Parameterized:
    """A template of the file with arguments."""
    return Parameterized(template, tuple(arguments.items()))


def simple(*parameters: ParameterDeclaration, body: Reference | None = None) -> Template:
    """A template that does nothing with its parameters."""
    return Template(parameters, body or Composite())


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
        "template[T: value type = text, E: endpoint type, n: list[T] = [], r: reference[Channel[T]]] "
        "Channel[T]"
    )


def test_a_template_of_a_file_is_looked_at_with_its_arguments() -> None:
    body = composite(
        {"r": ParameterUse("r"), "x": primitive("Reader")}, ("r.channel x.channel",), ("look x.view",)
    )
    template = simple(
        ParameterDeclaration("T", "value_type"),
        ParameterDeclaration("r", "reference", "Channel[T]"),
        body=body,
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
    whole = applied(
        outer, T=TypeArgument("text"), m=ValueArgument("x"), r=ReferenceArgument(primitive("Fifo"))
    )
    assert check(outer) == []
    assert check(whole) == []
    assert type_of(whole) == canonical("Channel[text]")


def test_a_template_with_defaults_for_everything_is_an_object() -> None:
    template = simple(
        ParameterDeclaration("r", "reference", "Channel[text]", ReferenceArgument(primitive("Fifo"))),
        body=ParameterUse("r", "Object"),
    )
    assert check(composite({"t": template})) == []
    assert check(Parameterized(template)) == []
    assert type_of(Parameterized(template)) == "object{}"


WRONG_TEMPLATES: dict[str, tuple[Reference, str, str]] = {
    "no type of a value": (
        simple(ParameterDeclaration("a", "value")),
        "parameter",
        "does not say of which type",
    ),
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
        simple(
            ParameterDeclaration("r", "reference", "Folder[Object]", ReferenceArgument(primitive("Fifo")))
        ),
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
        simple(
            ParameterDeclaration("a", "value", "int"), body=simple(ParameterDeclaration("b", "value", "int"))
        ),
        "template",
        "must first be given 'b'",
    ),
    "a type from outside in an inner template": (
        Template(
            (ParameterDeclaration("T", "value_type"),),
            composite(
                {
                    "x": simple(
                        ParameterDeclaration("n", "value", "T", ValueArgument(1)),
                    )
                }
            ),
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


# References that are wrong.

LABEL = ("label", ValueArgument("l"))
SIZE = ("size", ValueArgument(RecordValue((("width", 1),))))


def labelled(*arguments: tuple[str, Argument]) -> Parameterized:
    """The template Labelled with some arguments."""
    return Parameterized(primitive("Labelled"), arguments)


WRONG: dict[str, tuple[Reference, str, str]] = {
    "missing primitive": (GONE, "missing", "Gone (0xabc version 3 or later) is not installed here; install"),
    "missing without a name": (
        Primitive(0xABC),
        "missing",
        "an object without a name (0xabc) is not installed",
    ),
    "newer version": (primitive("Note", version=2), "missing", "version 2 or later"),
    "missing parameter": (labelled(LABEL), "parameter", "Labelled is not given its parameter 'size'"),
    "unknown parameter": (
        labelled(LABEL, SIZE, ("colour", ValueArgument("red"))),
        "parameter",
        "Labelled has no parameter 'colour'; there are 'label', 'size'",
    ),
    "value of another kind": (
        labelled(("label", ValueArgument(1)), SIZE),
        "argument",
        "the argument 'label' of Labelled does not fit: '1' is not text",
    ),
    "yes is no number": (
        given("Counter", step=ValueArgument(True)),
        "argument",
        "'True' is not a whole number",
    ),
    "item of another kind": (
        given("Counter", names=ValueArgument(ListValue(("a", 1)))),
        "argument",
        "item 2: '1' is not text",
    ),
    "list where none belongs": (
        labelled(("label", ValueArgument(ListValue())), SIZE),
        "argument",
        "a list is not text",
    ),
    "text where a list belongs": (
        given("Counter", names=ValueArgument("a")),
        "argument",
        "'a' is not a list of text",
    ),
    "field that is missing": (
        labelled(LABEL, ("size", ValueArgument(RecordValue()))),
        "argument",
        "the field 'width' is missing",
    ),
    "field of another kind": (
        labelled(LABEL, ("size", ValueArgument(RecordValue((("width", None),))))),
        "argument",
        "the field 'width': nothing is not a number",
    ),
    "key of another kind": (
        given("Table", rows=ValueArgument(MapValue(((1, ListValue()),)))),
        "argument",
        "a key: '1' is not text",
    ),
    "entry of another kind": (
        given("Table", rows=ValueArgument(RecordValue((("x", ListValue((None,))),)))),
        "argument",
        "the entry 'x': item 1: nothing is not a whole number",
    ),
    "type parameter as a value": (
        Parameterized(
            simple(ParameterDeclaration("T", "value_type"), body=given("Counter", step=ParameterUse("T"))),
            (("T", TypeArgument("int")),),
        ),
        "argument",
        "the argument 'step' of Counter must be a value",
    ),
    "value parameter as a type": (
        Parameterized(
            simple(ParameterDeclaration("n", "value", "int"), body=given("Defaulted", T=ParameterUse("n"))),
            (("n", ValueArgument(1)),),
        ),
        "argument",
        "the argument 'T' of Defaulted must be a type of values",
    ),
    "value parameter of another kind": (
        Parameterized(
            simple(ParameterDeclaration("n", "value", "text"), body=given("Counter", step=ParameterUse("n"))),
            (("n", ValueArgument("a")),),
        ),
        "argument",
        "`parameter n` has text; `step` allows only a whole number",
    ),
    "field that nobody knows": (
        labelled(LABEL, ("size", ValueArgument(MapValue((("width", 1), (2, 3)))))),
        "argument",
        "there is no field '2'",
    ),
    "nothing for an option": (
        given("Perhaps", channel=ValueArgument(RecordValue())),
        "argument",
        "a record is not",
    ),
    "value for a reference": (
        given("Board", channel=ValueArgument("x")),
        "argument",
        "must be a reference to an object",
    ),
    "type for a value": (given("Counter", step=TypeArgument("int")), "argument", "must be a value"),
    "reference for a value": (
        given("Counter", step=ReferenceArgument(primitive("Fifo"))),
        "argument",
        "the argument 'step' of Counter does not fit",
    ),
    "unfitting reference": (
        given("Board", channel=ReferenceArgument(primitive("Counter"))),
        "argument",
        "endpoint `channel`",
    ),
    "type out of bounds": (
        given("Pipe", T=TypeArgument("bytes"), room=ValueArgument(ListValue())),
        "argument",
        "the argument 'T' of Pipe does not fit",
    ),
    "value for a type": (
        given("Defaulted", T=ValueArgument(1)),
        "argument",
        "the argument 'T' of Defaulted must be a type of values",
    ),
    "type of another sort": (
        given("Defaulted", T=TypeArgument("Channel[text]")),
        "type",
        "it is a type of objects, and a type of values is needed",
    ),
    "use outside of a template": (
        given("Defaulted", T=ParameterUse("X")),
        "parameter",
        "there is no parameter 'X' in the templates around",
    ),
    "use as a value outside of a template": (
        given("Counter", step=ParameterUse("X")),
        "parameter",
        "there is no parameter 'X' in the templates around",
    ),
    "type parameter not given": (
        given("Box", inside=ReferenceArgument(primitive("Fifo"))),
        "parameter",
        "Box is not given its parameter 'O'",
    ),
    "arguments for an object": (
        Parameterized(primitive("Fifo"), (("a", ReferenceArgument(primitive("Total"))),)),
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
        External("a", "Object", primitive("Fifo")),
        "external",
        "a cannot be fetched: endpoint `folder`",
    ),
    "external of no type": (External("a", "Nonsense", REGISTRY), "type", "no type named Nonsense"),
    "unknown component": (
        composite({"a": primitive("Fifo")}, (), ("x b.y",)),
        "component",
        "there is no component 'b'; there are 'a'",
    ),
    "no components at all": (
        composite({}, (), ("x b.y",)),
        "component",
        "there is no component 'b'; there are none",
    ),
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
    "connected and exported": (
        composite(
            {"a": primitive("Reader"), "c": primitive("Fifo")}, ("a.channel c.channel",), ("x c.channel",)
        ),
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
    components: dict[str, Reference] = {f"c{number}": primitive("Fifo") for number in range(20)}
    assert messages(composite(components, (), ("x y.z",))) == [
        "there is no component 'y'; there are 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7' …"
    ]


# What is missing keeps the rest from nothing.


def test_a_placeholder_lets_the_rest_check() -> None:
    reference = composite(
        {"gone": GONE, "n": primitive("Note"), "f": primitive("Fifo")},
        ("n.channel f.channel", "gone.a gone.b"),
        ("x gone.c", "view n.view"),
    )
    assert sorted(kinds(reference)) == ["connection", "missing"]
    with pytest.raises(UntypedReferenceError, match="Gone") as caught:
        Checker(CATALOGUE).type_of(reference)
    assert len(caught.value.problems) == 2


def test_a_placeholder_can_say_its_type() -> None:
    said = Primitive(0xABC, 0, "Gone", as_type="Channel[int]")
    assert kinds(said) == ["missing"]
    assert type_of(said) == canonical("Channel[int]")
    wired = composite({"g": said, "r": primitive("Reader")}, ("g.channel r.channel",))
    assert sorted(kinds(wired)) == ["connection", "connection", "missing"]


def test_nothing_follows_from_what_is_unknown() -> None:
    inner = composite({"gone": GONE}, (), ("a gone.a",))
    assert kinds(composite({"i": inner, "f": primitive("Fifo")}, ("i.b f.channel",), ("x i.a",))) == [
        "missing"
    ]
    assert kinds(given("Board", channel=ReferenceArgument(inner))) == ["missing"]
    assert kinds(Composite(inner.components, (), inner.exports, "Channel[text]")) == ["missing"]
    assert kinds(External("a", "Object", GONE)) == ["missing"]
    assert kinds(
        Parameterized(GONE, (("a", ReferenceArgument(primitive("Fifo"))), ("b", ValueArgument(1))))
    ) == ["missing"]
    assert kinds(simple(body=GONE)) == ["missing"]
    unknown_argument = Parameterized(primitive("Counter"), (("nobody", ReferenceArgument(GONE)),))
    assert sorted(kinds(unknown_argument)) == ["missing", "parameter"]


def test_nothing_follows_from_a_parameter_that_is_missing() -> None:
    template = simple(
        ParameterDeclaration("T", "value_type"),
        ParameterDeclaration("r", "reference", "Channel[T]"),
        body=composite({"x": ParameterUse("r"), "y": primitive("Reader")}, ("x.channel y.channel",)),
    )
    assert kinds(applied(template, r=ReferenceArgument(primitive("Fifo")))) == ["parameter"]


def test_a_template_by_itself_fails_only_when_no_choice_can_save_it() -> None:
    declared = (
        ParameterDeclaration("T", "value_type"),
        ParameterDeclaration("E", "endpoint_type"),
        ParameterDeclaration(
            "o", "reference", "object{ e: $E:endpoint; channel: endpoint{ in send(list[T]) } }"
        ),
    )
    free = composite({"o": ParameterUse("o"), "f": primitive("Fifo")}, ("o.e f.channel",))
    assert check(simple(*declared, body=free)) == []
    hopeless = composite({"o": ParameterUse("o"), "r": primitive("Reader")}, ("o.channel r.channel",))
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
        {"outer": composite({"inner": External("a", "Nonsense", primitive("Registry", line=9), line=8)})}
    )
    (problem,) = check(deep)
    assert (problem.path, problem.line) == (("outer", "inner"), 8)
    argument = given("Board", channel=ReferenceArgument(Primitive(0xABC, line=4)))
    (problem,) = check(Document(argument))
    assert (problem.path, problem.line) == (("channel",), 4)


def test_a_reference_nested_beyond_reason_is_refused() -> None:
    reference: Reference = primitive("Registry")
    for _ in range(300):
        reference = External("a", "Folder[Object]", reference)
    assert any("nested more than 64 deep" in message for message in messages(reference))


def test_a_type_that_grows_beyond_reason_is_refused() -> None:
    exports = tuple(f"{'x' * 100}{number} c{number}.channel" for number in range(3000))
    components: dict[str, Reference] = {f"c{number}": primitive("Fifo") for number in range(3000)}
    assert messages(composite(components, (), exports)) == [
        "its type cannot be made: the type is longer than 262144 characters; split it"
    ]


def test_a_thousand_components_are_checked_in_no_time() -> None:
    components: dict[str, Reference] = {}
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
    assert Checker(CATALOGUE, names).check(primitive("Fifo", as_type="Mine")) == []
    assert kinds(primitive("Fifo", as_type="Mine")) == ["type"]
