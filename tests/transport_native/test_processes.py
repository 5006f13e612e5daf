# SPDX-License-Identifier: BSD-3-Clause
"""Nodes in real processes: killed, stopped, and in network namespaces."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from app.transport_native import Slow
from bench._network import Bridge, can_make_namespaces
from tests.transport_native.process_control import NodeProcess

_ROOT = Path(__file__).resolve().parent.parent.parent


StartNodes = Callable[..., Awaitable[list[NodeProcess]]]


@pytest.fixture(params=["sockets", "shared memory"])
def directory(request: pytest.FixtureRequest, private_directory: Path) -> str:
    """The directory of the shared memory; empty for sockets alone."""
    return str(private_directory) if request.param == "shared memory" else ""


@pytest.fixture
async def start_nodes() -> AsyncIterator[StartNodes]:
    """A function that starts nodes and waits until they are in one view."""
    nodes: list[NodeProcess] = []

    async def start(
        count: int,
        directory: str = "",
        loss: float = 0.0,
        network: Bridge | None = None,
        name: str = "",
        slow: Slow = Slow.EVICT,
        patience: float = 0.6,
    ) -> list[NodeProcess]:
        name = name or f"test {secrets.token_hex(8)}"
        started = []
        for index in range(count):
            enter = network.enter(index) if network else []
            interface = "e0" if network else "lo"
            process = await asyncio.create_subprocess_exec(
                *[*enter, sys.executable, "-m", "tests.transport_native.node_process"],
                *[name, interface, directory, str(loss), str(int(slow)), str(patience)],
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=_ROOT,
                env={**os.environ, "PYTHONPATH": str(_ROOT)},
            )
            started.append(NodeProcess(process))
        nodes.extend(started)
        for node in started:
            await node.until("view", str(count))
        return started

    yield start
    for node in nodes:
        await node.end()
    assert not any("disorder" in node.output for node in nodes)


async def test_a_killed_node_leaves_the_view_and_the_others_go_on(start_nodes: StartNodes, directory: str) -> None:
    first, second, third, fourth = await start_nodes(4, directory)
    await first.send_line("send 500")
    await second.until("got", "500")
    third.signal(signal.SIGKILL)
    await first.send_line("send 500")
    for node in (second, fourth):
        await node.until("got", "1000")
        await node.until("view", "3")


@pytest.mark.parametrize("known", [False, True])
async def test_when_most_are_killed_the_few_go_on_if_the_system_knows_of_it(
    start_nodes: StartNodes, private_directory: Path, known: bool
) -> None:
    """Silent members may be alive behind a partition; the lock on the ring of a dead one is free."""
    nodes = await start_nodes(7, str(private_directory) if known else "")
    for node in nodes:
        await node.until("writable", "yes")
    for node in nodes[:1] + nodes[3:]:  # the eldest, too
        node.signal(signal.SIGKILL)
    for node in nodes[1:3]:
        await node.until("view", "2")
        await node.until("writable", "yes" if known else "no")


async def test_the_death_of_the_eldest_costs_no_message(start_nodes: StartNodes) -> None:
    nodes = await start_nodes(4)
    await nodes[1].send_line("send 300")
    nodes[0].signal(signal.SIGKILL)
    await nodes[1].send_line("send 300")
    for node in nodes[2:]:
        await node.until("got", "600")
        await node.until("view", "3")


async def test_a_stopped_node_does_not_stop_the_others_and_comes_back(start_nodes: StartNodes, directory: str) -> None:
    first, second, third = await start_nodes(3, directory)
    third.signal(signal.SIGSTOP)
    for round_ in range(1, 4):
        await first.send_line("send 1000")
        await second.until("got", str(round_ * 1000))
    third.signal(signal.SIGCONT)
    for node in (first, second, third):
        await node.until("view", "3")
    before = int(third.output.get("got", "0"))
    await first.send_line("send 10")
    await second.until("got", "3010")
    await third.until_got(before + 10)  # the rest of the burst may still be on its way, too


_MANY = 4000  # messages of 8,000 bytes: several times what a sender may keep for a slow receiver


async def _blast_past_a_stopped_node(start_nodes: StartNodes, directory: str, slow: Slow) -> list[NodeProcess]:
    first, second, third = await start_nodes(3, directory, slow=slow, patience=30)
    third.signal(signal.SIGSTOP)
    await first.send_line(f"blast {_MANY}")
    return [first, second, third]


async def test_a_stopped_receiver_holds_the_sender_when_the_policy_is_throttle(
    start_nodes: StartNodes, directory: str
) -> None:
    first, second, third = await _blast_past_a_stopped_node(start_nodes, directory, Slow.THROTTLE)
    await second.until_got(100)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1.5):
            await first.until("sent", str(_MANY))
    third.signal(signal.SIGCONT)
    for node in (second, third):
        await node.until("got", str(_MANY))
    assert not any("gap" in node.output for node in (first, second, third))


async def test_a_stopped_receiver_misses_messages_when_the_policy_is_drop(
    start_nodes: StartNodes, directory: str
) -> None:
    first, second, third = await _blast_past_a_stopped_node(start_nodes, directory, Slow.DROP)
    await second.until("got", str(_MANY))
    third.signal(signal.SIGCONT)
    await first.send_line("send 10")  # a gap is announced before the next message
    await third.until_output("gap")
    await second.until("got", str(_MANY + 10))
    await third.until_got(10)
    assert int(third.output["got"]) < _MANY
    assert "gap" not in second.output


async def test_a_stopped_receiver_is_removed_when_the_policy_is_evict(start_nodes: StartNodes, directory: str) -> None:
    first, second, third = await _blast_past_a_stopped_node(start_nodes, directory, Slow.EVICT)
    await second.until("got", str(_MANY))
    for node in (first, second):  # long before it would be missed: nobody suspects it for 30 s
        await node.until("view", "2")
    third.signal(signal.SIGCONT)
    for node in (first, second, third):
        await node.until("view", "3")
    assert "gap" not in second.output


async def test_a_storm_of_kills_and_stops_ends_in_one_view(start_nodes: StartNodes) -> None:
    name = f"test {secrets.token_hex(8)}"
    nodes = await start_nodes(7, name=name)
    for round_ in range(3):
        nodes[round_].signal(signal.SIGKILL)
        nodes[5].signal(signal.SIGSTOP)
        await nodes[4].send_line("send 50")
        nodes[5].signal(signal.SIGCONT)
    for node in nodes[3:]:
        await node.until("view", "4")  # more than half of them: they may go on
    await nodes[3].send_line("send 100")
    await nodes[4].until("got", "100")


@pytest.mark.namespaces
@pytest.mark.skipif(not can_make_namespaces(), reason="needs root and the program ip")
async def test_hosts_on_a_bridge_find_each_other_and_repair_loss(start_nodes: StartNodes) -> None:
    with Bridge(3) as network:
        nodes = await start_nodes(3, loss=0.02, network=network)
        await nodes[0].send_line("send 3000")
        for node in nodes[1:]:
            await node.until("got", "3000")
        for node in nodes:
            await node.end()
