# SPDX-License-Identifier: BSD-3-Clause
"""A sheet that two people edit at once, each in a window of their own."""

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from app.runtime.references import read
from app.ui.composer.model.edits import SetTitle
from app.ui.composer.model.shared_editor import is_shared_sheet
from app.ui.composer.page import ComposerPage
from app.ui.main_window import MainWindow
from app.ui.settings import Settings
from app.ui.theme import Choice, Theme
from tests.ui.event_processing import until
from tests.ui.shell.test_main_window import sheet_with_note


async def test_two_people_edit_one_sheet(window: MainWindow, home: Path, qapp: QApplication) -> None:
    window.settings.put("name", "Ann")
    settings = Settings(home / "bob.json")
    settings.put("name", "Bob")
    other = MainWindow(Theme(qapp, Choice.LIGHT), settings)
    other.show()
    try:
        await _edit_together(window, other, home / "together.liveobject")
    finally:
        other.close()
        await other.leave()
        other.deleteLater()


async def _edit_together(window: MainWindow, other: MainWindow, file: Path) -> None:
    page = await window.files.share_page(await sheet_with_note(window), file)
    assert page is not None
    assert is_shared_sheet(read(file).reference)
    await until(lambda: len(page.canvas.view.blocks) == 1)
    theirs = await other.files.open_page(file)
    assert isinstance(theirs, ComposerPage)
    await until(lambda: len(theirs.canvas.view.blocks) == 1)
    await until(lambda: not theirs.notice.isVisible())

    theirs.editor.do(SetTitle("Our plan", ""))
    await until(lambda: page.title == "Our plan")
    assert not page.editor.modified
    assert page.editor.undo_label != theirs.editor.undo_label  # everyone undoes their own
    theirs.canvas.pointer_moved.emit(QPointF(40, 60))
    await until(lambda: page.canvas.cursors.others and page.canvas.cursors.others[0].x == 40)
    assert page.canvas.cursors.others[0].name == "Bob"
    assert window.people.isVisible()
    assert "Bob" in window.people.words
    assert page.shared_document == read(file)
    await other.remove_page(theirs)
    await until(lambda: not page.canvas.cursors.others)


async def test_a_plain_file_that_is_open_elsewhere_says_so(window: MainWindow, home: Path) -> None:
    page = await sheet_with_note(window)
    file = home / "plain.liveobject"
    assert await page.save(file)
    second = await window.files.open_page(file)
    assert second is page  # the same program goes to the tab that has it
    file.write_bytes(file.read_bytes().replace(b"</liveobject>", b"<!-- changed --></liveobject>"))
    page._check_disk()
    assert page.disk_bar.isVisible()
    await page._reload_from_disk()
    await until(lambda: len(window.pages()) == 2)
    assert window.pages()[1].editor.file is None
    window.show_page(page)
    page.editor.do(SetTitle("Mine", ""))
    assert not await page.save()
    assert "somebody else" in page.notice.text
    assert page.editor.modified


def _program(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


async def test_a_file_that_another_program_has_can_be_copied(window: MainWindow, home: Path) -> None:
    page = await sheet_with_note(window)
    file = home / "taken.liveobject"
    assert await page.save(file)
    await window.remove_page(page)
    script = (
        "import sys; from pathlib import Path; from app.ui.composer.model.file_lock import lock_file;"
        "held = lock_file(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-P", "-c", script, str(file)]
    with _program(command) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        second = await window.files.open_page(file)
        assert second is not None
        assert second.elsewhere_bar.isVisible()
        assert str(other.pid) in second.elsewhere_bar.text
        second.copy_asked.emit(second.editor.document)
        await until(lambda: window.page is not None and window.page is not second)
        assert window.page is not None
        assert not window.page.editor.read_only
        assert window.page.editor.document == second.editor.document
