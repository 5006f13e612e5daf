# SPDX-License-Identifier: BSD-3-Clause
"""The helpers with which authors test their objects."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.runtime.references import Primitive
from liveobjects import Reference
from liveobjects.testing import LocalNode, async_test
from objects_library.starter import write_starter
from tests.runtime.library.samples import write_object

LAMP = '''
from liveobjects import Context, Endpoint, live_object


@live_object("000000000000000000000000000001a4", name="Lamp")
class Lamp:
    """Is on or off."""

    switch = Endpoint()
    moved = switch.sends(x=int, y=int)
    off = switch.sends()

    def __init__(self, context: Context) -> None:
        self._context = context

    @switch.incoming
    def move(self, x: int, y: int) -> None:
        self.moved(x, y)

    @switch.incoming
    def turn_off(self) -> None:
        self.off()
        self._context.set_state("read-only")

    @switch.incoming
    def smash(self) -> None:
        raise RuntimeError("broken glass")
'''


@pytest.fixture
def lamp(tmp_path: Path) -> Reference:
    write_object(tmp_path / "lamp", LAMP)
    return Primitive(0x1A4)


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[LocalNode]:
    async with LocalNode(tmp_path) as node:
        yield node


async def test_events_with_no_one_and_several_values(lamp: Reference, node: LocalNode) -> None:
    opened = await node.open(lamp)
    assert opened.endpoints == ("switch",)
    client = opened.connect("switch")
    client.send("move", {"x": 1, "y": 2})
    assert await client.receive("moved") == {"x": 1, "y": 2}
    client.send("turn_off")
    assert await client.receive("off") is None
    await opened.wait_for_state("read-only")
    assert opened.state == "read-only"


async def test_waiting_in_vain_says_what_came_instead(lamp: Reference, node: LocalNode) -> None:
    opened = await node.open(lamp)
    client = opened.connect("switch")
    client.send("move", {"x": 1, "y": 2})
    with pytest.raises(AssertionError, match=r"`moved` was not received with 3 in 0.01 s, but with \[\{'x'"):
        await client.wait_for("moved", 3, timeout=0.01)
    with pytest.raises(AssertionError, match=r"no event `off` was received in 0.01 s"):
        await client.receive("off", timeout=0.01)
    with pytest.raises(AssertionError, match="does not send an event `on`; it sends `moved`, `off`"):
        await client.receive("on")
    with pytest.raises(AssertionError, match=r"the object is '\w+' after 0.01 s, not 'ended'"):
        await opened.wait_for_state("ended", timeout=0.01)


async def test_a_failure_has_its_reason(lamp: Reference, node: LocalNode) -> None:
    assert (await node.open(lamp)).failure is None
    opened = await node.open(lamp)
    client = opened.connect("switch")
    client.send("smash")
    await opened.wait_for_state("failed")
    assert opened.failure is not None
    assert "broken glass" in opened.failure


async def test_an_endpoint_is_free_again_once_disconnected(lamp: Reference, node: LocalNode) -> None:
    opened = await node.open(lamp)
    opened.connect("switch").disconnect()
    client = opened.connect("switch")
    client.send("turn_off")
    await client.receive("off")
    opened.close()
    await opened.wait_for_state("ended")


async def test_a_view_shows_what_a_client_changes(tmp_path: Path, qtbot: QtBot) -> None:
    write_starter("Tally", tmp_path)
    async with LocalNode(tmp_path / "tally") as node:
        opened = await node.open("tally.liveobject")
        (widget,) = opened.show()
        qtbot.addWidget(widget)
        client = (await node.open("tally.liveobject")).connect("counter")
        client.send("add", 4)
        await client.wait_for("value", 4)
        assert widget.text() == "4"
        widget.click()
        await client.wait_for("value", 5)


async def test_a_node_must_be_entered(lamp: Reference, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="async with LocalNode"):
        await LocalNode(tmp_path).open(lamp)


def test_a_coroutine_is_a_test() -> None:
    seen = []

    @async_test
    async def test_it(value: int) -> None:
        """What it is for."""
        seen.append(value)

    test_it(3)
    assert seen == [3]
    assert test_it.__doc__ == "What it is for."
