# SPDX-License-Identifier: BSD-3-Clause
"""A text that a reference carries: there once, for everyone, and edited like any other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.runtime.activation import Node
from objects_library.installed import installed_catalogue
from tests.objects_library.copies import live, local_channel, opened, replicated
from tests.objects_library.workers import Worker, network_channel, workshop

SHARED_TEXT = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E510


async def test_it_is_there_at_first_and_edited() -> None:
    reference = replicated(SHARED_TEXT, local_channel("TextChange", "TextState", "initial"), initial="Bring cäke")
    async with Node(installed_catalogue(), name="Ann") as one, Node(installed_catalogue(), name="Bob") as two:
        ann, bob = await opened(one, reference, "text"), await opened(two, reference, "text")
        await live(ann, bob)
        ann.send("edit", {"at": 5, "delete": 0, "insert": " a"})
        await bob.until(lambda: bob.body._doc.text == "Bring a cäke")
        late = await opened(one, reference, "text")
        await late.until(lambda: late.body._doc.text == "Bring a cäke")
        ann.send("undo")
        await bob.until(lambda: bob.body._doc.text == "Bring cäke")
        ann.send("undo")  # what was there at first is nobody's to undo
        with pytest.raises(Exception, match="at most 100,000 characters"):
            await one.dereference(
                replicated(SHARED_TEXT, local_channel("TextChange", "TextState", "x"), initial="x" * 100_001)
            )
        assert bob.body._doc.text == "Bring cäke"


async def test_processes_that_begin_at_once_have_it_once(tmp_path: Path) -> None:
    reference = replicated(SHARED_TEXT, network_channel("TextChange", "TextState"), initial="Bring cake")
    async with workshop(tmp_path, reference) as shop:
        workers = await asyncio.gather(*(shop.start(name, "text") for name in ("Ann", "Bob", "Cid")))
        for worker in workers:
            await _reads(worker, "Bring cake")
        workers[0].send("text", "edit", {"at": 0, "delete": 5, "insert": "Eat"})
        for worker in workers:
            await _reads(worker, "Eat cake")


async def _reads(worker: Worker, text: str) -> None:
    await worker.until(lambda: worker.text == text)
