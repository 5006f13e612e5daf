# SPDX-License-Identifier: BSD-3-Clause
"""The window of the player: views, states, people, the question, dropping, presenting."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from app.runtime import references as refs
from app.runtime.activation import State
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from app.ui.welcome.gallery import FOLDER
from tests.ui.execution.sheets import shared_text, wait_until
from tests.ui.player.windows import run_until_live, shown_windows

Open = Callable[..., PlayerWindow]


@pytest.fixture
async def show(theme: Theme) -> AsyncIterator[Open]:
    async with shown_windows() as windows:

        def make(reference: refs.Reference, title: str = "Notes") -> PlayerWindow:
            window = PlayerWindow(refs.Document(reference, title, "<b>Words</b>"), None, theme)
            windows.append(window)
            window.resize(700, 500)
            window.show()
            return window

        yield make


async def live(window: PlayerWindow) -> None:
    await run_until_live(window)
    window._follow()


def editor_in(widget: QWidget) -> QPlainTextEdit:
    found = widget.findChild(QPlainTextEdit)
    assert isinstance(found, QPlainTextEdit)
    return found


async def test_two_windows_show_the_same_text(show: Open) -> None:
    one, other = show(shared_text("test: two windows")), show(shared_text("test: two windows"))
    await asyncio.gather(live(one), live(other))
    [view], [view_of_other] = one.views.views().values(), other.views.views().values()
    QTest.keyClicks(editor_in(view), "Hello")
    async with asyncio.timeout(20):
        while "Hello" not in editor_in(view_of_other).toPlainText():  # noqa: ASYNC110 - Qt tells no task
            await asyncio.sleep(0.01)
    assert one.header.state.endswith("live")
    assert not one.connection.isVisible()
    assert one.sheet is not None
    await one.sheet.measure()
    assert one.sheet.members() == 2


async def test_several_objects_are_tiled_and_named(show: Open) -> None:
    window = show(refs.Composite((("left", shared_text("test: left")), ("right", shared_text("test: right")))))
    await live(window)
    assert list(window.views.views()) == [("left",), ("right",)]
    left, right = window.views.views().values()
    assert left.mapTo(window, left.rect().topLeft()).x() < right.mapTo(window, right.rect().topLeft()).x()


async def test_objects_come_and_go_while_they_are_shown(show: Open) -> None:
    one, two = ("one", shared_text("test: one")), ("two", shared_text("test: two"))
    window = show(refs.Composite((one,)))
    await live(window)
    assert window.sheet is not None
    [view] = window.views.views().values()
    QTest.keyClicks(editor_in(view), "kept")
    for components in ((one, two), (one,), (two, one), (one,)):
        await window.sheet.update(refs.Document(refs.Composite(components), "Notes"))
        window.views.refresh()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        shown = window.views.views()
        assert [path[0] for path in shown] == [name for name, _ in components]
        assert shown[("one",)] is view
        assert view.isVisible()
        assert editor_in(view).toPlainText() == "kept"


async def test_only_what_has_a_look_is_shown(show: Open) -> None:
    channel = refs.Parameterized(
        refs.Primitive(0x9F4AEACE30B5D219A8C9C8C995B2EA79),
        (("T", refs.TypeArgument("text")), ("name", refs.ValueArgument("test: shown"))),
    )
    window = show(refs.Composite((("text", shared_text("test: shown")), ("channel", channel))))
    await live(window)
    assert list(window.views.views()) == [("text",)]
    alone = show(refs.Composite((("channel", channel),)))
    await live(alone)
    assert list(alone.views.views()) == [("channel",)]  # rather in words than nothing at all


async def test_a_failure_is_said_and_can_be_tried_again(show: Open) -> None:
    window = show(refs.Primitive(0xDEAD, 1, "Lost thing"))
    await window.run()
    window._follow()
    assert window.connection.isVisible()
    assert "Lost thing" in window.connection.text
    assert window.header.state.startswith("✕  failed: `Lost thing` is not on this machine; install")
    window.document = refs.Document(shared_text("test: again"), "Notes")
    window.connection.again_asked.emit()
    async with asyncio.timeout(20):
        while not (window.sheet is not None and window.sheet.overall() is State.LIVE):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    window._follow()
    assert not window.connection.isVisible()


async def test_the_network_is_joined_only_when_the_user_says_so(show: Open) -> None:
    reference = refs.Parameterized(
        refs.Primitive(0x3AAB058C9650E0D3FEC9974DAD698EB2, 1, "Checkpointed channel"),
        (
            ("T", refs.TypeArgument("text")),
            ("S", refs.TypeArgument("text")),
            ("scope", refs.ValueArgument("checkpointed channel 3cc649af01234567")),
            ("network", refs.ValueArgument("no-such-interface")),
        ),
    )
    window = show(reference, "The <b>office</b>")
    asked = asyncio.Event()
    window.permission.asked.connect(asked.set)
    await window.run()
    async with asyncio.timeout(20):
        await asked.wait()
    assert window.permission.isVisible()
    assert "“The <b>office</b>”" in window.permission._wants.text()
    assert window.permission._wants.textFormat() is Qt.TextFormat.PlainText
    assert window.settled
    assert window.sheet is not None
    sheet = window.sheet
    window.permission.refuse.click()
    await wait_until(sheet, lambda: sheet.overall() is State.FAILED)
    assert not window.permission.isVisible()
    assert "not allowed" in sheet.failure(())


async def test_presenting_shows_only_the_objects(show: Open) -> None:
    window = show(shared_text("test: presenting"))
    await live(window)
    window.present(True)
    assert not window.header.isVisible()
    window._leave_presenting.trigger()
    assert window.header.isVisible()
    assert not window.isFullScreen()


def _drop(window: PlayerWindow, mime: QMimeData) -> None:
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)


async def test_what_is_dropped_opens_beside(show: Open, tmp_path: Path) -> None:
    window = show(shared_text("test: dropping"))
    opened: list[tuple[refs.Document, Path | None]] = []
    window.dropped.connect(lambda document, file: opened.append((document, file)))
    file = FOLDER / "shared_text.liveobject"
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file))])
    _drop(window, mime)
    assert opened == [(refs.read(file), file)]
    text = QMimeData()
    text.setText(refs.write(refs.read(file)).decode())
    _drop(window, text)
    assert opened[1] == (refs.read(file), None)
    torn = QMimeData()
    torn.setText("<liveobject")
    _drop(window, torn)
    assert len(opened) == 2
    assert window.messages.isVisible()
    assert "line 1" in window.messages.text
