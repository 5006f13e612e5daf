# SPDX-License-Identifier: BSD-3-Clause
"""Taps: both directions, on and off while running, without side effects."""

import pytest

from app.runtime.activation import Node, State, TappedEvent, tap
from tests.runtime.activation.conftest import body, settle, state_of
from tests.runtime.activation.samples import Opener, Paper, Pen, Place, Point, Sink, Source, ref


async def test_both_directions_are_seen_and_still_arrive(node: Node) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
        seen: list[tuple[str, bool, object]] = []
        kept = body(source).put  # a function that was taken before the tap
        stop = tap(
            source.endpoint("wire"), lambda passing: seen.append((passing.event, passing.outward, passing.value))
        )
        kept(1)
        body(source).put(2)
        body(sink).back(3)
        assert seen == [("put", True, 1), ("put", True, 2), ("back", False, 3)]
        assert (body(sink).got, body(source).heard) == ([1, 2], [3])
        stop()
        stop()
        body(source).put(4)
        assert len(seen) == 3
        assert body(sink).got == [1, 2, 4]
        assert body(source).connections == ["connected"]


async def test_whoever_looks_first_sees_the_next_connection(node: Node) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))
    seen: list[TappedEvent] = []
    tap(sink.endpoint("wire"), seen.append)
    for number in (1, 2):
        with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
            body(source).put(number)
    assert [(passing.value, passing.outward) for passing in seen] == [(1, False), (2, False)]


async def test_values_of_different_classes_are_seen_in_their_plain_form(node: Node) -> None:
    pen, paper = await node.dereference(ref(Pen)), await node.dereference(ref(Paper))
    seen: list[object] = []
    tap(pen.endpoint("paper"), lambda passing: seen.append(passing.value))
    with node.connect(pen.endpoint("paper"), paper.endpoint("paper")):
        body(pen).dot(Point(1, 2))
        body(pen).done()
    assert seen == [{"x": 1, "y": 2, "label": "here"}, None]  # as the receiver takes it
    assert body(paper).drawn == [Place(1, 2), "done"]


async def test_who_looks_and_raises_disturbs_nobody(node: Node, caplog: pytest.LogCaptureFixture) -> None:
    source, sink = await node.dereference(ref(Source)), await node.dereference(ref(Sink))

    def look(_: TappedEvent) -> None:
        raise ValueError("dazzled")

    tap(source.endpoint("wire"), look)
    with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
        body(source).put(1)
    assert body(sink).got == [1]
    assert (state_of(source), state_of(sink)) == (State.LIVE, State.LIVE)
    assert "dazzled" in caplog.text


async def test_what_an_object_started_itself_is_known(node: Node) -> None:
    opener = await node.dereference(ref(Opener))
    body(opener).open(ref(Sink))
    await settle()
    [inner] = opener.started
    assert inner.definition is not None
    assert inner.definition.name == "Sink"
    inner.close()
    assert opener.started == ()
