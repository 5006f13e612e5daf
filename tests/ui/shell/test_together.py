"""A sheet that two people edit at once, each in a window of their own."""

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
from tests.ui.shell.conftest import until
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
    assert page.handed_over == read(file)
    await other.remove_page(theirs)
    await until(lambda: not page.canvas.cursors.others)


async def test_a_plain_file_that_is_open_elsewhere_says_so(window: MainWindow, home: Path) -> None:
    page = await sheet_with_note(window)
    file = home / "plain.liveobject"
    assert await page.save(file)
    second = await window.files.open_page(file)
    assert second is page  # the same program goes to the tab that has it
    file.write_bytes(file.read_bytes().replace(b"</liveobject>", b"<!-- changed --></liveobject>"))
    page._look_at_disk()
    assert page.disk_bar.isVisible()
    page.editor.do(SetTitle("Mine", ""))
    assert not await page.save()
    assert "somebody else" in page.notice.text
    assert page.editor.modified
