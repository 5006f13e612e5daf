# SPDX-License-Identifier: BSD-3-Clause
"""Lifetimes: ownership, closing in reverse order, ending on every path, isolation."""

import asyncio
import contextlib
import gc
import threading
from collections.abc import Callable
from typing import Any

import pytest

from app.runtime.activation import ActivationError, DereferenceError, EndpointError, Node, State
from app.runtime.activation.lifetime import Lifetime
from app.runtime.library import Context, Endpoint, live_object
from bench.activation import Relay
from tests.runtime.activation.conftest import body, make_node, settle, state_of
from tests.runtime.activation.samples import ENDED, NUMBERS_IN, Broken, Sink, Source, catalogue, composite, ref

log: list[str] = []


@live_object("b0000000000000000000000000000001", name="Noted")
class Noted:
    """Notes how it ends."""

    wire = Endpoint()

    def __init__(self, context: Context, name: str, fail: bool = False, last_word: bool = False) -> None:
        self.context = context
        self.name = name
        log.append(f"{name} begins")
        context.at_end(lambda: log.append(f"{name} ends"))
        if last_word:
            context.at_end(lambda: self.put(99))
        if fail:
            raise ValueError(f"{name} cannot")

    @wire.outgoing
    def put(self, number: int) -> None: ...

    @wire.incoming
    def back(self, number: int) -> None: ...


@live_object("b0000000000000000000000000000002", name="Stateful")
class Stateful:
    """Goes through the states that it is told."""

    def __init__(self, context: Context, first: str = "") -> None:
        self.context = context
        if first:
            context.set_state(first)


@pytest.fixture
async def node(tmp_path: Any) -> Any:
    log.clear()
    async with make_node(tmp_path, catalogue=catalogue(Noted, Stateful)) as made:
        yield made


def trio(**middle: Any) -> Any:
    parts = {name: ref(Noted, name=name) for name in ("a", "b", "c")}
    parts["b"] = ref(Noted, name="b", **middle)
    return composite(parts)


async def test_a_composite_ends_its_parts_in_reverse(node: Node) -> None:
    with await node.dereference(trio()) as proxy:
        assert list(proxy.components) == ["a", "b", "c"]
        assert state_of(proxy) == State.LIVE
    assert log == ["a begins", "b begins", "c begins", "c ends", "b ends", "a ends"]
    assert state_of(proxy) == State.ENDED
    assert all(part.state == State.ENDED for part in proxy.components.values())
    proxy.close()
    assert len(log) == 6


async def test_a_component_that_cannot_start_is_isolated(node: Node) -> None:
    with await node.dereference(trio(fail=True), "three") as proxy:
        assert state_of(proxy) == State.FAILED
        assert proxy.failure is not None
        assert str(proxy.failure) == "three.b: ValueError: b cannot"
        assert [part.state for part in proxy.components.values()] == [State.LIVE, State.FAILED, State.LIVE]
        assert log == ["a begins", "b begins", "b ends", "c begins"]
    assert log[4:] == ["c ends", "a ends"]


async def test_as_a_whole_nothing_stays_of_a_failed_start(node: Node) -> None:
    with pytest.raises(DereferenceError, match=r"the composite\.b cannot run: ValueError: b cannot"):
        await node.dereference(trio(fail=True), whole=True)
    assert log == ["a begins", "b begins", "b ends", "c begins", "c ends", "a ends"]


async def test_a_constructor_that_fails_half_way_leaves_nothing_behind(node: Node) -> None:
    with pytest.raises(DereferenceError, match="RuntimeError: the constructor is broken"):
        await node.dereference(ref(Broken))
    assert ENDED == ["last", "first"]  # the task had not begun yet
    await settle()
    assert not node._tasks


