# SPDX-License-Identifier: BSD-3-Clause
"""Light and dark: chosen, followed, readable, and with every picture that the style sheet names."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.ui.colors import DARK, LIGHT, Colors
from app.ui.style_sheet import style_sheet
from app.ui.theme import Choice, Theme


@pytest.fixture(autouse=True)
def unchanged(qapp: QApplication) -> Iterator[None]:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    yield
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


def _luminance(color: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    value = QColor(color)
    return 0.2126 * linear(value.redF()) + 0.7152 * linear(value.greenF()) + 0.0722 * linear(value.blueF())


def _contrast(front: str, back: str) -> float:
    lighter, darker = sorted((_luminance(front), _luminance(back)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("back", ["window", "surface", "raised", "field", "accent_soft"])
@pytest.mark.parametrize("front", ["text", "muted", "good", "bad", "warning", "accent"])
def test_text_can_be_read(colors: Colors, front: str, back: str) -> None:
    """The contrast that the accessibility guidelines ask of text: 4.5 to 1."""
    assert _contrast(getattr(colors, front), getattr(colors, back)) >= 4.5


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_buttons_can_be_read(colors: Colors) -> None:
    assert _contrast(colors.on_accent, colors.accent) >= 4.5
    assert _contrast(colors.outline, colors.field) >= 1.4, "a field must be seen as one"


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_every_picture_of_the_style_sheet_is_there(colors: Colors) -> None:
    pictures = re.findall(r'url\("([^"]+)"\)', style_sheet(colors))
    assert len(pictures) > 10
    for picture in pictures:
        assert Path(picture).is_file(), picture
        assert f"/{colors.name}/" in picture


def test_choosing_changes_everything_at_once(qapp: QApplication) -> None:
    theme = Theme(qapp, Choice.LIGHT)
    told: list[str] = []
    theme.changed.connect(lambda: told.append(theme.colors.name))
    theme.choose(Choice.DARK)
    theme.choose(Choice.DARK)
    assert told == ["dark"]
    assert theme.choice is Choice.DARK
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert qapp.styleSheet() == style_sheet(DARK)


def test_the_system_is_followed_only_when_asked(qapp: QApplication) -> None:
    theme = Theme(qapp, Choice.DARK)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert theme.colors is DARK
    theme.choose(Choice.SYSTEM)
    expected = DARK if qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
    assert theme.colors is expected
