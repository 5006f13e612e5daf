# SPDX-License-Identifier: BSD-3-Clause
"""Help without a network: pages are found by their words, shortcuts come from the actions."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeyEvent, QKeySequence, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.keyboard import described_keys
from app.ui.composer.model import Editor
from app.ui.help.pages import ROOT, HelpPage, load_pages, search
from app.ui.help.shortcut_window import ShortcutWindow
from app.ui.help.shortcuts import Group, Shortcut, matching, shortcuts_in, shortcuts_of
from app.ui.help.window import HelpWindow, show_help
from app.ui.theme import Theme
from objects_library.installed import installed_catalogue
from objects_library.widgets.action_list import ActionMenu, MenuAction


def test_the_pages_for_people_are_there() -> None:
    pages = load_pages()
    titles = [page.title for page in pages]
    assert titles[:2] == ["Using the program", "The first two minutes"]
    assert {"Note", "Chat", "Whiteboard"} <= set(titles)
    assert len(titles) == len({page.path for page in pages}) > 60
    assert load_pages("de")[0].title == "Das Programm benutzen"


def test_a_page_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "using.md").write_bytes(b"\xff\xfe")
    (tmp_path / "docs" / "spark.md").write_text("# Spark\n\nTables.")
    (tmp_path / "docs" / "glossary.md").write_text("x" * 600_000)
    assert [page.title for page in load_pages(root=tmp_path)] == ["Spark"]


def test_titles_count_most_and_all_words_are_needed() -> None:
    pages = [
        HelpPage(Path("a"), "Other", "# Other\n\nprint print [print](x.md) it"),
        HelpPage(Path("b"), "Print", "# Print\n\nsomething **else**"),
    ]
    assert [found.page.title for found in search(pages, "PRINT")] == ["Print", "Other"]
    assert [found.page.title for found in search(pages, "print it")] == ["Other"]
    assert search(pages, "nowhere") == []
    assert search(pages, "else")[0].excerpt == "Print something else"


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> HelpWindow:
    made = HelpWindow(theme)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_page_is_found_opened_and_left(window: HelpWindow) -> None:
    assert window.page is not None
    assert window.page.title == "Using the program"
    QTest.keyClicks(window.search, "whiteboard")
    assert window.list.item(0).text().startswith("Whiteboard\n")
    QTest.keyClick(window.search, Qt.Key.Key_Return)
    assert window.page.title == "Whiteboard"
    assert window.browser.extraSelections()
    window.go_back()
    assert window.page.title == "Using the program"
    assert not window.back.isEnabled()
    window.search.setText("xyzzy")
    assert window.list.count() == 0
    assert window._nothing.isVisible()


def test_links_lead_to_pages_and_nothing_comes_from_elsewhere(
    window: HelpWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    window.browser.anchorClicked.emit(QUrl("spark.md#the-panel"))
    assert window.page is not None
    assert window.page.title == "Spark"
    window.browser.anchorClicked.emit(QUrl("https://example.org/"))
    window.browser.anchorClicked.emit(QUrl("javascript:alert(1)"))
    window.browser.anchorClicked.emit(QUrl("../../../../etc/passwd"))
    assert opened == ["https://example.org/"]
    assert window.page.title == "Spark"
    kind = QTextDocument.ResourceType.ImageResource.value
    assert window.browser.loadResource(kind, QUrl("pictures/spark-panel.png")) is not None
    for address in ("https://example.org/a.png", "/etc/passwd", "../pyproject.toml", "file:///etc/hostname"):
        assert window.browser.loadResource(kind, QUrl(address)) is None


def test_there_is_one_help_for_each_window(qtbot: QtBot, theme: Theme) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    first = show_help(parent, theme)
    assert show_help(parent, theme, "docs/spark.md") is first
    assert first.page is not None
    assert first.page.path == ROOT / "docs" / "spark.md"
    first.close()


def test_shortcuts_come_from_the_actions(qtbot: QtBot) -> None:
    view = QWidget()
    qtbot.addWidget(view)
    inner = QWidget(view)
    action = QAction("&Save as…", inner)
    action.setShortcuts([QKeySequence("Ctrl+S"), QKeySequence("F13")])
    inner.addAction(action)
    silent = QAction("No key", inner)
    inner.addAction(silent)
    menu = ActionMenu(inner, [MenuAction("Zoom in", "+", lambda: None), None], lambda _: True)
    assert menu.listed()
    assert shortcuts_of([action, silent]) == [Shortcut("Save as", ("Ctrl+S",))]
    assert shortcuts_in(view) == [Shortcut("Save as", ("Ctrl+S",)), Shortcut("Zoom in", ("+",))]


def test_shortcuts_are_searched(qtbot: QtBot) -> None:
    groups = [Group("Page", [Shortcut("Undo", ("Ctrl+Z",)), Shortcut("Cut", ("Ctrl+X",))]), Group("Window", [])]
    assert matching(groups, "ctrl+z") == [Group("Page", [Shortcut("Undo", ("Ctrl+Z",))])]
    window = ShortcutWindow(groups)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(window)
    window.search.setText("cut")
    assert [each.text for group in window.shown for each in group.shortcuts] == ["Cut"]


def test_the_described_keys_of_the_canvas_do_something(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    catalogue = installed_catalogue()
    editor = Editor.new(catalogue)
    canvas = Canvas(editor, catalogue, theme)
    qtbot.addWidget(canvas)
    for keys, _ in described_keys():
        if keys.endswith("Tab"):  # handled by the focus chain, in `focusNextPrevChild`
            continue
        pressed = QKeySequence(keys)[0]  # type: ignore[index]  # the stubs lack indexing
        event = QKeyEvent(QEvent.Type.KeyPress, pressed.key(), pressed.keyboardModifiers())
        assert canvas.keyboard.press(event), keys
    editor.close()
