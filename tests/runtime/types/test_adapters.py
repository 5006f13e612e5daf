# SPDX-License-Identifier: BSD-3-Clause
"""Adapters that mend a wire, wholly or in part, and what they infer from its ends."""

from __future__ import annotations

import pytest

from app.runtime.types import (
    Adapter,
    AdapterOffer,
    EndpointType,
    ObjectType,
    TemplateType,
    Type,
    find_adapters,
    instantiate,
    match,
    match_or_mend,
    parse_endpoint_type,
    parse_type,
)
from app.runtime.types.inference import infer


def adapter(name: str, text: str) -> Adapter:
    term = parse_type(text)
    assert isinstance(term, ObjectType | TemplateType)
    return Adapter(name.lower(), name, term)


def strengthening(name: str, added: str, parameters: str = "") -> Adapter:
    return adapter(name, f"template[E: endpoint type{parameters}] object{{ inner: ~E; outer: E with {added} }}")


ORDER = strengthening("Order", "provides reliability(total)")
PERSIST = strengthening("Persist", "provides reliability(durable)", ", place: text")
ENCRYPT = strengthening("Encrypt", "provides security(encrypted)", ", strength: int = 2")
ALL = strengthening("All", "provides reliability(total, durable) provides security(encrypted)")
DEMANDING = strengthening("Demanding", "provides reliability(total) requires timing(send within 1 ms of send)")
CATALOGUE = [ORDER, PERSIST, ENCRYPT, ALL, DEMANDING]

CHANNEL = parse_endpoint_type("endpoint{ in send(text); out receive(text); provides reliability(fifo) }")


def client(needs: str) -> EndpointType:
    return parse_endpoint_type(f"endpoint{{ out send(text); in receive(text); {needs} }}")


def names(offers: list[AdapterOffer]) -> list[str]:
    return [offer.name for offer in offers]


def test_an_adapter_mends_a_wire_in_either_direction() -> None:
    chart = client("requires reliability(total)")
    (best, *others) = find_adapters(chart, CHANNEL, CATALOGUE)
    assert best == AdapterOffer("all", "All", (("E", CHANNEL),), "outer", "inner")
    assert names(others) == ["Order"]
    (best, *_) = find_adapters(CHANNEL, chart, CATALOGUE)
    assert (best.left_endpoint, best.right_endpoint) == ("inner", "outer")


def test_what_is_offered_does_mend() -> None:
    chart = client("requires reliability(total); requires security(encrypted)")
    for offer in find_adapters(chart, CHANNEL, CATALOGUE):
        template = next(item.type for item in CATALOGUE if item.id == offer.id)
        assert isinstance(template, TemplateType)
        placed = instantiate(template, dict(offer.bindings))
        left, right = placed.endpoint(offer.left_endpoint), placed.endpoint(offer.right_endpoint)
        assert left is not None
        assert right is not None
        assert match(chart, left).holds
        assert match(right, CHANNEL).holds


def test_the_rank_puts_what_needs_least_first() -> None:
    offers = find_adapters(client("requires reliability(durable)"), CHANNEL, CATALOGUE)
    assert [(offer.name, offer.needs) for offer in offers] == [("All", ()), ("Persist", ("place",))]


def test_nothing_mends_a_wire_of_other_events() -> None:
    assert find_adapters(parse_endpoint_type("endpoint{ out jump() }"), CHANNEL, CATALOGUE) == []


FLOW = """object{
    takes: endpoint{ in value(int); in happened(int) }; text: endpoint{ out value(text) };
    texts: endpoint{ out happened(text) }; preview: endpoint{ out shown(text) }
}"""


def test_an_operator_is_an_adapter_between_its_inlet_and_one_of_its_outlets() -> None:
    operator = adapter("Format", FLOW)
    assert operator.sides == ("takes", "text", "texts")
    numbers, texts = (parse_endpoint_type(f"endpoint{{ {event} }}") for event in ("out value(int)", "in value(text)"))
    (offer,) = find_adapters(numbers, texts, [operator])
    assert (offer.left_endpoint, offer.right_endpoint) == ("takes", "text")
    numbers, texts = (
        parse_endpoint_type(f"endpoint{{ {each} }}") for each in ("out happened(int)", "in happened(text)")
    )
    (offer,) = find_adapters(texts, numbers, [operator])
    assert (offer.left_endpoint, offer.right_endpoint) == ("texts", "takes")
    assert find_adapters(numbers, parse_endpoint_type("endpoint{ in shown(text) }"), [operator]) == []


@pytest.mark.parametrize(
    "text",
    [
        "object{ a: endpoint{ in value(int) }; b: endpoint{ in value(int) }; c: endpoint{ out value(int) } }",
        "object{ a: endpoint{ in value(int) }; b: endpoint{ out shown(int) }; c: endpoint{ out shown(int) } }",
        "object{ a: endpoint{ in value(int) } }",
    ],
)
def test_what_has_no_two_sides_is_no_adapter(text: str) -> None:
    assert adapter("X", text).sides == ()


def test_each_reason_carries_its_adapters() -> None:
    chart = client("requires reliability(total, durable); requires security(encrypted)")
    verdict = match_or_mend(chart, CHANNEL, CATALOGUE)
    offers = {leaf.path[-1].name.split()[0]: names(list(leaf.offers)) for leaf in verdict.leaves()}
    assert offers == {"durability": ["All", "Persist"], "events": ["All", "Order"], "security": ["All", "Encrypt"]}
    mends_all = {offer.name: offer.mends_all for leaf in verdict.leaves() for offer in leaf.offers}
    assert mends_all == {"All": True, "Order": False, "Persist": False, "Encrypt": False}
    assert verdict.explain() == match(chart, CHANNEL).explain()


