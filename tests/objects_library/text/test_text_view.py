# SPDX-License-Identifier: BSD-3-Clause
"""Two people in one text, each at a view of their own: what one types the other reads."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from app.runtime.references import Reference
from tests.objects_library.copies import replicated
from tests.objects_library.text.pages import SECTIONED, TEXT, open_page, sectioned_text, shared_text
from tests.objects_library.viewers import Looker, look, people, type_text, unnamed
from tests.objects_library.workers import network_channel, workshop

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with people("Ann Miller", "Bob") as made:
        yield made


async def both(nodes: list[Node], reference: Reference) -> tuple[Looker, Looker]:
    return await look(nodes[0], reference), await look(nodes[1], reference)


def put_cursor(looker: Looker, start: int, end: int | None = None) -> None:
    cursor = looker.view.pane.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(start if end is None else end, QTextCursor.MoveMode.KeepAnchor)
    looker.view.pane.setTextCursor(cursor)


async def reads(looker: Looker, text: str) -> None:
    await looker.sees(lambda: looker.view.pane.text == text)
    assert looker.view.pane.toPlainText() == text


@pytest.mark.parametrize("reference", [shared_text, sectioned_text])
async def test_what_one_types_the_other_reads(nodes: list[Node], reference: type) -> None:
    ann, bob = await both(nodes, reference())
    type_text(ann.view.pane, "Dear Bob,\nhow are you?")
    await reads(bob, "Dear Bob,\nhow are you?")
    put_cursor(bob, 9)
    type_text(bob.view.pane, "\nfine!")
    await reads(ann, "Dear Bob,\nfine!\nhow are you?")
    put_cursor(ann, 0, 5)
    QTest.keyClick(ann.view.pane, Qt.Key.Key_Delete)
    await reads(bob, "Bob,\nfine!\nhow are you?")
    assert "characters" in bob.view._count.text()


async def test_cursors_and_names_are_shown(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, shared_text())
    await ann.sees(lambda: ann.view.people_row.names == ["Bob"])  # he has only opened it
    type_text(bob.view.pane, "one two")
    await ann.sees(lambda: [(each.start, each.end) for each in ann.view.pane._cursors] == [(7, 7)])
    put_cursor(bob, 4, 7)
    await ann.sees(lambda: [(each.start, each.end) for each in ann.view.pane._cursors] == [(4, 7)])
    put_cursor(ann, 0)
    type_text(ann.view.pane, ">>")
    await ann.sees(lambda: [(each.start, each.end) for each in ann.view.pane._cursors] == [(6, 9)])
    assert "Bob" in ann.view.people_row.accessibleName()
    with_name = ann.view.grab().toImage()
    ann.view.pane._moved_at.clear()  # as it is after some seconds
    assert ann.view.grab().toImage() != with_name
    bob.attached.close()
    bob.proxy.close()
    await ann.sees(lambda: ann.view.people_row.names == [])


async def test_everyone_undoes_their_own(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, shared_text())
    type_text(ann.view.pane, "Ann")
    await reads(bob, "Ann")
    put_cursor(bob, 3)
    type_text(bob.view.pane, " Bob")
    await reads(ann, "Ann Bob")
    QTest.keyClick(ann.view.pane, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await reads(bob, " Bob")
    await reads(ann, " Bob")
    ann.view.redo_button.click()
    await reads(bob, "Ann Bob")


async def test_what_others_write_does_not_move_the_own_cursor(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, shared_text())
    type_text(ann.view.pane, "middle")
    await reads(bob, "middle")
    put_cursor(ann, 3)
    put_cursor(bob, 0)
    type_text(bob.view.pane, "before ")
    await reads(ann, "before middle")
    assert ann.view.pane.selection == (10, 10)
    put_cursor(bob, 10)
    type_text(bob.view.pane, "***")
    await reads(ann, "before mid***dle")
    assert ann.view.pane.selection == (10, 10)
    type_text(ann.view.pane, "+")
    await reads(bob, "before mid+***dle")


async def test_characters_that_qt_counts_twice_or_gives_a_meaning(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, shared_text())
    ann.view.pane.insertPlainText("a😀b\r\nc\u2028d")
    await reads(bob, ann.view.pane.text)
    put_cursor(bob, 3)  # units of Qt: behind the face
    type_text(bob.view.pane, "X")
    await ann.sees(lambda: ann.view.pane.text.startswith("a😀Xb"))
    hostile = "\r\x00\u2029\ufdd0\ufffc😀<b>z"
    eve = await open_page(nodes[0], shared_text())
    await eve.reads(ann.view.pane.text)
    eve.edit(0, 0, hostile)
    await bob.sees(lambda: bob.view.pane.text.startswith(hostile))
    put_cursor(bob, 0)
    type_text(bob.view.pane, "ok")
    await ann.sees(lambda: ann.view.pane.text.startswith("ok" + hostile + "a😀Xb"))
    assert bob.view.pane.text == ann.view.pane.text


async def test_many_keys_at_a_time_end_in_one_text(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, shared_text())
    chance = random.Random(5)
    for _ in range(150):
        looker = chance.choice((ann, bob))
        pane = looker.view.pane
        start = chance.randint(0, len(pane.text))
        end = min(len(pane.text), start + chance.choice((0, 0, 0, 1, 5)))
        put_cursor(looker, pane._placed.units(start), pane._placed.units(end))
        action = chance.randrange(6)
        if action == 0:
            QTest.keyClick(pane, Qt.Key.Key_Backspace)
        elif action == 1:
            QTest.keyClick(pane, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        elif action == 2:
            pane.insertPlainText("😀\n")
        else:
            type_text(pane, chance.choice(("x", "yes", "\n")))
        if chance.random() < 0.3:
            await looker.sees(lambda: True)
    await ann.sees(lambda: ann.view.pane.text == bob.view.pane.text == ann.body._document.text)
    assert ann.view.pane.toPlainText() == ann.view.pane.text
    assert bob.view.pane.toPlainText() == bob.view.pane.text


async def test_a_locked_section_belongs_to_its_owner(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, sectioned_text())
    type_text(ann.view.pane, "mine, yours")
    await reads(bob, "mine, yours")
    assert not ann.view.lock_button.isEnabled()  # nothing is selected
    put_cursor(ann, 0, 4)
    ann.view.lock_button.click()
    await bob.sees(lambda: [(each.name, each.start, each.end) for each in bob.view.pane._sections])
    assert bob.view.pane._sections[0].name == "Ann Miller"
    await ann.sees(lambda: ann.view.lock_button.text() == "Unlock")
    put_cursor(bob, 2)
    type_text(bob.view.pane, "!")
    assert bob.view.pane.text == bob.view.pane.toPlainText() == "mine, yours"
    assert "Ann Miller has locked this section" in bob.view.notice.text
    assert bob.view.notice.offer.text() == "Copy what you typed"
    bob.view.notice.offer.click()
    assert QGuiApplication.clipboard().text() == "!"
    type_text(ann.view.pane, "my")
    await reads(bob, "my, yours")
    ann.view.lock_button.click()
    await bob.sees(lambda: not bob.view.pane._sections)
    put_cursor(bob, 0)
    type_text(bob.view.pane, "all ")
    await reads(ann, "all my, yours")


async def test_cut_off_means_read_only_and_back_means_typing(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, shared_text())
    type_text(ann.view.pane, "so far")
    ann.body._replica._status({"writable": False})
    assert ann.view.pane.isReadOnly()
    assert "Cut off" in ann.view._waiting.text()
    type_text(ann.view.pane, "lost")
    assert ann.view.pane.text == "so far"
    put_cursor(ann, 0, 2)  # it can still be selected and copied
    assert ann.view.pane.textCursor().selectedText() == "so"
    ann.body._replica._status({"writable": True})
    assert not ann.view.pane.isReadOnly()
    assert ann.view._waiting.isHidden()
    put_cursor(ann, 6)
    type_text(ann.view.pane, " so good")
    await reads(bob, "so far so good")
    ann.proxy.close()
    assert ann.view.pane.isReadOnly()
    assert "closed" in ann.view._waiting.text()


async def test_everything_has_a_name(nodes: list[Node]) -> None:
    ann = await look(nodes[0], sectioned_text())
    assert unnamed(ann.view) == []
    assert QApplication.focusWidget() is None or ann.view.focusProxy() is ann.view.pane


@pytest.mark.parametrize(
    ("template", "change", "state"),
    [(TEXT, "TextChange", "TextState"), (SECTIONED, "SectionedChange", "SectionedState")],
)
async def test_a_text_shared_with_another_process(
    nodes: list[Node], tmp_path: Path, template: int, change: str, state: str
) -> None:
    reference = replicated(template, network_channel(change, state))
    async with workshop(tmp_path, reference) as shop:
        cid = await shop.start("Cid", "text")
        ann = await look(nodes[0], reference)
        type_text(ann.view.pane, "from here")
        await cid.until(lambda: cid.text == "from here")
        cid.send("text", "edit", {"at": 0, "delete": 4, "insert": "to"})
        cid.send("text", "select", {"start": 1, "end": 1})
        await reads(ann, "to here")
        await ann.sees(lambda: ann.view.people_row.names == ["Cid"])
