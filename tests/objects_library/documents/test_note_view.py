# SPDX-License-Identifier: BSD-3-Clause
"""Two people at a note, each at a view of their own."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication, QInputMethodEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from objects_library.documents.note.editor.formats import look_in
from objects_library.documents.note.editor.markers import markers
from objects_library.documents.note.text_export import to_markdown
from objects_library.documents.note.text_import import from_markdown
from objects_library.replication.text.rich_document import Step
from tests.objects_library.documents.notes import a_note
from tests.objects_library.viewers import Looker, look, people, type_text, unnamed

pytestmark = pytest.mark.usefixtures("qapp")
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with people("Ann Miller", "Bob") as made:
        yield made


async def both(nodes: list[Node], markdown: str = "") -> tuple[Looker, Looker]:
    reference = a_note(uuid4().hex)
    ann, bob = await look(nodes[0], reference), await look(nodes[1], reference)
    if markdown:
        ann.view.pane.put(from_markdown(markdown))
        await same(ann, bob)
    return ann, bob


def compose(looker: Looker, text: str) -> None:
    """Type what no key has, as people do with an input method."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(looker.view.pane, event)


def markdown(looker: Looker) -> str:
    return to_markdown(looker.view.pane.note.pieces()).strip("\n")


def drawn(looker: Looker) -> None:
    """The pane shows what the note is: text, looks and kinds of paragraphs."""
    pane = looker.view.pane
    assert pane.toPlainText() == pane.text
    at = 0
    block = pane.document().begin()
    for line in pane.note.text[:-1].split("\n"):
        assert look_in(block.blockFormat()) == pane.note.paragraph(at)
        fragments = block.begin()
        place = at
        while not fragments.atEnd():
            fragment = fragments.fragment()
            for _ in fragment.text().encode("utf-16-le").decode("utf-16-le"):
                look = pane.note.look(place)
                assert look_in(fragment.charFormat()) == {
                    name: value for name, value in look.items() if name not in ("block", "indent")
                }
                place += 1
            fragments += 1
        at += len(line) + 1
        block = block.next()
    assert not block.isValid()


async def same(ann: Looker, bob: Looker) -> None:
    await bob.sees(lambda: bob.view.pane.note == ann.view.pane.note)
    drawn(ann)
    drawn(bob)


