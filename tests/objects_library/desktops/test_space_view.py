# SPDX-License-Identifier: BSD-3-Clause
"""A space as two people see it: what one does with the hand, keys or drops, the other one sees drawn."""

from __future__ import annotations

import asyncio
import math
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QImage,
    QImageWriter,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.runtime.activation import Node
from app.runtime.references import Document, Reference
from objects_library.desktops.desktop_3d import models
from objects_library.desktops.desktop_3d.scene.drop import offers_in, verdict
from objects_library.desktops.desktop_3d.scene.surfaces import HEADER, TALL, WIDE
from objects_library.desktops.desktop_3d.things import Transform
from objects_library.values.coordinates import unpacked
from objects_library.widgets import embedding
from objects_library.widgets.desktop_drop import DropData
from objects_library.widgets.object_transfer import carried
from tests.conftest import ROOT
from tests.objects_library.copies import Copy, live, local_channel, opened, replicated
from tests.objects_library.desktops.spaces import agreed, drawn_at, is_drawn_at, pixel, space, stream, thing
from tests.objects_library.variables.test_variables import counter
from tests.objects_library.viewers import Looker, look, unnamed

IMAGE = 0x2C31AF8A6A58EAE655341168EF24E2AE
pytestmark = [pytest.mark.usefixtures("qapp"), pytest.mark.display]


async def both(nodes: list[Node]) -> tuple[Looker, Looker]:
    ann, bob = await look(nodes[0], space()), await look(nodes[1], space())
    for each in (ann, bob):
        each.view.resize(900, 640)
        QApplication.processEvents()
    assert unnamed(ann.view) == []
    return ann, bob


async def put(ann: Looker, bob: Looker, *things: Any) -> None:
    ann.view.scene_view.put_down(list(things))
    for looker in (ann, bob):
        await looker.sees(partial(_has, looker, things))
    ann.view.scene_view.choose([])
    for looker in (ann, bob):
        await at_rest(looker)


def _has(looker: Looker, things: Any) -> bool:
    return all(one.item in looker.view.scene_view.things for one in things)


async def at_rest(looker: Looker) -> None:
    await looker.sees(lambda: not looker.view.scene_view.viewport.running)


def drag(looker: Looker, start: QPoint, end: QPoint, keys: Any = Qt.KeyboardModifier.NoModifier) -> None:
    viewport = looker.view.scene_view.viewport
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, keys, start)
    for step in range(1, 6):
        where = QPointF(start + (end - start) * step / 5)
        event = _moving(viewport, where, keys)
        QApplication.sendEvent(viewport, event)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, keys, end)


def _moving(viewport: Any, where: QPointF, keys: Any) -> Any:
    there = QPointF(viewport.mapToGlobal(where.toPoint()))
    none, left = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton
    return QMouseEvent(QEvent.Type.MouseMove, where, there, none, left, keys)


