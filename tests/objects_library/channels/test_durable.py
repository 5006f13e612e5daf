# SPDX-License-Identifier: BSD-3-Clause
"""Durable channels: what was accepted is on disk, and comes back when everybody had left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.runtime.references import Reference, identity
from app.runtime.storage import ChannelLog, limits
from tests.objects_library.channels.company import DURABLE, channel, check_return, close, company, join, unique_scope


@pytest.fixture
def reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reference:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    return channel(DURABLE, "int", "list[int]", scope=unique_scope())


async def test_the_last_leaves_and_the_first_returns(reference: Reference) -> None:
    await check_return(reference)


async def test_a_long_log_is_shortened_by_a_state(reference: Reference, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHECKPOINT_AFTER_BYTES", 4096)
    async with company(1) as (node,):
        app = await join(node, reference)
        for number in range(2000):
            app.send(number)
            if number % 100 == 0:
                await asyncio.sleep(0)
        await app.has(2000)
        app.submit(2000)
        await app.until(lambda: len(app.accepted) == 1)  # all of it is on disk
        await close(app)
        async with await ChannelLog.of_channel(identity(reference)) as log:
            assert log.last == 2001
            assert log.base > 0
        back = await join(node, reference)
        assert await back.has(2001) == list(range(2001))


async def test_two_on_one_machine_share_a_disk(reference: Reference) -> None:
    async with company(2) as nodes:
        first = await join(nodes[0], reference)
        first.submit(1)
        await first.until(lambda: len(first.accepted) == 1)
        other = await join(nodes[1], reference)
        await other.live(2)
        assert "another program" in other.condition["reason"]
        other.submit(2)
        await other.until(lambda: len(other.accepted) == 1)
        assert await first.has(2) == [1, 2]


async def test_a_full_disk_stops_writing_and_says_so(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(small_disk))
    monkeypatch.setattr(limits, "RETRY_SECONDS", 0.05)
    reference = channel(DURABLE, "bytes", "list[bytes]", scope=unique_scope())
    async with company(1) as (node,):
        app = await join(node, reference)
        await app.live()
        filler = small_disk / "filler"
        app.submit(b"first")
        await app.until(lambda: len(app.accepted) == 1)
        filler.write_bytes(b"x" * 500_000)
        requests = [app.submit(bytes([number]) * 60_000) for number in range(20)]
        await app.until(lambda: app.condition["state"] == "read-only")
        assert "full" in app.condition["reason"]
        assert not app.condition["writable"]
        assert len(app.accepted) < 21
        filler.unlink()
        # Room for the rest would need a bigger disk: what fits is accepted, in order, and none is lost.
        await app.until(lambda: len(app.accepted) >= 5)
        assert app.accepted[1:] == requests[: len(app.accepted) - 1]
