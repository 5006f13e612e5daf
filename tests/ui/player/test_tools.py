# SPDX-License-Identifier: BSD-3-Clause
"""A player has export, printing, settings, help and shortcuts, too."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.runtime.activation import State
from app.runtime.references import Document
from app.ui.help.shortcut_window import ShortcutWindow
from app.ui.help.window import HelpWindow
from app.ui.player.window import PlayerWindow
from app.ui.preferences.window import SettingsWindow
from app.ui.theme import Theme
from tests.ui.execution.sheets import shared_text, wait_until
from tests.ui.player.windows import shown_windows


@pytest.fixture
async def window(theme: Theme) -> AsyncIterator[PlayerWindow]:
    made = PlayerWindow(Document(shared_text("test: tools"), "Notes"), None, theme)
    async with shown_windows(made):
        yield made


async def test_what_a_player_shows_is_exported(window: PlayerWindow, tmp_path: Path) -> None:
    tools = window.tools
    failures: list[str] = []
    window.tools.failed.connect(failures.append)
    tools.output.export_picture(tmp_path / "early.png")
    assert failures == ["There is nothing to export yet."]
    await window.run()
    sheet = window.sheet
    assert sheet is not None
    await wait_until(sheet, lambda: sheet.overall() is State.LIVE)
    tools.output.export_picture(tmp_path / "notes.png")
    assert QImage(str(tmp_path / "notes.png")).width() == 2 * window.views.width()


async def test_settings_help_and_shortcuts_have_their_keys(window: PlayerWindow) -> None:
    tools = window.tools
    by_key = {action.shortcut().toString(): action for action in tools.actions}
    for key, kind in (("Ctrl+,", SettingsWindow), ("F1", HelpWindow), ("Ctrl+?", ShortcutWindow)):
        by_key[key].trigger()
        assert window.findChild(kind) is not None
    shown = window.findChild(ShortcutWindow)
    assert shown is not None
    assert {"Present", "Print", "Settings"} <= {each.text for group in shown.shown for each in group.shortcuts}
