# SPDX-License-Identifier: BSD-3-Clause
"""A tab or the window with the last copy of something in memory asks before it closes."""

from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from app.runtime import references as refs
from app.runtime.activation import State
from app.ui.composer.page import ComposerPage
from app.ui.main_window import MainWindow
from app.ui.player.last_copy_question import LastCopyQuestion
from tests.ui.event_processing import until
from tests.ui.execution.sheets import shared_text


def notes(file: Path, scope: str) -> Path:
    """A file with a text that is only in memory."""
    file.write_bytes(refs.write(refs.Document(shared_text(scope), "Notes", "")))
    return file


async def used_page(window: MainWindow, file: Path) -> ComposerPage:
    """A page in use, with something that was typed into it."""
    page = await window.files.open_page(file)
    assert page is not None
    await page.use()
    await until(lambda: page.running is not None and page.running.overall() is State.LIVE)
    assert page.running is not None
    copies = page.running.last_copies
    assert copies is not None
    await until(lambda: any(copies._first.values()))
    editor = page.pane.findChild(QPlainTextEdit)
    assert isinstance(editor, QPlainTextEdit)
    QTest.keyClicks(editor, "milk")
    return page


def questions(window: MainWindow) -> list[LastCopyQuestion]:
    return [each for each in window.findChildren(LastCopyQuestion) if each.isVisible()]


async def test_a_tab_asks_and_keeps(window: MainWindow, home: Path) -> None:
    page = await used_page(window, notes(home / "tab.liveobject", "test: last copy in a tab"))
    window.files.close_page(page)
    await until(lambda: questions(window))
    questions(window)[0].reject()
    await until(lambda: not questions(window))
    assert page in window.pages()
    window.files.close_page(page)
    await until(lambda: questions(window))
    keep = questions(window)[0].keep
    assert keep is not None
    keep.click()
    await until(lambda: page not in window.pages())
    stored = refs.read(home / "tab.liveobject")
    parts = [each for _, each in refs.walk(stored.reference)]
    assert "Document channel" in [each.name for each in parts if isinstance(each, refs.Primitive)]
    again = await window.files.open_page(home / "tab.liveobject")
    assert again is not None
    await again.use()
    await until(lambda: any(each.toPlainText() == "milk" for each in again.pane.findChildren(QPlainTextEdit)))


async def test_the_window_asks_once_and_closes(window: MainWindow, home: Path) -> None:
    await used_page(window, notes(home / "window.liveobject", "test: last copy in the window"))
    assert not window.close()
    await until(lambda: questions(window))
    assert not window.close()
    assert len(questions(window)) == 1
    questions(window)[0].lose.click()
    await until(lambda: not window.isVisible())
