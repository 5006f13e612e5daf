# SPDX-License-Identifier: BSD-3-Clause
"""Values as people write and read them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.runtime.library import ValueRefusedError
from app.runtime.types import ValueType, parse_type
from objects_library.widgets.text_positions import PlacedText, shown
from objects_library.widgets.value_text import format_value, from_text, to_text

NAME = UUID(int=5)
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def kind(text: str) -> ValueType:
    found = parse_type(text)
    assert isinstance(found, ValueType)
    return found


@pytest.mark.parametrize(
    ("wanted", "value", "words"),
    [
        ("int", 5, "5"),
        ("float", 0.1, "0.1"),
        ("bool", True, "✓"),
        ("text", "two\nlines", "two lines"),
        ("uuid", NAME, f'"{NAME}"'),
        ("bytes", b"abc", "3 bytes"),
        ("list[int]", [1, 2], "1, 2"),
        ("list[int]", list(range(30)), ", ".join(map(str, range(20))) + ", … (30)"),
        ("map[text, int]", {"a": 1}, "a = 1"),
        ("{name: text, size?: int}", {"name": "box"}, "name: box"),
        ("int | null", None, "–"),
        ("text", "x" * 400, "x" * 299 + "…"),
    ],
)
def test_values_are_said_and_come_back(wanted: str, value: Any, words: str) -> None:
    assert format_value(kind(wanted), value) == words
    assert from_text(kind(wanted), to_text(kind(wanted), value)) == value


def test_times_come_back() -> None:
    assert from_text(kind("timestamp"), to_text(kind("timestamp"), NOON)) == NOON


@pytest.mark.parametrize(
    ("wanted", "text", "reason"),
    [
        ("int", "ten", "this is not a whole number"),
        ("int", "", "this is not a whole number"),
        ("float", "1.2.3", "this is not a number"),
        ("timestamp", 'to"morrow', "this is not a date and time"),
        ("{name: text}", "{", "this is not a record with `name`"),
    ],
)
def test_what_cannot_be_read_is_said_in_words(wanted: str, text: str, reason: str) -> None:
    with pytest.raises(ValueRefusedError, match=reason):
        from_text(kind(wanted), text)


@given(st.text(max_size=30), st.integers(0, 30), st.integers(0, 30), st.text(max_size=10))
def test_places_translate_both_ways(text: str, at: int, delete: int, insert: str) -> None:
    placed = PlacedText()
    placed.splice(0, 0, text)
    at = min(at, len(text))
    gone = placed.splice(at, delete, insert)
    assert placed.text == text[:at] + insert + text[at + len(gone) :]
    for place in range(len(placed.text) + 1):
        units = len(placed.text[:place].encode("utf-16-le")) // 2
        assert placed.units(place) == units
        assert placed.place(units) == place
    assert len(shown(placed.text)) == len(placed.text)
