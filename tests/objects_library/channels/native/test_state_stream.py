# SPDX-License-Identifier: BSD-3-Clause
"""Large values in small parts: they come back as they were, and nothing hostile gets through."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.runtime.library import ValueRefusedError
from app.runtime.types import ValueType, parse_type
from objects_library.channels.native.bulk_transfer import pieces
from objects_library.channels.native.state_stream import StateReader, StateStream


def kind(text: str) -> ValueType:
    found = parse_type(text)
    assert isinstance(found, ValueType)
    return found


def there_and_back(text: str, value: Any, step: int = 60_000) -> Any:
    stream = StateStream(kind(text), value)
    data = b"".join(stream)
    assert stream.done == 1.0
    reader = StateReader(kind(text))
    for at in range(0, len(data), step):
        reader.feed(data[at : at + step])
    return reader.value()


VALUES = [
    ("int", 7),
    ("null", None),
    ("text", "ä" * 100_000),
    ("bytes", bytes(range(256)) * 1000),
    ("list[int]", list(range(100_000))),
    ("list[int]", []),
    ("map[text, int]", {str(number): number for number in range(20_000)}),
    ("{a: int, b?: list[text]}", {"a": 1, "b": ["x"] * 5000}),
    ("{a: int, b?: list[text]}", {"a": 1}),
    ("{a: int, ...}", {"a": 1, "more": [1, 2]}),
    ("list[int] | null", [1, 2, 3]),
    ("list[int] | null", None),
    ("{x: {y: {z: map[int, bytes]}}}", {"x": {"y": {"z": {1: b"1" * 90_000, 2: b""}}}}),
    ("list[bytes]", [b"x" * 500_000, b""]),
    ("{a: int} | {b: int}", {"b": 2}),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=range(len(VALUES)))
@pytest.mark.parametrize("step", [7, 60_000])
def test_what_went_in_comes_out(text: str, value: Any, step: int) -> None:
    if step > 7 or len(str(value)) < 2000:
        assert there_and_back(text, value, step) == value


def test_no_part_is_large_however_large_the_value_is() -> None:
    value = {"items": [bytes(100)] * 100_000, "names": {str(n): "x" * 50 for n in range(50_000)}}
    parts = StateStream(kind("{items: list[bytes], names: map[text, text]}"), value)
    assert max(map(len, parts)) < 200_000
    assert {len(piece) for piece in list(pieces(parts))[:-1]} == {60_000}


def test_a_stream_of_another_type_is_refused() -> None:
    data = b"".join(StateStream(kind("list[int]"), [1, 2, 3]))
    reader = StateReader(kind("list[text]"))
    with pytest.raises(ValueRefusedError):
        reader.feed(data)


def test_a_stream_that_ends_early_is_refused() -> None:
    data = b"".join(StateStream(kind("list[int]"), list(range(1000))))
    for end in (0, 3, len(data) - 1):
        reader = StateReader(kind("list[int]"))
        reader.feed(data[:end])
        with pytest.raises(ValueRefusedError):
            reader.value()


def test_what_is_changed_on_the_way_is_refused_or_of_its_type() -> None:
    choose = random.Random(1)
    wanted = kind("{a: int, b: list[text], c: map[int, bytes]}")
    data = b"".join(StateStream(wanted, {"a": 1, "b": ["x", "y"], "c": {1: b"2"}}))
    for _ in range(3000):
        broken = bytearray(data)
        for _ in range(choose.randrange(1, 4)):
            broken[choose.randrange(len(broken))] = choose.randrange(256)
        reader = StateReader(wanted)
        try:
            reader.feed(bytes(broken))
            value = reader.value()
        except ValueRefusedError:
            continue
        assert there_and_back(str(wanted), value) == value
