# SPDX-License-Identifier: BSD-3-Clause
"""Summaries of every kind of reference, also with missing parts."""

from __future__ import annotations

from app.runtime import references as refs
from app.runtime.library import Catalogue, Definition, Library
from app.runtime.references.summary import EndpointSummary, LibrarySummary, PartSummary, ScopeSummary
from app.runtime.types import ObjectType, Parameter, TemplateType, parse_object_type, parse_value_type
from tests.runtime.references.installed import CATALOGUE, composite, given, primitive

REGISTRY = primitive("Registry")


def summary(reference: refs.Reference, catalogue: Catalogue = CATALOGUE) -> refs.Summary:
    """The summary of a file with nothing but this reference."""
    return refs.summarize(refs.Document(reference, "T", "D"), catalogue)


def test_kinds() -> None:
    kinds: dict[str, refs.Reference] = {
        "a composite of 1 component": composite({"a": primitive("Fifo")}),
        "a composite of 0 components": refs.Composite(),
        "a template with arguments": given("Counter"),
        "an object that is fetched from a folder": refs.External("a", "Object", REGISTRY),
        "a template": refs.Template((), refs.Composite()),
        "an installed object": primitive("Fifo"),
        "the parameter of a template": refs.ParameterUse("a"),
    }
    for kind, reference in kinds.items():
        assert summary(reference).kind == kind


def test_endpoints_in_words() -> None:
    (channel, view) = summary(primitive("Note")).endpoints
    assert channel == EndpointSummary(
        "channel",
        ("receive with text",),
        ("send with text",),
        (),
        ("events delivered in total order (the same for everyone)",),
    )
    assert view == EndpointSummary("view", (), (), (), ())
    assert summary(refs.External("a", "object{ a: endpoint{ in b() } }", REGISTRY)).endpoints[0].takes == ("b",)
    inner = summary(primitive("Order")).endpoints[0]
    assert inner.promises == ("whatever ~$E:endpoint says",)


def test_constraints_of_the_object() -> None:
    assert summary(primitive("Careful")).needs == ("at most one instance of `door` connected at any time",)
    assert summary(primitive("Fifo")).promises == ()


def test_parameters() -> None:
    assert summary(primitive("Counter")).parameters == ("step: int = 1", "names: list[text] = []")
    assert summary(primitive("Board")).parameters[0].endswith("(must be given)")
    template = refs.Template(
        (refs.ParameterDeclaration("r", "reference", "Object", refs.ReferenceArgument(primitive("Fifo"))),),
        refs.Composite(),
    )
    assert summary(template).parameters == ("r: reference[object{}]",)


def test_parts() -> None:
    reference = composite(
        {
            "a": given("Board", channel=refs.ReferenceArgument(refs.External("n", "Channel[text]", REGISTRY))),
            "b": refs.Parameterized(refs.Template((), refs.ParameterUse("x"))),
            "c": refs.Primitive(0x77),
            "d": refs.Parameterized(refs.Primitive(0x78, 3, "Gone")),
        },
        ("a.view c.x",),
        ("e d.e",),
    )
    found = summary(reference)
    assert found.parts == (
        PartSummary("a", "Board with channel"),
        PartSummary("a/channel", "n from Registry"),
        PartSummary("b", "a template"),
        PartSummary("b/@template", "a template"),
        PartSummary("b/@template/@body", "whatever the parameter x is given"),
        PartSummary("c", "0x77 (missing)"),
        PartSummary("d", "Gone (missing)"),
    )
    assert found.missing == ("an object without a name (0x77)", "Gone (0x78 version 3)")
    assert found.connections == ("a.view ─ c.x",)
    assert found.exports == ("d.e as e",)
    assert found.externals == ("n from Registry",)
    assert summary(composite({"i": reference})).connections == ("i: a.view ─ c.x",)
    assert found.type is None
    assert [problem.kind for problem in found.problems] == ["parameter", "missing", "missing"]


def test_scopes_and_libraries() -> None:
    text = parse_value_type("text")
    parameters = (
        Parameter("key", "value", text, hints=(("editor", "key"),)),
        Parameter("address", "value", text, hints=(("editor", "address"),)),
        Parameter("label", "value", text, hints=(("label", "Label"),)),
        Parameter("peer", "reference", ObjectType(), hints=(("editor", "key"),)),
    )
    definition = Definition(0x50, 1, "Net", "A net.", TemplateType(parameters, parse_object_type("Object")))
    library = Definition(
        1, 1, "Library", "Code.", TemplateType((Parameter("URL", "value", text),), parse_object_type("Folder[Object]"))
    )
    catalogue = Catalogue([Library("test", (definition, library))])
    net = refs.Parameterized(
        refs.Primitive(0x50),
        (
            ("key", refs.ValueArgument("0123456789abcdef0123456789abcdef")),
            ("address", refs.ValueArgument("239.1.2.3:5000")),
            ("label", refs.ValueArgument("x")),
            ("peer", refs.ReferenceArgument(refs.Composite())),
        ),
    )
    code = refs.Parameterized(refs.Primitive(1), (("URL", refs.ValueArgument("https://a.example/b.zip")),))
    bare = refs.Parameterized(refs.Primitive(1), (("URL", refs.ReferenceArgument(refs.Composite())),))
    found = summary(
        composite({"n": net, "e": refs.External("x", "Object", code), "f": refs.External("y", "Object", bare)}),
        catalogue,
    )
    assert found.scopes == (ScopeSummary("n", "key", "01234567…"), ScopeSummary("n", "address", "239.1.2.3:5000"))
    assert found.libraries == (
        LibrarySummary("https://a.example/b.zip", ""),
        LibrarySummary("an address that is not given", ""),
    )
    assert summary(given("Counter")).scopes == ()
    assert summary(refs.Parameterized(refs.Primitive(0x99))).scopes == ()
