# SPDX-License-Identifier: BSD-3-Clause
"""The pointers of others over the views of a player: who sees them, where, and what they cost."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QGraphicsView, QPlainTextEdit, QWidget

from app.runtime import references as refs
from app.runtime.activation import State
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from objects_library.widgets.pointer_choice import want_pointers
from objects_library.widgets.pointer_layer import PointerLayer, _Sampler
from tests.objects_library.desktops.desks import network_desk
from tests.ui.event_processing import until
from tests.ui.execution.sheets import shared_text, wait_until

Open = Callable[..., PlayerWindow]


@pytest.fixture
async def show(theme: Theme) -> AsyncIterator[Open]:
    windows: list[PlayerWindow] = []

    def make(reference: refs.Reference, width: int, name: str) -> PlayerWindow:
        window = PlayerWindow(refs.Document(reference, "Notes", ""), None, theme)
        window._me = name
        window._measuring.setInterval(10**6)  # pytest-qt processes events after a test, when no loop runs
        windows.append(window)
        window.resize(width, 500)
        window.show()
        return window

    yield make
    want_pointers(True)
    for window in windows:
        window.may_lose = True
        window.close()
        await window.stop()
        window.deleteLater()


async def live(window: PlayerWindow) -> None:
    await window.run()
    sheet = window.sheet
    assert sheet is not None
    await wait_until(sheet, lambda: sheet.overall() is State.LIVE)


def layer_of(window: PlayerWindow) -> PointerLayer | None:
    return next(iter(window.findChildren(PointerLayer)), None)


def view_of(window: PlayerWindow) -> QWidget:
    (view,) = window.views.views().values()
    return view


def point(window: PlayerWindow, at: QPoint) -> None:
    """Move the pointer of one person; a screen has only one."""
    layer, view = layer_of(window), view_of(window)
    assert layer is not None
    layer.see_pointer(view.mapToGlobal(at), view.childAt(at) or view)


def points_somewhere(layer: PointerLayer) -> bool:
    return layer._shared._now[1] is not None


def names_at(window: PlayerWindow) -> list[str]:
    layer = layer_of(window)
    return [] if layer is None else [each.name for each in layer.pointers.people.values() if not each.pointing.away]


async def two(show: Open, scope: str) -> tuple[PlayerWindow, PlayerWindow]:
    ann, bob = show(shared_text(scope), 900, "Ann"), show(shared_text(scope), 420, "Bob")
    await live(ann)
    assert layer_of(ann) is None  # nobody else is there: nothing runs
    await live(bob)
    await until(lambda: layer_of(ann) is not None and layer_of(bob) is not None)
    return ann, bob


async def test_a_pointer_is_at_the_same_word_in_a_window_of_another_size(show: Open) -> None:
    ann, bob = await two(show, "test: pointers of players")
    editors = [window.findChild(QPlainTextEdit) for window in (ann, bob)]
    first, second = editors
    assert isinstance(first, QPlainTextEdit)
    assert isinstance(second, QPlainTextEdit)
    first.setFocus()
    first.insertPlainText("the quick brown fox jumps over the lazy dog " * 6)
    await until(lambda: second.toPlainText() == first.toPlainText())
    cursor = first.textCursor()
    cursor.setPosition(150)
    at = first.viewport().mapTo(view_of(ann), first.cursorRect(cursor).center())

    def sees_ann() -> bool:
        point(ann, at)
        return names_at(bob) == ["Ann"]

    await until(sees_ann)
    layer = layer_of(bob)
    assert layer is not None
    (person,) = layer.pointers.people.values()
    cursor = second.textCursor()
    cursor.setPosition(150)
    wanted = second.viewport().mapTo(view_of(bob), second.cursorRect(cursor).center())
    assert (QPoint(round(person.pointing.x), round(person.pointing.y)) - wanted).manhattanLength() <= 4
    assert "Ann" not in names_at(ann)  # nobody sees their own
    assert bob.sheet is not None
    assert [each.name for each in bob.sheet.people()] == ["Ann"]  # and their face is in the header
    point(ann, QPoint(-5, -5))
    await until(lambda: not names_at(bob))
    point(ann, at)
    await until(lambda: names_at(bob) == ["Ann"])
    picture, with_pointer = bob.picture(), bob.views.grab().toImage()
    assert picture is not None
    assert picture != with_pointer  # a stored picture shows no pointers
    ann.close()
    await ann.stop()
    await until(lambda: not layer.pointers.people)


async def test_whoever_does_not_want_them_neither_sees_nor_shows_pointers(show: Open) -> None:
    ann, bob = await two(show, "test: no pointers of players")
    want_pointers(False)
    sent: list[object] = []
    shown = layer_of(bob)
    assert shown is not None
    shown._shared.observe = sent.append  # type: ignore[method-assign,assignment]
    point(ann, QPoint(40, 40))
    layer = layer_of(ann)
    assert layer is not None
    assert not points_somewhere(layer)
    want_pointers(True)
    point(ann, QPoint(40, 40))
    assert points_somewhere(layer)
    await until(lambda: sent)
    ann.views.leave()
    bob.views.leave()
    assert not _Sampler.of_program()._layers


async def test_a_pointer_on_a_desktop_is_at_the_same_point_of_the_page(show: Open) -> None:
    page = network_desk()
    ann, bob = show(page, 900, "Ann"), show(page, 500, "Bob")
    await live(ann)
    await live(bob)
    await until(lambda: layer_of(ann) is not None and layer_of(bob) is not None)
    one, other = (window.findChild(QGraphicsView) for window in (ann, bob))
    assert isinstance(one, QGraphicsView)
    assert isinstance(other, QGraphicsView)

    def sees_ann() -> bool:
        point(ann, one.viewport().mapTo(view_of(ann), QPoint(300, 200)))
        return names_at(bob) == ["Ann"]

    await until(sees_ann)
    layer = layer_of(bob)
    assert layer is not None
    (person,) = layer.pointers.people.values()
    shown = QPoint(round(person.pointing.x), round(person.pointing.y))
    there = other.mapToScene(other.viewport().mapFrom(view_of(bob), shown))
    assert (there - one.mapToScene(QPoint(300, 200))).manhattanLength() <= 3
    desktop = None if ann.sheet is None else ann.sheet.proxy(())
    assert desktop is not None
    body: Any = desktop._life.body
    assert body.give_state() == {"items": []}
