# SPDX-License-Identifier: BSD-3-Clause
"""Comments in the main window: beside the sheet with its blocks, and beside the objects in use."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import State
from app.ui.main_window import MainWindow
from app.ui.shell.tour import NOTE
from tests.ui.event_processing import until


async def test_a_block_is_commented_on_and_says_so(window: MainWindow) -> None:
    page = await window.files.new_page()
    entry = page.canvas.entry_titled(NOTE)
    assert entry is not None
    assert page.canvas.add_entry(entry)
    comments = window.commands.by_name["comments"]
    said: list[str] = []
    page.message.connect(said.append)
    comments.trigger()
    assert said == ["Turn the page live to read and write comments."]
    await page.run()
    sheet = page.running
    assert sheet is not None
    await until(lambda: sheet.overall() is State.LIVE and sheet.comments is not None)
    [block] = page.canvas.sheet_scene.blocks.values()
    page.canvas.reveal(block.block.path)
    comments.trigger()
    panel = page.comments.panel
    assert panel is not None
    assert panel.isVisible()
    name = block.block.path[-1]
    await until(lambda: panel.about.currentText() == f"About: {name}" and panel.list.field.isVisible())
    QTest.keyClicks(panel.list.field, "Is this right?")
    QTest.keyClick(panel.list.field, Qt.Key.Key_Return)
    await until(lambda: len(panel.list.cards) == 1)
    [card] = panel.list.cards.values()
    assert card.place.text() == name
    await until(lambda: "1 comment" in block.live_text)
    comments.trigger()
    assert not panel.isVisible()
    await page.use()
    await until(lambda: page.pane.comments.button.text() == "1")
    comments.trigger()
    beside = page.pane.comments.panel
    assert beside.isVisible()
    await until(lambda: len(beside.list.cards) == 1)
    await page.stop()
    await page.run()  # it is kept
    again = page.running
    assert again is not None
    await until(lambda: again.comments is not None and again.comments.open_count == 1)
