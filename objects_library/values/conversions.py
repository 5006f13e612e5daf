# SPDX-License-Identifier: BSD-3-Clause
"""Values that operators compute with, and how one kind becomes another; nothing here raises."""

from __future__ import annotations

from datetime import UTC, datetime
from math import isfinite
from typing import Any

import pyarrow as pa

from objects_library.values.position import Position

Plain = float | str | bool | datetime
"""Values that operators compute with."""
LONGEST_TEXT = 10_000
_MOST_FIELDS = 100


def parse_number(text: str) -> float | None:
    """The number that a text starts with or is, in English or German notation; None if it is none."""
    digits = "".join(text.split()).replace("'", "").replace("−", "-")[:60]
    if "," in digits and "." in digits:
        thousands = "," if digits.rfind(",") < digits.rfind(".") else "."
        digits = digits.replace(thousands, "")
    digits = digits.replace(",", ".")
    end = len(digits)
    while end and not digits[end - 1].isdigit():
        end -= 1  # a unit behind it
    for stop in range(end, 0, -1):
        if digits[stop - 1].isdigit() and digits[:stop].isascii() and digits[:stop].isprintable() and "_" not in digits:
            try:
                found = float(digits[:stop])
            except ValueError:
                continue
            return found if isfinite(found) else None
    return None


def parse_moment(text: str) -> datetime | None:
    """The moment that a text says, such as 2026-01-31 08:30; in UTC unless it says otherwise."""
    try:
        return bounded(datetime.fromisoformat(text.strip()[:40]))  # type: ignore[no-any-return]  # of a moment, a moment
    except ValueError:
        return None


def bounded(value: Any) -> Any:
    """A value that is safe to keep: finite, and not too large."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        try:
            return float(value) if isfinite(value) else None
        except OverflowError:
            return None
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    return value


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal and of one class; yes is not the number 1."""
    return one is other or (type(one) is type(other) and bool(one == other))


def as_number(value: Any) -> float | None:
    """A value as a number; yes is 1."""
    return float(value) if isinstance(value, float | int) else None


def as_yes(value: Any) -> bool | None:
    """A value as yes or no; a number is yes unless it is 0."""
    return bool(value) if isinstance(value, float | int) else None


def as_text(value: Any) -> str | None:
    """A value as a text."""
    match value:
        case None:
            return None
        case str():
            text = value
        case bool():
            text = "yes" if value else "no"
        case float() | int():
            text = f"{value:.12g}"
        case datetime():
            text = local_time(value).strftime("%Y-%m-%d %H:%M:%S")
        case Position():
            text = f"{value.name}: {value.latitude:.5f}, {value.longitude:.5f}"
        case list():
            text = ", ".join(as_text(item) or "" for item in value)
        case dict():
            text = ", ".join(f"{name}: {as_text(each) or '–'}" for name, each in list(value.items())[:_MOST_FIELDS])
        case pa.Table():
            text = f"{value.num_rows} × {value.num_columns}"
        case _:
            text = str(value)
    return text[:LONGEST_TEXT]


def as_kind(kind: str, value: Any) -> Any:
    """A value as one of a type, by the name of the type; None if it is none and cannot be read as one."""
    match kind:
        case "text":
            return as_text(value)
        case "bool":
            return as_yes(value)
        case "timestamp":
            return parse_moment(value) if isinstance(value, str) else value if isinstance(value, datetime) else None
        case "float" | "int":
            number = parse_number(value) if isinstance(value, str) else as_number(value)
            return int(number) if number is not None and kind == "int" else number
    return value if isinstance(value, float | int | str | bool | datetime) else None


def local_time(moment: datetime) -> datetime:
    """A moment by the clock of this computer; at the ends of the calendar as it is."""
    try:
        return moment.astimezone()
    except (OverflowError, OSError, ValueError):
        return moment
