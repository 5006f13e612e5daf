# SPDX-License-Identifier: BSD-3-Clause
"""Pen colours, readable in light and dark themes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

_LIGHT = {
    "ink": "#20242b", "grey": "#79818d", "red": "#d6293e", "orange": "#d9620a", "yellow": "#c79a00",
    "green": "#2b8a3e", "teal": "#0b7f8f", "blue": "#2459d3", "violet": "#7440c9", "pink": "#c9307f",
}  # fmt: skip
_DARK = {
    "ink": "#eef1f5", "grey": "#9aa4b1", "red": "#ff6b7a", "orange": "#ff9a4d", "yellow": "#ffd43b",
    "green": "#63d47a", "teal": "#4fd0de", "blue": "#7aa2ff", "violet": "#b592ff", "pink": "#ff86bd",
}  # fmt: skip


def pen_colour(name: str, *, dark: bool) -> QColor:
    """A pen colour in the present theme."""
    box = _DARK if dark else _LIGHT
    return QColor(box.get(name, box["ink"]))


def pen_name(name: str) -> str:
    """The name of a pen colour."""
    texts = {
        "ink": QCoreApplication.translate("Inks", "Ink"),
        "grey": QCoreApplication.translate("Inks", "Grey"),
        "red": QCoreApplication.translate("Inks", "Red"),
        "orange": QCoreApplication.translate("Inks", "Orange"),
        "yellow": QCoreApplication.translate("Inks", "Yellow"),
        "green": QCoreApplication.translate("Inks", "Green"),
        "teal": QCoreApplication.translate("Inks", "Teal"),
        "blue": QCoreApplication.translate("Inks", "Blue"),
        "violet": QCoreApplication.translate("Inks", "Violet"),
        "pink": QCoreApplication.translate("Inks", "Pink"),
    }
    return texts.get(name, name)
