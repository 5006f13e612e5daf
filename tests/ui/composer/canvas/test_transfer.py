# SPDX-License-Identifier: BSD-3-Clause
"""What comes from other programs and what goes to them: clipboard, drops, files, slots."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from app.documents import objects_in
from app.runtime.references import MEDIA_TYPE, Document, Parameterized, ReferenceArgument, ValueArgument, read, write
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.transfer import Kind, incoming, outgoing
from app.ui.mime_data import EMBEDDED
from app.ui.welcome.gallery import FOLDER
from tests.ui.composer.canvas.conftest import CanvasDriver

_LABEL = FOLDER / "shared_label.liveobject"


def _drop(canvas: Canvas, mime: QMimeData, place: QPointF) -> tuple[str, bool]:
    """Drag and drop data; returns the shown text and whether it was accepted."""
    at = canvas.mapFromScene(place)
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QGuiApplication.sendEvent(canvas.viewport(), QDragEnterEvent(at, action, mime, button, keys))
    move = QDragMoveEvent(at, action, mime, button, keys)
    QGuiApplication.sendEvent(canvas.viewport(), move)
    said, accepted = canvas.bubble.text, move.isAccepted()
    if accepted:
        QGuiApplication.sendEvent(canvas.viewport(), QDropEvent(QPointF(at), action, mime, button, keys))
    return said, accepted


def _urls(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def _text(text: str) -> QMimeData:
    mime = QMimeData()
    mime.setText(text)
    return mime


def test_copy_is_for_us_and_for_everyone(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Shared label", 0, 0)
    driver.add("Membership", 400, 0)
    canvas.selection.set(["Shared label"])
    canvas.actions_by_name["copy"].trigger()
    mime = QGuiApplication.clipboard().mimeData()
    own, plain = bytes(mime.data(MEDIA_TYPE).data()), mime.text().encode()
    assert own == plain
    assert read(own).title == "Shared label"


def test_paste_between_sheets_and_as_plain_text(make_canvas: Callable[..., Canvas], driver: CanvasDriver) -> None:
    canvas, other = driver.canvas, make_canvas()
    driver.wire_channel_to_tunnel()
    canvas.commands.select_all()
    canvas.commands.copy()
    other.commands.paste()
    assert set(other.view.blocks) == {"Reliable channel", "Tunnel"}
    assert len(other.view.wires) == 1
    QGuiApplication.clipboard().setText(QGuiApplication.clipboard().text())  # as from an editor of texts
    other.commands.paste()
    assert len(other.view.blocks) == 4
    assert set(other.selection.blocks) == {"Reliable channel 2", "Tunnel 2"}
    other.commands.undo()
    other.commands.undo()
    assert not other.view.blocks


def test_copies_are_pictures_with_links_for_office_programs(
    canvas: Canvas, driver: CanvasDriver, artifacts: Path, tmp_path: Path
) -> None:
    driver.add("Shared label", 0, 0)
    driver.add("Shared counter", 400, 80)
    canvas.selection.set(["Shared label", "Shared counter"])
    canvas.commands.copy()
    mime = QGuiApplication.clipboard().mimeData()
    picture = QImage(cast(QImage, mime.imageData()))
    assert picture.width() > picture.height() > 100
    assert picture.save(str(artifacts / "copied-blocks.png"))
    page, text = tmp_path / "page.html", tmp_path / "text.odt"
    page.write_text(mime.html())
    text.write_bytes(bytes(mime.data(EMBEDDED).data()))
    copied = read(bytes(mime.data(MEDIA_TYPE).data()))
    for file in (page, text):
        [content] = objects_in(file)
        assert read(content).reference == copied.reference


def test_an_empty_clipboard_is_told(canvas: Canvas) -> None:
    said: list[str] = []
    canvas.message.connect(said.append)
    QGuiApplication.clipboard().clear()
    canvas.commands.paste()
    assert "nothing on the clipboard" in said[-1]


def test_cut_and_duplicate(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Membership", 0, 0)
    driver.add("Shared label", 400, 0)
    canvas.selection.set(["Membership"])
    canvas.commands.duplicate()
    assert canvas.selection.blocks == ["Membership 2"]
    canvas.commands.cut()
    assert set(canvas.view.blocks) == {"Membership", "Shared label"}
    canvas.commands.paste()
    assert len(canvas.view.blocks) == 3


def test_text_becomes_a_shared_text(canvas: Canvas) -> None:
    said, _ = _drop(canvas, _text("Bring cake"), QPointF(200, 200))
    assert "shared text" in said
    assert list(canvas.view.blocks) == ["Shared text"]
    slot = canvas.view.blocks["Shared text"].slot("initial")
    assert slot is not None
    assert slot.value == ValueArgument("Bring cake")
    canvas.commands.undo()
    assert not canvas.view.blocks


def test_a_file_is_dropped(canvas: Canvas, qtbot: QtBot) -> None:
    said, taken = _drop(canvas, _urls(_LABEL), QPointF(80, 80))
    assert taken
    assert "shared_label" in said
    qtbot.waitUntil(lambda: "Shared label" in canvas.view.blocks)
    placed = canvas.view.blocks["Shared label"].placed
    assert (placed.x, placed.y) == (-32, 56)  # the pointer is on the middle of its header
    assert canvas.selection.blocks == ["Shared label"]


def test_what_is_dropped_on_another_block_stands_beside_it(canvas: Canvas, driver: CanvasDriver, qtbot: QtBot) -> None:
    driver.add("Membership", 80, 80)
    _drop(canvas, _urls(_LABEL), QPointF(180, 100))
    qtbot.waitUntil(lambda: "Shared label" in canvas.view.blocks)
    blocks = canvas.sheet_scene.blocks
    assert not blocks["Shared label"].area.intersects(blocks["Membership"].area)


def test_a_file_that_cannot_be_read_is_told(canvas: Canvas, tmp_path: Path, qtbot: QtBot) -> None:
    torn = tmp_path / "torn.liveobject"
    torn.write_bytes(b"<liveobject")
    _drop(canvas, _urls(torn), QPointF(80, 80))
    qtbot.waitUntil(lambda: "torn.liveobject" in canvas.bubble.text)
    assert not canvas.view.blocks


def test_an_address_of_the_web_is_not_fetched(canvas: Canvas) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/x.liveobject")])
    said, taken = _drop(canvas, mime, QPointF(80, 80))
    assert "Save it as a file first" in said
    assert not taken


def test_an_object_is_put_into_a_slot(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Shared label", 0, 0)
    driver.add("Membership", 600, 0)
    item = canvas.sheet_scene.blocks["Shared label"]
    place = item.mapToScene(item.places.slots[0].area.center())
    entry = canvas.entry_titled("Shared label")
    assert entry is not None
    label = entry.make().reference
    assert isinstance(label, Parameterized)
    channel = next(given for name, given in label.arguments if name == "Channel")
    assert isinstance(channel, ReferenceArgument)
    mime = outgoing(write(Document(channel.reference, "Channel")), "Channel")
    said, taken = _drop(canvas, mime, place)
    assert taken, said
    assert "Channel" in said
    slot = canvas.view.blocks["Shared label"].slot("Channel")
    assert slot is not None
    assert slot.value == channel
    assert set(canvas.view.blocks) == {"Shared label", "Membership"}


def test_a_slot_refuses_with_the_reason(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Shared label", 0, 0)
    driver.add("Membership", 600, 0)
    canvas.selection.set(["Membership"])
    fragment = canvas.fragment(["Membership"])
    assert fragment is not None
    item = canvas.sheet_scene.blocks["Shared label"]
    said, taken = _drop(canvas, outgoing(fragment, "Membership"), item.mapToScene(item.places.slots[0].area.center()))
    assert not taken
    assert "this object" in said


def test_what_is_dragged_out_is_a_file_for_others(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Shared label", 0, 0)
    fragment = canvas.fragment(["Shared label"])
    assert fragment is not None
    mime = outgoing(fragment, "Shared: la/bel")
    (url,) = mime.urls()
    file = Path(url.toLocalFile())
    assert file.suffix == ".liveobject"
    assert file.name == "Shared_ la_bel.liveobject"
    assert read(file) == read(fragment)
    assert mime.hasFormat(MEDIA_TYPE)
    assert mime.text().encode() == fragment


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<liveobject xmlns='urn:liveobject:reference:1'>", Kind.OBJECT),
        ("<?xml version='1.0'?>\n<!-- hello -->\n<liveobject >", Kind.OBJECT),
        ("<html>", Kind.TEXT),
        ("liveobject", Kind.TEXT),
    ],
)
def test_text_is_told_from_objects(text: str, kind: Kind) -> None:
    assert incoming(_text(text)).kind is kind


def test_hostile_text_is_refused_in_words(canvas: Canvas) -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><liveobject xmlns="urn:liveobject:reference:1"/>'
    mime = QMimeData()
    mime.setData(MEDIA_TYPE, bomb.encode())
    said, taken = _drop(canvas, mime, QPointF(10, 10))
    assert not taken
    assert "cannot be read" in said or "can be read" in said
