# SPDX-License-Identifier: BSD-3-Clause
"""Comments in the window: the button, the panel, replies, and marks at objects; by mouse and keyboard."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.runtime import references as refs
from app.runtime.activation import State
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from objects_library.widgets.comment_card import CommentCard
from tests.objects_library.desktops.desks import DESKTOP, item
from tests.objects_library.viewers import type_text
from tests.objects_library.workers import network_channel
from tests.ui.execution.sheets import shared_text, wait_until

Open = Callable[[refs.Reference], Coroutine[Any, Any, PlayerWindow]]


@pytest.fixture
async def show(theme: Theme) -> AsyncIterator[Open]:
    windows: list[PlayerWindow] = []

    async def make(reference: refs.Reference) -> PlayerWindow:
        window = PlayerWindow(refs.Document(reference, "Plans"), None, theme)
        windows.append(window)
        window.resize(900, 600)
        window.show()
        await window.run()
        sheet = window.sheet
        assert sheet is not None
        await wait_until(sheet, lambda: sheet.overall() is State.LIVE)
        window._follow()
        await seen(lambda: sheet.comments is not None and sheet.comments.may_comment(window_target(window))[0])
        window._follow()
        return window

    yield make
    for window in windows:
        window.close()
        await window.stop()
        window.deleteLater()


def window_target(window: PlayerWindow) -> Any:
    return window.pane.comments.panel.target


async def seen(true: Callable[[], object]) -> None:
    for _ in range(2000):
        QApplication.processEvents()
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it was not seen within 10 s")


def two_texts() -> refs.Reference:
    scope = f"test: comments {secrets.token_hex(6)}"
    return refs.Composite((("left", shared_text(scope)), ("right", shared_text(f"{scope} too"))))


def panel(window: PlayerWindow) -> Any:
    return window.pane.comments.panel


def only_card(window: PlayerWindow) -> CommentCard:
    (card,) = panel(window).list.cards.values()
    assert isinstance(card, CommentCard)
    return card


def texts(window: PlayerWindow) -> list[str]:
    return [row.text.text() for row in only_card(window).rows] if panel(window).list.cards else []


async def test_a_comment_is_written_answered_changed_and_resolved(show: Open) -> None:
    reference = two_texts()
    ann = await show(reference)
    ann.activateWindow()
    await seen(ann.isActiveWindow)
    QTest.keyClick(
        ann.views.views()[("left",)],
        Qt.Key.Key_M,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier,
    )
    await seen(lambda: panel(ann).isVisible() and ann.focusWidget() is panel(ann).list.field)
    assert [panel(ann).about.itemText(n) for n in range(3)] == ["About the page", "About: left", "About: right"]
    QTest.keyClick(panel(ann).about, Qt.Key.Key_End)
    QTest.keyClicks(panel(ann).list.field, "<b>Is this right?</b>")
    QTest.keyClick(panel(ann).list.field, Qt.Key.Key_Return)
    await seen(lambda: texts(ann) == ["<b>Is this right?</b>"])  # as it was written
    assert only_card(ann).place.text() == "right"
    bob = await show(reference)
    await seen(lambda: bob.pane.comments.button.text() == "1")
    tiles = bob.views._tiles
    await seen(tiles[("right",)].mark.isVisible)
    assert not tiles[("left",)].mark.isVisible()

    QTest.mouseClick(tiles[("right",)].mark, Qt.MouseButton.LeftButton)  # leads to the thread
    await seen(lambda: panel(bob).isVisible() and bob.focusWidget() is only_card(bob).field)
    QTest.keyClicks(only_card(bob).field, "Yes")
    QTest.mouseClick(only_card(bob).send_button, Qt.MouseButton.LeftButton)
    await seen(lambda: texts(ann) == ["<b>Is this right?</b>", "Yes"])

    edit = next(each for each in only_card(ann).rows[0].menu_button.menu().actions() if each.text() == "Edit")
    edit.trigger()
    field = only_card(ann).field
    await seen(lambda: ann.focusWidget() is field)
    QTest.keyClicks(field, "Is it?")
    QTest.keyClick(field, Qt.Key.Key_Escape)  # changes nothing, and throws nothing away
    assert (field.toPlainText(), only_card(ann).send_button.text()) == ("Is it?", "Reply")
    only_card(ann).rows[0].menu_button.menu().actions()[1].trigger()
    QTest.keyClicks(field, "Is it?")
    QTest.keyClick(field, Qt.Key.Key_Return)
    await seen(lambda: texts(bob) == ["Is it?", "Yes"])

    QTest.mouseClick(only_card(bob).resolve_button, Qt.MouseButton.LeftButton)
    await seen(lambda: not panel(ann).list.cards and ann.pane.comments.button.text() == "0")
    assert panel(ann).list.empty.text() == "No open comments"
    QTest.mouseClick(panel(ann).list.show_resolved, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    await seen(lambda: texts(ann) == ["Is it?", "Yes"])
    assert only_card(ann).place.text().startswith("right · Resolved by ")
    ann.activateWindow()
    QTest.keyClick(panel(ann).list.field, Qt.Key.Key_Escape)
    await seen(lambda: ann.focusWidget() is not panel(ann).list.field)


async def test_things_on_a_desktop_have_marks(show: Open) -> None:
    channel = network_channel("DesktopChange", "DesktopState")
    reference = refs.Parameterized(refs.Primitive(DESKTOP), (("Channel", refs.ReferenceArgument(channel)),))
    ann, bob = await show(reference), await show(reference)
    desk, desk_of_bob = [cast(Any, next(iter(each.views.views().values()))) for each in (ann, bob)]
    note = item(text="Plans for May")
    desk.lay_down([note])
    await seen(lambda: note.item in desk.canvas.pieces and note.item in desk_of_bob.canvas.pieces)
    desk.canvas.choose([note.item])
    QTest.keyClick(desk.canvas, Qt.Key.Key_C)
    await seen(lambda: panel(ann).isVisible() and ann.focusWidget() is panel(ann).list.field)
    assert panel(ann).about.currentText() == "About: Plans for May"
    type_text(panel(ann).list.field, "June, I think\n")
    piece = desk_of_bob.canvas.pieces[note.item]
    await seen(lambda: piece.comments == 1)
    mark = desk_of_bob.canvas.mapFromScene(piece.mapToScene(piece.comment_mark().center()))
    QTest.mouseClick(desk_of_bob.canvas.viewport(), Qt.MouseButton.LeftButton, pos=mark)
    await seen(lambda: panel(bob).isVisible() and bob.focusWidget() is only_card(bob).field)
    assert only_card(bob).place.text() == "Plans for May"
    QTest.mouseClick(only_card(bob).remove_button, Qt.MouseButton.LeftButton)
    await seen(lambda: piece.comments == 0 and not panel(ann).list.cards)


async def test_a_page_of_this_program_alone_has_no_comments(theme: Theme) -> None:
    window = PlayerWindow(refs.Document(refs.Composite(()), "Nothing"), None, theme)
    await window.run()
    window._follow()
    assert not window.pane.comments.action.isVisible()
    await window.stop()
    window.deleteLater()
