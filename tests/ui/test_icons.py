# SPDX-License-Identifier: BSD-3-Clause
"""Every icon can be drawn, follows the theme, and is our one style."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

import app.ui.icons
from app.ui.colors import DARK, LIGHT
from app.ui.icons import bind_icon, icon, icon_of_file, pixmap
from app.ui.theme import Choice, Theme

_FOLDER = Path(app.ui.icons.__file__).parent
_OBJECTS = _FOLDER.parent.parent.parent / "objects_library"
_DRAWINGS = sorted(path for path in _FOLDER.glob("*.svg") if path.stem != "liveobjects")
_ALL = [*_DRAWINGS, *sorted(_OBJECTS.rglob("icon.svg"))]


def _ink(picture: QImage) -> set[str]:
    colours = (picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height()))
    return {colour.name() for colour in colours if colour.alpha() > 250}


@pytest.mark.parametrize("path", _ALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_each_is_one_stroke_in_the_colour_asked_for(qapp: QApplication, path: Path) -> None:
    text = path.read_text()
    assert 'viewBox="0 0 24 24"' in text
    assert 'stroke-width="1.6"' in text
    assert "#" not in text, "a fixed colour does not follow the theme"
    assert _ink(pixmap(path, 64, "#ff0000").toImage()) == {"#ff0000"}


def test_no_two_objects_share_an_icon() -> None:
    drawings = [path.read_text() for path in _OBJECTS.rglob("icon.svg")]
    assert len(drawings) == len(set(drawings))


def test_a_dressed_button_follows_the_theme(qapp: QApplication, qtbot: QtBot) -> None:
    before = qapp.palette(), qapp.styleSheet()
    theme = Theme(qapp, Choice.LIGHT)
    button = QToolButton()
    qtbot.addWidget(button)
    bind_icon(theme, button, "stop")
    assert QColor(LIGHT.text).name() in _ink(button.icon().pixmap(32, 32).toImage())
    theme.choose(Choice.DARK)
    assert QColor(DARK.text).name() in _ink(button.icon().pixmap(32, 32).toImage())
    bind_icon(theme, button, "run")
    theme.choose(Choice.LIGHT)
    assert button.icon().pixmap(32, 32).toImage() == icon("run").pixmap(32, 32).toImage()
    qapp.setPalette(before[0])
    qapp.setStyleSheet(before[1])


@pytest.mark.parametrize(
    "text", ["", "no drawing", "<svg", '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///x"/></svg>']
)
def test_a_bad_icon_of_a_library_becomes_the_general_one(qapp: QApplication, tmp_path: Path, text: str) -> None:
    path = tmp_path / "icon.svg"
    path.write_text(text)
    expected = icon("object").pixmap(24, 24).toImage()
    assert icon_of_file(path).pixmap(24, 24).toImage() == expected
    assert icon_of_file(None).pixmap(24, 24).toImage() == expected
