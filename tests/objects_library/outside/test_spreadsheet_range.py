# SPDX-License-Identifier: BSD-3-Clause
"""Ranges of real LibreOffice documents that people see and edit together."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.runtime.activation import Node
from app.runtime.references import Reference
from app.runtime.trust import Permission, TrustStore
from objects_library.outside.spreadsheet_range.cells import Cells, column_name, is_range, new_document
from objects_library.outside.spreadsheet_range.proxy import _path
from objects_library.replication.external_bridge import OutOfReachError
from objects_library.replication.replica import RefusedChangeError
from tests.libreoffice import Calc
from tests.objects_library.copies import Copy, eventually, local_channel, opened, opened_in_turn, replicated
from tests.objects_library.outside.tables import Person, nodes_of
from tests.objects_library.workers import Worker, network_channel, workshop

RANGE = 0xB71F32FD0B72AF65D042A1C63947343F
BUDGET = "rent | 100\nfood | 50\nsum | =SUM(B1:B2)"


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "budget.fods"
    path.write_text(new_document(BUDGET, "Budget"), encoding="utf-8")
    return path


def a_range(file: Path | str, channel: Reference | None = None, **values: Any) -> Reference:
    channel = channel or local_channel("SpreadsheetChange", "SpreadsheetState", f"range {file}")
    return replicated(RANGE, channel, file=str(file), **({"range": "A1:C5"} | values))


class Reader:
    """What somebody sees of a range."""

    def __init__(self, copy: Copy | Worker) -> None:
        self.copy: Any = copy

    @property
    def cells(self) -> dict[tuple[int, int], dict[str, Any]]:
        found: dict[tuple[int, int], dict[str, Any]] = {}
        for *_, event, value in self.copy.received:
            if event == "contents":
                found = {}
            cells = value["cells"] if event == "contents" else value if event == "changed" else []
            found |= {(cell["row"], cell["column"]): cell for cell in cells}
        return {place: cell for place, cell in found.items() if cell["text"] or cell["formula"]}

    @property
    def texts(self) -> dict[str, str]:
        return {f"{column_name(column)}{row + 1}": cell["text"] for (row, column), cell in self.cells.items()}

    @property
    def status(self) -> dict[str, Any]:
        told = self.copy.all("status")
        return told[-1] if told else {"up": False, "text": "", "keeper": "", "here": ""}

    async def sees(self, true: Callable[[], object]) -> None:
        await self.copy.until(true, 60)

    async def shows(self, **texts: str) -> None:
        await self.sees(lambda: texts.items() <= self.texts.items())

    def write(self, **texts: str) -> UUID:
        request = uuid4()
        edits = [{"row": int(name[1:]) - 1, "column": ord(name[0]) - 65, "text": text} for name, text in texts.items()]
        self.copy.send("write", {"request": request, "edits": edits})
        return request

    async def done(self, request: UUID) -> None:
        await self.sees(lambda: request in self.copy.all("done"))

    async def refused(self, request: UUID, reason: str) -> None:
        told = self.copy.all
        await self.sees(
            lambda: any(each["request"] == request and reason in each["reason"] for each in told("refused"))
        )


async def two(nodes: list[Node], reference: Reference) -> tuple[Reader, Reader]:
    ann, bob = map(Reader, await opened_in_turn(nodes, reference, "sheet"))
    await ann.sees(lambda: ann.status["up"])
    await bob.sees(lambda: bob.status["up"])
    return ann, bob


async def test_a_cell_edited_there_changes_here_and_back(tmp_path: Path, calc: Calc, document: Path) -> None:
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        ann, bob = await two(nodes, a_range(document))
        await bob.shows(A1="rent", B1="100", A3="sum", B3="150")
        assert bob.cells[2, 1]["formula"] == "=SUM(B1:B2)"
        assert bob.status["keeper"] == "Ann"
        shape = bob.copy.all("contents")[-1]["shape"]
        assert (shape["rows"], shape["columns"], shape["sheet"], shape["writable"]) == (5, 3, "Budget", True)
        await asyncio.to_thread(calc.write, document, "B1", "250")
        await bob.shows(B1="250", B3="300")
        await asyncio.to_thread(calc.write, document, "A4", "fun")
        await asyncio.to_thread(calc.do, document, ("formula", "B4", "=B3*2"))
        await bob.shows(A4="fun", B4="600")
        await ann.shows(A4="fun", B4="600")
        # and back
        await bob.done(bob.write(B2="70", A5="=1+1", B5="50%", C1="2026-02-03", C2="O'Hara", A4=""))
        await ann.shows(B2="70", B3="320", A5="=1+1", B5="50.00%", C1="2026-02-03", C2="O'Hara")
        assert "A4" not in ann.texts
        assert (ann.cells[1, 1]["by"], ann.cells[2, 1]["by"]) == ("Bob", "")
        assert ann.cells[4, 0]["formula"] == ""  # others write values, no formulas
        late = Reader(await opened(nodes[1], a_range(document), "sheet"))
        await late.sees(lambda: late.texts == ann.texts)
        await eventually(lambda: "O&apos;Hara" in document.read_text())  # it is saved


async def test_what_makes_no_sense_is_refused(tmp_path: Path, calc: Calc, document: Path) -> None:
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        ann, bob = await two(nodes, a_range(document))
        await bob.refused(bob.write(Z9="x"), "not in the range")
        await bob.refused(bob.write(A1="x" * 2001), "at most 2,000")
        await bob.refused(bob.write(A1="\0"), "signs that no cell can hold")
        await bob.refused(bob.write(), "at most 2,000 cells")
        cell = {**ann.cells[0, 0], "text": "lie"}
        liar, keeper = bob.copy.body._bridge, ann.copy.body._bridge
        shape = ann.copy.body._contents.shape
        for kind, more in (("cells", {"cells": [cell]}), ("shape", {"shape": shape}), ("up", {})):
            liar.send(kind, **more)
        liar.send("edit", edits=[{"row": 99, "column": 0, "text": "x"}], request=uuid4())
        for more in ({**cell, "row": 99}, {**cell, "text": "x" * 3000}, {**cell, "by": "x" * 200}):
            keeper.send("cells", cells=[more])
        keeper.send("shape", shape={**shape, "rows": 10**6})
        keeper.send("explode")
        for each in (ann, bob):
            await eventually(lambda each=each: each.copy.body._bridge.replica.refusals == 9)  # type: ignore[misc]
        assert bob.texts["A1"] == "rent"
        await asyncio.to_thread(calc.do, document, ("protect", "A1", ""))
        await bob.refused(bob.write(C3="new"), "protected")


async def test_without_leave_to_write_people_only_look(tmp_path: Path, calc: Calc, document: Path) -> None:
    async with nodes_of(tmp_path, Ann=Person({"read-files"}), Bob=Person(set())) as nodes:
        _, bob = await two(nodes, a_range(document))
        await bob.refused(bob.write(A1="x"), "has not allowed to write")
        await asyncio.to_thread(calc.write, document, "A1", "hire")
        await bob.shows(A1="hire")


async def test_a_document_that_is_closed_locked_or_gone_comes_back(tmp_path: Path, calc: Calc, document: Path) -> None:
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        _, bob = await two(nodes, a_range(document))
        lock = document.with_name(f".~lock.{document.name}#")
        await asyncio.to_thread(calc.do, document, ("close", "", ""))
        await bob.sees(lambda: "closed in LibreOffice" in bob.status["text"])
        assert bob.status["since"] is not None
        await bob.refused(bob.write(A1="x"), "nobody is connected")
        await bob.sees(lambda: bob.status["up"])
        await asyncio.to_thread(calc.do, document, ("close", "", ""))
        await eventually(lambda: not lock.exists())
        lock.write_text("Cid,cid,elsewhere,01.01.2026 10:00,file:///profiles/cid;")
        await bob.sees(lambda: bob.status["up"] or "Cid has the document open" in bob.status["text"])
        lock.unlink(missing_ok=True)
        await bob.sees(lambda: bob.status["up"])


async def test_documents_that_cannot_be_joined(tmp_path: Path, calc: Calc, document: Path) -> None:
    del calc
    async with nodes_of(tmp_path, Ann=Person()) as nodes:
        for reference, reason in (
            (a_range(document, table="Nothing"), "no sheet Nothing"),
            (a_range(document, range="A1:ZZ9999"), "at most 10,000 cells"),
        ):
            ann = Reader(await opened(nodes[0], reference, "sheet"))
            await ann.sees(lambda: reason in ann.status["here"])  # noqa: B023 - waited for here
            ann.copy.proxy.close()
    for wrong in ("budget.ods", "/a/b.exe", "own/../x.fods", "own/x.ods", "/a\n.ods"):
        with pytest.raises(OutOfReachError):
            _path(wrong)


async def test_a_document_of_ones_own_is_made(tmp_path: Path, calc: Calc, monkeypatch: pytest.MonkeyPatch) -> None:
    del calc
    name = f"own/{uuid4().hex}.fods"
    monkeypatch.setattr("objects_library.outside.spreadsheet_range.proxy.data_directory", lambda: tmp_path / "data")
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        _, bob = await two(nodes, a_range(name, begin="milk | 2\n<b> & co | =B1*2"))
        await bob.shows(A1="milk", B1="2", A2="<b> & co", B2="4")


async def test_killed_processes_are_followed_by_others(tmp_path: Path, document: Path) -> None:
    """Whoever is at the bridge is killed, then LibreOffice itself."""
    home_that_allows(tmp_path / "home", document)
    profile = Calc(tmp_path / "home" / "cache" / "libreoffice")
    reference = a_range(document, network_channel("SpreadsheetChange", "SpreadsheetState"))
    async with workshop(tmp_path, reference) as shop:
        first = await shop.start("Ann", "sheet")
        ann = Reader(first)
        await ann.sees(lambda: ann.status["up"])
        others = [await shop.start(name, "sheet") for name in ("Bob", "Cid")]
        cid = Reader(others[1])
        await cid.shows(B3="150")
        first.kill()
        await cid.sees(lambda: cid.status["up"] and cid.status["keeper"] in ("Bob", "Cid"))
        edit = {"request": f"uuid:{uuid4()}", "edits": [{"row": 0, "column": 1, "text": "7"}]}
        others[1].send("sheet", "write", edit)
        await cid.shows(B1="7", B3="57")
        for number in profile.processes():
            os.kill(number, signal.SIGKILL)
        await cid.sees(lambda: not cid.status["up"])
        await cid.sees(lambda: cid.status["up"])
        others[1].send("sheet", "write", {**edit, "edits": [{"row": 1, "column": 1, "text": "8"}]})
        await cid.shows(B2="8")
    await eventually(lambda: not profile.processes())  # nothing is left behind


def home_that_allows(home: Path, document: Path) -> None:
    config = home / "config"
    config.mkdir(parents=True, exist_ok=True)
    store = TrustStore(config / "trust.json")
    for permission in (Permission.READ_FILES, Permission.WRITE_FILES):
        store.remember(None, permission, str(document), True)


def test_names_and_bounds() -> None:
    assert [column_name(number) for number in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
    assert is_range("A1:C5")
    assert is_range("$B$2")
    for wrong in ("", "A", "1A", "A1:", "A1:B2:C3", "Sheet1.A1", "A1;B2"):
        assert not is_range(wrong)
    with pytest.raises(RefusedChangeError):
        Cells().change([{"row": 0, "column": 0, "text": "", "formula": "", "by": ""}])
