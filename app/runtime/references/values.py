# SPDX-License-Identifier: BSD-3-Clause
"""The values of arguments: plain Python values in a hashable form."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias
from uuid import UUID

SMALLEST_INT = -(2**63)
LARGEST_INT = 2**64 - 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ListValue:
    """A list of values."""

    items: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class MapValue:
    """Keys and values; the order has no meaning."""

    entries: tuple[tuple[Value, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class RecordValue:
    """Named fields; the order has no meaning."""

    fields: tuple[tuple[str, Value], ...] = ()


Value: TypeAlias = bool | int | float | str | bytes | datetime | UUID | ListValue | MapValue | RecordValue | None


def typed(value: Value) -> Hashable:
    """Return a key that includes the kind: in Python 1, 1.0 and True, or 0.0 and -0.0, are equal."""
    if isinstance(value, ListValue):
        return "list", tuple(typed(item) for item in value.items)
    if isinstance(value, MapValue):
        return "map", frozenset((typed(key), typed(item)) for key, item in value.entries)
    if isinstance(value, RecordValue):
        return "record", frozenset((name, typed(item)) for name, item in value.fields)
    if isinstance(value, datetime) and value.tzinfo is not None:
        return "timestamp", value - _EPOCH  # the same moment in any time zone
    return type(value).__name__, repr(value)


def plain(value: Value) -> Any:
    """Return the value as ordinary Python data: list and dict instead of the frozen forms."""
    if isinstance(value, ListValue):
        return [plain(item) for item in value.items]
    if isinstance(value, MapValue):
        return {plain(key): plain(item) for key, item in value.entries}
    if isinstance(value, RecordValue):
        return {name: plain(item) for name, item in value.fields}
    return value
