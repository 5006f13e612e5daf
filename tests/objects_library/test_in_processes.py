# SPDX-License-Identifier: BSD-3-Clause
"""Replicated objects in real processes over the network channel: late joins, and kills with -9."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.objects_library.copies import replicated
from tests.objects_library.services.test_group_service import SERVICE
from tests.objects_library.text.pages import SECTIONED, TEXT
from tests.objects_library.variables.test_variables import COUNTER, LOCK
from tests.objects_library.workers import Worker, network_channel, workshop


def held(holder: str, fence: int, waiting: int, *, mine: bool = False) -> dict[str, object]:
    return {"holder": holder, "mine": mine, "fence": fence, "waiting": waiting}


async def test_two_count_and_a_third_joins_late(tmp_path: Path) -> None:
    async with workshop(tmp_path, replicated(COUNTER, network_channel("int", "int"))) as shop:
        ann, bob = await asyncio.gather(shop.start("Ann", "counter"), shop.start("Bob", "counter"))
        for _ in range(50):
            ann.send("counter", "add", 1)
            bob.send("counter", "add", 2)
        await ann.receives("value", 150)
        late = await shop.start("Cid", "counter")
        await late.receives("value", 150)
        late.send("counter", "add", 5)
        for worker in (ann, bob, late):
            await worker.receives("value", 155)


async def test_one_goes_on_when_all_others_are_killed_at_once(tmp_path: Path) -> None:
    """They were most of the members, and their computer knows that they are not only out of reach."""
    async with workshop(tmp_path, replicated(COUNTER, network_channel("int", "int"))) as shop:
        names = ("Ann", "Bob", "Cid", "Dan", "Eve")
        ann, *others = [await shop.start(name, "counter") for name in names]
        ann.send("counter", "add", 3)
        for worker in (ann, *others):
            await worker.receives("value", 3)
        for worker in (ann, *others[1:]):
            worker.kill()
        others[0].send("counter", "add", 4)
        await others[0].receives("value", 7, patience=15)
        late = await shop.start("Fay", "counter")
        await late.receives("value", 7)


async def test_the_lock_of_a_killed_process_passes_on(tmp_path: Path) -> None:
    reference = replicated(LOCK, network_channel("LockChange", "LockState"), lease=60.0)
    async with workshop(tmp_path, reference) as shop:
        ann, bob, cid = [await shop.start(name, "lock") for name in ("Ann", "Bob", "Cid")]
        ann.send("lock", "acquire")
        await ann.receives("granted", 1)
        bob.send("lock", "acquire")
        await cid.receives("state", held("Ann", 1, 1))
        ann.kill()
        await bob.receives("granted", 2, patience=15)  # long before the lease would end
        await cid.receives("state", held("Bob", 2, 0))
        late = await shop.start("Dan", "lock")
        await late.receives("state", held("Bob", 2, 0))


async def test_two_write_a_third_joins_late_and_all_have_the_same_text(tmp_path: Path) -> None:
    reference = replicated(TEXT, network_channel("TextChange", "TextState"))
    async with workshop(tmp_path, reference) as shop:
        ann, bob = await asyncio.gather(shop.start("Ann", "text"), shop.start("Bob", "text"))
        for number in range(40):
            ann.send("text", "edit", {"at": 0, "delete": 0, "insert": f"a{number} "})
            bob.send("text", "edit", {"at": 0, "delete": 0, "insert": f"b{number} "})
        length = sum(len(f"a{number} ") for number in range(40)) * 2
        for worker in (ann, bob):
            await _has(worker, length)
        assert ann.text == bob.text
        late = await shop.start("Cid", "text")
        await _has(late, length)
        assert late.text == ann.text
        late.send("text", "edit", {"at": 3, "delete": 2, "insert": "ü"})
        for worker in (late, ann, bob):
            await _has(worker, length - 1)
        assert ann.text == bob.text == late.text


async def _has(worker: Worker, length: int) -> None:
    await worker.until(lambda: len(worker.text) == length)


async def test_the_section_of_a_killed_process_is_free_again(tmp_path: Path) -> None:
    reference = replicated(SECTIONED, network_channel("SectionedChange", "SectionedState"), lease=60.0)
    async with workshop(tmp_path, reference) as shop:
        ann, bob, cid = [await shop.start(name, "text", "sections") for name in ("Ann", "Bob", "Cid")]
        await ann.until(lambda: "live" in ann.all("state"))
        ann.send("text", "edit", {"at": 0, "delete": 0, "insert": "one two"})
        for worker in (bob, cid):
            await _has(worker, 7)
        name = "uuid:00000000-0000-0000-0000-000000000007"
        ann.send("sections", "lock", {"section": name, "start": 0, "end": 3})
        await bob.until(lambda: bob.all("locked")[-1:] != [[]])
        bob.send("text", "edit", {"at": 1, "delete": 0, "insert": "x"})
        await bob.until(lambda: bob.all("refused"))
        ann.kill()
        await bob.receives("locked", [], patience=15)
        bob.send("text", "edit", {"at": 1, "delete": 0, "insert": "x"})
        await cid.until(lambda: cid.text == "oxne two")


async def test_another_answers_when_a_server_is_killed(tmp_path: Path) -> None:
    channel = network_channel("ServiceChange[text, text]", "ServiceState[text, text]")
    reference = replicated(SERVICE, channel, {"Q": "text", "A": "text"}, lease=60.0, policy="leader")
    async with workshop(tmp_path, reference) as shop:
        ann = await shop.start("Ann", "service")
        bob = await shop.start("Bob", "service", "serving")
        await bob.until(lambda: "live" in bob.all("state"))
        cid = await shop.start("Cid", "service", "serving")
        await cid.until(lambda: "live" in cid.all("state"))
        ann.send("service", "request", {"request": "uuid:00000000-0000-0000-0000-000000000001", "question": "?"})
        await bob.until(lambda: bob.all("serve"))
        bob.kill()
        await cid.until(lambda: cid.all("serve"), 15)
        assert cid.all("serve")[0]["attempt"] == 2
        cid.send("serving", "answer", {"request": "uuid:00000000-0000-0000-0000-000000000001", "answer": "!"})
        await ann.until(lambda: ann.all("answered"))
        assert ann.all("answered")[0]["by"] == ["Cid"]
        assert ann.all("answered")[0]["answers"] == ["!"]
