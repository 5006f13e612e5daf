# SPDX-License-Identifier: BSD-3-Clause
"""Delivery: run to completion, order, depth, threads, endless events."""

import asyncio
import threading

import pytest

from app.runtime.activation import EndlessEventsError, Node, State, WrongThreadError
from bench.activation import Relay
from tests.runtime.activation.conftest import body
from tests.runtime.activation.samples import NUMBERS_IN, QueuedSink, Sink, Source, composite, ref


async def test_delivers_within_the_call(node: Node) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
        body(source).put(7)
        body(source).put(number=8)
        assert body(sink).got == [7, 8]
    body(source).put(9)
    assert body(sink).got == [7, 8]


async def test_unconnected_events_go_nowhere(node: Node) -> None:
    with await node.dereference(ref(Source)) as source:
        body(source).put(1)
        assert source.state == State.LIVE


async def test_an_answer_waits_until_the_asking_code_is_done(node: Node) -> None:
    pair = await node.dereference(composite({"a": ref(Source), "b": ref(Sink)}, (("a.wire", "b.wire"),)))
    source, sink = body(pair.components["a"]), body(pair.components["b"])
    sink.react = sink.back
    source.put(1)
    assert source.heard == []  # the caller may still be running
    source.put(2)
    await asyncio.sleep(0)
    assert source.heard == [1, 2]


async def test_an_answer_within_a_turn_comes_at_its_end(node: Node) -> None:
    heard: list[tuple[str, int]] = []

    def put(number: int) -> None:
        heard.append(("begin", number))
        if number < 3:
            mine.put(number + 1)
        heard.append(("end", number))

    mine = node.new_endpoint(NUMBERS_IN, back=put)
    with await node.dereference(ref(Sink)) as sink:
        body(sink).react = body(sink).back
        with node.connect(mine, sink.endpoint("wire")):
            body(sink).back(1)
            await asyncio.sleep(0)
    # Each event is handled completely before the next one begins.
    assert heard == [("begin", 1), ("end", 1), ("begin", 2), ("end", 2), ("begin", 3), ("end", 3)]


async def test_a_chain_longer_than_the_stack(node: Node) -> None:
    length = 1_200
    parts = {f"r{number}": ref(Relay) for number in range(length)}
    wires = tuple((f"r{number}.right", f"r{number + 1}.left") for number in range(length - 1))
    chain = composite(
        {"source": ref(Source), **parts, "sink": ref(Sink)},
        (*wires, ("source.wire", "r0.left"), (f"r{length - 1}.right", "sink.wire")),
    )
    with await node.dereference(chain) as proxy:
        source, sink = body(proxy.components["source"]), body(proxy.components["sink"])
        sink.react = sink.back
        for number in range(5):
            source.put(number)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert sink.got == [0, 1, 2, 3, 4]
        assert source.heard == [0, 1, 2, 3, 4]
        assert proxy.state == State.LIVE


@pytest.mark.parametrize("relays", [0, 120])
async def test_endless_answers_are_reported(node: Node, relays: int) -> None:
    parts = {f"r{number}": ref(Relay) for number in range(relays)}
    ends = ["a.wire", *(f"r{n}.{side}" for n in range(relays) for side in ("left", "right")), "b.wire"]
    wires = tuple(zip(ends[::2], ends[1::2], strict=True))
    ring = await node.dereference(composite({"a": ref(Source), "b": ref(Sink), **parts}, wires))
    source, sink = body(ring.components["a"]), body(ring.components["b"])
    source.react = source.put
    sink.react = sink.back
    changed: asyncio.Queue[State] = asyncio.Queue()
    ring.watch(changed.put_nowait)
    source.put(1)
    assert await changed.get() is State.FAILED
    assert ring.failure is not None
    assert isinstance(ring.failure.error, EndlessEventsError)
    assert "without end" in ring.failure.reason
    failed = [name for name, part in ring.components.items() if part.state == State.FAILED]
    assert len(failed) == 1


async def test_a_flood_of_answers_is_bounded(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.runtime.activation.turns.LONGEST_QUEUE", 100)
    pair = await node.dereference(composite({"a": ref(Source), "b": ref(Sink)}, (("a.wire", "b.wire"),)))
    sink = body(pair.components["b"])
    sink.react = lambda number: [sink.back(number) for _ in range(101)]
    body(pair.components["a"]).put(1)
    assert pair.components["a"].state == State.FAILED
    assert pair.components["b"].state == State.LIVE
    assert sink.connections == ["connected", "disconnected"]


async def test_what_came_too_deep_is_not_forgotten(node: Node) -> None:
    sinks = [await node.dereference(ref(Sink)) for _ in range(2)]
    for number in range(2):
        for sink in sinks:
            sink._life.turn.later(body(sink).put, number)
    assert [body(sink).got for sink in sinks] == [[], []]
    await asyncio.sleep(0)
    assert [body(sink).got for sink in sinks] == [[0, 1], [0, 1]]


async def test_refuses_other_threads(node: Node) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    errors: list[BaseException] = []

    def elsewhere() -> None:
        for call in (lambda: body(source).put(1), source.close, sink.endpoint("wire")._portal.close):
            try:
                call()
            except WrongThreadError as error:
                errors.append(error)

    with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
        for claim in (False, True):  # outside of any turn, and in the middle of the sender's
            if claim:
                assert source._life.turn.begin()
            thread = threading.Thread(target=elsewhere, name="elsewhere")
            thread.start()
            thread.join()
        source._life.turn.end()
        assert len(errors) == 6
        assert "'elsewhere'" in str(errors[0])
        assert body(sink).got == []


async def test_other_threads_may_post(node: Node) -> None:
    with await node.dereference(ref(Sink)) as sink:
        thread = threading.Thread(target=lambda: body(sink).context.post(body(sink).put, 5))
        thread.start()
        thread.join()
        assert body(sink).got == []
        await asyncio.sleep(0)
        assert body(sink).got == [5]


async def test_queued_events_come_in_a_later_turn(node: Node) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(QueuedSink))
    connection = node.connect(source.endpoint("wire"), sink.endpoint("wire"))
    for number in range(2_500):
        body(source).put(number)
    assert body(sink).got == []
    assert body(sink).connections == []
    connection.close()
    for _ in range(4):
        await asyncio.sleep(0)
    assert body(sink).got == list(range(2_500))
    assert body(sink).connections == ["connected", "disconnected after 2500"]


async def test_connecting_at_the_end_of_a_long_chain(node: Node) -> None:
    """The end of a postponed chain may do everything that any other handler may."""
    length = 120
    parts = {f"r{number}": ref(Relay) for number in range(length)}
    wires = tuple((f"r{number}.right", f"r{number + 1}.left") for number in range(length - 1))
    ends = (("source.wire", "r0.left"), (f"r{length - 1}.right", "sink.wire"))
    chain = await node.dereference(composite({"source": ref(Source), "sink": ref(Sink), **parts}, (*wires, *ends)))
    extra = [await node.dereference(ref(cls)) for cls in (Source, Sink)]
    kept: list[object] = []

    def react(number: int) -> None:
        kept.append(node.connect(extra[0].endpoint("wire"), extra[1].endpoint("wire")))
        body(extra[0]).put(number)

    body(chain.components["sink"]).react = react
    chain.components["source"]._life.turn.run(body(chain.components["source"]).put, 7)
    assert body(extra[1]).got == [7]
