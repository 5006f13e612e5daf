# SPDX-License-Identifier: BSD-3-Clause
"""The bar of a 2D desktop: what is added lies in a free place, in view, with the focus in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from app.runtime.references import Document, Parameterized, walk
from app.ui.execution.object_offers import object_offers
from app.ui.settings import Settings
from objects_library.desktops.desktop_2d.canvas.geometry import Box, box_of
from objects_library.installed import installed_catalogue
from objects_library.replication.desktop.items import Item, Placement
from objects_library.replication.desktop.text_style import TextStyle, style_of
from objects_library.widgets.desktop_drop import data_of_files
from objects_library.widgets.object_offers import ObjectOffer, matching, set_offers
from objects_library.widgets.object_transfer import is_new
from tests.objects_library.desktops.desks import agreed, item, network_desk, piece
from tests.objects_library.desktops.test_desktop_view import at, awake, both, drag, laid
from tests.objects_library.viewers import Looker, look, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(autouse=True)
def offered() -> Iterator[None]:
    settings = Settings()
    settings.put("network", "lo")  # nobody is here to answer questions about networks
    set_offers(partial(object_offers, installed_catalogue()))
    yield
    set_offers(None)
    settings.put("network", "auto")


def things(looker: Looker) -> list[Item]:
    return [each.item for each in looker.view.canvas.pieces.values()]


async def activated(looker: Looker) -> None:
    """Only an active window knows which of its items has the focus."""
    looker.view.activateWindow()
    await looker.sees(looker.view.isActiveWindow)


def typed(looker: Looker, words: str) -> Any:
    """Search, as with the keyboard."""
    search = looker.view.bar.search
    QTest.keyClick(looker.view.canvas, Qt.Key.Key_Insert)
    QTest.keyClicks(search, words)
    return search


async def test_an_object_is_found_added_and_typed_into(nodes: list[Node]) -> None:
    page = network_desk()
    ann, bob = await look(nodes[0], page), await look(nodes[1], page)
    for each in (ann, bob):
        each.view.resize(900, 700)
    await activated(ann)
    search = typed(ann, "chat")
    assert search.frame.isVisible()
    assert search.list.currentItem().text() == "Chat"
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert not search.frame.isVisible()
    await bob.sees(lambda: [each.title for each in things(bob)] == ["Chat"])
    (name,) = ann.view.canvas.pieces
    chat = await awake(ann, name)
    await ann.sees(lambda: chat.focusWidget() is not None and ann.view.canvas.page.focusItem() is not None)
    assert (piece(ann, name).place.width, piece(ann, name).place.height) == (320, 420)
    QTest.keyClicks(chat.focusWidget(), "hello")
    QTest.keyClick(chat.focusWidget(), Qt.Key.Key_Return)
    await awake(bob, name)
    seen = bob.view.embedded._embedded[name].proxy._life.body
    await bob.sees(lambda: "hello" in str(vars(seen)))
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_Escape)
    assert ann.view.canvas.page.focusItem() is None
    ann.view.add_object(Document(installed_note(), "Chat"))
    await bob.sees(lambda: sorted(each.title for each in things(bob)) == ["Chat", "Chat 2"])


async def test_what_is_added_last_gets_the_keys_although_another_object_had_them(nodes: list[Node]) -> None:
    ann = await look(nodes[0], network_desk())
    ann.view.resize(900, 700)
    await activated(ann)
    await enter_new_chat(ann, 1)
    await enter_new_chat(ann, 2)


async def enter_new_chat(looker: Looker, number: int) -> None:
    """Add a chat with the mouse in the search field; it gets the keys."""
    canvas, search = looker.view.canvas, looker.view.bar.search
    QTest.mouseClick(search, Qt.MouseButton.LeftButton)
    QTest.keyClicks(search, "chat")
    QTest.keyClick(search, Qt.Key.Key_Return)
    await looker.sees(lambda: len(canvas.pieces) == number)
    added = [*canvas.pieces][-1]
    await awake(looker, added)
    await looker.sees(lambda: canvas.page.focusItem() is canvas.pieces[added].content)


async def test_many_objects_meet_in_the_scope_of_their_page(nodes: list[Node]) -> None:
    page: Any = network_desk()
    ann = await look(nodes[0], page)
    await activated(ann)
    for title in ("Shared counter", "Slider", "Shared counter"):
        QTest.keyClick(typed(ann, title), Qt.Key.Key_Return)
        await ann.sees(lambda: ann.view._entering is None)
    for name in ann.view.canvas.pieces:
        await awake(ann, name)
    used: set[tuple[Any, Any]] = set()
    for embedded in ann.view.embedded._embedded.values():
        for _, part in walk(embedded.proxy.reference):
            given: dict[str, Any] = dict(part.arguments) if isinstance(part, Parameterized) else {}
            if "scope" in given:
                used.add((given["scope"].value, given["group"].value))
    scopes, groups = {scope for scope, _ in used}, {group for _, group in used}
    own = dict(dict(page.arguments)["Channel"].reference.arguments)["scope"].value
    assert scopes == {own}
    assert len(groups) == 3
    await ann.sees(lambda: ann.view.canvas.page.focusItem() is not None)
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_Escape)
    assert len(ann.view.canvas.chosen) == 1  # out of the last counter, which is chosen then
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert own in QApplication.clipboard().text()  # a copy stands alone


async def test_the_list_offers_everyday_things_first_and_new_objects_to_drag(nodes: list[Node]) -> None:
    ann, _ = await both(nodes)
    search = ann.view.bar.search
    QTest.mouseClick(search, Qt.MouseButton.LeftButton)
    assert [search.list.item(row).text() for row in range(3)] == ["Note", "Checklist", "Chat"]
    data = search.list.mimeData([search.list.item(0)])
    assert is_new(data)
    ann.view.canvas.dropped.emit(data, QPointF(30, 40))
    await ann.sees(lambda: [each.title for each in things(ann)] == ["Note"])
    assert (things(ann)[0].place.x, things(ann)[0].place.y) == (30, 40)
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert not search.frame.isVisible()
    QTest.keyClicks(search, "zzz")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert len(things(ann)) == 1
    assert unnamed(ann.view) == []


def test_a_search_ranks_titles_before_descriptions() -> None:
    def offer(title: str, description: str) -> ObjectOffer:
        return ObjectOffer(title, description, "", lambda: None, QIcon)  # type: ignore[arg-type, return-value]  # unused

    found = [offer("Alpha", "beta things"), offer("Alphabeta", "x"), offer("Beta", "y")]
    assert [each.title for each in matching(found, "beta")] == ["Beta", "Alphabeta", "Alpha"]
    assert [each.title for each in matching(found, "")] == ["Alpha", "Alphabeta", "Beta"]
    assert matching(found, "beta nothing") == []


async def test_shapes_are_added_written_coloured_and_undone(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    actions = {action.text(): action for action in ann.view.bar.shape_menu().actions()}
    assert list(actions) == ["Rectangle", "Ellipse", "Diamond", "Arrow", "Heading"]
    actions["Ellipse"].trigger()
    await ann.sees(lambda: ann.view.writing.field is not None)
    QTest.keyClicks(ann.view.writing.field, "idea")
    ann.view.writing.end()
    await bob.sees(lambda: [each.text for each in things(bob)] == ["idea"])
    assert style_of(things(bob)[0].title) == TextStyle("ellipse", "blue")
    ann.view.canvas.choose(ann.view.canvas.pieces)
    ann.view.commands._colour("green")
    await bob.sees(lambda: style_of(things(bob)[0].title) == TextStyle("ellipse", "green"))
    ann.view.undo_last()
    await bob.sees(lambda: style_of(things(bob)[0].title) == TextStyle("ellipse", "blue"))
    assert agreed(ann) == agreed(bob)


def test_an_unknown_style_is_a_note() -> None:
    for title in ("", "unknown blue", "ellipse", "<b>x</b>", "ellipse blue x"):
        assert style_of(title) == TextStyle("note", "yellow")
    assert style_of(str(TextStyle("arrow", "red"))) == TextStyle("arrow", "red")


async def test_chosen_files_are_added_side_by_side_in_view(nodes: list[Node], tmp_path: Path) -> None:
    ann, bob = await both(nodes)
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("#4060ff"))
    for number in range(3):
        assert image.save(str(tmp_path / f"{number}.png"))
        ann.view._take_in(data_of_files([tmp_path / f"{number}.png"]), None)
        await bob.sees(partial(_are_there, bob, number + 1))
    seen = ann.view.canvas.seen()
    assert all(seen.contains(QPointF(*each.middle)) for each in _boxes_that_are_apart(bob))


async def test_on_a_full_view_things_are_added_beyond_it_and_shown(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    menu = ann.view.bar.shape_menu()
    for number in range(14):
        next(action for action in menu.actions() if action.text() == "Rectangle").trigger()
        await ann.sees(lambda: ann.view.writing.field is not None)
        QTest.keyClicks(ann.view.writing.field, f"{number}")
        ann.view.writing.end()
        await bob.sees(partial(_are_there, bob, number + 1))
        newest = box_of(things(ann)[-1].place)
        seen = ann.view.canvas.seen()
        assert seen.contains(QRectF(QPointF(newest.left, newest.top), QPointF(newest.right, newest.bottom)))
    _boxes_that_are_apart(bob)
    assert len({each.place for each in things(bob)}) == 14


def _boxes_that_are_apart(looker: Looker) -> list[Box]:
    boxes = [box_of(each.place) for each in things(looker)]
    for one in boxes:
        for other in boxes:
            apart = one.right <= other.left or other.right <= one.left
            assert one is other or apart or one.bottom <= other.top or other.bottom <= one.top
    return boxes


async def test_a_title_is_changed_by_f2_or_a_double_click(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    thing = item("file", title="old", data=b"x")
    await laid(ann, bob, thing)
    ann.view.canvas.choose([thing.item])
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_F2)
    QTest.keyClicks(ann.view.renaming.field, "new name")
    QTest.keyClick(ann.view.renaming.field, Qt.Key.Key_Return)
    await bob.sees(lambda: things(bob)[0].title == "new name")
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_F2)
    QTest.keyClicks(ann.view.renaming.field, "never")
    QTest.keyClick(ann.view.renaming.field, Qt.Key.Key_Escape)
    assert not ann.view.renaming.field
    ann.view.undo_last()
    await bob.sees(lambda: things(bob)[0].title == "old")
    ann.view.add_object(Document(installed_note(), "Note"), QPointF(300, 300))
    await bob.sees(lambda: len(things(bob)) == 2)
    name = next(each.item for each in things(ann) if each.kind == "object")
    await awake(ann, name)
    spot = at(ann, name, -60, -piece(ann, name).place.height / 2 + 14)
    QTest.mouseDClick(ann.view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.keyClicks(ann.view.renaming.field, "Minutes")
    QTest.keyClick(ann.view.renaming.field, Qt.Key.Key_Return)
    await bob.sees(lambda: piece(bob, name).item.title == "Minutes")


async def test_dragged_things_snap_to_others_unless_ctrl_is_held(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    still = item(text="still", place=Placement(0.0, 0.0, 100.0, 60.0))
    thing = item(text="moves", place=Placement(0.0, 150.0, 100.0, 60.0))
    await laid(ann, bob, still, thing)
    QApplication.processEvents()
    start = at(ann, thing.item)
    viewport = ann.view.canvas.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(viewport, start + QPointF(60, 0).toPoint())
    QTest.mouseMove(viewport, start + QPointF(104, 30).toPoint())
    assert [guide.upright for guide in ann.view.canvas.guides] == [True]
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPointF(104, 30).toPoint())
    assert ann.view.canvas.guides == []
    await bob.sees(lambda: agreed(bob)[thing.item].place.x == 100)  # its left edge meets the right one of the other
    assert agreed(bob)[thing.item].place.y == 180
    corner = at(ann, thing.item, 50, 30)
    drag(ann, corner, corner + QPointF(40, 14).toPoint())  # no line is near
    await bob.sees(lambda: agreed(bob)[thing.item].place.width == 140)


def _are_there(looker: Looker, number: int) -> bool:
    return len(things(looker)) == number


def installed_note() -> Any:
    return next(offer.make().reference for offer in object_offers(installed_catalogue()) if offer.title == "Note")
