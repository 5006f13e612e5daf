# SPDX-License-Identifier: BSD-3-Clause
"""The colours of maps in both themes."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QColor


class MapColours(NamedTuple):
    """The colours of a map."""

    water: QColor
    land: tuple[QColor, ...]
    """Tints of countries; no two neighbours have the same."""
    coast: QColor
    border: QColor
    province: QColor
    river: QColor
    grid: QColor
    country: QColor
    city: QColor
    halo: QColor


def _colours(*names: str) -> tuple[QColor, ...]:
    return tuple(QColor(name) for name in names)


LIGHT = MapColours(
    QColor("#bcd8ec"),
    _colours("#f4efe2", "#eef1df", "#f3e9dc", "#e9eee3", "#f5eee6", "#ece9da"),
    QColor("#7fa3bd"),
    QColor("#b7a58c"),
    QColor("#d8ccb8"),
    QColor("#a9cbe3"),
    QColor(60, 90, 120, 40),
    QColor("#6a5f4e"),
    QColor("#33302a"),
    QColor(255, 255, 255, 215),
)
DARK = MapColours(
    QColor("#131c27"),
    _colours("#28323f", "#2b343c", "#2a3039", "#262f38", "#2d3541", "#272f3b"),
    QColor("#4d6379"),
    QColor("#566373"),
    QColor("#3a4552"),
    QColor("#1f3042"),
    QColor(160, 190, 220, 34),
    QColor("#a9b6c4"),
    QColor("#dfe6ee"),
    QColor(16, 22, 30, 215),
)


def colours(*, dark: bool) -> MapColours:
    """The colours of a theme."""
    return DARK if dark else LIGHT
