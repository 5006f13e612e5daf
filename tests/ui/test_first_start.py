# SPDX-License-Identifier: BSD-3-Clause
"""The page of the first start: answered, skipped, and never shown again."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.player.local_user import user_colour, user_name
from app.ui.settings import Settings
from app.ui.theme import Theme
from app.ui.welcome.first_start import FirstStart, is_first_start


def _page(settings: Settings, theme: Theme, qtbot: QtBot) -> tuple[FirstStart, list[bool]]:
    page = FirstStart(settings, theme, "ann")
    qtbot.addWidget(page)
    ended: list[bool] = []
    page.done.connect(ended.append)
    page.show()
    return page, ended


def test_a_name_and_a_colour(tmp_path: Path, theme: Theme, qtbot: QtBot) -> None:
    settings = Settings(tmp_path / "settings.json")
    assert is_first_start(settings)
    assert user_colour(settings) is None
    page, ended = _page(settings, theme, qtbot)
    assert page.name.text() == "ann"
    page.name.selectAll()
    QTest.keyClicks(page.name, "  Ann   Lee ")
    QTest.mouseClick(page.colours.button(4), Qt.MouseButton.LeftButton)
    QTest.keyClick(page.name, Qt.Key.Key_Return)
    assert ended == [True]
    again = Settings(tmp_path / "settings.json")
    assert (user_name(again), user_colour(again)) == ("Ann Lee", 4)
    assert not is_first_start(again)


def test_skipped_is_never_asked_again(tmp_path: Path, theme: Theme, qtbot: QtBot) -> None:
    settings = Settings(tmp_path / "settings.json")
    page, ended = _page(settings, theme, qtbot)
    page.skip.click()
    assert ended == [False]
    again = Settings(tmp_path / "settings.json")
    assert not is_first_start(again)
    assert again.text("name") == ""
    assert user_colour(again) is None


def test_a_user_who_has_a_name_is_not_asked(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.json")
    settings.put("name", "Ann")
    assert not is_first_start(settings)
