# SPDX-License-Identifier: BSD-3-Clause
"""The main window with real sheets in it: open, edit, run, present, save, close, recover."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox, QPlainTextEdit, QPushButton

from app.runtime.activation import State
from app.runtime.references import read
from app.ui.composer.model import Editor, entries, recoverable
from app.ui.composer.model.edits import SetTitle
from app.ui.composer.page import ComposerPage
from app.ui.main_window import MainWindow
from app.ui.player import viewer_processes
from app.ui.player.local_user import signed_by_user
from app.ui.shell.tour import NOTE, Tour
from app.ui.welcome.gallery import FOLDER
from tests.ui.event_processing import until


async def sheet_with_note(window: MainWindow) -> ComposerPage:
    page = await window.files.new_page()
    entry = page.canvas.entry_titled(NOTE)
    assert entry is not None
    assert page.canvas.add_entry(entry)
    return page


def note_path(page: ComposerPage) -> tuple[str, ...]:
    [block] = page.canvas.view.blocks.values()
    return block.path


async def test_a_note_runs_on_its_sheet_and_can_be_presented(window: MainWindow) -> None:
    page = await sheet_with_note(window)
    assert window.page is page
    assert window.tabs.tabText(1) == "Page 1"  # without a mark: it is saved by itself
    window.commands.by_name["run"].trigger()
    await until(lambda: page.running is not None and page.running.state(note_path(page)) is State.LIVE)
    assert window.commands.by_name["run"].text() == "Live: on"
    window.commands.by_name["present"].trigger()
    await until(lambda: page.presenting)
    assert not window.menuBar().isVisible()
    [view] = page.views.views().values()
    assert view.findChild(QPlainTextEdit) is not None
    window.commands.by_name["leave-presentation"].trigger()
    assert not page.presenting
    assert window.menuBar().isVisible()
    assert not page.using  # it was edited before
    window.commands.by_name["run"].trigger()
    await until(lambda: page.running is None)
    assert window.commands.by_name["run"].text() == "Live: off"


async def test_an_edit_reaches_what_runs(window: MainWindow) -> None:
    page = await sheet_with_note(window)
    await page.run()
    first = note_path(page)
    assert page.running is not None
    running = page.running
    proxy = running.proxy(first)
    assert proxy is not None
    entry = page.canvas.entry_titled(NOTE)
    assert entry is not None
    page.canvas.add_entry(entry)
    await until(lambda: len([path for path in running.paths() if len(path) == running.depth]) == 2)
    kept = [running.proxy(path) for path in running.paths()]
    assert proxy in kept
    page.editor.undo()
    await until(lambda: len([path for path in running.paths() if len(path) == running.depth]) == 1)


async def test_saving_opening_and_recent_files(window: MainWindow, home: Path) -> None:
    page = await sheet_with_note(window)
    file = home / "note.liveobject"
    assert await page.save(file)
    assert not page.editor.modified
    assert window.settings.recent_files[0] == file
    document = page.editor.document
    await window.remove_page(page)
    assert window.pages() == []
    again = await window.files.open_page(file)
    assert again is not None
    assert again.editor.document == signed_by_user(document)  # the file is on the word of this user
    assert await window.files.open_page(file) is again
    assert len(window.pages()) == 1


async def test_two_tabs_do_not_write_to_one_file(window: MainWindow, home: Path) -> None:
    first, second = await sheet_with_note(window), await sheet_with_note(window)
    assert await window.files.save_to(first, home / "one.liveobject")
    assert not await window.files.save_to(second, home / "one.liveobject")
    assert "another tab" in window.messages.text
    assert not first.editor.read_only
    assert second.editor.modified
    assert await window.files.save_to(second, home / "two.liveobject")


async def test_a_file_of_the_gallery_is_a_start_and_stays_as_it_is(window: MainWindow) -> None:
    page = await window.files.open_page(FOLDER / "shared_text.liveobject")
    assert page is not None
    assert page.editor.file is None
    assert not page.editor.modified
    assert page.title == "Shared text"


async def test_a_file_that_cannot_be_opened_is_said(window: MainWindow, home: Path) -> None:
    torn = home / "torn.liveobject"
    torn.write_bytes(b"<liveobject")
    assert await window.files.open_page(torn) is None
    assert window.messages.isVisible()
    assert "torn.liveobject" in window.messages.text


async def test_a_save_that_fails_is_said_and_nothing_is_lost(window: MainWindow, home: Path) -> None:
    page = await sheet_with_note(window)
    assert not await page.save(home / "nowhere" / "x.liveobject")
    assert page.notice.isVisible()
    assert page.editor.modified


def answer(button: QMessageBox.StandardButton) -> None:
    [box] = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMessageBox) and each.isVisible()]
    wanted = box.button(button)
    assert isinstance(wanted, QPushButton)
    wanted.click()


async def file_with_note(window: MainWindow, file: Path) -> ComposerPage:
    """A page in a file of the user, with a change that is not saved."""
    page = await sheet_with_note(window)
    assert await window.files.save_to(page, file)
    page.editor.do(SetTitle("Plans", ""))
    return page


async def test_closing_asks_about_what_is_not_saved(window: MainWindow, home: Path) -> None:
    page = await file_with_note(window, home / "plans.liveobject")
    assert window.tabs.tabText(1) == "• Plans"
    window.files.close_current()
    answer(QMessageBox.StandardButton.Cancel)
    assert window.pages() == [page]
    assert not window.close()
    answer(QMessageBox.StandardButton.Cancel)
    assert window.isVisible()
    window.files.close_current()
    answer(QMessageBox.StandardButton.Discard)
    await until(lambda: window.pages() == [])
    assert recoverable() == []
    assert window.close()


def _crash(editor: Editor) -> None:
    """What the end of a process does to a journal."""
    assert editor._journal is not None
    editor._journal.release()
    editor._journal = None


async def _crashed_file(window: MainWindow, file: Path) -> None:
    page = await file_with_note(window, file)
    _crash(page.editor)
    await window.remove_page(page)


async def test_what_a_crash_left_behind_is_offered(window: MainWindow, home: Path) -> None:
    await _crashed_file(window, home / "plans.liveobject")
    window.offer_recovery()
    assert window.recovery.isVisible()
    assert "not saved" in window.recovery.text
    window.recovery.recover.click()
    await until(lambda: window.page is not None)
    assert window.page is not None
    assert window.page.title == "Plans"
    assert window.page.editor.undo_label
    assert not window.recovery.isVisible()
    window.offer_recovery()
    assert not window.recovery.isVisible()  # it is held by this program now


async def test_what_a_crash_left_behind_can_be_let_go(window: MainWindow, home: Path) -> None:
    await _crashed_file(window, home / "plans.liveobject")
    window.offer_recovery()
    window.recovery.discard.click()
    await until(lambda: recoverable() == [])


def _is_at(tour: Tour, step: int) -> bool:
    return tour.step == step


async def test_the_tour_ends_with_a_note_that_is_open_twice(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def start(arguments: list[str]) -> int:
        started.append(arguments)
        return 1

    monkeypatch.setattr(viewer_processes, "start_process", start)
    window.start_tour()
    tour = window._tour
    assert tour is not None
    for step in range(1, 6):
        tour.card.button.click()
        await until(partial(_is_at, tour, step))
    assert window.page is not None
    assert window.page.presenting
    [arguments] = started
    assert arguments[:2] == ["open", "--apart"]
    assert read(arguments[2]).reference == window.page.editor.document.reference
    assert read(arguments[2]).title == window.page.title
    tour.card.button.click()
    await until(lambda: window._tour is None)


async def test_every_menu_can_be_opened(window: MainWindow) -> None:
    await sheet_with_note(window)
    for action in window.menuBar().actions():
        menu = action.menu()
        assert menu is not None
        menu.aboutToShow.emit()  # type: ignore[attr-defined]  # the stub has a menu for any object
        assert menu.actions(), action.text()  # type: ignore[attr-defined]


async def test_the_palette_beside_the_welcome_begins_a_sheet(window: MainWindow) -> None:
    await window.start()
    palette = window.files.palette
    assert palette is not None
    assert palette.isVisible()
    [note] = [entry for entry in entries(await window.catalogue()) if entry.title == NOTE]
    palette.chosen.emit(note)
    await until(lambda: window.page is not None)
    assert window.page is not None
    assert len(window.page.canvas.view.blocks) == 1
    window.show_welcome()
    window.search_palette()
    assert palette.objects.search.hasFocus() or not window.isActiveWindow()
