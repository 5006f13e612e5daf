# SPDX-License-Identifier: BSD-3-Clause
"""Replicated variables: every copy agrees, those who come late too, and what makes no sense is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.runtime.activation import DereferenceError, Node, State
from app.runtime.references import Checker, Parameterized, Primitive, Reference, TypeArgument, ValueArgument
from app.runtime.types import match, parse_endpoint_type
from objects_library.channels.local.proxy import _hubs
from objects_library.installed import installed_catalogue
from tests.objects_library.copies import Copy, live, local_channel, opened, reached, replicated, settled

VALUE, COUNTER, SET, MAP, LIST, LOCK, LEADER, FORM = range(
    0x0D6E1D1B6AB44B61A1F7F1A2C3D4E501, 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E509
)
ENTRY: dict[str, Any] = {"field": "age", "value": 1, "by": "Eve", "at": datetime(2026, 1, 1, tzinfo=UTC)}


def value(kind: str = "text") -> Reference:
    return replicated(VALUE, local_channel(kind, f"ValueState[{kind}]", "v"), {"T": kind})


def counter() -> Reference:
    return replicated(COUNTER, local_channel("int", "int", "c"))


def a_set() -> Reference:
    return replicated(SET, local_channel("SetChange[text]", "list[text]", "s"), {"T": "text"})


def a_map() -> Reference:
    channel = local_channel("MapChange[text, int]", "list[MapEntry[text, int]]", "m")
    return replicated(MAP, channel, {"K": "text", "V": "int"})


def a_list() -> Reference:
    return replicated(LIST, local_channel("ListChange[text]", "ListState[text]", "l"), {"T": "text"})


def form() -> Reference:
    channel = local_channel("FormEntry", "list[FormEntry]", "f")
    return replicated(FORM, channel, {"T": "{name: text, age: int, note?: text | null}"})


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with Node(installed_catalogue(), name="Ann") as made:
        yield made
    assert _hubs == {}


async def test_everyone_sees_the_value_and_the_last_writer_wins(node: Node) -> None:
    one, two = await opened(node, value(), "value"), await opened(node, value(), "value")
    await live(one, two)
    assert one.received == []
    one.send("set", "a")
    two.send("set", "b")
    await one.receives("changed", "b")
    await two.receives("changed", "b")
    late = await opened(node, value(), "value")
    await late.receives("changed", "b")
    assert [name for name, _ in late.received] == ["changed"]


async def test_what_is_set_before_the_channel_is_there_is_not_lost(node: Node) -> None:
    one = await opened(node, value(), "value")
    one.send("set", "early")
    await one.receives("changed", "early")


async def test_a_value_that_is_none_is_refused_and_the_rest_goes_on(node: Node) -> None:
    one = await opened(node, value("int"), "value")
    await live(one)
    one.send("set", 2**70)
    await one.until(lambda: one.all("refused"))
    assert "more than 64 bits" in one.last("refused")
    one.send("set", 3)
    await one.receives("changed", 3)


async def test_no_addition_is_lost(node: Node) -> None:
    copies = [await opened(node, counter(), "counter") for _ in range(3)]
    for number in range(10):
        for copy in copies:
            copy.send("add", number)
    for copy in copies:
        await copy.receives("value", 135)
    late = await opened(node, counter(), "counter")
    await late.receives("value", 135)


async def test_a_sum_that_cannot_be_is_refused_by_all_and_counted(node: Node) -> None:
    one, two = await opened(node, counter(), "counter"), await opened(node, counter(), "counter")
    await live(one, two)
    one.send("add", 2**64 - 1)
    one.send("add", 5)
    two.send("add", -1)
    for copy in (one, two):
        await copy.receives("value", 2**64 - 2)
        assert copy.body._replica.refusals == 1


async def test_a_set(node: Node) -> None:
    one, two = await opened(node, a_set(), "collection"), await opened(node, a_set(), "collection")
    await live(one, two)
    one.send("add", "x")
    two.send("add", "x")
    two.send("add", "y")
    two.send("remove", "nothing")
    one.send("remove", "x")
    await two.receives("removed", "x")
    assert two.all("added") == ["x", "y"]
    late = await opened(node, a_set(), "collection")
    await late.receives("items", ["y"])


async def test_a_map(node: Node) -> None:
    one, two = await opened(node, a_map(), "map"), await opened(node, a_map(), "map")
    await live(one, two)
    one.send("put", {"key": "a", "value": 1})
    two.send("put", {"key": "b", "value": 2})
    two.send("put", {"key": "a", "value": 3})
    one.send("remove", "b")
    one.send("remove", "never")
    await two.receives("removed", "b")
    assert two.all("removed") == ["b"]
    late = await opened(node, a_map(), "map")
    await late.receives("entries", [{"key": "a", "value": 3}])


def shown(copy: Copy) -> list[tuple[UUID, str]]:
    """The list as somebody sees it who only follows the events."""
    order: list[UUID] = []
    values: dict[UUID, str] = {}

    def put(item: UUID, after: UUID | None) -> None:
        order.insert(0 if after is None else order.index(after) + 1, item)

    for event, told in copy.received:
        match_event(event, told, order, values, put)
    return [(item, values[item]) for item in order]


def match_event(event: str, told: Any, order: list[UUID], values: dict[UUID, str], put: Any) -> None:
    if event == "items":
        order[:] = [each["item"] for each in told]
        values.update({each["item"]: each["value"] for each in told})
    elif event == "inserted":
        put(told["item"], told["after"])
        values[told["item"]] = told["value"]
    elif event == "moved":
        order.remove(told["item"])
        put(told["item"], told["after"])
    elif event == "replaced":
        values[told["item"]] = told["value"]
    elif event == "removed":
        order.remove(told)


async def test_a_list_is_the_same_for_all_who_change_it_at_a_time(node: Node) -> None:
    one, two = await opened(node, a_list(), "list"), await opened(node, a_list(), "list")
    await live(one, two)
    a, b, c, d, e = (uuid4() for _ in range(5))
    one.send("insert", {"item": a, "value": "a"})
    one.send("insert", {"item": b, "value": "b", "after": a})
    two.send("insert", {"item": c, "value": "c", "after": a})
    one.send("remove", a)
    two.send("insert", {"item": d, "value": "d", "after": a})  # a is gone: its place is not
    two.send("move", {"item": b, "after": None})
    one.send("replace", {"item": c, "value": "C"})
    one.send("insert", {"item": e, "value": "e", "after": c})
    await one.until(lambda: e in [item for item, _ in shown(one)])
    await two.until(lambda: e in [item for item, _ in shown(two)])
    assert shown(one) == shown(two) == [(b, "b"), (d, "d"), (c, "C"), (e, "e")]
    late = await opened(node, a_list(), "list")
    await late.until(lambda: shown(late) == shown(one))


async def test_a_change_of_a_list_that_makes_no_sense_is_refused_by_all(node: Node) -> None:
    one, two = await opened(node, a_list(), "list"), await opened(node, a_list(), "list")
    await live(one, two)
    a = uuid4()
    one.send("insert", {"item": a, "value": "a"})
    one.send("insert", {"item": a, "value": "again"})
    one.send("move", {"item": a, "after": a})
    one.send("remove", uuid4())
    one.body._replica.send({"kind": "explode", "item": a, "after": None, "value": []})
    one.body._replica.send({"kind": "insert", "item": uuid4(), "after": None, "value": []})
    two.send("insert", {"item": uuid4(), "value": "last", "after": uuid4()})
    await two.until(lambda: len(shown(two)) == 2)
    await one.until(lambda: len(shown(one)) == 2)
    assert [text for _, text in shown(one)] == ["a", "last"]
    assert one.body._replica.refusals == two.body._replica.refusals == 5


async def test_a_form_shows_who_wrote_what_and_when(node: Node) -> None:
    async with Node(installed_catalogue(), name="Bob") as other:
        one, two = await opened(node, form(), "form"), await opened(other, form(), "form")
        await live(one, two)
        one.send("set", {"field": "name", "value": "Zoe"})
        two.send("set", {"field": "age", "value": 7})
        await one.until(lambda: len(one.all("changed")) == 2)
        name, age = one.all("changed")
        assert (name["field"], name["value"], name["by"]) == ("name", "Zoe", "Ann")
        assert (age["field"], age["value"], age["by"]) == ("age", 7, "Bob")
        assert name["at"].tzinfo is not None
        late = await opened(other, form(), "form")
        await late.until(lambda: len(late.all("changed")) == 2)
        assert late.all("changed") == [name, age]


async def test_a_form_refuses_what_does_not_fit(node: Node) -> None:
    one, two = await opened(node, form(), "form"), await opened(node, form(), "form")
    await live(one, two)
    one.send("set", {"field": "age", "value": "seven"})
    one.send("set", {"field": "size", "value": 1})
    await one.until(lambda: len(one.all("refused")) == 2)
    assert [refusal["field"] for refusal in one.all("refused")] == ["age", "size"]
    assert "it has age, name, note" in one.last("refused")["reason"]
    one.body._replica.send({**ENTRY, "field": "age", "value": "hostile"})
    one.body._replica.send({**ENTRY, "by": "x" * 1000})
    one.body._replica.send(ENTRY)
    await two.until(lambda: two.all("changed"))
    assert two.all("changed") == [ENTRY]
    assert two.body._replica.refusals == 2


async def test_a_form_must_have_fields(node: Node) -> None:
    channel = local_channel("FormEntry", "list[FormEntry]", "f")
    with pytest.raises(DereferenceError, match="a form has named fields; let T be a record"):
        await node.dereference(replicated(FORM, channel, {"T": "int"}))


async def test_an_object_fails_visibly_when_its_channel_does(node: Node) -> None:
    one = await opened(node, counter(), "counter")
    await live(one)
    one.body._replica._channel.emit("send", "no number")  # breaks the channel, which checks what it is given
    await reached(one.proxy, State.FAILED)
    assert "its channel has ended" in str(one.proxy.failure)


def test_how_changes_merge_is_in_the_type() -> None:
    catalogue = installed_catalogue()
    checker = Checker(catalogue)
    wants = parse_endpoint_type("endpoint{ out set(text); requires merge(crdt) }")
    has = dict(checker.type_of(value()).endpoints)["value"]  # type: ignore[union-attr]
    verdict = match(has, wants)
    assert not verdict.holds
    needs = "merging by structure, as a CRDT does (all edits count, at their place, in whatever order)"
    gives = "the last writer's value (of changes at the same time one remains)"
    assert verdict.explain("Shared value", "Minutes") == [
        "event `changed`: `Shared value` sends it; `Minutes` does not accept it",
        "event `refused`: `Shared value` sends it; `Minutes` does not accept it",
        f"`Minutes` needs {needs}; `Shared value` only promises {gives}",
    ]


def test_a_channel_without_checkpoints_does_not_do_and_the_reason_is_said() -> None:
    checker = Checker(installed_catalogue())
    arguments = (("T", TypeArgument("int")), ("name", ValueArgument("x")))
    weak = Parameterized(Primitive(0x9F4AEACE30B5D219A8C9C8C995B2EA79), arguments)
    problems = [problem.message for problem in checker.check(replicated(COUNTER, weak))]
    assert any("promises checkpoints (newcomers receive the state so far" in message for message in problems)


async def test_two_nodes_in_two_threads_agree(node: Node) -> None:
    here = await opened(node, counter(), "counter")

    async def elsewhere() -> None:
        async with Node(installed_catalogue()) as other:
            there = await opened(other, counter(), "counter")
            for _ in range(20):
                there.send("add", 1)
            await there.receives("value", 25)

    work = asyncio.create_task(asyncio.to_thread(lambda: asyncio.run(elsewhere())))
    for _ in range(5):
        here.send("add", 1)
    await here.receives("value", 25)
    await work
    await settled(node)
