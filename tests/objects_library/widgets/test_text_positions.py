# SPDX-License-Identifier: BSD-3-Clause
"""Places as people count and as Qt counts, whatever is spliced and however one jumps."""

from __future__ import annotations

import random

import pytest

from objects_library.widgets.text_positions import PlacedText


@pytest.mark.parametrize("seed", range(20))
def test_places_are_those_of_utf_16(seed: int) -> None:
    dice = random.Random(seed)
    placed, text = PlacedText(), ""
    for _ in range(40):
        at = dice.randint(0, len(text))
        delete, insert = dice.randint(0, min(3, len(text) - at)), dice.choice(("a", "𝄞", "ö𝄞b", "", "xyz"))
        assert placed.splice(at, delete, insert) == text[at : at + delete]
        text = text[:at] + insert + text[at + delete :]
        units = text.encode("utf-16-le")
        assert placed.text == text
        for _ in range(4):
            place = dice.randint(0, len(text))
            assert placed.units(place) == len(text[:place].encode("utf-16-le")) // 2
            unit = dice.randint(0, len(units) // 2)
            assert placed.place(unit) == len(units[: 2 * unit].decode("utf-16-le", "ignore"))
