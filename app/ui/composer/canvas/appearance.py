# SPDX-License-Identifier: BSD-3-Clause
"""Colours and fonts of the canvas, derived from the theme."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QColor, QFont, QPen
from PySide6.QtWidgets import QApplication

from app.ui.composer.model.families import Family
from app.ui.theme import Colors

GRID = 8
"""The grid spacing."""

_FAMILY_COLORS: dict[Family, tuple[str, str]] = {  # light, dark
    Family.CHANNEL: ("#3763d8", "#7ea4ff"),
    Family.REPLICATED_STATE: ("#7a3fc4", "#bd92ff"),
    Family.MEMBERSHIP: ("#0b7f86", "#4fcbd1"),
    Family.FOLDER: ("#9a6a00", "#e6b84d"),
    Family.TEXT: ("#2f7d32", "#7fd083"),
    Family.NUMBER: ("#0a6cbd", "#6db8ff"),
    Family.YES_NO: ("#8a5a00", "#f0c060"),
    Family.MOMENT: ("#4f46c8", "#a9a3ff"),
    Family.POSITION: ("#1b7f4d", "#63d69a"),
    Family.ROW: ("#35717a", "#86c2cb"),
    Family.PICTURE: ("#a03d8f", "#f09ae0"),
    Family.EVENT: ("#c0361f", "#ff9683"),
    Family.VALUE: ("#b8336a", "#ff8fb8"),
    Family.TABLE: ("#00728f", "#5cc6e8"),
    Family.SERVICE: ("#b4500f", "#ffa36b"),
    Family.CONTROL: ("#5a6072", "#aab2c8"),
    Family.OTHER: ("#6b6f7d", "#98a0b4"),
}

TINTS = ("#d9534a", "#dd8127", "#d0a215", "#3f9e5b", "#3c78d8", "#8457c9", "#7b8494")
"""The colours offered for blocks, notes and zones."""


@dataclass(frozen=True)
class Appearance:
    """The colours and fonts of the canvas."""

    colors: Colors
    dark: bool
    paper: QColor
    grid: QColor
    shadow: QColor
    block: QColor
    block_border: QColor
    header: QColor
    text: QColor
    muted: QColor
    accent: QColor
    good: QColor
    bad: QColor
    families: dict[Family, QColor]
    title_font: QFont
    body_font: QFont
    small_font: QFont

    def tint(self, name: str | None) -> QColor | None:
        """The user-chosen colour, adjusted for contrast, or `None`."""
        if not name:
            return None
        color = QColor(name)
        return color if color.isValid() else None

    def seen(self, color: QColor, least: float) -> QColor:
        """The colour, adjusted until it has the given contrast with the background."""
        hue, saturation, lightness = color.hslHueF(), color.hslSaturationF(), color.lightnessF()
        if saturation > 0.05:
            saturation = min(0.8, max(saturation, 0.45))
        lightness = min(lightness, 0.5) if self.dark else max(lightness, 0.3)  # stay readable
        end = 1.0 if self.dark else 0.0
        for step in range(21):
            found = QColor.fromHslF(max(0.0, hue), saturation, lightness + (end - lightness) * step / 20)
            if contrast(found, self.paper) >= least:
                return found
        return self.text

    def family(self, family: Family) -> QColor:
        """The colour of a port family."""
        return self.families[family]


def make_appearance(colors: Colors) -> Appearance:
    """The appearance for a theme's colours."""
    return _make_appearance(colors, QApplication.font().toString())


@lru_cache(maxsize=4)
def _make_appearance(colors: Colors, font: str) -> Appearance:
    dark = QColor(colors.window).lightnessF() < 0.5
    base = QFont()
    base.fromString(font)
    return Appearance(
        colors=colors,
        dark=dark,
        paper=QColor(colors.window),
        grid=mix(colors.window, colors.text, 0.13 if dark else 0.16),
        shadow=QColor(0, 0, 0, 90 if dark else 22),
        block=QColor(colors.surface),
        block_border=mix(colors.border, colors.text, 0.10 if dark else 0.06),
        header=mix(colors.surface, colors.raised, 0.55),
        text=QColor(colors.text),
        muted=QColor(colors.muted),
        accent=QColor(colors.accent),
        good=QColor(colors.good),
        bad=QColor(colors.bad),
        families={family: QColor(pair[dark]) for family, pair in _FAMILY_COLORS.items()},
        title_font=_sized(base, 13, QFont.Weight.DemiBold),
        body_font=_sized(base, 12),
        small_font=_sized(base, 11),
    )


def _sized(base: QFont, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """A font sized in pixels, so that text fits a block at every screen resolution."""
    font = QFont(base)
    font.setPixelSize(pixels)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def contrast(one: QColor, other: QColor) -> float:
    """The WCAG contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: QColor) -> float:
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mix(first: str | QColor, second: str | QColor, part: float) -> QColor:
    """A mix of two colours: 0 gives the first, 1 the second."""
    a, b = QColor(first), QColor(second)
    return QColor.fromRgbF(
        a.redF() + (b.redF() - a.redF()) * part,
        a.greenF() + (b.greenF() - a.greenF()) * part,
        a.blueF() + (b.blueF() - a.blueF()) * part,
    )


def faded(color: QColor, alpha: float) -> QColor:
    """The colour with an alpha value."""
    return QColor.fromRgbF(color.redF(), color.greenF(), color.blueF(), alpha)


def hairline(color: QColor, width: float = 1.0) -> QPen:
    """A cosmetic pen, equally thin at every zoom."""
    pen = QPen(color, width)
    pen.setCosmetic(True)
    return pen


def snapped(value: float, step: float = GRID) -> float:
    """The nearest grid position."""
    return round(value / step) * step
