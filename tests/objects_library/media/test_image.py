# SPDX-License-Identifier: BSD-3-Clause
"""Shared pictures: copies in one process, views, and real processes of which one is killed."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.runtime.references import read
from objects_library.media.image.proxy import LARGEST_INITIAL
from tests.objects_library.copies import Copy, eventually, live, local_channel, opened, replicated
from tests.objects_library.media.pictures import a_picture, bomb, moving_gif, noise, png
from tests.objects_library.viewers import Looker, look, type_text, unnamed
from tests.objects_library.workers import ROOT, Worker, network_channel, workshop

IMAGE = 0x2C31AF8A6A58EAE655341168EF24E2AE


def an_image(name: str = "image", **values: Any) -> Any:
    return replicated(IMAGE, local_channel("ImageChange", "ImageState", name), **values)


async def two(nodes: list[Node], **values: Any) -> tuple[Copy, Copy]:
    reference = an_image(**values)
    ann, bob = await opened(nodes[0], reference, "image"), await opened(nodes[1], reference, "image")
    await live(ann, bob)
    return ann, bob


def shows(copy: Copy, data: bytes) -> bool:
    return bool(copy.all("picture")) and copy.last("picture")["data"] == data


async def refused(copy: Copy, reason: str) -> None:
    await copy.until(lambda: copy.all("refused") and reason in copy.last("refused"))


async def has_one(worker: Worker) -> None:
    await worker.until(lambda: any(each["data"] for each in worker.all("picture")))


async def with_focus(looker: Looker) -> None:
    """Shortcuts are heard where the keyboard is."""
    looker.view.activateWindow()
    looker.view.canvas.setFocus()
    await looker.sees(looker.view.canvas.hasFocus)


@pytest.mark.usefixtures("qapp")
async def test_everyone_has_the_picture_and_whoever_comes_later(nodes: list[Node]) -> None:
    ann, bob = await two(nodes)
    ann.send("put", {"title": "Sea", "data": png()})
    await bob.until(lambda: shows(bob, png()))
    received = bob.last("picture")
    assert received["by"] == "Ann"
    assert received["media"] == "image/png"
    assert received["digest"] == hashlib.sha256(png()).hexdigest()
    bob.send("describe", {"title": "Lake", "description": "water"})
    bob.send("turn", 5)
    await ann.receives("turned", 1)
    texture = await opened(nodes[1], an_image(), "texture")
    await texture.receives("texture", {"media": "image/png", "turns": 1, "data": png()})
    late = await opened(nodes[1], an_image(), "image")
    await late.receives("turned", 1)
    assert late.last("described") == {"title": "Lake", "description": "water"}
    ann.send("clear")
    await texture.receives("texture", {"media": "", "turns": 0, "data": b""})
    await late.until(lambda: shows(late, b""))


@pytest.mark.usefixtures("qapp")
async def test_what_the_reference_carries_is_there_at_first(nodes: list[Node]) -> None:
    ann, bob = await two(nodes, initial=png(), title="Sea", description="blue")
    await ann.until(lambda: shows(ann, png()))
    await bob.until(lambda: shows(bob, png()))
    assert bob.last("described") == {"title": "Sea", "description": "blue"}
    bob.send("put", {"title": "", "data": png("#ff0000")})
    await ann.until(lambda: shows(ann, png("#ff0000")))
    for wrong in ({"initial": b"nothing"}, {"initial": noise(300, 300)}, {"title": "x" * 201}):
        assert len(noise(300, 300)) > LARGEST_INITIAL
        with pytest.raises(Exception, match=r"no picture|at most"):
            await nodes[0].dereference(an_image("wrong", **wrong))


@pytest.mark.usefixtures("qapp")
async def test_hostile_pictures_are_refused_by_all(nodes: list[Node]) -> None:
    ann, bob = await two(nodes)
    for data, reason in ((b"<svg/>", "no picture"), (bomb(90_000, 9), "pixels wide")):
        ann.send("put", {"title": "", "data": data})
        await refused(ann, reason)
    ann.send("describe", {"title": "", "description": "x" * 2_001})
    await refused(ann, "2,000 characters")
    good = {
        "kind": "put", "by": "Eve", "title": "", "description": "", "turns": 0,
        "digest": hashlib.sha256(png()).hexdigest(), "data": png(),
    }  # fmt: skip
    for wrong in (
        {"kind": "explode"}, {"data": bomb(90_000, 9)}, {"digest": "x"}, {"turns": 4}, {"by": "x" * 101},
        {"kind": "turn"}, {"title": "x" * 201},
    ):  # fmt: skip
        ann.body._replica.send({**good, **wrong})
    await eventually(lambda: bob.body._replica.refusals == ann.body._replica.refusals == 7)
    ann.body._replica.send({**good, "digest": "0" * 64})  # not what it says
    await refused(bob, "damaged")
    assert not any(each["data"] for each in bob.all("picture"))
    ann.body._replica.send(good)
    await bob.until(lambda: shows(bob, png()))


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node], tmp_path: Path) -> None:
    reference = an_image("view")
    ann, bob = await look(nodes[0], reference), await look(nodes[1], reference)
    assert unnamed(ann.view) == []
    assert ann.view.canvas.empty
    file = tmp_path / "Sea.png"
    file.write_bytes(png(width=900, height=600))
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(file))])
    where, none = QPointF(50, 50), Qt.KeyboardModifier.NoModifier
    drop = QDropEvent(where, Qt.DropAction.CopyAction, dropped, Qt.MouseButton.LeftButton, none)
    ann.view.canvas.dropEvent(drop)
    await bob.sees(lambda: not bob.view.canvas.empty)
    assert bob.view.canvas.fits
    assert bob.view.canvas.scale < 0.6
    assert bob.view.facts.text().startswith("900 × 600")
    await bob.sees(lambda: bob.view.canvas.accessibleName() == "Sea")
    QTest.keyClick(bob.view.canvas, Qt.Key.Key_1)
    assert bob.view.canvas.scale == 1
    QTest.keyClick(bob.view.canvas, Qt.Key.Key_Plus)
    assert bob.view.canvas.scale == pytest.approx(1.25)
    bob.view.fit_button.click()
    assert bob.view.canvas.fits
    bob.view.turn_button.click()
    await ann.sees(lambda: ann.view._turns == 1)
    type_text(ann.view.caption, "blue water\n")
    await bob.sees(lambda: bob.view.canvas.accessibleDescription() == "blue water")
    QGuiApplication.clipboard().setImage(a_picture("#ff0000", 30, 20))
    await with_focus(bob)
    QTest.keyClick(bob.view.canvas, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await ann.sees(lambda: ann.view.facts.text().startswith("30 × 20"))
    assert ann.view._turns == 0
    await with_focus(ann)
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().image().size().width() == 30
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)  # the one before
    await bob.sees(lambda: bob.view.facts.text().startswith("900 × 600"))
    await bob.sees(lambda: bob.view._data == file.read_bytes())
    QTest.keyClick(ann.view.canvas, Qt.Key.Key_Delete)
    await bob.sees(lambda: bob.view.canvas.empty)
    (tmp_path / "no.svg").write_text("<svg/>")
    bob.view.take_file(tmp_path / "no.svg")
    await bob.sees(lambda: "PNG, JPEG, GIF and WebP" in bob.view.notice.text)


@pytest.mark.usefixtures("qapp")
async def test_a_picture_that_moves_moves_while_it_is_seen(nodes: list[Node]) -> None:
    ann = await look(nodes[0], an_image("moving", initial=moving_gif()))
    colours: set[str] = set()

    def both() -> bool:
        if not ann.view.canvas.empty:
            colours.add(ann.view.canvas._image.pixelColor(0, 0).name())
        return colours == {"#ff0000", "#0000ff"}

    await ann.sees(both)
    ann.view.hide()
    animation = ann.view._animation
    assert not animation._seen.is_set()
    ann.view.act(ann.view.clear)
    await ann.sees(lambda: ann.view._animation is None)
    assert not animation._thread.is_alive()


@pytest.mark.usefixtures("qapp")
async def test_three_processes_one_killed(tmp_path: Path) -> None:
    reference = replicated(IMAGE, network_channel("ImageChange", "ImageState"), initial=png())
    other = noise(80, 80)
    digest = hashlib.sha256(other).hexdigest()
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "image") for name in ("Ann", "Bob", "Cid")))
        for worker in (ann, bob):
            await has_one(worker)
        ann.send("image", "put", {"title": "Noise", "data": f"bytes:{other.hex()}"})
        await bob.until(lambda: bob.all("picture")[-1]["digest"] == digest)
        ann.kill()
        late = await shop.start("Dan", "image")
        await late.until(lambda: late.all("picture") and late.all("picture")[-1]["digest"] == digest)
        assert late.all("picture")[-1]["by"] == "Ann"


@pytest.mark.usefixtures("qapp")
async def test_the_gallery_file_shows_a_picture(nodes: list[Node]) -> None:
    given = dict(read(ROOT / "liveobject_files" / "shared_image.liveobject").reference.arguments)  # type: ignore[union-attr]
    values = {name: given[name].value for name in ("initial", "title", "description")}
    looker = await look(nodes[0], an_image("gallery", **values))
    await looker.sees(lambda: not looker.view.canvas.empty)
