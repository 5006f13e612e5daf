# SPDX-License-Identifier: BSD-3-Clause
"""Endpoints and connections: matching, notification, ownership."""

import asyncio
import gc
from typing import Any

import pytest

from app.runtime.activation import EndpointError, Node, State
from app.runtime.references import TypeArgument
from app.runtime.types import parse_endpoint_type
from tests.runtime.activation.conftest import body, make_node, settle
from tests.runtime.activation.samples import (
    NUMBERS_IN,
    Chat,
    Loop,
    Paper,
    Pen,
    Place,
    Point,
    QueuedSink,
    Sink,
    Source,
    TypedChannel,
    composite,
    ref,
)

TEXT_CHANNEL = ref(TypedChannel, T=TypeArgument("text"))


async def test_both_sides_are_told(node: Node) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    one, other = source.endpoint("wire"), sink.endpoint("wire")
    connection = node.connect(one, other)
    assert (one.connected, connection.open) == (True, True)
    assert body(source).connections == body(sink).connections == ["connected"]
    assert body(source).wire.connected
    connection.close()
    connection.close()
    assert (other.connected, connection.open) == (False, False)
    assert body(source).connections == body(sink).connections == ["connected", "disconnected"]


async def test_a_dropped_connection_ends(node: Node) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    kept = node.connect(source.endpoint("wire"), sink.endpoint("wire"))
    gc.collect()
    await settle()
    assert sink.endpoint("wire").connected
    del kept
    gc.collect()
    await settle()
    assert body(sink).connections == ["connected", "disconnected"]


@pytest.mark.parametrize("greedy", ["source", "sink"])
async def test_who_sends_on_connecting_is_heard_after_the_news(node: Node, greedy: str) -> None:
    """Whichever of the two sends first, the other was notified of the connection before."""
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    heard: list[str] = []
    if greedy == "source":
        source.endpoint("wire")._portal.on_connected = lambda: body(source).put(1)
        body(sink).react = lambda number: heard.extend(body(sink).connections)
    else:
        sink.endpoint("wire")._portal.on_connected = lambda: body(sink).back(1)
        body(source).react = lambda number: heard.extend(body(source).connections)
    with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
        assert heard == ["connected"]


async def test_functions_that_were_kept_lead_to_whoever_is_connected(node: Node) -> None:
    source = await node.dereference(ref(Source))
    sinks = [await node.dereference(ref(kind)) for kind in (Sink, QueuedSink, Sink)]
    kept = [body(source).put]
    for number, sink in enumerate(sinks):
        with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
            kept.append(body(source).put)
            for put in kept:
                put(number)
        for put in kept:
            put(number=-1)
        await settle()
    assert [body(sink).got for sink in sinks] == [[0, 0], [1, 1, 1], [2, 2, 2, 2]]


async def test_refuses_what_does_not_match_and_says_why(node: Node) -> None:
    chat, channel = await node.dereference(ref(Chat)), await node.dereference(TEXT_CHANNEL)
    with pytest.raises(EndpointError) as refused:
        node.connect(chat.endpoint("channel"), channel.endpoint("channel"))
    assert "`channel` of Chat and `channel` of Typed channel do not match" in str(refused.value)
    assert "total" in str(refused.value)
    assert refused.value.hint == "put `Ordering` between them"
    sink = await node.dereference(ref(Sink))
    with pytest.raises(EndpointError, match="change one of them"):
        node.connect(chat.endpoint("channel"), sink.endpoint("wire"))


async def test_an_adapter_can_be_put_between(node: Node) -> None:
    chat, channel = await node.dereference(ref(Chat)), await node.dereference(TEXT_CHANNEL)
    connection = node.connect(chat.endpoint("channel"), channel.endpoint("channel"), adapt=True)
    assert [adapter.name for adapter in connection.adapters] == ["Ordering"]
    body(chat).send("hi")
    await settle()
    assert body(chat).heard == ["hi"]
    gone: list[bool] = []
    connection.on_disconnect(lambda: gone.append(True))
    channel.close()
    assert gone == [True]
    assert connection.adapters[0].state == State.ENDED
    assert not chat.endpoint("channel").connected
    assert not connection.open


async def test_an_endpoint_has_one_connection(node: Node) -> None:
    source, sink, more = [await node.dereference(ref(cls)) for cls in (Source, Sink, Sink)]
    with (
        node.connect(source.endpoint("wire"), sink.endpoint("wire")),
        pytest.raises(EndpointError, match="`wire` of Source is connected already"),
    ):
        node.connect(more.endpoint("wire"), source.endpoint("wire"))
    with pytest.raises(EndpointError, match="cannot be connected to itself"):
        node.connect(source.endpoint("wire"), source.endpoint("wire"))
    with pytest.raises(EndpointError, match=r"has no endpoint `door`; it has `wire`"):
        source.endpoint("door")
    assert list(source.endpoints()) == ["wire"]
    sink.close()
    with pytest.raises(EndpointError, match="is gone: its proxy has ended"):
        node.connect(source.endpoint("wire"), sink.endpoint("wire"))


async def test_nodes_are_apart(node: Node, tmp_path: object) -> None:
    async with make_node(tmp_path / "other") as other:  # type: ignore[operator]
        source, sink = await node.dereference(ref(Source)), await other.dereference(ref(Sink))
        with pytest.raises(EndpointError, match="run on different nodes"):
            node.connect(source.endpoint("wire"), sink.endpoint("wire"))


