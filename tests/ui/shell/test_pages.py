# SPDX-License-Identifier: BSD-3-Clause
"""Pages of one's own: made from a template, stored by themselves, told apart, there after a crash."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.runtime.activation import State
from app.runtime.directories import pages_directory
from app.runtime.references import read, write
from app.runtime.trust import signer_of
from app.ui.composer.model import Editor, recoverable
from app.ui.composer.model.edits import SetTitle
from app.ui.composer.page import ComposerPage
from app.ui.main_window import MainWindow
from app.ui.pages_folder import own_pages, page_file
from app.ui.shell.tour import NOTE
from app.ui.translations import install_translation
from app.ui.welcome.gallery import FOLDER
from tests.ui.event_processing import until

TEMPLATE = FOLDER / "control_panel.liveobject"


def scopes(file: Path) -> list[str]:
    return re.findall(r"<text>(gallery: [^<]*)</text>", file.read_text())


def keys(file: Path) -> list[str]:
    return re.findall(r'<argument name="key">\s*<text>([0-9a-f]{64})</text>', file.read_text())


async def page_with_note(window: MainWindow) -> ComposerPage:
    page = await window.files.new_page()
    entry = page.canvas.entry_titled(NOTE)
    assert entry is not None
    assert page.canvas.add_entry(entry)
    return page


async def test_a_template_becomes_a_page_with_names_and_keys_of_its_own(window: MainWindow) -> None:
    before = TEMPLATE.read_bytes()
    first = await window.files.use_page(TEMPLATE)
    second = await window.files.use_page(TEMPLATE)
    assert TEMPLATE.read_bytes() == before
    assert first is not None
    assert second is not None
    assert [first.title, second.title] == ["Control panel", "Control panel 2"]
    files = [page.editor.file for page in (first, second)]
    assert {file.stem for file in files if file is not None} == {"Control panel", "Control panel 2"}
    one, other = (file for file in files if file is not None)
    assert one.parent == pages_directory()
    template = scopes(TEMPLATE)
    for file in (one, other):
        # Channels that met still meet, and nobody else has their name or their key.
        assert [scopes(file).index(each) for each in scopes(file)] == [template.index(each) for each in template]
        assert len(keys(file)) == len(template)
        assert len(set(keys(file))) == len(set(template))
        assert signer_of(read(file)) is not None
        assert file.read_text().count("<text>auto</text>") == len(template)  # for anyone whom it is sent to
    assert not {*template, *scopes(one)} & set(scopes(other))
    assert not set(keys(one)) & set(keys(other))
    assert window.settings.recent_files[0] == other
    assert first.using
    assert first.is_running


async def test_a_new_object_is_named_in_the_language_of_its_user(window: MainWindow, qapp: QApplication) -> None:
    locale = QLocale()
    install_translation(qapp, "de")
    try:
        page = await page_with_note(window)
    finally:
        install_translation(qapp, "en")
        QLocale.setDefault(locale)
    assert list(page.canvas.view.blocks) == ["Gemeinsamer Text"]


async def test_a_thing_in_use_leads_to_its_sheet_and_back(window: MainWindow) -> None:
    page = await window.files.use_page(FOLDER / "shared_note.liveobject")
    assert page is not None
    await until(lambda: page.running is not None and page.running.overall() is State.LIVE)
    await until(lambda: len(page.views.views()) == 1)
    await until(lambda: page.pane.header.state == "●  live, nobody else yet")
    assert page.pane.header.kept == "kept"
    running = page.running
    page.pane.header.actions()[0].trigger()  # Edit
    assert not page.using
    assert page.canvas.isVisible()
    assert page.running is running  # it goes on
    await page.use()
    page.present(True)
    await until(lambda: page.presenting)
    assert page.pane.exit.isVisible()
    page.pane.exit.click()
    assert page.using


async def test_a_new_page_is_on_the_disk_after_its_first_edit(window: MainWindow) -> None:
    page = await page_with_note(window)
    assert not page.unsaved
    await until(lambda: not page.editor.modified)
    assert page.editor.file == pages_directory() / "Page 1.liveobject"
    assert read(page.editor.file).reference == page.editor.document.reference
    assert window.settings.recent_files[0] == page.editor.file
    assert not own_pages()[0].name.startswith(".")


async def test_nine_pages_are_told_apart(window: MainWindow) -> None:
    page_file("Page 2")
    pages = [await window.files.new_page() for _ in range(9)]
    titles = [page.title for page in pages]
    assert len(set(titles)) == 9
    assert titles[:2] == ["Page 1", "Page 3"]
    assert [window.tabs.tabText(number) for number in range(1, 10)] == titles


async def test_closing_a_page_asks_nothing_and_loses_nothing(window: MainWindow) -> None:
    page = await page_with_note(window)
    reference = page.editor.document.reference
    window.files.close_current()
    await until(lambda: window.pages() == [])
    [file] = own_pages()
    assert read(file).reference == reference
    page = await page_with_note(window)
    assert window.close()
    await window.leave()
    assert len(own_pages()) == 2
    assert recoverable() == []


async def test_saving_elsewhere_moves_a_page(window: MainWindow, home: Path) -> None:
    page = await page_with_note(window)
    await until(lambda: not page.editor.modified)
    assert await window.files.save_to(page, home / "plans.liveobject")
    assert own_pages() == []
    assert window.settings.recent_files == (home / "plans.liveobject",)
    page.editor.do(SetTitle("Plans", ""))
    assert page.unsaved  # a file of the user is saved when the user says so


async def test_pages_that_were_edited_at_a_crash_are_open_again(window: MainWindow) -> None:
    crashed = Editor.new(await window.catalogue())  # killed before its first save
    crashed.do(SetTitle("Plans", ""))
    assert crashed._journal is not None
    crashed._journal.release()
    await window.files.reopen_pages()
    [page] = window.pages()
    assert page.title == "Plans"
    assert page.editor.undo_label
    assert not page.editor.modified
    assert [file.stem for file in own_pages()] == ["Plans"]
    assert window.recovery.isHidden()


async def test_what_cannot_be_saved_is_said_and_asked_about(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    page = await page_with_note(window)
    (home / "home" / "data").mkdir(parents=True, exist_ok=True)
    pages_directory().write_text("a file where the folder should be")
    assert page.autosave is not None
    assert not await page.autosave.save()
    assert page.notice.isVisible()
    pages_directory().unlink()
    assert await page.autosave.save()
    assert own_pages()


def test_titles_become_file_names(home: Path) -> None:
    assert page_file("../../etc/passwd <b>").parent == pages_directory()
    assert page_file("").stem == "Page"
    assert page_file("").stem == "Page 2"
    assert page_file("ÄÖ / x" * 40).stem.startswith("ÄÖ x")
    assert all(read(file) for file in own_pages())
    assert write(read(own_pages()[0]))
