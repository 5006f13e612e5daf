# SPDX-License-Identifier: BSD-3-Clause
"""Who polls the sockets: the application while it takes messages quickly, else the thread."""

from __future__ import annotations

import asyncio
import sys
import time

import pytest

from app.transport_native._native import lib
from tests.transport_native.conftest import MakeParties, Party

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the thread always watches elsewhere")


def _polls(party: Party) -> bool:
    return bool(lib.lo_engine_application_polls(party.engine.handle))


async def _chat_until_application_polls(sender: Party, receiver: Party) -> int:
    """Send single messages until the receiving application polls."""
    for count in range(1, 500):
        await sender.group.put(b"a word")
        await receiver.until_received(count)
        await asyncio.sleep(0.001)
        if _polls(receiver):
            return count
    pytest.fail("the application never began to watch")


async def test_a_quick_application_polls_for_itself(make_parties: MakeParties) -> None:
    sender, receiver = await make_parties(2)
    count = await _chat_until_application_polls(sender, receiver)
    for _ in range(50):
        await sender.group.put(b"a word")
    await receiver.until_received(count + 50)


async def test_the_thread_takes_over_when_the_application_does_not_poll(make_parties: MakeParties) -> None:
    sender, receiver = await make_parties(2)
    count = await _chat_until_application_polls(sender, receiver)
    sender.group.send(b"nobody looks at this")
    time.sleep(0.3)  # noqa: ASYNC251  the loop is busy with something else, that is the point
    assert not _polls(receiver)
    await receiver.until_received(count + 1)


async def test_the_thread_takes_over_when_nothing_comes(make_parties: MakeParties) -> None:
    sender, receiver = await make_parties(2)
    await _chat_until_application_polls(sender, receiver)
    for _ in range(200):
        await asyncio.sleep(0.05)
        if not _polls(receiver):
            return
    pytest.fail("the application watches although nothing comes")


async def test_a_flood_after_a_chat_arrives_whole(make_parties: MakeParties) -> None:
    sender, receiver = await make_parties(2)
    count = await _chat_until_application_polls(sender, receiver)
    flood = [index.to_bytes(4, "little") * 250 for index in range(5000)]
    for message in flood:
        await sender.group.put(message)
    await receiver.until_received(count + len(flood))
    assert receiver.received[count:] == flood