def key(looker: Looker, pressed: Qt.Key, keys: Any = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(looker.view.scene_view.viewport, pressed, keys)


def picture(colour: str = "red") -> bytes:
    image = QImage(8, 4, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


async def test_a_model_is_dragged_raised_and_turned_for_everyone_and_undone(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    car = thing(text="building")
    await put(ann, bob, car)
    start = pixel(ann, (0, 15, 0))
    drag(ann, start, start + QPoint(120, 40))
    await bob.sees(lambda: agreed(bob)[car.item].place.x > 5)
    moved = agreed(bob)[car.item].place
    assert moved.y == 0  # along the ground
    await bob.sees(lambda: is_drawn_at(bob, car.item, (moved.x, moved.y, moved.z)))
    assert is_drawn_at(ann, car.item, (moved.x, moved.y, moved.z))
    grip = pixel(ann, (moved.x, 15, moved.z))
    drag(ann, grip, grip - QPoint(0, 60), Qt.KeyboardModifier.ShiftModifier)
    await bob.sees(lambda: agreed(bob)[car.item].place.y > 3)
    assert agreed(bob)[car.item].place.x == moved.x
    up = agreed(bob)[car.item].place
    grip = pixel(ann, (up.x, up.y + 15, up.z))
    drag(ann, grip, grip + QPoint(80, 0), Qt.KeyboardModifier.ControlModifier)
    await bob.sees(lambda: abs(agreed(bob)[car.item].place.turn - 40) < 3)
    for wanted in (up, moved, car.place):
        key(ann, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await ann.sees(partial(_stands_at, ann, car.item, wanted))
    await bob.sees(lambda: is_drawn_at(bob, car.item, (0, 0, 0)))


async def test_keys_change_what_is_chosen(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    car = thing(title="Car")
    await put(ann, bob, car)
    ann.view.scene_view.choose([car.item])
    control = Qt.KeyboardModifier.ControlModifier

    def now() -> Any:
        return agreed(bob).get(car.item)

    key(ann, Qt.Key.Key_R)
    await bob.sees(lambda: now().place.turn == 15)
    key(ann, Qt.Key.Key_Plus)
    await bob.sees(lambda: now().place.size == 1.25)
    key(ann, Qt.Key.Key_PageUp)
    await bob.sees(lambda: now().place.y > 0)
    key(ann, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    await bob.sees(lambda: now().place.x != 0)
    key(ann, Qt.Key.Key_L, control)
    await bob.sees(lambda: now().locked)
    assert ann.view.hint.text() == "Car, locked"
    assert ann.view.scene_view.movable() == {}
    key(ann, Qt.Key.Key_Delete)
    await ann.sees(lambda: "it is locked" in ann.view.notice.text)
    key(ann, Qt.Key.Key_L, control)
    await bob.sees(lambda: not now().locked)
    key(ann, Qt.Key.Key_Delete)
    await bob.sees(lambda: now() is None)
    assert drawn_at(bob, car.item) is None
    key(ann, Qt.Key.Key_Z, control)
    await bob.sees(lambda: now() is not None)


async def test_the_camera_flies_orbits_and_shows_all_and_then_rests(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    await put(ann, bob, thing(place=Transform(400, 0, 0)), thing(place=Transform(-400, 0, 0)))
    viewport = ann.view.scene_view.viewport
    camera = viewport.renderer.camera
    before = camera.position()
    QTest.keyPress(viewport, Qt.Key.Key_W)
    await ann.sees(lambda: math.dist(before, viewport.renderer.camera.position()) > 20)
    QTest.keyRelease(viewport, Qt.Key.Key_W)
    await at_rest(ann)
    turn = camera.turn
    drag(ann, QPoint(30, 600), QPoint(130, 600))
    assert abs(camera.turn - turn - 30) < 1
    key(ann, Qt.Key.Key_7)
    assert camera.pitch < -85
    key(ann, Qt.Key.Key_Home)
    for one in ann.view.scene_view.things.values():
        seen = viewport.renderer.camera.pixel((one.place.x, 0, one.place.z), viewport.width(), viewport.height())
        assert seen is not None
        assert 0 < seen[0] < viewport.width()
        assert 0 < seen[1] < viewport.height()
    await bob.sees(lambda: bob.view.scene_view.viewport.renderer.visitor_names() == ["Ann"])
    assert bob.view.people.names == ["Ann"]
    await at_rest(ann)
    frames: list[int] = []
    viewport.quickWindow().afterRendering.connect(lambda: frames.append(1))
    await asyncio.sleep(0.3)  # that nothing happens cannot be waited for
    frames.clear()
    await asyncio.sleep(0.3)
    assert frames == []


async def test_a_stream_moves_models_and_draws_all_it_tells_of(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    feed = stream("feed", flights=5, rate=25.0, radius=200.0)
    follower, all_of_it = thing(text="ship", stream=[feed]), thing("stream", stream=[feed], title="Flights")
    ann.view.scene_view.put_down([follower, all_of_it])
    for looker in (ann, bob):
        await looker.sees(partial(_draws, looker, 7))
    source = await opened(nodes[0], feed, "coordinates")
    await live(source)
    names = [key[1] for key in ann.view.scene_view.viewport.renderer.bodies if isinstance(key, tuple)]
    ann.view.scene_view.choose([follower.item])
    key(ann, Qt.Key.Key_F)
    await ann.sees(lambda: ann.view.scene_view.camera_control.followed == follower.item)
    before = ann.view.scene_view.viewport.renderer.camera.position()
    await ann.sees(lambda: math.dist(before, ann.view.scene_view.viewport.renderer.camera.position()) > 1)
    key(ann, Qt.Key.Key_Escape)
    assert ann.view.scene_view.camera_control.followed is None
    leader = next(each for each in _streams(ann, bob, source) if each._ticking is not None)
    leader._ticking.cancel()
    await asyncio.gather(at_rest(ann), at_rest(bob))
    for looker in (ann, bob):
        for name in names:
            told = unpacked(leader._where.known[name][1])[:3]
            assert is_drawn_at(looker, (all_of_it.item, name), told)
        first = unpacked(leader._where.known[next(iter(leader._where.known))][1])[:3]
        assert is_drawn_at(looker, follower.item, first)
    ann.view.scene_view.take_away([all_of_it.item])
    await bob.sees(lambda: len(bob.view.scene_view.viewport.renderer.bodies) == 1)


def _streams(ann: Looker, bob: Looker, source: Copy) -> list[Any]:
    held = [each.proxy for looker in (ann, bob) for each in looker.view.scene_view.streams._streams.values()]
    return [*(proxy._life.body for proxy in held), source.body]


async def test_a_live_counter_on_a_surface_is_clicked_and_sleeps_when_far(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "_AWAKE", 0.1)
    ann, bob = await both(nodes)
    shown = thing("object", title="Votes", reference=[counter()], place=Transform(0, 1, 0, 25.0, 0, 60.0))
    await put(ann, bob, shown)
    surfaces = ann.view.scene_view.surfaces
    for looker in (ann, bob):
        await looker.sees(partial(_counts, looker, shown.item))
    ann.view.scene_view.show_all()
    await ann.sees(lambda: surfaces.settled)
    button = next(each for each in _counter(ann, shown.item).findChildren(QPushButton) if each.text() == "+")
    at = button.mapTo(surfaces.screens[shown.item].proxy.widget(), button.rect().center())
    body = ann.view.scene_view.viewport.renderer.bodies[shown.item]
    across, up = at.x() / WIDE - 0.5, 1 - (at.y() + HEADER) / (TALL + HEADER)
    turn = math.radians(25.0)
    point = (60 * across * math.cos(turn), 1 + 60 * body.aspect * up, 60 * across * math.sin(turn))
    before = _counter(bob, shown.item).number.text()
    QTest.mouseClick(ann.view.scene_view.viewport, Qt.MouseButton.LeftButton, pos=pixel(ann, point))
    await bob.sees(lambda: _counter(bob, shown.item).number.text() != before)
    assert ann.view.scene_view.surfaces.used == shown.item
    key(ann, Qt.Key.Key_Escape)
    assert ann.view.scene_view.surfaces.used is None
    camera = ann.view.scene_view.viewport.renderer.camera
    camera.zoom(1000)
    ann.view.scene_view.camera_moved()
    await ann.sees(lambda: not surfaces.awake)
    assert surfaces.screens == {}
    key(ann, Qt.Key.Key_Home)
    await ann.sees(lambda: surfaces.awake)


def _stands_at(looker: Looker, name: UUID, place: Transform) -> bool:
    return agreed(looker)[name].place == place


def _draws(looker: Looker, number: int) -> bool:
    return len(looker.view.scene_view.viewport.renderer.bodies) == number


def _counts(looker: Looker, name: UUID) -> bool:
    return _counter(looker, name) is not None and _counter(looker, name).state == "live"


def _counter(looker: Looker, name: UUID) -> Any:
    return next(iter(looker.view.scene_view.surfaces.widgets(name)), None)


def given(data: QMimeData) -> DropData:
    return DropData.of(data)


def carried_object(reference: Reference, title: str = "It") -> QMimeData:
    return carried(Document(reference, title))


async def test_the_type_decides_what_a_drop_becomes(nodes: list[Node], tmp_path: Path) -> None:
    ann, bob = await both(nodes)
    plane = thing(text="aircraft", title="Plane", place=Transform(0, 5, 0), item=UUID(int=7))
    await put(ann, bob, plane)
    scene_view = ann.view.scene_view
    body = scene_view.viewport.renderer.bodies[plane.item]
    image, model, other = tmp_path / "map.png", tmp_path / "boat.glb", tmp_path / "table.xls"
    image.write_bytes(picture())
    model.write_bytes((Path(models.__file__).parent / "ship.glb").read_bytes())
    other.write_bytes(b"something")
    damaged = tmp_path / "damaged.glb"
    damaged.write_bytes(b"glTF....")

    async def said(data: QMimeData, on: Any = None) -> tuple[bool, str]:
        (offer,) = await offers_in(scene_view.context, given(data))
        return verdict(offer, on, writable=True)

    text = QMimeData()
    text.setText("Gate 1")
    channel = local_channel("text", "text", "deaf")
    assert await said(carried_object(stream()), body) == (True, "Plane follows these coordinates.")
    assert await said(carried_object(stream())) == (True, "Everything that it tells of moves here.")
    assert await said(carried_object(counter()), body) == (True, "Plane wears it.")
    assert await said(carried_object(counter())) == (True, "It stands here on a surface.")
    assert await said(_file(image), body) == (True, "Plane wears it.")
    assert await said(_file(image)) == (True, "It lies here as a map.")
    assert await said(_file(model)) == (True, "It stands here.")
    assert await said(text) == (True, "The words stand here.")
    fits, reason = await said(carried_object(channel, "A channel"))
    assert not fits
    assert "A channel has no view that could be placed in a space" in reason
    assert not (await said(carried_object(space("other"))))[0]
    fits, reason = await said(_file(other))
    assert not fits
    assert "table.xls cannot be seen in a space" in reason
    assert "damaged.glb" in (await said(_file(damaged)))[1]

    scene_view.dropping.insert(_file(image), QPointF(pixel(ann, (0, 5, 0))))
    await bob.sees(lambda: agreed(bob)[plane.item].texture)
    await bob.sees(lambda: bob.view.scene_view.viewport.renderer.bodies[plane.item].picture)
    scene_view.dropping.insert(carried_object(stream("dropped", flights=1)), QPointF(pixel(ann, (0, 5, 0))))
    await bob.sees(lambda: agreed(bob)[plane.item].stream)
    await bob.sees(lambda: bob.view.scene_view.viewport.renderer.bodies[plane.item].flies)
    scene_view.dropping.insert(_file(model), QPointF(50, 600))
    await bob.sees(lambda: [one for one in agreed(bob).values() if one.data])
    scene_view.dropping.insert(carried_object(channel, "A channel"), QPointF(50, 600))
    await ann.sees(lambda: "A channel has no view" in ann.view.notice.text)
    assert len(agreed(ann)) == 2


def _file(path: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data


async def test_while_dragging_the_pointer_says_what_would_become_of_it(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    await put(ann, bob, thing(text="building", title="Hall"))
    dropping, viewport = ann.view.scene_view.dropping, ann.view.scene_view.viewport
    channel = carried_object(local_channel("text", "text", "deaf"), "A channel")
    counted = carried_object(counter(), "Votes")
    hall, ground = pixel(ann, (0, 15, 0)), QPoint(60, 560)
    for data, where, fits, words in (
        (counted, hall, True, "Hall wears it."),
        (counted, ground, True, "It stands here on a surface."),
        (channel, ground, False, "⊘ A channel has no view that could be placed in a space"),
    ):
        QApplication.sendEvent(viewport, _carried_over(QDragEnterEvent, where, data))
        await ann.sees(lambda: dropping._offers is not None)
        event = _carried_over(QDragMoveEvent, where, data)
        QApplication.sendEvent(viewport, event)
        assert event.isAccepted() is fits
        assert dropping.bubble.text().startswith(words)
        assert dropping.bubble.isVisible()
        assert viewport.rect().contains(dropping.bubble.geometry())
        QApplication.sendEvent(viewport, QDragLeaveEvent())
        assert not dropping.bubble.isVisible()


def _carried_over(kind: Any, where: QPoint, data: QMimeData) -> Any:
    return kind(where, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


async def test_keys_that_it_does_not_know_are_for_whoever_is_around(nodes: list[Node]) -> None:
    ann, _ = await both(nodes)
    control, none = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    for pressed, keys, wanted in (
        (Qt.Key.Key_F, none, True),
        (Qt.Key.Key_Z, control, True),
        (Qt.Key.Key_S, control, False),
        (Qt.Key.Key_Q, control, False),
    ):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, pressed, keys)
        event.ignore()
        QApplication.sendEvent(ann.view.scene_view.viewport, event)
        assert event.isAccepted() is wanted


async def test_tab_goes_from_thing_to_thing_and_out(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    left, right = thing(place=Transform(-20, 0, 0)), thing(place=Transform(20, 0, 0))
    await put(ann, bob, left, right)
    ann.view.scene_view.viewport.setFocus()
    ann.view.scene_view.look_from(-40)
    key(ann, Qt.Key.Key_Tab)
    assert ann.view.scene_view.chosen == [left.item]
    key(ann, Qt.Key.Key_Tab)
    assert ann.view.scene_view.chosen == [right.item]
    assert not ann.view.scene_view.choose_next(1)


async def test_labels_pictures_and_colours_are_drawn(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    label = thing("label", text="Gate 1", place=Transform(0, 3, 0, size=4.0))
    lying = thing("picture", data=picture("blue"), place=Transform(40, 0, 0, 0, -90, 50.0))
    italy = thing("picture", text="6,36,19,47", place=Transform(-60, 0, 0, 0, -90, 50.0))
    await put(ann, bob, label, lying, italy)
    await bob.sees(lambda: bob.view.scene_view.viewport.renderer.bodies[italy.item].board is not None)
    assert 1.1 < bob.view.scene_view.viewport.renderer.bodies[italy.item].aspect < 1.3
    renderer = bob.view.scene_view.viewport.renderer
    await bob.sees(lambda: renderer.bodies[lying.item].board is not None)
    assert renderer.bodies[lying.item].aspect == 0.5
    assert renderer.bodies[label.item].board is not None
    renderer.camera.look_at((40, 0, 0))
    bob.view.scene_view.look_from(-89)
    seen = pixel(bob, (40, 0, 0))
    await bob.sees(lambda: _pixel_colour(bob, seen).blue() > 200)
    assert _pixel_colour(bob, seen).red() < 80
    ann.view.scene_view.choose([lying.item])
    key(ann, Qt.Key.Key_T)
    await bob.sees(lambda: agreed(bob)[lying.item].place.tilt == 0)


def _pixel_colour(looker: Looker, at: QPoint) -> QColor:
    image: QImage = looker.view.scene_view.viewport.grabFramebuffer()
    return image.pixelColor(at)


def test_without_graphics_the_view_says_so_in_words() -> None:
    script = """
import asyncio, qasync
from PySide6.QtWidgets import QApplication
from app.runtime.activation import Node
from objects_library.installed import installed_catalogue
from tests.objects_library.desktops.spaces import space, thing

async def main():
    async with Node(installed_catalogue(), name="Ann") as node:
        proxy = await node.dereference(space())
        view = node.attach_view(proxy, proxy.definition.view()).widget
        view.show()
        while view.state != "live":
            await asyncio.sleep(0.01)
        view.act(view.put, [thing()])
        print(view.problem, view.scene_view)

application = QApplication(["space"])
with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
    runner.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.stdout.strip() == "There is no OpenGL on this display (offscreen). None", done.stderr


async def test_an_image_object_is_painted_on_models_and_lies_as_a_map(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    hall = thing(text="building", title="Hall")
    await put(ann, bob, hall)
    image = replicated(IMAGE, local_channel("ImageChange", "ImageState", "pictures"), initial=picture())
    scene_view = ann.view.scene_view
    (offer,) = await offers_in(scene_view.context, given(carried_object(image, "Logo")))
    assert verdict(offer, scene_view.viewport.renderer.bodies[hall.item], writable=True) == (True, "Hall wears it.")
    scene_view.dropping.insert(carried_object(image, "Logo"), QPointF(pixel(ann, (0, 15, 0))))
    worn = bob.view.scene_view.viewport.renderer.bodies[hall.item]
    await bob.sees(lambda: worn.picture.startswith("live:"))
    assert bob.view.scene_view.viewport.renderer.textures.size(worn.picture) == (8, 4)
    scene_view.dropping.insert(carried_object(image, "Logo"), QPointF(60, 560))
    await bob.sees(lambda: _map_of(bob) is not None and _map_of(bob).board is not None)
    assert _map_of(bob).aspect == 0.5
    key(ann, Qt.Key.Key_Delete)
    await bob.sees(lambda: _map_of(bob) is None)


def _map_of(looker: Looker) -> Any:
    bodies = looker.view.scene_view.viewport.renderer.bodies.values()
    return next((body for body in bodies if body.thing.kind == "picture"), None)
