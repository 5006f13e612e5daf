# SPDX-License-Identifier: BSD-3-Clause
"""Pictures, films, texts, files and addresses that are dropped on a sheet or pasted become objects."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.runtime.references import Checker, Parameterized, ReferenceArgument, ValueArgument
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.transfer import Kind, incoming
from objects_library.media.image.proxy import LARGEST_INITIAL
from objects_library.values.image_formats import facts_of
from tests.objects_library.media.pictures import a_picture, bomb, noise, png
from tests.ui.composer.canvas.test_transfer import _drop, _urls

HERE = QPointF(200, 200)
BEST_EFFORT = 0x4C8948E5EA89AC2964AB04419A1E528F


def _values(canvas: Canvas, block: str) -> dict[str, object]:
    slots = canvas.view.blocks[block].slots
    return {slot.parameter: slot.value.value for slot in slots if isinstance(slot.value, ValueArgument)}


def _sound(canvas: Canvas) -> None:
    assert Checker(canvas.catalogue).check(canvas.document) == []


def test_a_picture_travels_in_the_file(canvas: Canvas, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "Sea.png"
    file.write_bytes(png())
    said, taken = _drop(canvas, _urls(file), HERE)
    assert taken
    assert said == "Adds the picture Sea.png"
    qtbot.waitUntil(lambda: "Sea" in canvas.view.blocks)
    assert _values(canvas, "Sea")["initial"] == png()
    _sound(canvas)
    canvas.commands.undo()
    assert not canvas.view.blocks


def test_a_large_picture_is_made_smaller_and_that_is_said(canvas: Canvas, tmp_path: Path, qtbot: QtBot) -> None:
    told: list[str] = []
    canvas.message.connect(told.append)
    file = tmp_path / "Large.png"
    file.write_bytes(noise(300, 300))
    _drop(canvas, _urls(file), HERE)
    qtbot.waitUntil(lambda: "Large" in canvas.view.blocks)
    data = _values(canvas, "Large")["initial"]
    assert isinstance(data, bytes)
    assert len(data) <= LARGEST_INITIAL < file.stat().st_size
    facts = facts_of(data)
    assert facts is not None
    assert any(f"made smaller ({facts.width} × {facts.height})" in line for line in told)


def test_a_picture_is_pasted(canvas: Canvas, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setImage(a_picture())
    canvas.commands.paste()
    qtbot.waitUntil(lambda: "Picture" in canvas.view.blocks)
    assert facts_of(_values(canvas, "Picture")["initial"]) is not None  # type: ignore[arg-type]


def test_an_address_that_is_pasted_is_a_link(canvas: Canvas, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText(" https://example.org/page ")
    canvas.commands.paste()
    qtbot.waitUntil(lambda: "example.org" in canvas.view.blocks)
    mime = QMimeData()
    for text in (
        "see https://example.org/page",
        "https://example.org/page is nice",
        "javascript:alert(1)",
        "example",
        "file:///etc/passwd",
    ):
        mime.setText(text)
        assert incoming(mime).kind is Kind.TEXT


def test_cells_that_come_as_a_picture_too_are_text(qapp: object) -> None:
    mime = QMimeData()
    mime.setText("1\t2")
    mime.setImageData(a_picture())
    assert incoming(mime).kind is Kind.TEXT


def test_a_film_is_shown_from_where_it_is(canvas: Canvas, tmp_path: Path, qtbot: QtBot) -> None:
    told: list[str] = []
    canvas.message.connect(told.append)
    file = tmp_path / "Trip.mp4"
    file.write_bytes(b"film")
    _drop(canvas, _urls(file), HERE)
    qtbot.waitUntil(lambda: "Trip" in canvas.view.blocks)
    assert _values(canvas, "Trip") == {"source": "film", "film": str(file)}
    frames = canvas.view.blocks["Trip"].slot("Frames")
    assert frames is not None
    assert isinstance(frames.value, ReferenceArgument)
    assert isinstance(frames.value.reference, Parameterized)
    assert getattr(frames.value.reference.template, "id", 0) == BEST_EFFORT
    assert any("stays on this computer" in line for line in told)
    _sound(canvas)


def test_texts_and_other_files_and_addresses(canvas: Canvas, tmp_path: Path, qtbot: QtBot) -> None:
    text, letter, large = tmp_path / "list.txt", tmp_path / "letter.odt", tmp_path / "large.bin"
    text.write_text("Bring cake", encoding="utf-8")
    letter.write_bytes(b"PK letter")
    large.write_bytes(b"x" * (LARGEST_INITIAL + 1))
    said, _ = _drop(canvas, _urls(text), HERE)
    assert "shared text" in said
    qtbot.waitUntil(lambda: "list" in canvas.view.blocks)
    assert _values(canvas, "list") == {"initial": "Bring cake"}
    _drop(canvas, _urls(letter, large), QPointF(600, 200))
    qtbot.waitUntil(lambda: len(canvas.view.blocks) == 3)
    assert _values(canvas, "letter.odt") == {"name": "letter.odt", "initial": b"PK letter"}
    assert _values(canvas, "large.bin") == {"name": "large.bin", "path": str(large)}
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/page?x=1")])
    said, taken = _drop(canvas, mime, QPointF(200, 600))
    assert taken
    assert said == "Adds a link to example.org"
    qtbot.waitUntil(lambda: "example.org" in canvas.view.blocks)
    assert _values(canvas, "example.org")["address"] == "https://example.org/page?x=1"
    _sound(canvas)


@pytest.mark.parametrize(
    ("name", "content", "reason"), [("bomb.png", bomb(60_000, 60_000), "pixels wide"), ("no.jpg", b"no", "no picture")]
)
def test_what_is_no_picture_is_told(
    canvas: Canvas, tmp_path: Path, qtbot: QtBot, name: str, content: bytes, reason: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    _drop(canvas, _urls(file), HERE)
    qtbot.waitUntil(lambda: reason in canvas.bubble.text)
    assert name in canvas.bubble.text
    assert not canvas.view.blocks
