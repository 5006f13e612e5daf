# SPDX-License-Identifier: BSD-3-Clause
"""Views: made for a proxy, connected by endpoint names, isolated."""

import gc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest

from app.runtime.activation import ActivationError, EndpointError, Node, State
from app.runtime.library import Blueprint, Context, Endpoint, live_object, view_of
from app.runtime.references import TypeArgument
from tests.runtime.activation.conftest import body, make_node, settle, state_of
from tests.runtime.activation.samples import TypedChannel, catalogue, ref

T = TypeVar("T")


@live_object("c0000000000000000000000000000001", name="Shown")
class Shown(Generic[T]):
    """Has something to show."""

    face = Endpoint()
    hidden = Endpoint()

    def __init__(self) -> None:
        self.pressed: list[Any] = []
        self.echoes = False

    @face.outgoing
    def show(self, value: T) -> None: ...

    @face.incoming
    def press(self, value: T) -> None:
        self.pressed.append(value)
        if self.echoes:
            self.show(value)

    @hidden.outgoing
    def secret(self, value: int) -> None: ...


@view_of(Shown)
class ShownView(Generic[T]):
    face = Endpoint()
    hidden = Endpoint()
    broken = False

    def __init__(self, context: Context) -> None:
        self.context = context
        self.seen: list[Any] = []
        self.states: list[tuple[str, str]] = []
        if self.broken:
            raise ValueError("no look")

    @face.incoming
    def show(self, value: T) -> None:
        if value == "raise":
            raise ValueError("it raised")
        self.seen.append(value)

    @face.outgoing
    def press(self, value: T) -> None: ...

    def object_state(self, state: str, reason: str) -> None:
        self.states.append((state, reason))

    @hidden.incoming
    def secret(self, value: int) -> None: ...


def blueprint_of(view: type) -> Blueprint:
    found: Blueprint = vars(view)["__view__"][2]
    return found


@pytest.fixture
async def node(tmp_path: Path) -> Any:
    async with make_node(tmp_path, catalogue=catalogue(Shown)) as made:
        yield made


async def test_a_view_sees_and_acts(node: Node) -> None:
    reference = ref(Shown, T=TypeArgument("text"))
    face_only = f"object{{ face: {dict(node.type_of(reference).endpoints)['face']} }}"  # type: ignore[union-attr]
    proxy = await node.dereference(node.cast(reference, face_only))
    view = node.attach_view(proxy, blueprint_of(ShownView))
    widget: Any = view.widget
    body(proxy).show("hello")
    widget.press("button")
    assert (widget.seen, body(proxy).pressed) == (["hello"], ["button"])
    assert widget.context.name == "the view of Shown"
    assert str(widget.context.types["T"]) == "text"
    body(proxy).show("raise")
    assert "it raised" in str(view.failure)
    assert state_of(proxy) == "live"
    view.close()
    again = node.attach_view(proxy, blueprint_of(ShownView))
    with pytest.raises(EndpointError, match="is connected already"):
        node.attach_view(proxy, blueprint_of(ShownView))
    again.close()
    assert not proxy.endpoint("face").connected


async def test_a_view_follows_its_object_and_does_not_keep_it(node: Node) -> None:
    proxy = await node.dereference(ref(Shown, T=TypeArgument("text")))
    widget: Any = node.attach_view(proxy, blueprint_of(ShownView)).widget
    proxy._life.set_state(State.READ_ONLY)
    proxy._life.fail(ValueError("it broke"))
    assert widget.states == [("live", ""), ("read-only", ""), ("failed", "ValueError: it broke")]
    other = await node.dereference(ref(Shown, T=TypeArgument("text")))
    watching: Any = node.attach_view(other, blueprint_of(ShownView)).widget
    del other
    gc.collect()
    await settle()
    assert watching.states[-1][0] == "ended"


async def test_whoever_acts_knows_the_answer_when_it_returns(node: Node) -> None:
    proxy = await node.dereference(ref(Shown, T=TypeArgument("text")))
    body(proxy).echoes = True
    widget: Any = node.attach_view(proxy, blueprint_of(ShownView)).widget
    widget.press("outside of a turn")
    assert widget.seen == []  # the answer comes in a later iteration of the loop
    await settle()
    widget.context.act(widget.press, "in a turn")
    assert widget.seen == ["outside of a turn", "in a turn"]


async def test_a_view_that_cannot_be_made(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ShownView, "broken", True)
    proxy = await node.dereference(ref(Shown, T=TypeArgument("text")))
    with pytest.raises(ActivationError, match="the view of Shown cannot be made: ValueError: no look"):
        node.attach_view(proxy, blueprint_of(ShownView))
    other = await node.dereference(ref(TypedChannel, T=TypeArgument("text")))
    monkeypatch.setattr(ShownView, "broken", False)
    assert node.attach_view(other, blueprint_of(ShownView)).failure is None  # no view there


def give_look(proxy: Any, look: Callable[[], Blueprint]) -> None:
    proxy.definition = replace(proxy.definition, load_view=look)


async def test_a_view_shows_the_views_of_other_objects(node: Node) -> None:
    outer = await node.dereference(ref(Shown, T=TypeArgument("text")))
    showing = node.attach_view(outer, blueprint_of(ShownView))
    widget: Any = showing.widget
    context: Context = widget.context
    found = blueprint_of(ShownView)
    inner = await context.dereference(ref(Shown, T=TypeArgument("text")))
    give_look(inner, lambda: found)
    (inside,) = context.show(inner)
    body(inner).show("hello")
    assert inside.widget.seen == ["hello"]
    inside.close()
    assert not inner.endpoint("face").connected
    (again,) = context.show(inner)
    again.widget.press("x")
    assert body(inner).pressed == ["x"]
    body(inner).show("raise")  # the inner object fails alone
    assert again.failure is not None
    assert showing.failure is None
    (last,) = context.show(inner)
    showing.close()
    assert inner.over
    assert last.widget.states[-1][0] in ("live", "ended")
    assert not last.failure


async def test_what_has_no_look_shows_nothing_and_a_composite_its_parts(node: Node) -> None:
    outer = await node.dereference(ref(Shown, T=TypeArgument("text")))
    showing = node.attach_view(outer, blueprint_of(ShownView))
    widget: Any = showing.widget
    context: Context = widget.context
    plain = await context.dereference(ref(TypedChannel, T=TypeArgument("text")))
    assert context.show(plain) == []
    found = blueprint_of(ShownView)
    one = await context.dereference(ref(Shown, T=TypeArgument("text")))
    give_look(one, lambda: found)
    other = await context.dereference(ref(Shown, T=TypeArgument("text")))
    give_look(other, lambda: found)
    both: Any = type("Parts", (), {"components": {"one": one, "plain": plain, "other": other}})()
    assert len(context.show(both)) == 2

    def broken() -> Blueprint:
        raise ValueError("no such module")

    third = await context.dereference(ref(Shown, T=TypeArgument("text")))
    give_look(third, broken)
    with pytest.raises(ActivationError, match="cannot be read: no such module"):
        context.show(third)
