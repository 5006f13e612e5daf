# SPDX-License-Identifier: BSD-3-Clause
"""Operators between a cause and its effect, in real processes: what follows happens once, whoever computes it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

from app.runtime import references as refs
from app.runtime.references import Composite, Connection, EndpointPath, Export
from app.ui.composer.model.default_reference import default_reference
from objects_library.installed import installed_catalogue
from tests.objects_library.operators.wired import reference_of
from tests.objects_library.workers import Worker, workshop

_THREE = ("Ann", "Bob", "Cid")


def _made(name: str) -> refs.Reference:
    """An object as the palette makes it, on a document channel of its own."""
    catalogue = installed_catalogue()
    (definition,) = (each for each in catalogue.definitions() if each.name == name)
    return default_reference(definition, catalogue)


def _page(parts: dict[str, refs.Reference], wires: list[tuple[str, str]], exports: dict[str, str]) -> Composite:
    """Parts, wires between `Part.end`s, and ends that the processes use."""
    ends = {
        text: EndpointPath(*text.rsplit(".", 1)) for pair in [*wires, *exports.items()] for text in pair if "." in text
    }
    connections = tuple(Connection(ends[one], ends[other]) for one, other in wires)
    return Composite(tuple(parts.items()), connections, tuple(Export(name, ends[end]) for name, end in exports.items()))


def _count(worker: Worker) -> int:
    return max(worker.all("value"), default=0)


async def test_a_threshold_that_is_passed_counts_once_for_three(tmp_path: Path) -> None:
    page = _page(
        {
            "Button": _made("Button"),
            "Five": reference_of("Threshold", level=5.0),
            "Change": reference_of("When it changes", {"T": "bool"}),
            "Counter": _made("Shared counter"),
        },
        [("Button.count", "Five.takes"), ("Five.yes", "Change.takes"), ("Change.changes", "Counter.counts")],
        {"button": "Button.button", "counter": "Counter.counter"},
    )
    async with workshop(tmp_path, page) as shop:
        ann, bob, cid = [await shop.start(name, "button", "counter", home=tmp_path / name) for name in _THREE]
        for number in range(8):
            (ann, bob)[number % 2].send("button", "press")
        for worker in (ann, bob, cid):
            await worker.until(lambda worker=worker: _count(worker) >= 1)  # type: ignore[misc]
        # A copy that thought that the effect was missing would have performed it by now.
        await asyncio.sleep(3.5)
        assert [_count(worker) for worker in (ann, bob, cid)] == [1, 1, 1]


async def test_a_tick_counts_once_for_three(tmp_path: Path) -> None:
    page = _page(
        {"Timer": reference_of("Timer", seconds=1.0), "Counter": _made("Shared counter")},
        [("Timer.ticks", "Counter.counts")],
        {"counter": "Counter.counter"},
    )
    async with workshop(tmp_path, page) as shop:
        workers = [await shop.start(name, "counter", home=tmp_path / name) for name in _THREE]
        for worker in workers:
            await worker.until(lambda worker=worker: _count(worker) >= 1)  # type: ignore[misc]
        # From here on three count; if each did for itself, these eight would be reached after three seconds.
        began, first = monotonic(), max(_count(worker) for worker in workers)
        for worker in workers:
            await worker.until(lambda worker=worker: _count(worker) >= first + 8)  # type: ignore[misc]
        assert max(_count(worker) for worker in workers) - first <= monotonic() - began + 2
