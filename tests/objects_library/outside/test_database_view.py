# SPDX-License-Identifier: BSD-3-Clause
"""How tables of databases look, and what people do to them with mouse and keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.runtime.activation import Node
from objects_library.outside.database_table.cell_text import NotAValueError, from_words, sort_key
from objects_library.outside.database_table.row_model import DatabaseRows
from objects_library.outside.database_table.values import DatabaseColumn, DatabaseRow
from objects_library.replication.external_bridge import BridgeStatus
from objects_library.widgets.connection_line import describe_status
from tests.objects_library.outside.tables import PLANTS, DatabaseAccess, Person, a_table, in_sqlite, nodes_of
from tests.objects_library.viewers import Looker, close_windows, look, type_text, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def place(tmp_path: Path) -> DatabaseAccess:
    made = in_sqlite(tmp_path)
    made.do(*PLANTS)
    return made


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[list[Node]]:
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as made:
        yield made
    close_windows()


async def two(nodes: list[Node], place: DatabaseAccess) -> tuple[Looker, Looker]:
    ann, bob = [await look(node, a_table(place.address, title="Plants")) for node in nodes]
    for each in (ann, bob):
        each.view.resize(700, 500)
        await each.sees(lambda view=each.view: len(view.model.keys) == 3 and view._up)  # type: ignore[misc]
    return ann, bob


def cell(looker: Looker, row: int, column: int) -> Any:
    return looker.view.found.index(row, column).data()


def edit(looker: Looker, row: int, column: int, text: str) -> None:
    grid = looker.view.grid
    grid.setCurrentIndex(looker.view.found.index(row, column))
    QTest.keyClick(grid, Qt.Key.Key_F2)
    field = grid.findChild(QLineEdit)
    field.selectAll()
    type_text(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # the editor


async def test_cells_are_edited_in_their_place(nodes: list[Node], place: DatabaseAccess) -> None:
    ann, bob = await two(nodes, place)
    assert unnamed(bob.view) == []
    assert bob.view.title.text() == "Plants"
    assert bob.view.count.text() == "3 rows"
    assert "Connected by Ann" in bob.view.line.label.text()
    assert "this computer" in ann.view.line.label.text()
    edit(bob, 0, 1, "moss")
    assert cell(bob, 0, 1) == "moss"  # at once, and in italics until the database has it
    await ann.sees(lambda: cell(ann, 0, 1) == "moss")
    await bob.sees(lambda: not bob.view.model.pending)
    assert place.rows("SELECT name FROM plants WHERE id = 1") == [("moss",)]
    assert bob.view.grid.currentIndex().row() == 1  # Enter goes down
    edit(bob, 1, 2, "tall")
    assert "“tall” is not a number" in bob.view.notice.text
    edit(bob, 1, 3, "yes")
    await ann.sees(lambda: cell(ann, 1, 3) == "✓")
    bob.view.grid.setCurrentIndex(bob.view.found.index(1, 2))
    QTest.keyClick(bob.view.grid, Qt.Key.Key_Delete)
    await ann.sees(lambda: cell(ann, 1, 2) == "")
    place.do("UPDATE plants SET height = 77 WHERE id = 3")
    await bob.sees(lambda: cell(bob, 2, 2) == "77")


async def test_rows_are_added_removed_copied_pasted_sorted_and_found(nodes: list[Node], place: DatabaseAccess) -> None:
    ann, bob = await two(nodes, place)
    bob.view.add_button.click()
    fields = bob.view.form.fields
    fields["height"][1].setText("high")
    bob.view.form.add_button.click()
    assert "“high” is not a number" in bob.view.notice.text
    fields["height"][1].setText("4.5")
    bob.view.form.add_button.click()
    await bob.sees(lambda: "name cannot be empty" in bob.view.notice.text)
    bob.view.add_button.click()
    fields["name"][1].setText("elm")
    QTest.keyClick(fields["name"][1], Qt.Key.Key_Return)
    await ann.sees(lambda: ann.view.count.text() == "4 rows")
    assert not bob.view.form.isVisible()
    grid = bob.view.grid
    grid.setCurrentIndex(bob.view.found.index(0, 1))
    grid.selectionModel().select(bob.view.found.index(1, 2), grid.selectionModel().SelectionFlag.Select)
    QGuiApplication.clipboard().setText("cress\t1.25\r\ndill\t2.5\r\n")
    QTest.keyClick(grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await ann.sees(lambda: [cell(ann, row, 1) for row in (0, 1)] == ["cress", "dill"])
    await ann.sees(lambda: [cell(ann, row, 2) for row in (0, 1)] == ["1.25", "2.5"])
    grid.clearSelection()
    grid.setCurrentIndex(bob.view.found.index(1, 1))
    QTest.keyClick(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "dill"
    bob.view.search.setText("DIL")
    assert bob.view.found.rowCount() == 1
    bob.view.search.clear()
    grid.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert [cell(bob, row, 1) for row in range(4)] == ["rose", "elm", "dill", "cress"]
    grid.clearSelection()
    grid.setCurrentIndex(bob.view.found.index(0, 1))
    bob.view.remove_button.click()
    await ann.sees(lambda: ann.view.count.text() == "3 rows")
    assert place.rows("SELECT name FROM plants ORDER BY id") == [("cress",), ("dill",), ("elm",)]


async def test_a_lost_connection_is_said_and_nothing_can_be_edited(nodes: list[Node], place: DatabaseAccess) -> None:
    ann, bob = await two(nodes, place)
    ann.proxy.close()
    await bob.sees(lambda: "Not connected to the database since" in bob.view.line.label.text())
    assert not bob.view.add_button.isEnabled()
    assert not bob.view.found.flags(bob.view.found.index(0, 1)) & Qt.ItemFlag.ItemIsEditable
    assert bob.view.line.connect_button.isVisible()
    assert bob.view.found.rowCount() == 3  # what was there can still be read


def test_words_and_values() -> None:
    assert from_words("int", " 7 ") == 7
    assert from_words("float", "1e3") == 1000.0
    assert from_words("text", "") == ""
    assert from_words("int", " ") is None
    assert from_words("bool", "No") is False
    assert from_words("number", "12.340") == "12.340"
    assert from_words("timestamp", "2026-03-04T17:30:00+00:00") == datetime(2026, 3, 4, 17, 30, tzinfo=UTC)
    assert from_words("uuid", "00000000-0000-0000-0000-000000000007") == UUID(int=7)
    for kind, text in (
        ("int", "x"), ("int", "9" * 30), ("float", "x"), ("bool", "maybe"), ("timestamp", "soon"),
        ("uuid", "7"),
    ):  # fmt: skip
        with pytest.raises(NotAValueError):
            from_words(kind, text)
    assert sort_key("number", "10") > sort_key("number", "9")
    assert sort_key("int", None) < sort_key("int", -5)
    assert sort_key("text", "B") > sort_key("text", "a")


def test_many_changes_at_once_keep_the_order() -> None:
    rows = DatabaseRows()
    column = DatabaseColumn("n", "int", "int", key=True, editable=True, required=False)
    rows.replace_all([column], [DatabaseRow(str(n), str(n - 2) if n else None, [n]) for n in range(0, 400, 2)])
    odd = [DatabaseRow(str(n), str(n - 1), [n]) for n in range(1, 400, 2)]
    rows.change(odd, ["0", "nothing"])
    assert [int(key) for key in rows.keys] == [*range(2, 400), 1] or len(rows.keys) == 399
    assert sorted(map(int, rows.keys)) == list(range(1, 400))
    rows.change([DatabaseRow("x", "2", [0]), DatabaseRow("2", None, [22])], [])
    assert rows.keys[rows.keys.index("2") + 1] == "x"
    assert rows.values["2"] == [22]


def test_how_the_connection_is_in_words() -> None:
    long_ago = datetime(2020, 1, 2, 3, 4, tzinfo=UTC)
    status = BridgeStatus(up=False, keeper="Ann", since=None, text="", mine=False, here="")
    assert describe_status(status, "it") == "Nobody who has access to it is here yet."
    status = BridgeStatus(up=False, keeper="Ann", since=long_ago, text="it fell", mine=False, here="no file.")
    said = describe_status(status, "it")
    assert said.startswith("Not connected to it since 2020-01-0")
    assert said.endswith("It fell. No file.")