async def test_what_one_types_the_other_reads(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    type_text(ann.view.pane, "Dear")
    await ann.sees(lambda: ann.view._count.text() == "1 word · 4 characters")
    type_text(ann.view.pane, " Bob,\nhow are you? ")
    compose(ann, "𝄞")
    await same(ann, bob)
    assert bob.view.pane.text == "Dear Bob,\nhow are you? 𝄞"
    bob.view.pane.select(9, 9)
    type_text(bob.view.pane, "\nfine!")
    await same(bob, ann)
    ann.view.pane.select(0, 5)
    QTest.keyClick(ann.view.pane, Qt.Key.Key_Delete)
    await same(ann, bob)
    assert bob.view.pane.text == "Bob,\nfine!\nhow are you? 𝄞"
    await bob.sees(lambda: "6 words" in bob.view._count.text())
    assert not unnamed(ann.view)


async def test_keys_as_people_know_them(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    pane = ann.view.pane
    ann.view.activateWindow()
    assert QTest.qWaitForWindowActive(ann.view, 5000)
    pane.setFocus()
    type_text(pane, "# Title\nsome ")
    QTest.keyClick(pane, Qt.Key.Key_B, CTRL)
    assert ann.view.commands["bold"].isChecked()
    type_text(pane, "bold")
    QTest.keyClick(pane, Qt.Key.Key_B, CTRL)
    type_text(pane, " text\n- item\ninner")
    QTest.keyClick(pane, Qt.Key.Key_Tab)
    type_text(pane, "\n")
    QTest.keyClick(pane, Qt.Key.Key_Backtab, SHIFT)
    type_text(pane, "outer\n\nend")
    await same(ann, bob)
    assert markdown(bob) == "# Title\n\nsome **bold** text\n\n- item\n  - inner\n- outer\n\nend"
    pane.select(8, 12)
    for name, key, modifiers in (
        ("italic", Qt.Key.Key_I, CTRL),
        ("underline", Qt.Key.Key_U, CTRL),
        ("strike", Qt.Key.Key_X, CTRL | SHIFT),
        ("code", Qt.Key.Key_E, CTRL),
        ("highlight", Qt.Key.Key_H, CTRL | SHIFT),
    ):
        QTest.keyClick(pane, key, modifiers)
        assert name in pane.note.look(9), name
        QTest.keyClick(pane, key, modifiers)
        assert name not in pane.note.look(9), name
    for key, kind in (
        (Qt.Key.Key_1, "h1"), (Qt.Key.Key_2, "h2"), (Qt.Key.Key_3, "h3"), (Qt.Key.Key_0, ""),
    ):  # fmt: skip
        QTest.keyClick(pane, key, CTRL | ALT)
        assert pane.note.paragraph(8).get("block", "") == kind
    for key, kind in ((Qt.Key.Key_7, "number"), (Qt.Key.Key_8, "bullet"), (Qt.Key.Key_9, "check")):
        QTest.keyClick(pane, key, CTRL | SHIFT)
        assert pane.note.paragraph(8).get("block") == kind
    QTest.keyClick(pane, Qt.Key.Key_Home)
    QTest.keyClick(pane, Qt.Key.Key_Backspace)
    assert pane.note.paragraph(8) == {}
    pane.select(0, 5)
    QTest.keyClick(pane, Qt.Key.Key_Backslash, CTRL)
    assert pane.note.paragraph(0) == {}
    for _ in range(3):
        QTest.keyClick(pane, Qt.Key.Key_Z, CTRL)
    QTest.keyClick(pane, Qt.Key.Key_Z, CTRL | SHIFT)
    await same(ann, bob)


async def test_boxes_are_ticked_with_the_mouse(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, "- [ ] milk\n- [ ] bread")
    (_, bread) = markers(ann.view.pane)
    QTest.mouseClick(ann.view.pane.viewport(), Qt.MouseButton.LeftButton, pos=bread.box.center().toPoint())
    await bob.sees(lambda: markdown(bob) == "- [ ] milk\n- [x] bread")
    drawn(bob)


async def test_paste_takes_what_a_note_can_look_like(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, "begin end")
    ann.view.pane.select(6, 6)
    data = QMimeData()
    data.setHtml("<p>x <b>y</b><script>z</script></p><h1 style='color:red'>big</h1>")
    ann.view.pane.insertFromMimeData(data)
    await same(ann, bob)
    assert markdown(bob) == "begin x **y**\n\n# big\n\nend"
    ann.view.pane.selectAll()
    ann.view.pane.copy()
    clipboard = QGuiApplication.clipboard()
    assert "<h1>big</h1>" in clipboard.mimeData().html()
    assert bytes(clipboard.mimeData().data("text/markdown").data()).decode().startswith("begin x **y**")
    bob.view.pane.selectAll()
    bob.view.commands["paste plain"].trigger()
    await same(bob, ann)
    assert markdown(ann) == "begin x y\n\nbig\n\nend"
    clipboard.setText("- a\n- **b**")
    ann.view.pane.selectAll()
    ann.view.commands["paste markdown"].trigger()
    await same(ann, bob)
    assert markdown(bob) == "- a\n- **b**"
    bob.view.commands["copy html"].trigger()
    assert clipboard.text() == "<ul><li>a</li><li><strong>b</strong></li></ul>"


async def test_it_is_saved_as_markdown_html_and_text(nodes: list[Node], tmp_path: Path) -> None:
    ann, _ = await both(nodes, "# T\n- a")
    for name, wanted in (
        ("n.md", "# T\n\n- a\n"), ("n.html", "<h1>T</h1><ul><li>a</li></ul>"), ("n.txt", "T\n• a\n"),
    ):  # fmt: skip
        await ann.view.save_to(tmp_path / name)
        assert (tmp_path / name).read_text() == wanted
    await ann.view.save_to(tmp_path / "missing" / "n.md")
    assert "could not be saved" in ann.view.notice.text
    assert not [each for each in await asyncio.to_thread(os.listdir, tmp_path) if each.startswith(".")]


async def test_links_are_written_and_opened_only_when_asked(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    ann, bob = await both(nodes, "see here now")
    ann.view.pane.select(4, 8)
    ann.view.commands["link"].trigger()
    strip = ann.view.link_bar
    assert strip.text.text() == "here"
    strip.address.setText("javascript:alert(1)")
    assert not strip.done.isEnabled() or "javascript" not in strip._complete().split("//")[0]
    strip.address.setText("example.org/x")
    QTest.keyClick(strip.address, Qt.Key.Key_Return)
    await same(ann, bob)
    assert markdown(bob) == "see [here](https://example.org/x) now"
    type_text(ann.view.pane, "!")  # behind a link is not part of it
    await same(ann, bob)
    assert markdown(bob) == "see [here](https://example.org/x)! now"
    place = bob.view.pane.cursorRect(bob.view.pane._cursor_at(6)).center()
    viewport = bob.view.pane.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert opened == []
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, CTRL, pos=place)
    assert opened == ["https://example.org/x"]
    bob.view.open_link("file:///etc/passwd")
    assert len(opened) == 1
    bob.view.pane.select(6, 6)
    bob.view.ask_for_link()
    bob.view.link_bar.away.click()
    await same(bob, ann)
    assert markdown(ann) == "see here! now"


async def test_find(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, "One two one\n\ntwo ONE")
    ann.view.pane.select(0, 0)
    ann.view.commands["find"].trigger()
    strip = ann.view.find_bar
    strip.field.setText("one")
    assert ann.view.pane.find_marks == [(0, 3), (8, 11), (16, 19)]
    assert strip.count.text() == "1 of 3"
    QTest.keyClick(strip.field, Qt.Key.Key_Return)
    QTest.keyClick(strip.field, Qt.Key.Key_Return)
    assert ann.view.pane.selection == (16, 19)
    bob.view.pane.select(0, 3)
    QTest.keyClick(bob.view.pane, Qt.Key.Key_Delete)
    await ann.sees(lambda: ann.view.pane.find_marks == [(5, 8), (13, 16)])
    strip.field.setText("nothing")
    assert strip.count.text() == "not found"
    QTest.keyClick(strip.field, Qt.Key.Key_Escape)
    assert ann.view.pane.find_marks == []
    assert strip.isHidden()


async def test_cursors_and_locked_sections_are_shown(nodes: list[Node], artifacts: Path) -> None:
    ann, bob = await both(nodes, "one two three")
    bob.view.pane.select(4, 7)
    await ann.sees(lambda: [(each.start, each.end) for each in ann.view.pane._cursors] == [(4, 7)])
    await ann.sees(lambda: ann.view.people_row.names == ["Bob"])
    bob.view.commands["lock"].trigger()
    await ann.sees(lambda: [each.name for each in ann.view.pane._sections] == ["Bob"])
    await bob.sees(lambda: [each.name for each in bob.view.pane._sections] == ["You"])
    ann.view.pane.select(5, 5)
    type_text(ann.view.pane, "x")
    assert ann.view.pane.text == "one two three"
    drawn(ann)
    assert "Bob has locked" in ann.view.notice.text
    ann.view.pane.select(0, 13)
    QTest.keyClick(ann.view.pane, Qt.Key.Key_Delete)
    QTest.keyClick(ann.view.pane, Qt.Key.Key_B, CTRL)
    assert markdown(ann) == "one two three"
    drawn(ann)
    ann.view.grab().save(str(artifacts / "note-locked.png"))
    bob.view.pane.select(5, 5)
    bob.view.commands["lock"].trigger()
    await ann.sees(lambda: not ann.view.pane._sections)


async def test_without_a_connection_one_goes_on_writing(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, "hello")
    ann.body._replica.writable = False
    ann.body._replica._show_state()
    await ann.sees(lambda: ann.view.state == "read-only")
    assert ann.view._waiting.text() == "Not connected; what you write is kept and merges later."
    ann.view.pane.select(5, 5)
    type_text(ann.view.pane, " there")
    assert ann.view.pane.text == "hello there"
    assert not ann.view.commands["lock"].isEnabled()
    type_text(bob.view.pane, "x")
    await ann.sees(lambda: len(ann.view.pane.text) == 12)
    ann.body._replica.writable = True
    ann.body._replica._show_state()
    ann.body._catch_up()
    await same(ann, bob)
    assert sorted(bob.view.pane.text) == sorted("hello there" + "x")


async def test_the_past_is_seen_and_brought_back(nodes: list[Node], artifacts: Path) -> None:
    ann, bob = await both(nodes, "# Plan\n- soup\n- bread")
    first = markdown(ann)
    ann.body._machine.history.versions[-1].until = ann.body._machine.history.versions[-1].since.replace(year=2000)
    bob.view.pane.select(5, 9)
    bob.view.pane.put(from_markdown("**salad**"))
    await same(bob, ann)
    ann.view.commands["history"].trigger()
    await ann.sees(lambda: ann.view.past.list.count() == 2)
    await ann.sees(lambda: "salad" in ann.view.past_page.toPlainText())
    assert ann.view.past_page.toPlainText() == "Plan\nsoupsalad\nbread"
    assert not ann.view.past.back.isEnabled()
    ann.view.grab().save(str(artifacts / "note-past.png"))
    ann.view.past.list.setCurrentRow(1)
    await ann.sees(lambda: ann.view.past_page.toPlainText() == "Plan\nsoup\nbread")
    ann.view.past.compare.setChecked(True)
    await ann.sees(lambda: ann.view.past_page.toPlainText() == "Plan\nsoupsalad\nbread")
    ann.view.past.back.click()
    await bob.sees(lambda: markdown(bob) == first)
    await ann.sees(lambda: ann.view.pages.currentWidget() is ann.view.pane)
    ann.view.notice.offer.click()
    await bob.sees(lambda: "**salad**" in markdown(bob))


async def test_another_theme_draws_it_anew(nodes: list[Node]) -> None:
    ann, _ = await both(nodes, "# Title\n**bold** text")
    ann.view.pane.select(7, 11)
    dark = QPalette(Qt.GlobalColor.black)
    ann.view.setPalette(dark)
    QApplication.processEvents()
    drawn(ann)
    assert ann.view.pane.selection == (7, 11)


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_people_do_the_pane_shows_the_note(nodes: list[Node], seed: int) -> None:
    dice = random.Random(seed)
    ann, bob = await both(nodes, "# Title\n- one\n- two\n\nsome **bold** text\n> quote")

    def something(looker: Looker) -> None:
        pane, length = looker.view.pane, len(looker.view.pane.text)
        start = dice.randint(0, length)
        end = min(length, start + dice.choice((0, 0, 0, 1, 4, 9)))
        pane.select(start, end)
        action = dice.randrange(9)
        if action < 3:
            type_text(pane, dice.choice(("a", "b c", "\n", "- ", "# x")))
            compose(looker, dice.choice(("", "𝄞", "ö")))
        elif action == 3:
            QTest.keyClick(pane, dice.choice((Qt.Key.Key_Backspace, Qt.Key.Key_Delete)))
        elif action == 4:
            looker.view.commands[dice.choice(("bold", "code", "highlight pink", "plain"))].trigger()
        elif action == 5:
            looker.view.commands[dice.choice(("h1", "text", "bullet", "number", "check", "quote"))].trigger()
        elif action == 6:
            QTest.keyClick(pane, dice.choice((Qt.Key.Key_Tab, Qt.Key.Key_Return)))
        elif action == 7:
            (pane.undo_asked if dice.random() < 0.7 else pane.redo_asked).emit()
        else:
            pane.put(from_markdown(dice.choice(("x\ny", "- p\n- q", "**z**", "# H"))))

    for turn in range(60):
        something(ann)
        something(bob)
        if turn % 15 == 14:
            await same(ann, bob)
    await same(ann, bob)
    ann.view.pane.apply([Step(0, look={"block": "h3"}, restyle=len(ann.view.pane.note))])
    ann.view.pane.show_whole(list(bob.view.pane.note.pieces()))
    drawn(ann)
    assert ann.view.pane.viewport().mapToGlobal(QPoint(0, 0)) is not None