async def test_classes_of_authors_who_never_met(node: Node) -> None:
    pair = composite({"pen": ref(Pen), "paper": ref(Paper)}, (("pen.paper", "paper.paper"),))
    with await node.dereference(pair) as proxy:
        pen, paper = body(proxy.components["pen"]), body(proxy.components["paper"])
        pen.dot(Point(1, 2))
        pen.line(Point(1, 2), end=Point(3, 4))
        pen.done()
        assert paper.drawn == [Place(1, 2), (Place(1, 2), Place(3, 4)), "done"]


async def test_a_proxy_wired_to_itself_is_not_entered_twice(node: Node) -> None:
    loop = await node.dereference(ref(Loop))
    with node.connect(loop.endpoint("mouth"), loop.endpoint("ear")):
        body(loop).say(1)
        body(loop).say(2)
        assert body(loop).heard == []
        await settle()
        assert body(loop).heard == [1, 2]
        loop._life.turn.run(lambda: [body(loop).say(3), body(loop).heard.append("said")])
        assert body(loop).heard == [1, 2, "said", 3]


async def test_private_endpoints(node: Node) -> None:
    heard: list[object] = []
    type_ = parse_endpoint_type(
        'endpoint{ in "one word"(text); in empty(); out emit(text); out empty2(); out go(int) }'
    )
    there = parse_endpoint_type('endpoint{ out "one word"(text); out empty(); in emit(text); in empty2(); in go(int) }')
    handlers: dict[str, Any] = {"one word": heard.append, "empty": lambda: heard.append("empty")}
    mine = node.new_endpoint(type_, **handlers)
    other = node.new_endpoint(
        there, emit=lambda text: heard.append(("emit", text)), empty2=lambda: heard.append("empty2")
    )
    mine.go(1)
    with node.connect(mine, other):
        other.emit("one word", "hello")
        other.empty()
        mine.emit("emit", "by name")
        mine.emit("empty2")
        mine.empty2()
        mine.go(2)  # no handler
        await settle()
        assert mine.peer is None
    other.emit("empty")
    assert heard == ["hello", "empty", ("emit", "by name"), "empty2", "empty2"]
    with pytest.raises(EndpointError, match="has no outgoing event `nonsense`; it has `emit`, `empty2`, `go`"):
        mine.emit("nonsense")
    with pytest.raises(EndpointError, match="no incoming event `what`; it has `empty`, `one word`"):
        node.new_endpoint(type_, what=heard.append)
    with pytest.raises(AttributeError):
        mine.nonsense()
    assert mine.peer is None
    node.release(mine)
    with pytest.raises(EndpointError, match="is gone"):
        node.connect(mine, other)
    assert repr(mine) == "<endpoint `private` of the program>"


async def test_a_handler_outside_of_proxies_that_raises(node: Node) -> None:
    """Code outside of proxies is isolated like a proxy."""

    def broken(number: int) -> None:
        raise ValueError(number)

    mine = node.new_endpoint(NUMBERS_IN, back=broken)
    sink = await node.dereference(ref(Sink))
    with node.connect(mine, sink.endpoint("wire")):
        body(sink).back(1)
        assert sink.state == State.LIVE
        assert not mine.connected


async def test_back_pressure_of_a_queued_endpoint(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.runtime.activation.mailbox._FULL", 1_500)
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(QueuedSink))
    portal = source.endpoint("wire")._portal
    await portal.room_on_other_side()  # not connected, so there is room
    with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
        for number in range(20_000):
            body(source).put(number)
        waiting = [asyncio.ensure_future(portal.room_on_other_side()) for _ in range(2)]
        assert not body(sink).got
        await asyncio.gather(*waiting)
        assert len(body(sink).got) >= 18_500
        monkeypatch.setattr("app.runtime.activation.mailbox.LONGEST_QUEUE", 100)
        for number in range(200):
            body(source).put(number)
    assert sink.state == State.FAILED


async def test_a_one_way_endpoint_has_any_number_of_connections(node: Node) -> None:
    outlet = node.new_endpoint(parse_endpoint_type("endpoint{ out value(int) }"))
    inlet_type = parse_endpoint_type("endpoint{ in value(int) }")
    received: list[tuple[str, int]] = []
    first = node.new_endpoint(inlet_type, value=lambda number: received.append(("first", number)))
    second = node.new_endpoint(inlet_type, value=lambda number: received.append(("second", number)))
    one, other = node.connect(outlet, first), node.connect(outlet, second)
    with pytest.raises(EndpointError, match="are connected already"):
        node.connect(second, outlet)
    outlet.emit("value", 1)
    await settle()
    assert sorted(received) == [("first", 1), ("second", 1)]
    send = outlet.value
    one.close()
    assert outlet.connected
    send(2)
    outlet.emit("value", 3)
    await settle()
    assert received[2:] == [("second", 2), ("second", 3)]
    another = node.new_endpoint(parse_endpoint_type("endpoint{ out value(int) }"))
    with node.connect(another, second):
        another.emit("value", 4)
        await settle()
    other.close()
    outlet.emit("value", 5)
    await settle()
    assert received[4:] == [("second", 4)]
    assert not outlet.connected
