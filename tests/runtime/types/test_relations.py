# SPDX-License-Identifier: BSD-3-Clause
"""Relations: variables, templates, cache, and types made to be slow."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import pytest

from app.runtime.types import (
    HOLDS,
    INT,
    STANDARD,
    EndpointType,
    Formalisms,
    ListOf,
    Record,
    TypeModelError,
    Verdict,
    is_subtype,
    match,
    parse_endpoint_type,
    parse_type,
    parse_value_type,
    union_of,
)
from app.runtime.types.comparison import MAX_STEPS
from app.runtime.types.core import MAX_DEPTH
from app.runtime.types.verdict_cache import VerdictCache
from app.runtime.types.verdicts import Reason


def below(a: str, b: str) -> bool:
    return is_subtype(parse_type(a), parse_type(b)).holds


@pytest.mark.parametrize(
    ("a", "b", "holds"),
    [
        ("$T", "$T", True),
        ("$T", "$U", False),
        ("$T", "anything", True),
        ("$T", "$T | int", True),
        ("list[$T]", "list[$T | null]", True),
        ("int", "$T", False),
        ("$E:endpoint", "$E:endpoint", True),
        ("$E:endpoint", "$F:endpoint", False),
        ("$E:endpoint", "~$E", False),
        ("$E:endpoint with provides reliability(total)", "$E:endpoint", True),
        ("$E:endpoint", "$E:endpoint with provides reliability(total)", False),
        ("~$E with provides reliability(total)", "~$E with provides reliability(fifo) requires security(intact)", True),
        ("$E:endpoint with requires reliability(fifo)", "$E:endpoint", False),
        ("$O:object", "$O:object", True),
        ("object{ e: $E }", "object{ e: $E }", True),
        ("object{ e: $E; f: endpoint{} }", "object{ e: $E }", True),
        ("reference[$O]", "reference[object{}]", False),
    ],
)
def test_variables_are_only_below_themselves(a: str, b: str, holds: bool) -> None:
    assert below(a, b) is holds


def test_an_endpoint_matches_its_dual_also_in_templates() -> None:
    one: Any = parse_type("$E:endpoint with provides reliability(total)")
    two: Any = parse_type("~$E with requires reliability(fifo)")
    assert match(one, two).holds
    assert match(two, one).holds
    assert not match(one, one).holds


def test_templates_have_no_subtypes() -> None:
    one, two = "template[n: int] object{}", "template[m: int] object{}"
    assert below(one, one)
    assert not below(one, two)
    assert not below(one, "object{}")
    assert not below("object{}", one)


def test_sorts_do_not_mix() -> None:
    assert not below("int", "endpoint{}")
    assert not below("reference[object{}]", "object{}")
    with pytest.raises(TypeModelError, match="match needs an endpoint type"):
        match(INT, EndpointType())  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("a", "b", "holds"),
    [
        ("Channel[int]", "Channel[int]", True),
        ("Channel[int]", "Channel[float]", False),
        ("Channel[int]", "Object", True),
        ("ReliableChannel[int]", "Channel[int]", True),
        ("CheckpointedChannel[int, text]", "Object", True),
        ("EditableFolder[Channel[int]]", "Folder[Channel[int]]", True),
        ("Folder[ReliableChannel[int]]", "Folder[Channel[int]]", True),
        ("Folder[Channel[int]]", "Folder[Object]", True),
        ("Folder[Object]", "Folder[Channel[int]]", False),
        ("Membership", "Membership", True),
    ],
)
def test_standard_types(a: str, b: str, holds: bool) -> None:
    assert below(a, b) is holds


def test_every_standard_type_is_read_back_from_its_text() -> None:
    for known in STANDARD:
        assert parse_type(str(known.type)) == known.type
        assert known.description


def test_the_example_of_the_model() -> None:
    """An application that needs FIFO and at most once meets a channel that promises total order."""
    application = parse_endpoint_type(
        """endpoint{ out send(text); in receive(text); requires reliability(at most once, fifo);
        provides identifiers(unique) }"""
    )
    channel = parse_endpoint_type(
        """endpoint{ in send(text); out receive(text); requires identifiers(unique);
        provides reliability(at most once, total);
        provides timing(99 percent of receive within 10 s of send) }"""
    )
    assert match(application, channel).holds


def test_the_type_of_the_prototype_can_be_written() -> None:
    term = parse_type(
        """object{
            channel: endpoint{ in send(text); out receive(text);
                requires precedence(event Send never precedes event Connect);
                provides precedence(event Send never precedes event Receive) };
            requires cardinality(at most one instance of Channel can be connected)
        }"""
    )
    again = parse_type(
        """object{
            channel: endpoint{ in send(text); out receive(text);
                requires precedence(send never precedes connect) };
            requires cardinality(at most one instance of channel)
        }"""
    )
    assert is_subtype(term, again).holds


# Cache.


def test_verdicts_are_remembered_by_digest() -> None:
    a, b = parse_type("{memory: int}"), parse_type("{memory: text}")
    first = is_subtype(a, b)
    assert is_subtype(parse_type("{ memory : int }"), b) is first
    assert is_subtype(a, b, Formalisms()) == first


def verdict(size: int) -> Verdict:
    return Verdict(False, (Reason("value", (), "x"),) * size)


def test_the_memory_is_bounded_and_keeps_what_is_used() -> None:
    memory = VerdictCache(10)
    keys = [("match", 0, str(i), "") for i in range(100)]
    for key in keys:
        memory.put(key, verdict(1))
        assert memory.get(keys[0]) is not None
        assert len(memory) <= 20
    assert all(memory.get(key) == verdict(1) for key in keys[-9:])
    assert memory.get(keys[50]) is None


def test_verdicts_with_very_many_reasons_are_not_kept() -> None:
    memory = VerdictCache(10)
    memory.put(("match", 0, "a", "b"), verdict(65))
    assert memory.get(("match", 0, "a", "b")) is None
    memory.put(("match", 0, "a", "b"), HOLDS)
    assert memory.get(("match", 0, "a", "b")) is HOLDS


# Types made to be slow.


def nested(innermost: str, levels: int) -> Any:
    term: Any = parse_type(innermost)
    for _ in range(levels):
        term = ListOf(term)
    return term


def in_a_shallow_stack(check: Any) -> list[Any]:
    """Run the check on a thread of its own with little stack left for recursion."""
    results: list[Any] = []

    def run() -> None:
        results.append(check())

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(500)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(limit)
    return results


def test_the_deepest_types_are_compared_in_little_stack() -> None:
    one, two = nested("int", MAX_DEPTH - 1), nested("text", MAX_DEPTH - 1)
    (found,) = in_a_shallow_stack(lambda: is_subtype(one, two))
    assert found.explain("A", "B") == [", ".join(["items"] * 63) + ": `A` has a whole number; `B` allows only text"]
    records = parse_value_type("{x: " * 63 + "int" + "}" * 63)
    (found,) = in_a_shallow_stack(lambda: is_subtype(records, parse_value_type("{x: " * 63 + "text" + "}" * 63)))
    assert len(found.leaves()) == 1
    linked = "reference[object{ e: endpoint{ in a(" * 20 + "int" + ") } }]" * 20
    other = "reference[object{ e: endpoint{ in a(" * 20 + "text" + ") } }]" * 20
    (found,) = in_a_shallow_stack(lambda: is_subtype(parse_type(linked), parse_type(other)))
    assert len(found.leaves()) == 1


def test_entangled_unions_end_in_a_verdict() -> None:
    def tangle(letter: str) -> Any:
        inner = [union_of(*(Record.of({f"{letter}{i}x{j}": INT}) for j in range(100))) for i in range(60)]
        return union_of(*(Record.of({"x": term, f"n{i}": INT}, is_open=True) for i, term in enumerate(inner)))

    a, b = ListOf(tangle("p")), ListOf(tangle("q"))
    start = time.process_time()
    found = is_subtype(a, b)
    assert not found.holds
    assert time.process_time() - start < 20
    wide = union_of(*(ListOf(nested(f"{{p{i}: int}}", 3)) for i in range(100)))
    assert not is_subtype(wide, ListOf(wide)).holds


def test_too_many_steps_are_a_reason() -> None:
    def options(letter: str) -> Any:
        return union_of(*(Record.of({f"{letter}{i}": INT}) for i in range(128)))

    many = {f"field {i}": options("p") for i in range(40)}
    other = {f"field {i}": union_of(*(Record.of({f"q{i}x{j}": INT}) for j in range(127))) for i in range(40)}
    assert MAX_STEPS < 40 * 128 * 127
    start = time.process_time()
    found = is_subtype(Record.of(many), Record.of(other))
    assert time.process_time() - start < 20
    assert found.explain("A", "B") == ["`A` and `B` are too entangled to compare"]
    assert [leaf.kind for leaf in found.leaves()] == ["size"]


def test_large_types_are_compared_in_linear_time() -> None:
    def seconds(size: int) -> float:
        names = [f"f{i:05}" for i in range(size)]
        whole, broken, texts = (
            parse_type("{" + ", ".join(f"{name}: {kind}" for name in names) + "}") for kind in ("int", "float", "text")
        )
        start = time.process_time()
        assert is_subtype(whole, broken).holds
        assert len(is_subtype(texts, broken).leaves()) == size
        return time.process_time() - start

    seconds(100)
    # Eight times the size takes eight times as long, and not sixty-four.
    assert seconds(8_000) < 32 * seconds(1_000) + 0.1
