# SPDX-License-Identifier: BSD-3-Clause
"""The command `tail --json` of a feed: the present table first, then its changes."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa

from app.commands._feed_tail import in_words, rows_as_json
from app.runtime.activation import Node
from app.runtime.references import Document, Parameterized, Primitive, Reference, ReferenceArgument, TypeArgument, write
from objects_library.installed import installed_catalogue
from tests.objects_library.tiles.feeding import KIND, TABLE, Publisher, sales
from tests.objects_library.workers import ROOT, network_channel


class Tail:
    """The command, and the lines that it printed so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def of(cls, file: Path, *more: str) -> Tail:
        command = [sys.executable, "-m", "app", "tail", str(file), "--json", *more]
        environment = os.environ | {"LIVEOBJECTS_HOME": str(file.parent / "home")}
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.PIPE, cwd=ROOT, env=environment, limit=2**24
            )
        )

    async def line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        async with asyncio.timeout(30):
            found: dict[str, Any] = json.loads(await self.process.stdout.readline())
        return found

    async def ended(self) -> int:
        async with asyncio.timeout(30):
            return await self.process.wait()


def a_file(folder: Path, channel: Reference) -> Path:
    """Return the file that `feed start` writes: a table over the channel."""
    arguments = (("T", TypeArgument(KIND)), ("Channel", ReferenceArgument(channel)))
    file = folder / "out.liveobject"
    file.write_bytes(write(Document(Parameterized(Primitive(TABLE), arguments), "Out", "")))
    return file


async def test_the_present_table_and_its_changes(tmp_path: Path) -> None:
    channel = network_channel(f"TableChange[{KIND}]", f"TableState[{KIND}]")
    file = a_file(tmp_path, channel)
    async with Node(installed_catalogue()) as node:
        feed = await Publisher.opened(node, channel)
        feed.publish(sales(minutes=2))
        tail = await Tail.of(file, "--count", "4")
        first = await tail.line()
        assert (first["event"], first["mode"], first["batch"]) == ("table", "complete", 0)
        assert len(first["rows"]) == 24
        assert first["rows"][0] == {
            "window": "2026-11-17T09:00:00+00:00", "region": "North", "product": "Tea",
            "revenue": sales().column("revenue")[0].as_py(), "orders": sales().column("orders")[0].as_py(),
        }  # fmt: skip
        feed.publish(sales(seed=1, minutes=1))
        change = await tail.line()
        assert (change["event"], change["mode"], change["batch"]) == ("change", "update", 1)
        assert change["key"] == ["window", "region", "product"]
        assert len(change["rows"]) == 12
        feed.tell("failed", "the folder is gone")
        feed.tell("failed", "the folder is gone")  # nothing new
        failed = await tail.line()
        assert (failed["event"], failed["state"], failed["reason"], failed["rows"]) == (
            "status", "failed", "the folder is gone", [],
        )  # fmt: skip
        feed.publish(sales(minutes=1).slice(0, 3), "complete", most_rows=2)
        last = await tail.line()
        assert (last["mode"], len(last["rows"]), last["cut"]) == ("complete", 2, 1)
        assert "only the first 2 rows" in last["notice"]
        assert await tail.ended() == 0


def test_values_that_json_does_not_have() -> None:
    table = pa.table(
        {
            "n": [float("nan"), 1.5],
            "b": [b"\x00\xff", None],
            "l": [[1.0, float("inf")], []],
            "t": pa.array([1, None], pa.timestamp("ns")),
            "d": pa.array([1, 2], pa.date32()),
            "m": [{"a": 1}, {"a": None}],
        }
    )
    rows = rows_as_json(table)
    assert rows[0] == {
        "n": None, "b": "AP8=", "l": [1.0, None], "t": "1970-01-01T00:00:00", "d": "1970-01-02",
        "m": {"a": 1},
    }  # fmt: skip
    said = in_words({"event": "change", "state": "live", "batch": 3, "rows": rows[1:]})
    assert said.startswith("live change 3, 1 rows\n  {")
