# SPDX-License-Identifier: BSD-3-Clause
"""Tasks and timers: each step is a turn, cancelled with the proxy."""

import asyncio
from collections.abc import Callable

import pytest

from app.runtime.activation import ActivationError, Node, State
from tests.runtime.activation.conftest import body, settle
from tests.runtime.activation.samples import Sink, Source, ref


async def test_each_step_of_a_task_is_a_turn(node: Node) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    body(sink).react = lambda number: body(sink).back(number)
    steps: list[object] = []

    async def work() -> None:
        steps.append(source._life.turn.busy)
        body(source).put(1)
        steps.append(list(body(source).heard))
        await asyncio.sleep(0)
        steps.append(list(body(source).heard))

    with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
        body(source).context.spawn(work())
        await settle()
    assert steps == [True, [], [1]]
    assert not source._life.turn.busy


async def test_a_task_waits_for_a_turn_under_way(node: Node) -> None:
    """As when a handler opens a dialogue that runs the event loop."""
    sink = await node.dereference(ref(Sink))
    steps: list[str] = []

    async def work() -> None:
        steps.append("one")
        try:
            await asyncio.sleep(0)
            steps.append("two")
            await asyncio.sleep(3600)
        finally:
            steps.append("three")

    task = body(sink).context.spawn(work())
    turn = sink._life.turn
    assert turn.begin()
    await settle()
    assert steps == []
    turn.end()
    await settle()
    assert steps == ["one", "two"]
    assert turn.begin()
    task.cancel()
    await settle()
    task.cancel()
    await settle()
    assert steps == ["one", "two"]
    turn.end()
    await settle()
    assert steps == ["one", "two", "three"]
    assert sink.state == State.LIVE


async def test_tasks_end_with_their_proxy(node: Node) -> None:
    ended: list[str] = []

    async def work(name: str) -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append(name)

    sink = await node.dereference(ref(Sink))
    body(sink).context.spawn(work("one"))
    early = body(sink).context.spawn(work("early"))
    await settle()
    early.cancel()
    await settle()
    assert ended == ["early"]
    body(sink).context.spawn(work("never begun"))
    sink.close()
    await settle()
    assert ended == ["early", "one"]


async def test_a_task_that_cancels_itself_has_failed(node: Node) -> None:
    async def work() -> None:
        raise asyncio.CancelledError

    with await node.dereference(ref(Sink)) as sink:
        body(sink).context.spawn(work())
        await settle()
        assert sink.state == State.FAILED


async def test_timers(node: Node) -> None:
    with await node.dereference(ref(Sink)) as sink:
        context = body(sink).context
        ticks: asyncio.Queue[str] = asyncio.Queue()
        busy: list[bool] = []

        def tick() -> None:
            busy.append(sink._life.turn.busy)
            ticks.put_nowait("tick")

        context.later(0.001, lambda: ticks.put_nowait("once"))
        assert await ticks.get() == "once"
        again = context.every(0.001, tick)
        for _ in range(3):
            assert await ticks.get() == "tick"
        again.cancel()
        again.cancel()
        assert all(busy)
        never = context.later(0.001, tick)
        never.cancel()
        for seconds in (-1, float("nan"), float("inf")):
            with pytest.raises(ActivationError, match="a timer cannot run"):
                context.later(seconds, tick)
        with pytest.raises(ActivationError, match="a timer cannot run every 0 seconds"):
            context.every(0, tick)
        context.every(0.001, tick)
    assert ticks.empty()


async def test_a_late_timer_does_not_try_to_catch_up(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    with await node.dereference(ref(Sink)) as sink:
        now = [1000.0]
        asked: list[float] = []
        loop = node.event_thread.loop
        monkeypatch.setattr(loop, "time", lambda: now[0])

        def call_at(when: float, call: Callable[[], None]) -> asyncio.Handle:
            asked.append(when)
            return loop.call_soon(lambda: None)

        monkeypatch.setattr(loop, "call_at", call_at)
        ticks: list[float] = []
        timer = body(sink).context.every(1, lambda: ticks.append(now[0]))
        for now[0] in (1001.2, 1001.9, 1005.5):
            timer._fire()
        assert asked == [1001.0, 1002.0, 1003.0, 1006.0]
        assert len(ticks) == 3
        monkeypatch.undo()
