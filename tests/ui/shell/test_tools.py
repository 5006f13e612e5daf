# SPDX-License-Identifier: BSD-3-Clause
"""Settings, help, shortcuts, export and printing from the main window."""

from collections import Counter
from pathlib import Path

from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit

from app.ui.help.shortcut_window import ShortcutWindow
from app.ui.help.window import HelpWindow
from app.ui.main_window import MainWindow
from app.ui.preferences.window import SettingsWindow
from app.ui.shell.tour import NOTE
from tests.ui.event_processing import until


async def test_the_windows_open_by_their_actions(window: MainWindow) -> None:
    for name, keys, kind in (
        ("settings", "Ctrl+,", SettingsWindow),
        ("help", "F1", HelpWindow),
        ("shortcuts", "Ctrl+?", ShortcutWindow),
    ):
        action = window.commands.by_name[name]
        assert action.shortcut() == QKeySequence(keys)
        assert action.isEnabled()
        action.trigger()
        assert window.findChild(kind) is not None
    assert not window.commands.by_name["print"].isEnabled()


async def test_the_shortcuts_of_a_page_and_of_its_objects_are_listed(window: MainWindow) -> None:
    assert [group.title for group in window.tools.shortcuts()] == ["Window"]
    page = await window.files.new_page()
    entry = page.canvas.entry_titled(NOTE)
    assert entry is not None
    assert page.canvas.add_entry(entry)
    groups = {group.title: {each.text: each.keys for each in group.shortcuts} for group in window.tools.shortcuts()}
    assert groups["Window"]["New page"] == ("Ctrl+N",)
    assert groups["Page"]["Duplicate"] == ("Ctrl+D",)
    assert groups["Page"]["Resize"] == ("Ctrl+Shift+Right",)


def test_no_key_of_the_window_has_two_meanings(window: MainWindow) -> None:
    keys = Counter(
        sequence.toString() for action in window.commands.by_name.values() for sequence in action.shortcuts()
    )
    assert [key for key, count in keys.items() if key and count > 1] == []


async def test_the_page_and_what_it_shows_are_exported(window: MainWindow, tmp_path: Path) -> None:
    page = await window.files.new_page()
    failures: list[str] = []
    window.tools.output.failed.connect(failures.append)
    window.tools.output.export_picture(tmp_path / "empty.png")
    assert failures == ["There is nothing to export yet."]
    entry = page.canvas.entry_titled(NOTE)
    assert entry is not None
    assert page.canvas.add_entry(entry)
    window.tools.output.export_picture(tmp_path / "page.png")
    await page.run()
    page.present(True)
    await until(lambda: page.presenting and bool(page.views.views()))
    await until(lambda: page.views.findChild(QPlainTextEdit) is not None)
    window.tools.output.export_picture(tmp_path / "view.png")
    window.tools.output.export_pdf(tmp_path / "view.pdf")
    drawn = {name: QImage(str(tmp_path / name)).size() for name in ("page.png", "view.png")}
    assert drawn["view.png"].width() == 2 * page.views.width()
    assert drawn["page.png"] != drawn["view.png"]
    assert (tmp_path / "view.pdf").read_bytes().startswith(b"%PDF")
    assert len(failures) == 1
