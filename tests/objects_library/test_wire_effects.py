# SPDX-License-Identifier: BSD-3-Clause
"""Wires in real processes with homes of their own: each event takes effect once, also when its computer dies."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

import pytest

from app.runtime import references as refs
from app.runtime.references import Composite, Connection, EndpointPath, Export
from objects_library.installed import installed_catalogue
from tests.objects_library.workers import Worker, Workshop, workshop

_BUTTON, _SLIDER, _GAUGE = (0x6F2A1C7D90B84E53A1D6C0E2B7F49A11 + step for step in range(3))
_COUNTER = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E502
_CHAT = next(each.id for each in installed_catalogue().definitions() if each.name == "Chat")
_ENDS = ("button", "counter")


def _made(identifier: int) -> refs.Reference:
    """An object as the palette makes it, on a document channel of its own."""
    from app.ui.composer.model.default_reference import default_reference  # noqa: PLC0415 - the objects know no Qt

    catalogue = installed_catalogue()
    definition = catalogue.definition(identifier)
    assert definition is not None
    return default_reference(definition, catalogue)


@pytest.fixture
def page() -> refs.Reference:
    """A button that counts, and a slider that a gauge shows."""
    parts = (
        ("Button", _made(_BUTTON)), ("Counter", _made(_COUNTER)), ("Slider", _made(_SLIDER)), ("Gauge", _made(_GAUGE)),
    )  # fmt: skip
    wires = (
        Connection(EndpointPath("Button", "presses"), EndpointPath("Counter", "counts")),
        Connection(EndpointPath("Slider", "number"), EndpointPath("Gauge", "shows")),
        Connection(EndpointPath("Counter", "count"), EndpointPath("Slider", "takes")),
    )
    exports = tuple(
        Export(name, EndpointPath(part, end))
        for name, part, end in (
            ("button", "Button", "button"), ("counter", "Counter", "counter"), ("gauge", "Gauge", "value"),
        )
    )  # fmt: skip
    return Composite(parts, wires, exports)


async def _start(shop: Workshop, folder: Path, name: str, *ends: str) -> Worker:
    return await shop.start(name, *(ends or _ENDS), home=folder / name)


def _presses(worker: Worker) -> int:
    """How often the button was pressed, as this copy knows it."""
    counts = [value["count"] for value in (*worker.all("so_far"), *worker.all("pressed"))]
    return max(counts, default=0)


def _said(worker: Worker) -> int:
    """How many messages all chats have, as this copy knows them."""
    counts: dict[str, int] = {}
    for endpoint, event, value in worker.received:
        if event == "messages":
            counts[endpoint] = len(value)
        elif event == "said":
            counts[endpoint] = counts.get(endpoint, 0) + 1
    return sum(counts.values())


async def test_an_event_counts_once_however_many_look(tmp_path: Path, page: refs.Reference) -> None:
    async with workshop(tmp_path, page) as shop:
        ann, bob, cid = [await _start(shop, tmp_path, name, *_ENDS, "gauge") for name in ("Ann", "Bob", "Cid")]
        for _ in range(20):
            ann.send("button", "press")
            bob.send("button", "press")
        for worker in (ann, bob, cid):
            await worker.receives("value", 40)
            await worker.until(lambda worker=worker: worker.all("changed")[-1:] == [40.0])  # type: ignore[misc]


async def test_presses_of_a_killed_process_count_once(tmp_path: Path, page: refs.Reference) -> None:
    async with workshop(tmp_path, page) as shop:
        ann, bob, cid = [await _start(shop, tmp_path, name) for name in ("Ann", "Bob", "Cid")]
        for number in range(150):
            ann.send("button", "press")
            bob.send("button", "press")
            if number == 75:
                await cid.until(lambda: _presses(cid) > 20)
                ann.kill()  # some presses have arrived, and what they cause has not
        await bob.until(lambda: _presses(bob) >= 150 and bob.all("value")[-1:] == [_presses(bob)])
        # Nothing follows: what another copy performs late has the same key.
        await asyncio.sleep(3.5)
        for worker in (bob, cid):
            await worker.until(lambda worker=worker: worker.all("value")[-1:] == [_presses(worker)])  # type: ignore[misc]
        assert _presses(bob) == _presses(cid) == cid.all("value")[-1]


async def test_a_press_that_was_kept_takes_effect_after_a_crash(tmp_path: Path, page: refs.Reference) -> None:
    async with workshop(tmp_path, page) as shop:
        ann = await _start(shop, tmp_path, "Ann")
        for number in range(15):
            ann.send("button", "press")
            await ann.until(lambda number=number: _presses(ann) > number)  # type: ignore[misc]
        for _ in range(10):
            ann.send("button", "press")
        await ann.until(lambda: _presses(ann) > 15)
        ann.kill()
        await ann.end()
        again = await _start(shop, tmp_path, "Ann")
        # What was delivered just before may not have been on the disk yet.
        await again.until(lambda: _presses(again) > 0 and again.all("value")[-1:] == [_presses(again)])


async def test_wires_in_a_circle_come_to_an_end(tmp_path: Path) -> None:
    ends = (EndpointPath("One", "messages"), EndpointPath("Two", "posts"))
    back = (EndpointPath("Two", "messages"), EndpointPath("One", "posts"))
    circle = Composite(
        (("One", _made(_CHAT)), ("Two", _made(_CHAT))),
        (Connection(*ends), Connection(*back)),
        (Export("chat", EndpointPath("One", "chat")), Export("other", EndpointPath("Two", "chat"))),
    )
    async with workshop(tmp_path, circle) as shop:
        ann, bob = [await _start(shop, tmp_path, name, "chat", "other") for name in ("Ann", "Bob")]
        ann.send("chat", "say", {"message": f"uuid:{uuid4()}", "text": "Hello"})
        await ann.until(lambda: ann.all("refused"))
        assert "circle" in ann.all("refused")[-1]["reason"]
        assert _said(ann) == 17  # its own, and the effects in both chats
        await bob.until(lambda: _said(bob) == 17)
