# SPDX-License-Identifier: BSD-3-Clause
"""Values on a block: short, on one line, and only what people understand."""

from uuid import UUID

import pytest

from app.ui.execution.value_format import format_value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"),
        (False, "no"),
        (7, "7"),
        (1.5, "1.5"),
        ("two\nlines", "“two lines”"),
        (None, ""),
        (b"x", ""),
        (UUID(int=1), ""),
        ({"x": 1, "name": "Ann"}, ""),
        ([1, 2], ""),
    ],
)
def test_only_plain_values_are_shown(value: object, words: str) -> None:
    assert format_value(value) == words


def test_nothing_is_too_long() -> None:
    assert len(format_value("x" * 1_000_000)) == 60
    assert len(format_value(10**100)) == 60
