# SPDX-License-Identifier: BSD-3-Clause
"""A service by a group: every request ends with one answer or one reason, whoever dies meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime import references as refs
from app.runtime.activation import Node
from app.runtime.types import ObjectType, is_subtype, parse_object_type
from objects_library.installed import installed_catalogue
from objects_library.replication.replica import RefusedChangeError
from objects_library.services.group_service.requests import MOST_RUNNING, Requests
from tests.objects_library.copies import Copy, live, local_channel, opened, replicated
from tests.objects_library.variables.test_lock_and_leader import silence

CATALOGUE = installed_catalogue()
SERVICE, CALCULATOR = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E520, 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E521


def service(question: str = "text", answer: str = "text", **values: Any) -> refs.Reference:
    inside = f"[{question}, {answer}]"
    channel = local_channel(f"ServiceChange{inside}", f"ServiceState{inside}", "service")
    return replicated(SERVICE, channel, {"Q": question, "A": answer}, **values)


class Member:
    """One who takes part: asks at one endpoint, and serves at another if it wants to."""

    def __init__(self, node: Node, asks: Copy) -> None:
        self.node = node
        self.asks = asks
        self.serves: Copy | None = None

    def serve(self) -> Copy:
        self.serves = Copy(self.node, self.asks.proxy, "serving")
        return self.serves

    def ask(self, question: Any, name: UUID | None = None) -> UUID:
        name = name or uuid4()
        self.asks.send("request", {"request": name, "question": question})
        return name

    async def asked(self, name: UUID) -> dict[str, Any]:
        assert self.serves is not None
        serves = self.serves
        await serves.until(lambda: [each for each in serves.all("serve") if each["request"] == name])
        found: dict[str, Any] = [each for each in serves.all("serve") if each["request"] == name][-1]
        return found

    def answer(self, name: UUID, answer: Any) -> None:
        assert self.serves is not None
        self.serves.send("answer", {"request": name, "answer": answer})

    async def end(self, name: UUID) -> tuple[str, Any]:
        """What became of a request, which is told once."""

        def ends() -> list[tuple[str, Any]]:
            told = [(kind, value) for kind, value in self.asks.received if kind in ("answered", "failed")]
            return [(kind, value) for kind, value in told if value["request"] == name]

        await self.asks.until(ends)
        ((kind, value),) = ends()
        return kind, value["answers"] if kind == "answered" else value["reason"]

    async def outcome(self, name: UUID) -> tuple[str, Any, str]:
        self.asks.send("query", name)
        count = len(self.asks.all("outcome"))
        await self.asks.until(lambda: len(self.asks.all("outcome")) > count or self.asks.last("outcome"))
        last = self.asks.last("outcome")
        assert last["request"] == name
        return last["state"], last["answers"], last["reason"]


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with AsyncExitStack() as stack:
        names = ("Ann", "Bob", "Cid", "Dan")
        yield [await stack.enter_async_context(Node(CATALOGUE, name=name)) for name in names]


async def members(nodes: list[Node], servers: int, reference: refs.Reference) -> list[Member]:
    """Some who take part, of whom those behind the first serve."""
    made = []
    for number, node in enumerate(nodes):
        member = Member(node, await opened(node, reference, "service"))
        await live(member.asks)
        if 0 < number <= servers:
            member.serve()
        made.append(member)
    await serving(made[0], servers)
    return made


async def serving(member: Member, count: int) -> None:
    async with asyncio.timeout(10):
        for _ in range(100_000):
            if len(member.asks.body._requests.servers) == count:
                return
            await asyncio.sleep(0)


async def test_any_one_answers_and_work_is_shared(nodes: list[Node]) -> None:
    ann, bob, cid, _ = await members(nodes, 2, service())
    one, two = ann.ask("a"), ann.ask("b")
    assert (await bob.asked(one))["question"] == "a"
    assert (await cid.asked(two))["question"] == "b"
    assert await ann.outcome(one) == ("running", [], "")
    cid.answer(two, "B")
    bob.answer(one, "A")
    assert await ann.end(one) == ("answered", ["A"])
    assert await ann.end(two) == ("answered", ["B"])
    assert await bob.outcome(one) == ("done", ["A"], "")


async def test_who_takes_over_when_a_server_dies(nodes: list[Node]) -> None:
    ann, bob, cid, dan = await members(nodes, 2, service())
    name = ann.ask("q")
    assert (await bob.asked(name))["attempt"] == 1
    bob.asks.proxy.close()
    assert (await cid.asked(name))["attempt"] == 2
    cid.answer(name, "from Cid")
    assert await ann.end(name) == ("answered", ["from Cid"])
    assert await dan.outcome(name) == ("done", ["from Cid"], "")


async def test_an_answer_that_comes_too_late_counts_for_nothing(nodes: list[Node]) -> None:
    ann, bob, cid, _ = await members(nodes, 2, service(lease=0.3))
    name = ann.ask("q")
    await bob.asked(name)
    send = bob.asks.body._replica.send
    silence(bob.asks)
    await cid.asked(name)
    bob.asks.body._replica.send = send
    bob.answer(name, "old")
    cid.answer(name, "new")
    assert await ann.end(name) == ("answered", ["new"])


async def test_nobody_serves(nodes: list[Node]) -> None:
    ann, *_ = await members(nodes[:1], 0, service())
    assert await ann.end(ann.ask("q")) == ("failed", "nobody serves it")


async def test_the_last_server_dies(nodes: list[Node]) -> None:
    ann, bob = await members(nodes[:2], 1, service())
    name = ann.ask("q")
    await bob.asked(name)
    silence(bob.asks)
    bob.asks.proxy.close()
    assert await ann.end(name) == ("failed", "Bob is gone, and nobody else serves it")
    assert await ann.outcome(name) == ("failed", [], "Bob is gone, and nobody else serves it")


async def test_no_answer_in_time(nodes: list[Node]) -> None:
    ann, bob = await members(nodes[:2], 1, service(patience=0.2))
    name = ann.ask("q")
    await bob.asked(name)
    assert await ann.end(name) == ("failed", "no answer within 0.2 s")
    bob.answer(name, "late")
    other = ann.ask("r")
    await bob.asked(other)
    bob.answer(other, "in time")
    assert await ann.end(other) == ("answered", ["in time"])
    assert await bob.outcome(name) == ("failed", [], "no answer within 0.2 s")


async def test_refusal_goes_to_the_next_and_then_to_whoever_asked(nodes: list[Node]) -> None:
    ann, bob, cid, _ = await members(nodes, 2, service())
    name = ann.ask("q")
    for member in (bob, cid):
        await member.asked(name)
        assert member.serves is not None
        member.serves.send("refuse", {"request": name, "reason": "no time"})
    assert await ann.end(name) == ("failed", "Cid refused: no time, and nobody else serves it")


async def test_the_same_name_is_not_done_twice(nodes: list[Node]) -> None:
    ann, bob, _, dan = await members(nodes, 1, service())
    name = ann.ask("q")
    await bob.asked(name)
    bob.answer(name, "once")
    assert await ann.end(name) == ("answered", ["once"])
    ann.ask("q", name)
    dan.ask("q", name)
    for member in (ann, dan):
        await member.asks.until(lambda: member.asks.all("outcome"))  # noqa: B023 - awaited at once
        assert member.asks.last("outcome")["answers"] == ["once"]
    assert bob.serves is not None
    assert len(bob.serves.all("serve")) == 1


async def test_all(nodes: list[Node]) -> None:
    ann, bob, cid, dan = await members(nodes, 3, service(policy="all"))
    name = ann.ask("q")
    for member in (bob, cid, dan):
        await member.asked(name)
    dan.answer(name, "D")
    bob.answer(name, "B")
    cid.answer(name, "C")
    assert await ann.end(name) == ("answered", ["D", "B", "C"])
    assert ann.asks.last("answered")["by"] == ["Dan", "Bob", "Cid"]
    name = ann.ask("r")
    await cid.asked(name)
    bob.asks.proxy.close()
    assert await ann.end(name) == ("failed", "Bob is gone")


async def test_the_first_two(nodes: list[Node]) -> None:
    ann, bob, cid, dan = await members(nodes, 3, service(policy="first", first=2))
    name = ann.ask("q")
    await dan.asked(name)
    dan.answer(name, "D")
    bob.answer(name, "B")
    cid.answer(name, "C")
    assert await ann.end(name) == ("answered", ["D", "B"])
    name = ann.ask("r")
    await dan.asked(name)
    bob.asks.proxy.close()
    cid.asks.proxy.close()
    assert await ann.end(name) == ("failed", "Cid is gone, and fewer than 2 are left")
    assert await ann.end(ann.ask("s")) == ("failed", "2 servers are needed, and 1 serve")


async def test_the_leader(nodes: list[Node]) -> None:
    ann, bob, cid, _ = await members(nodes, 2, service(policy="leader"))
    for _ in range(3):
        name = ann.ask("q")
        await bob.asked(name)
        bob.answer(name, "B")
        assert await ann.end(name) == ("answered", ["B"])
    assert bob.serves is not None
    bob.serves.connection.close()  # serves no more, but is still here
    name = ann.ask("q")
    await cid.asked(name)
    cid.answer(name, "C")
    assert await ann.end(name) == ("answered", ["C"])


async def test_outcomes_are_forgotten_in_the_end(nodes: list[Node]) -> None:
    ann, bob = await members(nodes[:2], 1, service(remembered=3))
    names = []
    for number in range(6):
        names.append(ann.ask("q"))
        await bob.asked(names[-1])
        bob.answer(names[-1], str(number))
        await ann.end(names[-1])
    states = [ann.asks.body._requests.requests.get(name) for name in names]
    assert [state is not None for state in states] == [False, False, True, True, True, True]
    assert (await ann.outcome(names[0]))[0] == "unknown"


async def test_a_question_of_the_wrong_type_fails_at_once(nodes: list[Node]) -> None:
    ann, bob = await members(nodes[:2], 1, service("int"))
    kind, reason = await ann.end(ann.ask("no number"))
    assert kind == "failed"
    assert "int" in reason
    good = ann.ask(3)
    await bob.asked(good)


async def test_an_unknown_policy_is_said(nodes: list[Node]) -> None:
    with pytest.raises(Exception, match="there is no policy 'dice'; there are any, leader, first, all"):
        await nodes[0].dereference(service(policy="dice"))


# The worked example: a calculator.


def calculator() -> refs.Reference:
    parts = (("calculator", refs.Primitive(CALCULATOR)), ("group", service("Calculation", "float")))
    wire = refs.Connection(refs.EndpointPath("calculator", "serving"), refs.EndpointPath("group", "serving"))
    return refs.Composite(parts, (wire,), (refs.Export("service", refs.EndpointPath("group", "service")),))


async def test_a_calculator_calculates_wherever_it_runs(nodes: list[Node]) -> None:
    ann = Member(nodes[0], await opened(nodes[0], service("Calculation", "float"), "service"))
    await live(ann.asks)
    host = await nodes[1].dereference(calculator())
    await serving(ann, 1)
    six = ann.ask({"left": 2.0, "operation": "*", "right": 3.0})
    assert await ann.end(six) == ("answered", [6.0])
    for wrong, why in (("/", "division by zero"), ("?", "there is no operation '?'")):
        kind, reason = await ann.end(ann.ask({"left": 1.0, "operation": wrong, "right": 0.0}))
        assert kind == "failed"
        assert why in reason
    host.close()
    await serving(ann, 0)
    assert (await ann.end(ann.ask({"left": 1.0, "operation": "+", "right": 1.0})))[0] == "failed"


def test_it_is_a_service_and_the_calculator_serves() -> None:
    checker = refs.Checker(CATALOGUE)
    names = CATALOGUE.names
    for reference, wanted in (
        (service(), "Service[text, text]"),
        (refs.Primitive(CALCULATOR), "Serving[Calculation, float]"),
        (calculator(), "Service[Calculation, float]"),
    ):
        assert checker.check(reference) == []
        found = checker.type_of(reference)
        assert isinstance(found, ObjectType)
        assert is_subtype(found, parse_object_type(wanted, names)).holds, wanted
    assert isinstance(service(), refs.Parameterized)


# The machine by itself: whatever is said, a request ends once, and copies agree.

MEMBERS = [UUID(int=number) for number in range(1, 5)]
NAMES = [UUID(int=number) for number in range(50, 54)]


def change(kind: str, by: UUID, **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"request": None, "attempt": 0, "question": [], "answer": [], "reason": "r"}
    membership: dict[str, Any] = {"whom": None, "name": "n", "place": None, "beats": 0}
    return {"kind": kind, "by": by, **membership, **empty, **more}


said = st.builds(
    change,
    st.sampled_from(["here", "bye", "serve", "serve", "retire", "ask", "ask", "answer", "answer", "refuse", "give up"]),
    st.sampled_from(MEMBERS),
    request=st.sampled_from([None, *NAMES]),
    attempt=st.integers(1, 3),
    question=st.sampled_from([["q"], ["q"], []]),
    answer=st.sampled_from([["a"], ["a"], []]),
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    policy=st.sampled_from(["any", "leader", "first", "all"]),
    changes=st.lists(said, max_size=80),
    cut=st.integers(0, 80),
)
def test_whatever_is_said_each_request_ends_once(policy: str, changes: list[dict[str, Any]], cut: int) -> None:
    one, other = Requests(policy, 2, 100), Requests(policy, 2, 100)
    ended: list[UUID] = []
    one.settled = lambda name, _: ended.append(name)
    for place, each in enumerate(changes):
        if place == cut:
            other.load(one.state())
        for copy in (one, other) if place >= cut else (one,):
            with suppress(RefusedChangeError):
                copy.apply(each)
        for request in one.requests.values():
            assert set(request.assigned) <= set(one.servers) <= one.membership.parts.keys()
            assert (request.state == "running") == bool(request.assigned)
            if request.state == "done":
                assert len(request.answers) == (2 if policy == "first" else max(1, len(request.answers)))
    assert len(ended) == len(set(ended))
    if cut < len(changes):
        assert one.state() == other.state()


def test_running_requests_are_bounded_and_orphans_make_room() -> None:
    machine = Requests("any", 1, 10)
    asker, server = MEMBERS[:2]
    for each in (asker, server):
        machine.apply(change("here", each))
    machine.apply(change("serve", server))
    for number in range(MOST_RUNNING):
        machine.apply(change("ask", asker, request=UUID(int=1000 + number), question=["q"]))
    with pytest.raises(RefusedChangeError, match="wait for their answers already"):
        machine.apply(change("ask", server, request=UUID(int=9), question=["q"]))
    machine.apply(change("bye", asker))
    machine.apply(change("ask", server, request=UUID(int=9), question=["q"]))
    assert machine.requests[UUID(int=1000)].reason == "whoever asked is gone"
