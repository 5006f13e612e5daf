# SPDX-License-Identifier: BSD-3-Clause
"""What a table holds, as it travels: bounded plain values, rows with keys, and how they are told apart."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from math import isfinite
from typing import Any
from uuid import UUID

from app.runtime.library import type_name

MOST_ROWS = 5_000
MOST_COLUMNS = 64
LONGEST_CELL = 4_000
LONGEST_KEY = 1_000
HEAVIEST = 16 * 1024 * 1024
"""Bytes that all rows together can have, about."""
KINDS = ("int", "float", "number", "bool", "text", "timestamp", "uuid", "other", "bytes")


@type_name("DatabaseColumn")
@dataclass(frozen=True)
class DatabaseColumn:
    """A column: what it is called, what kind of values people see, and what the database calls the type."""

    name: str
    kind: str
    type: str
    key: bool
    editable: bool
    required: bool


@type_name("DatabaseRow")
@dataclass(frozen=True)
class DatabaseRow:
    """A row: its key, behind which row it stands (none: the first), and a value for each column."""

    key: str
    behind: str | None
    values: list[Any]


@type_name("DatabaseEdit")
@dataclass(frozen=True)
class DatabaseEdit:
    """Set a cell, add a row or remove one; `seen` tells how the row looked to whoever edits."""

    what: str
    key: str
    column: str
    value: Any
    values: dict[str, Any]
    seen: str


@dataclass(frozen=True)
class Layout:
    """What a table is like, and what can be done to it."""

    columns: list[DatabaseColumn]
    may_add: bool
    may_remove: bool


@dataclass(frozen=True)
class Snapshot:
    """The rows as they are now, in order; `truncated` when there are more than fit."""

    rows: dict[str, tuple[Any, ...]]
    truncated: bool


def plain(value: Any) -> Any:
    """A value of a database as one that travels; what has no form of its own is text."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST_CELL else f"{value[:LONGEST_CELL]}…"
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC) if value.tzinfo else value.isoformat(" ")
    if isinstance(value, bytes | bytearray | memoryview):
        return f"{len(value):,} bytes"
    if isinstance(value, date | time | timedelta):
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value if -(2**63) <= value < 2**63 else str(value)
    return value if value is None or isinstance(value, bool | UUID) else str(value)[:LONGEST_CELL]


def wrong_value(value: Any) -> str:
    """Why this is no value of a cell; nothing when it is."""
    if value is None or isinstance(value, bool | int | datetime | UUID):
        return ""
    if isinstance(value, float):
        return "" if isfinite(value) else "a number that is not finite cannot be written"
    if isinstance(value, str):
        return "" if len(value) <= LONGEST_CELL + 1 else f"a cell has at most {LONGEST_CELL:,} characters; write less"
    return "a cell holds a text, a number, a time, yes or no, or nothing"


def weight(values: Iterable[Any]) -> int:
    """About how many bytes values have."""
    return sum(16 + len(value) if isinstance(value, str) else 16 for value in values)


def fingerprint(values: Sequence[Any]) -> str:
    """A short text that is another one when a value is."""
    portable = [value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value for value in values]
    return hashlib.blake2b(repr(portable).encode(), digest_size=9).hexdigest()


def key_of(values: Sequence[Any]) -> str:
    """The key of a row, from the values of its key columns as texts."""
    return json.dumps([None if value is None else str(value) for value in values], ensure_ascii=False)


def key_values(key: str, count: int) -> list[str] | None:
    """The texts that a key was made of; none when it was not."""
    try:
        found = json.loads(key)
    except ValueError:
        return None
    fits = isinstance(found, list) and len(found) == count and all(isinstance(each, str) for each in found)
    return found if fits else None


def bounded(rows: Iterable[tuple[str, tuple[Any, ...]]]) -> Snapshot:
    """As many rows as fit."""
    kept: dict[str, tuple[Any, ...]] = {}
    total = 0
    for key, values in rows:
        total += weight(values)
        if len(kept) >= MOST_ROWS or total > HEAVIEST:
            return Snapshot(kept, truncated=True)
        if len(key) <= LONGEST_KEY:
            kept[key] = values
    return Snapshot(kept, truncated=False)


def by_content(rows: Iterable[tuple[Any, ...]]) -> Iterable[tuple[str, tuple[Any, ...]]]:
    """Keys for rows that have none: what is in them, and which of several equal ones it is."""
    seen: dict[str, int] = {}
    for values in rows:
        print_ = fingerprint(values)
        seen[print_] = seen.get(print_, 0) + 1
        yield f"{print_}#{seen[print_]}", values
