# SPDX-License-Identifier: BSD-3-Clause
"""Values beside a block: short, on one line, whatever they are."""

from typing import Any
from uuid import UUID

import pytest

from app.ui.execution.value_format import format_value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "yes"),
        (7, "7"),
        ("two\nlines", "“two lines”"),
        (b"x", "1 byte"),
        (b"x" * 2000, "2,000 bytes"),
        (UUID(int=0xABCDEF01 << 96), "abcdef01"),
        ({"x": 1, "name": "Ann"}, "x: 1, name: “Ann”"),
        ([], "an empty list"),
        (list(range(8)), "0, 1, 2, 3, 4, 5, … (8)"),
    ],
)
def test_plain_values(value: object, words: str) -> None:
    assert format_value(value) == words


def test_nothing_is_too_long_or_too_deep() -> None:
    deep: Any = "end"
    for _ in range(10_000):
        deep = [deep]
    assert format_value(deep) == "1 items"
    assert len(format_value("x" * 1_000_000)) == 60
    assert format_value({str(n): "y" * 999 for n in range(999)}).endswith("…")
