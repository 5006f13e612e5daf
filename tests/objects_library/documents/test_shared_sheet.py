# SPDX-License-Identifier: BSD-3-Clause
"""The shared sheet: its log, and people in processes of their own who edit it together."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.runtime.references import Composite, Document, Primitive, Reference, read
from app.ui.composer.model import Edit, to_json
from app.ui.composer.model.edits import AddBlock, Move, RenameBlock
from objects_library.documents.shared_sheet.sheet_log import LARGEST_EDIT, SheetLog
from objects_library.replication.replica import RefusedChangeError
from tests.objects_library.copies import replicated
from tests.objects_library.workers import Worker, network_channel, workshop

SHARED_SHEET = 0x453CA337F070151D928C859BAF27D754
LABEL = Primitive(3, 1, "Shared label")


def _edit(by: UUID, number: int, content: bytes = b"{}") -> dict[str, Any]:
    return {"by": by, "name": "Ann", "number": number, "content": content}


def test_an_edit_counts_once() -> None:
    log, ann = SheetLog(), uuid4()
    log.add(_edit(ann, 1))
    with pytest.raises(RefusedChangeError):
        log.add(_edit(ann, 1))
    log.add(_edit(uuid4(), 1))
    assert log.length == 2


def test_an_edit_can_be_too_large() -> None:
    with pytest.raises(RefusedChangeError, match="too large"):
        SheetLog().add(_edit(uuid4(), 1, b"x" * (LARGEST_EDIT + 1)))


def test_a_short_log_means_the_same_to_newcomers() -> None:
    log, ann = SheetLog(b"first"), uuid4()
    for number in range(1, 6):
        log.add(_edit(ann, number, b"%d" % number))
    log.shorten(3, b"after three")
    assert (log.count, log.length, [edit["content"] for edit in log.edits]) == (3, 5, [b"4", b"5"])
    log.shorten(2, b"too old")
    log.shorten(9, b"not yet")
    newcomer = SheetLog.of(log.state())
    assert newcomer.state() == log.state()
    assert newcomer.document == b"after three"
    assert newcomer.knows(ann, 5)
    assert not newcomer.knows(ann, 6)


def _reference() -> Reference:
    return replicated(SHARED_SHEET, network_channel("SheetChange", "SheetState"))


def _shown(worker: Worker) -> Document:
    return read(worker.all("document")[-1].encode())


def _names(worker: Worker) -> list[str]:
    reference = _shown(worker).reference
    assert isinstance(reference, Composite)
    return [name for name, _ in reference.components]


def _visitors(worker: Worker) -> list[Any]:
    return (worker.all("visitors") or [[]])[-1]  # type: ignore[no-any-return] # JSON


def _do(worker: Worker, edit: Edit) -> None:
    worker.send("", "do", to_json(edit))


async def _all_see(workers: list[Worker], count: int) -> None:
    for worker in workers:
        await worker.until(lambda worker=worker: len(_names(worker)) == count)  # type: ignore[misc]
    for _ in range(200):  # names may still change hands while the last edits arrive
        if len({worker.all("document")[-1] for worker in workers}) == 1:
            return
        await asyncio.sleep(0.05)
    raise AssertionError([_names(worker) for worker in workers])


PERSON = "tests.objects_library.documents.sheet_worker"


async def test_two_people_edit_a_third_joins_late_and_one_is_killed(tmp_path: Path) -> None:
    async with workshop(tmp_path, _reference(), PERSON) as shop:
        ann, bob = await asyncio.gather(shop.start("Ann"), shop.start("Bob"))
        for number in range(15):
            _do(ann, AddBlock((), f"a{number}", LABEL, number * 10.0, 0))
            _do(bob, AddBlock((), f"b{number}", LABEL, number * 10.0, 200))
        await _all_see([ann, bob], 30)

        ann.send("", "show", {"x": 77.0, "y": 5.0, "selection": [["a1"]]})
        bob.send("", "show", {"x": 88.0, "y": 5.0, "selection": []})
        await bob.until(lambda: _visitors(bob) == [["Ann", 77.0]])

        late = await shop.start("Cid")
        await _all_see([ann, bob, late], 30)

        ann.send("", "undo")  # only Ann's last block goes
        await _all_see([ann, bob, late], 29)
        assert "a14" not in _names(bob)
        assert "b14" in _names(bob)

        await ann.until(lambda: _visitors(ann) == [["Bob", 88.0]])
        bob.kill()
        await ann.until(lambda: _visitors(ann) == [], patience=10)  # long before silence would tell
        _do(late, RenameBlock((), "b3", "Bob's third"))
        await ann.until(lambda: "Bob's third" in _names(ann))
        _do(ann, Move((), (("Bob's third", 1.0, 2.0),)))
        await late.until(lambda: _shown(late).drawing.position_of(("Bob's third",)) is not None)
        await late.until(lambda: getattr(_shown(late).drawing.position_of(("Bob's third",)), "x", 0) == 1.0)
        assert not ann.all("error")
