# SPDX-License-Identifier: BSD-3-Clause
"""What is kept: documents of a real store are listed with their sizes, and let go of after a question."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.runtime.storage.documents import Change, ChangeKind, DocumentHistory, DocumentInfo, DocumentStore, document_id
from app.runtime.storage.documents.change import first_chain, next_chain
from app.ui.preferences.kept_page import KeptPage
from tests.ui.event_processing import until


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DocumentStore:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return DocumentStore.of_user()


async def _make(store: DocumentStore, scope: str, title: str, size: int) -> bytes:
    document = document_id(scope)
    opened = await store.open(document, DocumentInfo(title, scope, "text", "text"))
    opened.snapshot(DocumentHistory(), bytes(range(256)) * (size // 256), bytes(32))
    await opened.close(opened.row.origin, opened.row.next_number)
    return document


@pytest.fixture
async def page(store: DocumentStore, qtbot: QtBot) -> AsyncIterator[KeptPage]:
    await _make(store, "shared text 3cc649af01234567", "shared text 3cc649af01234567", 1 << 10)
    await _make(store, "plans", "Plans <b>", 1 << 10)
    made = KeptPage()
    qtbot.addWidget(made)
    made.show()
    made.refresh()
    await until(lambda: made.table.topLevelItemCount() == 2)
    yield made
    made.hide()


def _titles(page: KeptPage) -> list[str]:
    items = [page.table.topLevelItem(row) for row in range(page.table.topLevelItemCount())]
    return [item.text(0) for item in items if item is not None]


async def test_documents_are_listed_with_the_sum_and_the_limit(page: KeptPage) -> None:
    assert sorted(_titles(page)) == ["Plans <b>", "shared text"]
    assert page.sum.text().startswith("2 documents, ")
    assert page.sum.text().endswith(" of at most 2.00 GiB")
    assert not page.let_go.isEnabled()
    page.table.sortByColumn(0, page.table.header().sortIndicatorOrder().AscendingOrder)
    assert _titles(page) == ["Plans <b>", "shared text"]


async def _agree(page: KeptPage) -> QMessageBox:
    page.let_go.click()
    await until(lambda: bool(page.findChildren(QMessageBox)))
    (box,) = page.findChildren(QMessageBox)
    return box


async def test_a_document_is_let_go_of_only_after_a_question(page: KeptPage, store: DocumentStore) -> None:
    item = page.table.topLevelItem(_titles(page).index("Plans <b>"))
    assert item is not None
    item.setSelected(True)
    box = await _agree(page)
    assert box.text() == "Let go of “Plans <b>”?"
    assert "Nobody else has ever changed “Plans <b>”" in box.informativeText()
    assert "cannot be undone" in box.informativeText()
    assert len(await store.list()) == 2
    yes = next(each for each in box.buttons() if box.buttonRole(each) is QMessageBox.ButtonRole.DestructiveRole)
    assert box.defaultButton() is not yes
    yes.click()
    await until(lambda: _titles(page) == ["shared text"])
    assert [each.title for each in await store.list()] == ["shared text 3cc649af01234567"]


async def test_an_open_document_stays_and_that_is_said(page: KeptPage, store: DocumentStore) -> None:
    opened = await store.open(document_id("plans"), DocumentInfo("Plans <b>", "plans", "text", "text"))
    try:
        page.table.selectAll()
        box = await _agree(page)
        next(each for each in box.buttons() if box.buttonRole(each) is QMessageBox.ButtonRole.DestructiveRole).click()
        await until(lambda: _titles(page) == ["Plans <b>"] and page.problem.isVisible())
        assert page.problem.text() == "Plans <b>: the document is open; close it first"
    finally:
        await opened.close(opened.row.origin, opened.row.next_number)


async def test_what_somebody_else_has_changed_is_not_called_the_last_copy(page: KeptPage, store: DocumentStore) -> None:
    document = document_id("ours")
    opened = await store.open(document, DocumentInfo("Ours", "ours", "text", "text"))
    chain = next_chain(first_chain(document, 1, bytes(32)), ChangeKind.CHANGE, 1, b"x")
    history = DocumentHistory()
    history.add(Change(1, 1, bytes(32), 1, ChangeKind.CHANGE, b"x", chain))
    opened.snapshot(history, b"x", bytes(32))
    await opened.close(opened.row.origin, opened.row.next_number)
    page.refresh()
    await until(lambda: page.table.topLevelItemCount() == 3)
    item = page.table.topLevelItem(_titles(page).index("Ours"))
    assert item is not None
    item.setSelected(True)
    box = await _agree(page)
    assert "Nobody else" not in box.informativeText()
    assert "Others who have it keep it" in box.informativeText()
    box.reject()
