# SPDX-License-Identifier: BSD-3-Clause
"""A desktop as two people see it: what one does with the hand or keys, the other one sees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from app.runtime.references import MEDIA_TYPE, Document, write
from objects_library.replication.desktop.items import NOBODY, Placement
from objects_library.widgets import embedding
from tests.objects_library.desktops.desks import agreed, desk, item, piece
from tests.objects_library.variables.test_variables import counter
from tests.objects_library.viewers import Looker, look, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


async def both(nodes: list[Node]) -> tuple[Looker, Looker]:
    ann, bob = await look(nodes[0], desk()), await look(nodes[1], desk())
    for each in (ann, bob):
        each.view.resize(800, 600)
    assert unnamed(ann.view) == []
    return ann, bob


def at(looker: Looker, name: UUID, across: float = 0, down: float = 0) -> QPoint:
    """A point of the window over a thing, seen from its middle."""
    point = piece(looker, name).mapToScene(QPointF(across, down))
    found: QPoint = looker.view.canvas.mapFromScene(point)
    return found


def drag(looker: Looker, start: QPoint, end: QPoint) -> None:
    viewport = looker.view.canvas.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(viewport, start + (end - start) * step / 5)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)


async def laid(ann: Looker, bob: Looker, *things: Any) -> None:
    ann.view.lay_down(list(things))
    for looker in (ann, bob):
        await there(looker, *(thing.item for thing in things))
    ann.view.canvas.choose([])


async def there(looker: Looker, *names: UUID) -> None:
    await looker.sees(lambda: all(piece(looker, name) is not None for name in names))


async def awake(looker: Looker, name: UUID) -> Any:
    """What the object shows, once it runs."""
    embedded = looker.view.embedded
    await looker.sees(lambda: embedded.widgets(name) and embedded.widgets(name)[0].state == "live")
    return embedded.widgets(name)[0]


def drop(looker: Looker, data: QMimeData, x: float = 0, y: float = 0) -> None:
    looker.view.canvas.dropped.emit(data, QPointF(x, y))


async def test_a_counter_is_dropped_moved_and_clicked(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    data = QMimeData()
    data.setData(MEDIA_TYPE, write(Document(counter(), "Votes")))
    drop(ann, data)
    await bob.sees(lambda: [each.item.title for each in bob.view.canvas.pieces.values()] == ["Votes"])
    (name,) = bob.view.canvas.pieces
    for looker in (ann, bob):
        await awake(looker, name)
    QApplication.processEvents()
    drag(ann, at(ann, name, 0, -120), at(ann, name, 0, -120) + QPoint(150, 90))
    place = Placement(150.0, 90.0, 340.0, 260.0, 0.0)
    await bob.sees(lambda: piece(bob, name).place == place)
    assert piece(ann, name).place == place
    assert agreed(ann) == agreed(bob)
    widget = ann.view.embedded.widgets(name)[0]
    inside = widget.more.mapTo(widget, widget.more.rect().center())
    spot = piece(ann, name).content.mapToScene(QPointF(inside))
    QTest.mouseClick(ann.view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=ann.view.canvas.mapFromScene(spot))
    counted = bob.view.embedded.widgets(name)[0]
    await bob.sees(lambda: counted.number.text() == "1")
    ann.view.take_away([name])
    await bob.sees(lambda: not bob.view.canvas.pieces)
    assert counted is not None
    assert not bob.view.embedded.awake


async def test_files_pictures_and_texts_are_dropped(nodes: list[Node], tmp_path: Path) -> None:
    ann, bob = await both(nodes)
    image = QImage(80, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#4060ff"))
    assert image.save(str(tmp_path / "blue.png"))
    (tmp_path / "minutes.odt").write_bytes(b"not for us to read")
    (tmp_path / "votes.liveobject").write_bytes(write(Document(counter(), "")))
    data = QMimeData()
    names = ("blue.png", "minutes.odt", "votes.liveobject")
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in names])
    drop(ann, data)
    await bob.sees(lambda: len(bob.view.canvas.pieces) == 3)
    kinds = {each.item.kind: each.item for each in bob.view.canvas.pieces.values()}
    assert kinds["image"].data == (tmp_path / "blue.png").read_bytes()
    assert (kinds["image"].place.width, kinds["image"].place.height) == (80, 40)
    assert kinds["file"].title == "minutes.odt"
    assert kinds["object"].reference == [counter()]
    await bob.sees(lambda: piece(bob, kinds["image"].item).picture is not None)
    words = QMimeData()
    words.setText("just words")
    drop(bob, words, 500, 500)
    await ann.sees(lambda: any(each.item.text == "just words" for each in ann.view.canvas.pieces.values()))
    pasted = QMimeData()
    pasted.setImageData(image)
    drop(bob, pasted)
    await ann.sees(lambda: sum(each.item.kind == "image" for each in ann.view.canvas.pieces.values()) == 2)


async def test_what_cannot_lie_there_is_refused_with_a_word(nodes: list[Node], tmp_path: Path) -> None:
    ann, bob = await both(nodes)
    data = QMimeData()
    drop(ann, data)
    await ann.sees(lambda: "nobody knows" in ann.view.notice.text)
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    drop(ann, data)
    await ann.sees(lambda: "is not a file" in ann.view.notice.text)
    large = tmp_path / "large.bin"
    large.write_bytes(b"\0" * (5 * 2**20))
    data.setUrls([QUrl.fromLocalFile(str(large))])
    drop(ann, data)
    await ann.sees(lambda: "more than 4 MB" in ann.view.notice.text)
    broken = item("image", data=b"\x89PNG\r\n\x1a\n broken")
    await laid(ann, bob, broken)
    await bob.sees(lambda: "cannot be shown" in piece(bob, broken.item).words)
    itself = item("object", reference=[desk()])
    await laid(ann, bob, itself)
    await ann.sees(lambda: "lies on" in piece(ann, itself.item).words)
    unknown = item("object", reference=[desk("other")], place=Placement(0.0, 400.0, 300.0, 200.0))
    await laid(ann, bob, unknown)  # another desktop may well lie on this one
    assert (await awake(ann, unknown.item)).canvas is not ann.view.canvas


async def test_the_hand_resizes_and_turns(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    thing = item(place=Placement(0.0, 0.0, 200.0, 100.0))
    await laid(ann, bob, thing)
    ann.view.canvas.choose([thing.item])
    drag(ann, at(ann, thing.item, 100, 50), at(ann, thing.item, 160, 90))
    await bob.sees(lambda: piece(bob, thing.item).place == Placement(30.0, 20.0, 260.0, 140.0))
    grip = at(ann, thing.item, 0, -70) + QPoint(0, -26)
    drag(ann, grip, at(ann, thing.item, 120, 0))
    await bob.sees(lambda: piece(bob, thing.item).place.angle == 90)
    assert agreed(ann) == agreed(bob)
    ann.view.undo_button.click()
    await bob.sees(lambda: piece(bob, thing.item).place.angle == 0)


async def test_all_of_it_by_keys(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    one = item(text="one", place=Placement(0.0, 0.0, 100.0, 60.0))
    two = item(text="two", place=Placement(300.0, 40.0, 100.0, 60.0), layer=1)
    await laid(ann, bob, one, two)
    canvas = ann.view.canvas
    control, shift, alt = (
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.ShiftModifier,
        Qt.KeyboardModifier.AltModifier,
    )

    async def key(pressed: Qt.Key, held: Qt.KeyboardModifier, seen: Any) -> None:
        QTest.keyClick(canvas, pressed, held)
        await bob.sees(lambda: seen(agreed(bob)))

    none = Qt.KeyboardModifier.NoModifier
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    assert canvas.chosen == [one.item]
    assert canvas.accessibleDescription() == "one"
    await key(Qt.Key.Key_Right, none, lambda all_: all_[one.item].place.x == 10)
    await key(Qt.Key.Key_Down, shift, lambda all_: all_[one.item].place.y == 1)
    await key(Qt.Key.Key_Right, alt, lambda all_: all_[one.item].place.width == 110)
    await key(Qt.Key.Key_R, none, lambda all_: all_[one.item].place.angle == 15)
    await key(Qt.Key.Key_R, shift, lambda all_: all_[one.item].place.angle == 0)
    await key(Qt.Key.Key_PageUp, none, lambda all_: all_[one.item].layer > all_[two.item].layer)
    await bob.sees(lambda: piece(bob, one.item).zValue() > piece(bob, two.item).zValue())
    await key(Qt.Key.Key_PageDown, none, lambda all_: all_[one.item].layer < all_[two.item].layer)
    QTest.keyClick(canvas, Qt.Key.Key_A, control)
    await key(Qt.Key.Key_Up, control | shift, lambda all_: all_[two.item].place.y == 1)
    await key(Qt.Key.Key_G, control, lambda all_: all_[one.item].group == all_[two.item].group != NOBODY)
    canvas.choose([one.item])
    assert set(canvas.chosen) == {one.item, two.item}
    await key(Qt.Key.Key_G, control | shift, lambda all_: all_[one.item].group == NOBODY)
    canvas.choose([one.item])
    await key(Qt.Key.Key_L, control, lambda all_: all_[one.item].locked)
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Delete)
    await ann.sees(lambda: "locked" in ann.view.notice.text)
    assert agreed(ann)[one.item].place.x == 10
    await key(Qt.Key.Key_L, control, lambda all_: not all_[one.item].locked)
    await key(Qt.Key.Key_D, control, lambda all_: len(all_) == 3)
    await key(Qt.Key.Key_Delete, none, lambda all_: len(all_) == 2)
    await key(Qt.Key.Key_Z, control, lambda all_: len(all_) == 3)
    await key(Qt.Key.Key_Z, control | shift, lambda all_: len(all_) == 2)
    canvas.choose([one.item])
    QTest.keyClick(canvas, Qt.Key.Key_C, control)
    assert QGuiApplication.clipboard().text() == "one"
    before = canvas.scale_now
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.scale_now > before
    assert agreed(ann) == agreed(bob)


async def test_a_text_is_written_in_its_place(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_T)
    await ann.sees(lambda: ann.view.writing.field is not None)
    QTest.keyClicks(ann.view.writing.field, "hello")
    QTest.keyClick(ann.view.writing.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await bob.sees(lambda: [each.item.text for each in bob.view.canvas.pieces.values()] == ["hello"])
    (name,) = bob.view.canvas.pieces
    bob.view.canvas.choose([name])
    QTest.keyClick(bob.view.canvas, Qt.Key.Key_Return)
    QTest.keyClicks(bob.view.writing.field, "good day")
    QTest.keyClick(bob.view.writing.field, Qt.Key.Key_Escape)
    assert bob.view.writing.field is None
    await ann.sees(lambda: agreed(ann)[name].text == "good day")  # Escape throws no text away
    bob.view.undo_last()
    await ann.sees(lambda: agreed(ann)[name].text == "hello")


async def test_who_is_out_of_sight_sleeps_and_wakes_as_it_was(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "_AWAKE", 0.2)
    ann, bob = await both(nodes)
    thing = item("object", title="Votes", reference=[counter()], place=Placement(0.0, 0.0, 300.0, 220.0))
    await laid(ann, bob, thing)
    counted = await awake(ann, thing.item)
    QTest.mouseClick(counted.more, Qt.MouseButton.LeftButton)
    ann.view.canvas.look_by(20_000, 0)
    await ann.sees(lambda: not ann.view.embedded.awake)
    assert piece(ann, thing.item).picture is not None
    assert not ann.view.embedded._embedded[thing.item].proxy.over  # its copy may be the only one
    wakes = ann.view.embedded.wakes
    for _ in range(5):  # who only passes by is woken once, and stays awake meanwhile
        ann.view.canvas.look_by(-20_000, 0)
        await ann.sees(lambda: ann.view.embedded.awake)
        ann.view.canvas.look_by(20_000, 0)
    assert ann.view.embedded.wakes == wakes + 1
    ann.view.canvas.look_by(-20_000, 0)
    shown = await awake(ann, thing.item)
    await ann.sees(lambda: shown.number.text() == "1")


async def test_what_another_moves_glides_and_shows_who(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    thing = item()
    await laid(ann, bob, thing)
    seen: set[float] = set()
    bob.view.canvas.glide.stepped.connect(lambda: seen.add(piece(bob, thing.item).place.x))
    ann.view.move_to({thing.item: replace(thing.place, x=600.0)})
    await bob.sees(lambda: piece(bob, thing.item).place.x == 600)
    assert len(seen) >= 2  # it came there on its way, not in one jump
    assert piece(bob, thing.item).held_by == "Ann"
    await bob.sees(lambda: piece(bob, thing.item).held_by == "")
    assert not bob.view.canvas.glide.busy


async def test_only_looking_is_left_where_nothing_can_be_changed(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    thing = item()
    await laid(ann, bob, thing)
    ann.view.object_state("read-only")
    drag(ann, at(ann, thing.item), at(ann, thing.item) + QPoint(80, 0))
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_Right)
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_Delete)
    assert not ann.view.text_button.isEnabled()
    await ann.sees(lambda: piece(ann, thing.item).place == thing.place)
    assert agreed(bob)[thing.item].place == thing.place
