# SPDX-License-Identifier: BSD-3-Clause
"""How a range of a spreadsheet looks, and what people do to it with keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.runtime.activation import Node
from objects_library.outside.spreadsheet_range.cells import new_document
from tests.libreoffice import Calc
from tests.objects_library.outside.tables import Person, nodes_of
from tests.objects_library.outside.test_spreadsheet_range import BUDGET, a_range
from tests.objects_library.viewers import Looker, close_windows, look, type_text, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[list[Node]]:
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as made:
        yield made
    close_windows()


def text(looker: Looker, name: str) -> str:
    return str(at(looker, name).data() or "")


def at(looker: Looker, name: str) -> QModelIndex:
    found: QModelIndex = looker.view.model.index(int(name[1:]) - 1, ord(name[0]) - 65)
    return found


def choose(looker: Looker, name: str) -> None:
    looker.view.grid.selectionModel().setCurrentIndex(
        at(looker, name), QItemSelectionModel.SelectionFlag.ClearAndSelect
    )


async def test_a_small_spreadsheet(nodes: list[Node], calc: Calc, tmp_path: Path) -> None:
    document = tmp_path / "budget.fods"
    document.write_text(new_document(BUDGET, ""), encoding="utf-8")
    reference = a_range(document, title="Budget")
    ann, bob = [await look(node, reference) for node in nodes]
    await bob.sees(lambda: text(bob, "B3") == "150" and bob.view._up)
    assert unnamed(bob.view) == []
    grid = bob.view.grid
    assert bob.view.model.headerData(2, Qt.Orientation.Horizontal) == "C"
    assert bob.view.model.headerData(4, Qt.Orientation.Vertical) == "5"
    choose(bob, "B3")
    assert (bob.view.place.text(), bob.view.inside.text()) == ("B3", "=SUM(B1:B2)")
    assert "from LibreOffice" in bob.view.writer.text()
    # typed into a cell, Enter goes down
    choose(bob, "B1")
    type_text(grid, "2")
    field = grid.findChild(QLineEdit)
    type_text(field, "00")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert grid.currentIndex().row() == 1
    await ann.sees(lambda: (text(ann, "B1"), text(ann, "B3")) == ("200", "250"))
    choose(ann, "B1")
    assert "Bob wrote this" in ann.view.writer.text()
    await bob.sees(lambda: not bob.view.model.pending)
    # a block pasted, one copied, some emptied
    choose(bob, "B4")
    QGuiApplication.clipboard().setText("1\t2\t3\n4\t5\t6\n7\t8\t9\n")
    QTest.keyClick(grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await ann.sees(lambda: [text(ann, name) for name in ("B4", "C4", "B5", "C5")] == ["1", "2", "4", "5"])
    grid.selectionModel().select(at(bob, "B4"), QItemSelectionModel.SelectionFlag.ClearAndSelect)
    grid.selectionModel().select(at(bob, "C4"), QItemSelectionModel.SelectionFlag.Select)
    QTest.keyClick(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "1\t2"
    QTest.keyClick(grid, Qt.Key.Key_Delete)
    await ann.sees(lambda: text(ann, "B4") == text(ann, "C4") == "")
    # the line above
    choose(bob, "A4")
    bob.view.inside.setText("fun")
    QTest.keyClick(bob.view.inside, Qt.Key.Key_Return)
    await ann.sees(lambda: text(ann, "A4") == "fun")
    # there
    await asyncio.to_thread(calc.write, document, "A1", "hire")
    await bob.sees(lambda: text(bob, "A1") == "hire")
    await asyncio.to_thread(calc.do, document, ("close", "", ""))
    await bob.sees(lambda: "Not connected to the document since" in bob.view.line.label.text())
    assert bob.view.inside.isReadOnly()
    await bob.sees(lambda: not bob.view.inside.isReadOnly())
