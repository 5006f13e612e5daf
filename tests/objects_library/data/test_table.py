# SPDX-License-Identifier: BSD-3-Clause
"""Tables: the latest rows of a feed, in columns."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from math import inf, isnan, nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.runtime.references import Reference
from app.runtime.types import parse_value_type
from objects_library.data.table import view as table_view
from objects_library.values.columns import as_number, columns_of, rows_in
from tests.objects_library.copies import local_channel, opened, replicated
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.workers import network_channel, workshop

TABLE = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A31
ROW = "{name: text, price: float}"
THREE = ("Ann", "Bob", "Cid")  # when one of them dies, the others are still most of them


def a_table(kind: str = ROW, **values: Any) -> Reference:
    return replicated(TABLE, local_channel(kind, f"RowsState[{kind}]", "table"), {"T": kind}, **values)


@pytest.mark.parametrize(
    ("kind", "message", "columns", "rows"),
    [
        ("{a: int, b?: text}", {"a": 1}, [("a", "number"), ("b", "text")], [(1, None)]),
        ("list[{a: timestamp}]", [{"a": 1}, {"a": 2}], [("a", "time")], [(1,), (2,)]),
        ("float", 2.5, [("value", "number")], [(2.5,)]),
        ("list[int]", [1, 2], [("value", "number")], [(1,), (2,)]),
        ("int | null", None, [("value", "number")], [(None,)]),
        ("int | text", "x", [("value", "other")], [("x",)]),
        ("table{a: int64, b: string}", pa.table({"a": [1], "b": ["x"]}), [("a", "number"), ("b", "text")], [(1, "x")]),
    ],
)
def test_columns(kind: str, message: Any, columns: list[tuple[str, str]], rows: list[Any]) -> None:
    found = columns_of(parse_value_type(kind))
    assert [(column.name, column.kind) for column in found] == columns
    assert rows_in(found, message) == rows


def test_places_on_an_axis() -> None:
    assert as_number(datetime(1970, 1, 1, 0, 1, tzinfo=UTC)) == 60
    assert as_number(True) == 1
    assert all(isnan(as_number(value)) for value in ("x", None, 10**400, nan, inf))


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_view, "MOST", 6)
    ann = await look(nodes[0], a_table(title="Prices"))
    assert unnamed(ann.view) == []
    bob = await opened(nodes[1], a_table(), "rows")
    for name, price in (("tea", 2.5), ("=cmd()", inf), ("coffee", nan), ("milk", 1.0)):
        bob.send("add", {"name": name, "price": price})
    await ann.sees(lambda: ann.view.count.text() == "4 rows")
    assert ann.view.title.text() == "Prices"
    ann.view.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert [row[0] for row in ann.view.kept_rows()] == ["=cmd()", "coffee", "milk", "tea"]
    ann.view.search.setText("MIL")
    assert ann.view.row_count() == 1
    ann.view.table.selectAll()
    QTest.keyClick(ann.view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "milk\t1"
    ann.view.search.clear()
    ann.view.write_csv(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text() == "name,price\n'=cmd(),inf\ncoffee,nan\nmilk,1.0\ntea,2.5\n"
    ann.view._written(tmp_path / "no" / "where.csv", ann.view.write_csv)
    assert "where.csv" in ann.view.notice.text
    ann.view.pause_button.click()
    for number in range(4):
        bob.send("add", {"name": str(number), "price": 0.0})
    await ann.sees(lambda: ann.view.count.text() == "4 rows · 4 wait")
    ann.view.pause_button.click()
    await ann.sees(lambda: ann.view.count.text() == "6 rows")  # the oldest are gone
    assert "tea" not in [row[0] for row in ann.view.kept_rows()]


async def test_tables_are_rows_too(nodes: list[Node]) -> None:
    kind = "table{a: int64}"
    ann, bob = await opened(nodes[0], a_table(kind), "rows"), await opened(nodes[1], a_table(kind), "rows")
    ann.send("add", pa.table({"a": [1, 2, 3]}))
    await bob.until(lambda: bob.all("added"))
    assert bob.last("added").to_pydict() == {"a": [1, 2, 3]}
    ann.send("add", pa.table({"a": list(range(20_000))}))
    await ann.until(lambda: ann.all("refused"))
    assert "at most 10,000 rows" in ann.last("refused")


async def test_rows_outlive_whoever_sent_them(tmp_path: Path) -> None:
    reference = replicated(TABLE, network_channel(ROW, f"RowsState[{ROW}]"), {"T": ROW})
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "rows") for name in THREE))
        for number in range(100):
            ann.send("rows", "add", {"name": str(number), "price": float(number)})
        await bob.until(lambda: len(bob.all("added")) + len(bob.all("rows")[-1]) >= 100)
        ann.kill()
        late = await shop.start("Dan", "rows")
        await late.until(lambda: len(late.all("rows")[-1]) == 100)
        assert [row["name"] for row in late.all("rows")[-1]] == [str(number) for number in range(100)]
