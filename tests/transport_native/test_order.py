# SPDX-License-Identifier: BSD-3-Clause
"""Ordered groups: view changes in sequence with messages, one order for all, agreement of survivors."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.transport_native import Order, Policy
from app.transport_native.batch import Batch
from tests.transport_native.conftest import MakeParties, Party
from tests.transport_native.process_control import NodeProcess

_ROOT = Path(__file__).resolve().parent.parent.parent
_TOTAL = Policy(order=Order.TOTAL)


def _record(party: Party) -> list[Any]:
    """Record all view changes and messages with their senders."""
    log: list[Any] = []

    def take(batch: Batch) -> None:
        log.extend(zip(batch.senders, map(bytes, batch), strict=True))

    party.group.on_batch, party.group.on_view_change = take, log.append
    return log


async def _until(done: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not done():  # noqa: ASYNC110  it waits for many kinds of things
            await asyncio.sleep(0.01)


async def test_everyone_gets_one_sequence_the_senders_too(make_parties: MakeParties) -> None:
    parties = await make_parties(3, policy=_TOTAL, deliver_own=True)
    for party in parties:
        await party.group.wait_for_view_change(lambda view_change: len(view_change.members) == 3)
    logs = [_record(party) for party in parties]
    for number in range(200):
        for party in parties:
            await party.group.put(f"{number}".encode())
    await _until(lambda: all(len(log) == 600 for log in logs))
    assert logs[0] == logs[1] == logs[2]
    await _until(lambda: all(party.group.stable == 200 for party in parties))


async def test_view_changes_list_joined_and_left_members(make_parties: MakeParties) -> None:
    parties = await make_parties(3, policy=Policy(order=Order.VIEW), deliver_own=True)
    for party in parties:
        view_change = await party.group.wait_for_view_change(lambda view_change: len(view_change.members) == 3)
        assert view_change.writable
        assert not view_change.rejoined
    own = [party.scope.view.own.number for party in parties if party.scope.view is not None]
    logs = [_record(party) for party in parties]
    await parties[2].group.put(b"last words")
    await _until(lambda: all(len(log) == 1 for log in logs))
    parties[2].group.leave()
    for party, log in zip(parties[:2], logs, strict=False):
        view_change = await party.group.wait_for_view_change(lambda view_change: len(view_change.members) == 2)
        assert [member.number for member in view_change.left] == [own[2]]
        assert view_change.joined == ()
        assert log == [(own[2], b"last words"), view_change]


async def test_a_newcomer_is_new_to_everyone_and_gets_only_what_follows(make_parties: MakeParties) -> None:
    parties = await make_parties(3, policy=_TOTAL, deliver_own=True)
    for party in parties:
        await party.group.wait_for_view_change(lambda view_change: len(view_change.members) == 3)
    late = parties[0].scope.join("late", _TOTAL)
    await late.wait_for_view_change()
    for number in range(50):
        await late.put(f"before {number}".encode())
    other = parties[1].scope.join("late", _TOTAL)
    log: list[Any] = []
    other.on_batch = lambda batch: log.extend(map(bytes, batch))
    other.on_view_change = log.append
    view_change = await other.wait_for_view_change()
    seen = await late.wait_for_view_change(lambda found: len(found.members) == 2)
    assert view_change.view == seen.view
    assert [member.number for member in view_change.joined] == [member.number for member in seen.joined]
    assert len(view_change.joined) == 1
    await late.put(b"after")
    await _until(lambda: len(log) >= 2)
    assert log == [view_change, b"after"]


def test_what_may_be_lost_cannot_be_ordered() -> None:
    with pytest.raises(ValueError, match="cannot be ordered"):
        Policy(reliable=False, order=Order.TOTAL)


async def test_survivors_of_a_killed_sequencer_have_one_sequence() -> None:
    name = f"test {secrets.token_hex(8)}"
    program = str(_ROOT / "tests" / "transport_native" / "order_process.py")
    nodes = []
    try:
        for _ in range(4):
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                program,
                name,
                "4",
                cwd=_ROOT,
                env={"PYTHONPATH": str(_ROOT)},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            nodes.append(NodeProcess(process))
            await _until(lambda: "members" in nodes[-1].output)  # the first one is the most senior: it orders
        await _until(lambda: all(node.output.get("members") == "4" for node in nodes))
        for node in nodes:
            await node.send_line("send 3000")
        await _until(lambda: all(int(node.output.get("got", "0")) > 300 for node in nodes))
        nodes[0].process.send_signal(signal.SIGKILL)
        await _until(lambda: all(node.output["members"] == "3" for node in nodes[1:]))
        await _until(lambda: all(int(node.output["got"]) >= 9000 for node in nodes[1:]))
        for node in nodes[1:]:
            await node.send_line("digest")
        await _until(lambda: all("digest" in node.output for node in nodes[1:]))
        assert len({node.output["digest"] for node in nodes[1:]}) == 1
    finally:
        for node in nodes:
            await node.end()