def test_offers_sit_at_the_leaves_of_the_tree() -> None:
    chart = client("requires reliability(total); in other({x: int})")
    channel = parse_endpoint_type("endpoint{ in send(text); out receive(text); out other({x: text}) }")
    convert = adapter(
        "Convert",
        """template[T: value type] object{
            one: endpoint{ out other({x: int}); in send(T); out receive(text) };
            two: endpoint{ in other({x: text}); out send(T); in receive(text) }
        }""",
    )
    verdict = match_or_mend(chart, channel, [convert, ORDER])
    found = [(leaf.path[-1].name, names(list(leaf.offers))) for leaf in verdict.leaves()]
    assert found == [("x", ["Convert"]), ("reliability", ["Order"])]


def test_a_wire_that_holds_needs_nothing() -> None:
    assert match_or_mend(client(""), CHANNEL, CATALOGUE).holds


def test_an_adapter_that_brings_new_trouble_is_not_offered() -> None:
    verdict = match_or_mend(client("requires reliability(total)"), CHANNEL, [DEMANDING])
    assert [leaf.offers for leaf in verdict.leaves()] == [()]


def test_adapters_without_parameters_convert_values() -> None:
    numbers = parse_endpoint_type("endpoint{ out value(int) }")
    texts = parse_endpoint_type("endpoint{ in value(text) }")
    to_text = adapter("To text", "object{ a: endpoint{ in value(int) }; b: endpoint{ out value(text) } }")
    (offer,) = find_adapters(numbers, texts, [to_text])
    assert (offer.left_endpoint, offer.right_endpoint, offer.bindings) == ("a", "b", ())
    (offer,) = find_adapters(texts, numbers, [to_text])
    assert (offer.left_endpoint, offer.right_endpoint) == ("b", "a")


def test_type_parameters_are_inferred_from_the_events() -> None:
    numbers = parse_endpoint_type("endpoint{ out value({x: int}) }")
    lists = parse_endpoint_type("endpoint{ in value(list[{x: int}]) }")
    collect = adapter(
        "Collect", "template[T: value type] object{ a: endpoint{ in value(T) }; b: endpoint{ out value(list[T]) } }"
    )
    (offer,) = find_adapters(numbers, lists, [collect])
    assert offer.bindings == (("T", parse_type("{x: int}")),)


@pytest.mark.parametrize(
    "text",
    [
        "object{ only: endpoint{ in value(int) } }",
        "object{ a: endpoint{}; b: endpoint{}; c: endpoint{} }",
        """template[T: value type, U: value type] object{
            a: endpoint{ in value(T) }; b: endpoint{ out value(text) } }""",
        """template[T: value type under text] object{
            a: endpoint{ in value(T) }; b: endpoint{ out value(text) } }""",
    ],
)
def test_adapters_that_cannot_stand_in_a_wire_are_passed_over(text: str) -> None:
    numbers = parse_endpoint_type("endpoint{ out value(int) }")
    texts = parse_endpoint_type("endpoint{ in value(text) }")
    assert find_adapters(numbers, texts, [adapter("X", text)]) == []


def test_bounds_and_defaults_of_type_parameters_count() -> None:
    numbers = parse_endpoint_type("endpoint{ out value(int) }")
    texts = parse_endpoint_type("endpoint{ in value(text) }")
    bounded = adapter(
        "Bounded",
        """template[T: value type under float, U: value type = text] object{
            a: endpoint{ in value(T) }; b: endpoint{ out value(text) } }""",
    )
    (offer,) = find_adapters(numbers, texts, [bounded])
    assert offer.bindings == (("T", parse_type("int")),)


@pytest.mark.parametrize(
    ("pattern", "target", "found"),
    [
        ("$T", "int", {"T": "int"}),
        ("$T", "object{}", {}),
        ("list[$T]", "list[int]", {"T": "int"}),
        ("list[$T]", "int", {}),
        ("map[$K, $V]", "map[text, int]", {"K": "text", "V": "int"}),
        ("{a: $T, b?: $U}", "{a: int, c: text}", {"T": "int"}),
        ("{a: $T, b: $T}", "{a: int, b: text}", {"T": "int"}),
        ("$T | null", "int | text | null", {"T": "int | text"}),
        ("$T | null", "int", {"T": "int"}),
        ("$T | null", "null", {}),
        ("$T | null", "object{}", {}),
        ("$T | $U", "int", {}),
        ("int | text", "int", {}),
        ("reference[$O]", "reference[object{}]", {"O": "object{}"}),
        ("endpoint[$E]", "endpoint[endpoint{ in a() }]", {"E": "endpoint{ in a() }"}),
        ("~$E", "endpoint{ in a() }", {"E": "endpoint{ out a() }"}),
        ("~$E", "$F:endpoint", {"E": "~$F:endpoint"}),
        ("$E:endpoint with provides r(x)", "endpoint{ in a() }", {"E": "endpoint{ in a() }"}),
        ("~$E", "int", {}),
        ("~$E", "$F", {}),
        ("endpoint{ in a($T); out b($U) }", "endpoint{ in a(int); in b(text); out b(bool) }",
         {"T": "int", "U": "bool"}),
        ("object{ e: $E }", "object{ e: endpoint{}; f: endpoint{} }", {"E": "endpoint{}"}),
    ],
)  # fmt: skip
def test_inference(pattern: str, target: str, found: dict[str, str]) -> None:
    bindings: dict[str, Type] = {}
    infer(parse_type(pattern), parse_type(target), bindings)
    assert {name: str(bound) for name, bound in bindings.items()} == found


def test_what_is_known_is_not_inferred_again() -> None:
    bindings: dict[str, Type] = {"T": parse_type("text")}
    infer(parse_type("list[$T]"), parse_type("list[int]"), bindings)
    assert bindings == {"T": parse_type("text")}