async def test_a_wrong_wire_half_way_ends_what_was_begun(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = composite(
        {"one": ref(Noted, name="one"), "sink": ref(Sink), "two": ref(Noted, name="two")}, (("one.wire", "sink.wire"),)
    )

    def broken(*ends: object) -> None:
        raise EndpointError("the wire is broken", "mend it")

    monkeypatch.setattr(node, "connect", broken)
    with pytest.raises(EndpointError, match="the wire is broken"):
        await node.dereference(pair)
    assert log == ["one begins", "two begins", "two ends", "one ends"]


async def test_a_dropped_proxy_ends(node: Node) -> None:
    proxy = await node.dereference(trio())
    cast = proxy.cast(node.object_type("Object"))
    del proxy
    gc.collect()
    await asyncio.sleep(0)
    assert cast.state == State.LIVE  # either of the two keeps it
    states: list[State] = []
    cast.watch(states.append)
    del cast
    gc.collect()
    await asyncio.sleep(0)
    assert states == [State.ENDED]
    assert log[3:] == ["c ends", "b ends", "a ends"]


async def test_a_proxy_dropped_in_another_thread_ends_in_its_own(node: Node) -> None:
    held = [await node.dereference(ref(Noted, name="a"))]
    thread = threading.Thread(target=held.clear)
    thread.start()
    thread.join()
    assert log == ["a begins"]
    await asyncio.sleep(0)
    assert log == ["a begins", "a ends"]


def test_dropping_after_the_loop_has_closed_is_quiet(tmp_path: Any) -> None:
    async def start() -> Any:
        node = make_node(tmp_path, catalogue=catalogue(Noted))
        return await node.dereference(ref(Noted, name="late"))

    proxy = asyncio.run(start())
    del proxy
    gc.collect()


async def test_a_proxy_that_raises_is_isolated(node: Node) -> None:
    chain = composite(
        {"source": ref(Source), "relay": ref(Relay), "sink": ref(Sink)},
        (("source.wire", "relay.left"), ("relay.right", "sink.wire")),
    )
    with await node.dereference(chain) as proxy:
        source, sink = body(proxy.components["source"]), body(proxy.components["sink"])
        states: list[State] = []
        proxy.watch(states.append)

        def react(number: int) -> None:
            if number == 2:
                try:
                    raise ValueError("first")
                except ValueError as first:
                    raise KeyError("two") from first

        sink.react = react
        source.put(1)
        source.put(2)
        source.put(3)
        assert sink.got == [1, 2]
        assert states == [State.FAILED]
        assert str(proxy.failure) == "the composite.sink: KeyError: 'two'"
        assert proxy.failure is not None
        assert 'raise ValueError("first")' in proxy.failure.trace
        assert proxy.components["relay"].state == State.LIVE
        assert source.connections == ["connected"]
        assert not proxy.components["relay"].endpoint("right").connected
        with pytest.raises(EndpointError, match="its proxy has failed"):
            node.connect(proxy.components["relay"].endpoint("right"), proxy.components["sink"].endpoint("wire"))
    assert proxy.components["sink"].state == State.ENDED


@pytest.mark.parametrize("error", [SystemExit(3), asyncio.CancelledError(), GeneratorExit()])
async def test_whatever_it_raises(node: Node, error: BaseException) -> None:
    pair = await node.dereference(composite({"a": ref(Source), "b": ref(Sink)}, (("a.wire", "b.wire"),)))

    def react(number: int) -> None:
        raise error

    body(pair.components["b"]).react = react
    body(pair.components["a"]).put(1)
    assert pair.components["b"].state == State.FAILED
    await settle()
    assert body(pair.components["a"]).connections == ["connected", "disconnected"]


async def test_the_users_interrupt_passes_and_leaves_everything_usable(node: Node) -> None:
    pair = await node.dereference(composite({"a": ref(Source), "b": ref(Sink)}, (("a.wire", "b.wire"),)))
    source, sink = body(pair.components["a"]), body(pair.components["b"])

    def react(number: int) -> None:
        sink.back(number)
        sink.context.post(sink.back, 5)
        raise KeyboardInterrupt

    sink.react = react
    with pytest.raises(KeyboardInterrupt):
        source.put(1)
    with pytest.raises(KeyboardInterrupt):
        pair.components["a"]._life.turn.run(source.put, 2)
    sink.react = lambda number: None
    source.put(3)
    assert sink.got == [1, 2, 3]
    await asyncio.sleep(0)
    assert source.heard == [5, 5]
    assert pair.state == State.LIVE


async def test_timers_tasks_and_disconnect_handlers_that_raise(node: Node) -> None:
    async def broken_task() -> None:
        await asyncio.sleep(0)
        raise ValueError("in a task")

    def broken() -> None:
        raise ValueError("in a call")

    starts: list[Callable[[Any], object]] = [
        lambda sink: sink.context.spawn(broken_task()),
        lambda sink: sink.context.later(0, broken),
        lambda sink: sink.context.every(0.001, broken),
        lambda sink: sink.context.post(broken),
    ]
    for start in starts:
        with await node.dereference(ref(Sink)) as proxy:
            changed: asyncio.Queue[State] = asyncio.Queue()
            proxy.watch(changed.put_nowait)
            start(body(proxy))
            assert await changed.get() is State.FAILED
            assert proxy.failure is not None
            assert proxy.failure.reason.startswith("ValueError: in a ")
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    sink.endpoint("wire")._portal.on_disconnected = broken
    node.connect(source.endpoint("wire"), sink.endpoint("wire")).close()
    assert sink.state == State.FAILED
    assert source.state == State.LIVE


async def test_an_end_that_raises_does_not_stop_the_others(node: Node, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> None:
        raise ValueError("no end")

    proxy = await node.dereference(trio())
    body(proxy.components["b"]).context.at_end(broken)
    proxy.close()
    assert log[3:] == ["c ends", "b ends", "a ends"]
    assert "the composite.b did not end cleanly" in caplog.text


async def test_last_words_are_heard_and_not_answered(node: Node) -> None:
    pair = await node.dereference(
        composite({"a": ref(Noted, name="a", last_word=True), "b": ref(Sink)}, (("a.wire", "b.wire"),))
    )
    sink = body(pair.components["b"])
    sink.react = sink.back
    pair.components["a"].close()
    assert sink.got == [99]
    assert sink.connections == ["connected", "disconnected"]


async def test_states_are_told_and_follow_the_components(node: Node) -> None:
    with await node.dereference(ref(Stateful, first="joining")) as proxy:
        states: list[State] = [proxy.state]
        stop = proxy.watch(states.append)
        context = body(proxy).context
        for state in ("catching up", "live", "live", "read-only"):
            context.set_state(state)
        stop()
        context.set_state("live")
        assert states == ["joining", "catching up", "live", "read-only"]
        for state in ("failed", "ended", "created", "asleep"):
            with pytest.raises(ActivationError, match=f"cannot call itself {state!r}"):
                context.set_state(state)
    context.set_state("joining")
    assert state_of(proxy) == State.ENDED
    pair = composite({"a": ref(Stateful), "b": ref(Stateful, first="joining")})
    with await node.dereference(pair) as whole:
        assert state_of(whole) == State.JOINING
        body(whole.components["b"]).context.set_state("catching up")
        assert state_of(whole) == State.CATCHING_UP
        body(whole.components["a"]).context.set_state("read-only")
        body(whole.components["b"]).context.set_state("live")
        assert state_of(whole) == State.READ_ONLY
        body(whole.components["a"]).context.set_state("live")
        assert state_of(whole) == State.LIVE


async def test_listeners_that_raise_hurt_nobody(node: Node, caplog: pytest.LogCaptureFixture) -> None:
    def broken(*given: object) -> None:
        raise ValueError("a bad listener")

    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    sink.watch(broken)
    connection = node.connect(source.endpoint("wire"), sink.endpoint("wire"))
    connection.on_disconnect(broken)
    told: list[str] = []
    connection.on_disconnect(lambda: told.append("early"))
    sink.close()
    connection.on_disconnect(lambda: told.append("late"))
    assert told == ["early", "late"]
    assert caplog.text.count("ValueError: a bad listener") == 2


async def test_what_raises_after_the_end_is_only_noted(node: Node) -> None:
    async def stubborn() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            raise ValueError("too late")

    proxy = await node.dereference(ref(Sink))
    body(proxy).context.spawn(stubborn())
    await asyncio.sleep(0)
    proxy.close()
    await settle()
    assert state_of(proxy) == State.ENDED
    assert proxy.failure is None


async def test_what_is_owned_too_late_ends_at_once(node: Node) -> None:
    proxy = await node.dereference(ref(Sink))
    context = body(proxy).context
    proxy.close()
    context.at_end(lambda: log.append("at once"))
    assert log == ["at once"]
    late = node.new_endpoint(NUMBERS_IN)
    late_turn = proxy._life.turn
    late_turn.run(log.append, "never")
    late_turn.later(log.append, "never")
    assert log == ["at once"]
    assert not late.connected


async def test_a_task_that_will_not_end_does_not_keep_the_node(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.runtime.activation.node._FAREWELL", 0.01)
    released = asyncio.Event()

    async def stubborn() -> None:
        while not released.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await released.wait()

    async with make_node(tmp_path) as node:
        sink = await node.dereference(ref(Sink))
        body(sink).context.spawn(stubborn())
        await settle()
    assert "does not let itself be cancelled" in caplog.text
    released.set()
    await settle()


async def test_closing_the_node_ends_everything(tmp_path: Any) -> None:
    log.clear()
    async with make_node(tmp_path, catalogue=catalogue(Noted)) as node:
        kept = await node.dereference(trio())
    assert kept.state == State.ENDED
    assert log[3:] == ["c ends", "b ends", "a ends"]


async def test_what_has_ended_leaves_nothing_in_memory(node: Node) -> None:
    chain = composite(
        {"source": ref(Source), "relay": ref(Relay), "sink": ref(Sink), "broken": ref(Broken)},
        (("source.wire", "relay.left"), ("relay.right", "sink.wire")),
    )

    async def once(drop: bool) -> None:
        proxy = await node.dereference(chain)
        body(proxy.components["source"]).context.every(60, lambda: None)
        body(proxy.components["source"]).put(1)
        proxy.watch(lambda state: None)
        if not drop:
            proxy.close()

    def lives() -> int:
        gc.collect()
        return sum(isinstance(each, Lifetime) for each in gc.get_objects())

    before = lives()
    for drop in (False, True, False, True):
        await once(drop)
        gc.collect()
        await settle()
    assert lives() == before
    assert not node._lives
