# SPDX-License-Identifier: BSD-3-Clause
"""The history is in the menu of the player and in that of the composer."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.cli import main
from app.runtime.activation import State
from app.runtime.references import Composite, Document, Primitive, write
from app.ui.composer.canvas.actions import context_menu
from app.ui.history.dialog import HistoryDialog
from app.ui.main_window import MainWindow
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from tests.commands.test_content import counter
from tests.ui.execution.sheets import wait_until
from tests.ui.history.test_dialog import seen, settled
from tests.ui.player.test_content import count
from tests.ui.shell.conftest import window

__all__ = ["window"]


@pytest.fixture
async def player(theme: Theme, home: Path) -> AsyncIterator[PlayerWindow]:
    shown = PlayerWindow(Document(counter(str(uuid4())), "Score"), None, theme)
    shown.show()
    await shown.run()
    sheet = shown.sheet
    assert sheet is not None
    await wait_until(sheet, lambda: sheet.overall() is State.LIVE)
    yield shown
    shown.close()
    await shown.stop()
    shown.deleteLater()


def history_of(parent: QWidget) -> HistoryDialog:
    [dialog] = parent.findChildren(HistoryDialog)
    return dialog


async def closed(dialog: HistoryDialog) -> None:
    dialog.close()
    await settled(dialog)


async def test_the_player_shows_the_history_of_what_it_runs(player: PlayerWindow) -> None:
    await count(player)
    action = next(each for each in player.actions() if each.text() == "&History of the content…")
    action.trigger()
    dialog = history_of(player)
    await settled(dialog)
    assert dialog.list.count() == 1
    await seen(dialog, "1")
    assert not dialog.objects.isVisible()
    await closed(dialog)


async def test_the_file_menu_shows_the_history_of_the_page(window: MainWindow, home: Path) -> None:
    file = home / "sheet.liveobject"
    file.write_bytes(write(Document(Composite((("Score", counter(str(uuid4()))),)), "Game")))
    page = await window.files.open_page(file)
    assert page is not None
    window.commands.by_name["history"].trigger()
    dialog = history_of(window)
    await settled(dialog)
    assert "no history yet" in dialog.summary.text()
    await closed(dialog)


async def test_the_menu_of_a_block_shows_the_history_of_that_block(window: MainWindow, home: Path) -> None:
    file = home / "sheet.liveobject"
    parts = (("First", counter(str(uuid4()))), ("Score", counter(str(uuid4()))), ("Clock", Primitive(2)))
    file.write_bytes(write(Document(Composite(parts), "Game")))
    for name in ("First", "Score"):
        assert await asyncio.to_thread(main, ["call", str(file), f"{name}.counter.add", "5"]) == 0
    page = await window.files.open_page(file)
    assert page is not None

    def entry_for(block: str) -> QAction | None:
        page.canvas.selection.set([block])
        actions = context_menu(page.canvas).actions()
        return next((each for each in actions if each.text() == "History of the content…"), None)

    assert entry_for("Clock") is None  # it keeps nothing
    entry = entry_for("Score")
    assert entry is not None
    entry.trigger()
    dialog = history_of(window)
    await settled(dialog)
    assert dialog.objects.currentText() == "Score (Shared counter)"
    assert dialog.list.count() == 1
    await closed(dialog)
