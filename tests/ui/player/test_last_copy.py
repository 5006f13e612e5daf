# SPDX-License-Identifier: BSD-3-Clause
"""Before the last copy of something goes that is only in memory, a person is asked; else nobody is."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from app.runtime import references as refs
from app.runtime.activation import State
from app.ui.player.last_copy_question import LastCopyQuestion
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from objects_library.values.page_scope import with_channels
from tests.gallery_copies import copy_gallery_file
from tests.ui.event_processing import until
from tests.ui.execution.sheets import shared_text

Open = Callable[..., PlayerWindow]


@pytest.fixture
async def show(theme: Theme, home: Path) -> AsyncIterator[Open]:
    windows: list[PlayerWindow] = []

    def make(reference: refs.Reference, name: str = "note") -> PlayerWindow:
        file = home / f"{name}.liveobject"
        document = refs.Document(reference, "Notes", "")
        file.write_bytes(refs.write(document))
        windows.append(window := PlayerWindow(document, file, theme))
        window.resize(700, 500)
        window.show()
        return window

    yield make
    for window in windows:
        window.may_lose = True
        window.close()
        await window.stop()
        window.deleteLater()


async def live(window: PlayerWindow) -> None:
    await window.run()
    await until(lambda: window.sheet is not None and window.sheet.overall() is State.LIVE)
    sheet = window.sheet
    assert sheet is not None
    assert sheet.last_copies is not None
    copies = sheet.last_copies
    await until(lambda: any(copies._first.values()) or any(each.members > 1 for each in sheet.channels()))


async def editor_in(window: PlayerWindow) -> QPlainTextEdit:
    await live(window)
    found = window.findChild(QPlainTextEdit)
    assert isinstance(found, QPlainTextEdit)
    return found


async def question_of(window: PlayerWindow) -> LastCopyQuestion:
    await until(lambda: any(each.isVisible() for each in window.findChildren(LastCopyQuestion)))
    return next(each for each in window.findChildren(LastCopyQuestion) if each.isVisible())


def press(button: QPushButton | None) -> None:
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def test_what_was_changed_in_memory_only_is_asked_about(show: Open) -> None:
    window = show(shared_text("test: last copy"))
    QTest.keyClicks(await editor_in(window), "milk")
    assert not window.close()
    question = await question_of(window)
    assert "Notes" in question.text()
    assert question.defaultButton() is question.keep
    question.reject()
    await until(lambda: window._closing is None)
    assert window.isVisible()
    window.close()
    press((await question_of(window)).lose)
    await until(lambda: not window.isVisible())


async def test_what_is_kept_is_there_again(show: Open) -> None:
    window = show(shared_text("test: kept copy"))
    QTest.keyClicks(await editor_in(window), "bread")
    window.close()
    press((await question_of(window)).keep)
    await until(lambda: not window.isVisible())
    await window.stop()
    assert window.file is not None
    stored = refs.read(window.file)
    assert "Document channel" in [
        each.name for _, each in refs.walk(stored.reference) if isinstance(each, refs.Primitive)
    ]
    again = show(stored.reference, "again")
    await again.run()

    def is_kept() -> bool:
        again._follow()
        return again.header.kept == "kept"

    await until(is_kept)
    editor = again.findChild(QPlainTextEdit)
    assert isinstance(editor, QPlainTextEdit)
    await until(lambda: editor.toPlainText() == "bread")
    assert again.close()  # what is kept needs no question


async def test_where_nothing_would_be_lost_nobody_is_asked(show: Open) -> None:
    reference = shared_text("test: no question")
    first = show(reference, "one")
    await live(first)
    other = show(reference, "two")
    QTest.keyClicks(await editor_in(other), "eggs")
    sheet = first.sheet
    assert sheet is not None
    await until(lambda: sheet.has_company(()))
    assert other.close()  # somebody else has it
    await other.stop()
    await until(lambda: not sheet.has_company(()))
    assert not first.close()  # now it is the last copy
    press((await question_of(first)).lose)
    await until(lambda: not first.isVisible())


async def test_what_is_as_it_was_needs_no_question(show: Open, tmp_path: Path) -> None:
    counter = refs.read(copy_gallery_file("shared_counter", tmp_path)).reference

    def in_memory(channel: refs.Parameterized) -> refs.Parameterized:
        return replace(channel, template=refs.Primitive(0x3AAB058C9650E0D3FEC9974DAD698EB2, 1, "Checkpointed channel"))

    window = show(with_channels(counter, in_memory))
    await live(window)
    more, less = (button_in(window, name) for name in ("One more", "One less"))
    press(more)
    press(less)
    press(more)
    window.close()
    (await question_of(window)).reject()
    await until(lambda: window._closing is None)
    press(less)
    window.close()
    await until(lambda: not window.isVisible())
    assert not any(each.isVisible() for each in window.findChildren(LastCopyQuestion))


def button_in(window: PlayerWindow, name: str) -> QPushButton:
    return next(each for each in window.findChildren(QPushButton) if each.accessibleName() == name)
