# SPDX-License-Identifier: BSD-3-Clause
"""The welcome and its gallery, driven as a person drives them; and colours that can be read."""

from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui import main_window
from app.ui.main_window import MainWindow
from app.ui.pages_folder import page_file
from app.ui.settings import Settings
from app.ui.theme import DARK, LIGHT, Choice, Colors, Theme
from app.ui.welcome.gallery import Entry, Section, State

_ENTRIES = [
    Entry(Path("/gallery/chat.liveobject"), "Counter", "A number for everyone.", State.GOOD),
    Entry(Path("/gallery/map.liveobject"), "Chat", "Words. " * 100, State.WRONG, ("too weak", "no key")),
    Entry(Path("/gallery/desktop.liveobject"), "<b>Torn</b>", "", State.UNREADABLE, ("line 3: <i>cut</i> off",)),
]


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, home: Path) -> Iterator[MainWindow]:
    monkeypatch.setattr(main_window, "list_entries", lambda: list(_ENTRIES))
    palette, sheet = qapp.palette(), qapp.styleSheet()
    shown = MainWindow(Theme(qapp, Choice.LIGHT), Settings(home / "settings.json"))
    qtbot.addWidget(shown)
    with qtbot.waitSignal(shown.painted):
        shown.show()
    yield shown
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


def test_the_gallery_can_be_used_with_the_keyboard_alone(window: MainWindow) -> None:
    chosen: list[Entry] = []
    window.welcome.chosen.disconnect()
    window.welcome.chosen.connect(chosen.append)
    gallery = window.welcome.gallery
    gallery.setFocus()
    gallery.setCurrentIndex(window.models[Section.FIRST].index(0))
    QTest.keyClick(gallery, Qt.Key.Key_Right)
    QTest.keyClick(gallery, Qt.Key.Key_Return)
    assert chosen == [_ENTRIES[1]]


def test_what_a_file_says_of_itself_stays_text(window: MainWindow) -> None:
    tip = window.models[Section.FIRST].index(2).data(Qt.ItemDataRole.ToolTipRole)
    assert "<i>" not in tip
    assert "&lt;i&gt;cut" in tip


def test_the_verdict_is_words_not_only_colour(window: MainWindow) -> None:
    spoken = [
        window.models[Section.FIRST].index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(len(_ENTRIES))
    ]
    assert spoken[0].endswith("ready to run")
    assert spoken[1].endswith("2 problems")
    assert spoken[2].endswith("cannot be read")


def test_one_click_opens_and_a_double_click_opens_once(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Coroutine[Any, Any, object]] = []
    monkeypatch.setattr(window, "spawn", opened.append)
    gallery = window.welcome.gallery
    middle = gallery.visualRect(window.models[Section.FIRST].index(1)).center()
    QTest.mouseClick(gallery.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseDClick(gallery.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    [work] = opened
    work.close()


def test_recent_files_that_are_gone_are_not_offered(window: MainWindow, home: Path) -> None:
    here = home / "here & now.liveobject"
    here.touch()
    window.settings.remember_file(home / "gone.liveobject")
    window.settings.remember_file(here)
    window.offer_recent()
    assert [entry.title for entry in window.welcome.recent_model.entries] == ["here & now"]
    assert window.welcome.recent_model.entries[0].description.startswith("today ")
    chosen: list[Entry] = []
    window.welcome.chosen.disconnect()
    window.welcome.chosen.connect(chosen.append)
    cards = window.welcome.recent.cards
    middle = cards.visualRect(window.welcome.recent_model.index(0)).center()
    QTest.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert [entry.path for entry in chosen] == [here]


def test_pages_that_are_not_recent_any_more_are_still_offered(window: MainWindow) -> None:
    for number in range(6):
        page_file(f"Plan {number}")
    window.offer_recent()
    assert window.welcome.recent_model.rowCount() == 4
    assert window.welcome.more_recent.text() == "Show all 6"
    window.welcome.more_recent.click()
    assert window.welcome.recent_model.rowCount() == 6
    assert not window.welcome.more_recent.isVisible()


def test_developers_unfold_what_is_for_them(window: MainWindow) -> None:
    section = window.welcome._sections[2]
    assert section.toggle is not None
    assert not section.cards.isVisible()
    section.toggle.click()
    assert section.cards.isVisible()


def test_closing_is_told(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.closed):
        window.close()


@pytest.mark.parametrize("size", [(700, 500), (2500, 1600)])
def test_any_size_can_be_drawn(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    picture = window.grab().toImage()
    assert not picture.isNull()
    rects = [window.welcome.gallery.visualRect(window.models[Section.FIRST].index(row)) for row in range(len(_ENTRIES))]
    assert all(rect.width() > 100 for rect in rects)
    assert not rects[0].intersects(rects[1])


@pytest.mark.parametrize("width", [760, 900, 1400])
def test_every_button_is_in_sight(window: MainWindow, qtbot: QtBot, width: int) -> None:
    button = window.welcome.new_button
    window.resize(width, 600)
    qtbot.waitUntil(lambda: window.width() == width and not button.visibleRegion().isEmpty())
    qtbot.waitUntil(lambda: button.visibleRegion().boundingRect() == button.rect())


def test_day_and_night(qapp: QApplication, window: MainWindow) -> None:
    """The fixture is light by choice; a theme that follows the system changes when the system does."""
    theme = Theme(qapp, Choice.DARK)
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    theme._choice = Choice.SYSTEM
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    expected = DARK if qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
    assert theme.colors == expected
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(expected.window)


def _luminance(color: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    value = QColor(color)
    return 0.2126 * linear(value.redF()) + 0.7152 * linear(value.greenF()) + 0.0722 * linear(value.blueF())


@pytest.mark.parametrize("colors", [LIGHT, DARK])
def test_text_can_be_read(colors: Colors) -> None:
    """The contrast that the accessibility guidelines ask of text: 4.5 to 1."""
    pairs = [
        (getattr(colors, front), getattr(colors, back))
        for front in ("text", "muted", "good", "bad")
        for back in ("window", "surface", "raised")
    ]
    pairs += [(colors.on_accent, colors.accent)]
    for front, back in pairs:
        lighter, darker = sorted((_luminance(front), _luminance(back)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (front, back)
