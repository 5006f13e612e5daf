# SPDX-License-Identifier: BSD-3-Clause
"""Since when people work apart, and what was merged when they meet: who says goodbye is not out of reach."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from objects_library.channels.document.companions import Companions
from objects_library.channels.document.frames import Presence, pack_frame, unpack_frame
from tests.objects_library.channels.company import App, channel, unique_scope
from tests.objects_library.channels.document_process import DOCUMENT
from tests.objects_library.channels.partition import Homes, alone, homes


async def together(at: Homes, *names: str) -> list[App]:
    """People who have one document open, and know each other."""
    reference = channel(DOCUMENT, "int", "list[int]", scope=unique_scope())
    apps = [await at.join(name, reference) for name in names]
    for app in apps:
        await app.live(len(names))
    apps[0].send(1)
    for app in apps:
        await app.has(1)
    return apps


async def test_a_partition_is_dated_and_its_end_counts_what_was_merged(tmp_path: Path) -> None:
    async with homes(tmp_path) as at:
        ann, bob = await together(at, "ann", "bob")
        assert "apart_since" not in ann.condition
        before = datetime.now(UTC)
        at.cut("ann", "bob")
        await alone(ann, bob)
        for app in (ann, bob):
            await app.until(lambda app=app: "apart_since" in app.condition)  # type: ignore[misc]
            assert before - timedelta(seconds=1) < app.condition["apart_since"] < datetime.now(UTC)
        for app, numbers in ((ann, range(10, 15)), (bob, range(20, 23))):
            requests = [app.submit(number) for number in numbers]
            await app.until(lambda app=app, requests=requests: set(requests) <= set(app.accepted))  # type: ignore[misc]
        at.heal("ann", "bob")
        for app, merged in ((ann, (3, 5)), (bob, (5, 3))):
            await app.has(9)
            await app.until(lambda app=app: "met" in app.condition)  # type: ignore[misc]
            met = app.condition["met"]
            assert (met["theirs"], met["yours"]) == merged
            assert "apart_since" not in app.condition


async def test_whoever_closes_it_is_not_out_of_reach(tmp_path: Path) -> None:
    async with homes(tmp_path) as at:
        ann, bob, _ = await together(at, "ann", "bob", "cleo")
        for name, left in (("cleo", 2), ("bob", 1)):
            await at.leave(name)
            await ann.until(lambda left=left: len(ann.condition["members"]) == left)  # type: ignore[misc]
            assert "apart_since" not in ann.condition
        assert bob is not ann
        assert "met" not in ann.condition


def since(companions: Companions) -> int | None:
    return companions.apart_since


def test_only_the_lost_ones_own_return_ends_the_parting() -> None:
    now = 5_000
    companions = Companions(b"a" * 32, lambda: now)
    history: Any = type("History", (), {"heads": {}})()
    members = [type("Member", (), {"number": number})() for number in range(4)]
    companions.change_members(members[:3], history)
    companions.introduce(1, Presence(b"b" * 32))
    companions.introduce(2, Presence(b"c" * 32))
    companions.change_members(members[:1], history)
    assert since(companions) == 5_000
    now = 9_000
    companions.change_members([members[0], members[3]], history)
    assert not companions.introduce(3, Presence(b"d" * 32))  # a stranger is not who was lost
    assert since(companions) == 5_000
    assert not companions.introduce(3, Presence(b"b" * 32))
    assert companions.introduce(3, Presence(b"c" * 32))
    assert since(companions) is None
    companions.count_merged(history)
    assert companions.meeting is not None
    companions.introduce(3, Presence(b"c" * 32, here=False))
    companions.change_members(members[:1], history)
    assert since(companions) is None


def test_a_presence_is_packed() -> None:
    for presence in (Presence(b"k" * 32), Presence(b"k" * 32, here=False)):
        assert unpack_frame(pack_frame(presence)) == presence
