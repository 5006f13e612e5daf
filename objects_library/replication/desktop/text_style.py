# SPDX-License-Identifier: BSD-3-Clause
"""The style of a text on a desktop: the shape around it, and its colour.

It is stored as the title of the text, which has none. So older programs show such a text as a note.
"""

from __future__ import annotations

from typing import NamedTuple

from objects_library.replication.drawing.shapes import COLOURS

SHAPES = ("note", "rectangle", "ellipse", "diamond", "arrow", "words")
"""What is painted around the text; `words` have nothing around them."""


class TextStyle(NamedTuple):
    """The shape around a text, and its colour."""

    shape: str = "note"
    colour: str = "yellow"

    def __str__(self) -> str:
        """The style as it is stored."""
        return f"{self.shape} {self.colour}"


def style_of(title: str) -> TextStyle:
    """The style that the title of a text stores; a yellow note if it is none, or unknown here."""
    shape, _, colour = title.partition(" ")
    return TextStyle(shape, colour) if shape in SHAPES and colour in COLOURS else TextStyle()
