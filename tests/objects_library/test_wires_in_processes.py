# SPDX-License-Identifier: BSD-3-Clause
"""Wires between documents in real processes: what one person says is written once, however many have the page open."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from app.runtime import references as refs
from app.runtime.references import Composite, Connection, EndpointPath, Export
from tests.objects_library.test_wire_effects import _made
from tests.objects_library.workers import Worker, workshop

_CHAT, _CHECKLIST, _TEXT = (
    0x6F2A1C7D90B84E53A1D6C0E2B7F49A01, 0xAFC6DAFCF437B38E7BB34A9393AD9ADA, 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E510,
)  # fmt: skip
_ENDS = ("chat", "checklist", "text")
_COUNT = 10


def _page() -> refs.Reference:
    wires = (
        Connection(EndpointPath("chat", "messages"), EndpointPath("checklist", "adds")),
        Connection(EndpointPath("chat", "messages"), EndpointPath("text", "appends")),
    )
    parts = tuple((name, _made(template)) for name, template in zip(_ENDS, (_CHAT, _CHECKLIST, _TEXT), strict=True))
    return Composite(parts, wires, tuple(Export(name, EndpointPath(name, name)) for name in _ENDS))


def _tasks(worker: Worker) -> list[str]:
    told = {each["item"]: each["text"] for listed in worker.all("tasks") for each in listed}
    return sorted({**told, **{each["item"]: each["text"] for each in worker.all("put")}}.values())


def _lines(worker: Worker) -> list[str]:
    text = ""
    for each in worker.all("changed"):
        text = text[: each["at"]] + each["insert"] + text[each["at"] + each["delete"] :]
    return sorted(text.splitlines())


async def test_each_message_is_a_task_and_a_line_once(tmp_path: Path) -> None:
    async with workshop(tmp_path, _page()) as shop:
        ann, bob = [await shop.start(name, *_ENDS, home=tmp_path / name) for name in ("Ann", "Bob")]
        wanted = []
        for number in range(_COUNT):
            for worker, name in ((ann, "a"), (bob, "b")):
                wanted.append(f"{name}{number}")
                worker.send("chat", "say", {"message": f"uuid:{uuid4()}", "text": wanted[-1]})
        wanted.sort()
        for worker in (ann, bob):
            await worker.until(lambda worker=worker: _tasks(worker) == wanted)  # type: ignore[misc]
            await worker.until(lambda worker=worker: _lines(worker) == wanted)  # type: ignore[misc]
