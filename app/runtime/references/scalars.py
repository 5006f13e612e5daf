# SPDX-License-Identifier: BSD-3-Clause
"""Scalar values, as text and back."""

from __future__ import annotations

import binascii
import math
import re
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

from app.runtime.references.values import LARGEST_INT, SMALLEST_INT, Value

_INT = re.compile(r"-?[0-9]{1,20}\Z")
_FLOAT = re.compile(r"-?[0-9]{1,400}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,4})?\Z")
_TIMESTAMP = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})\Z"
)
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z")
_SPECIAL_FLOATS = {"INF": math.inf, "-INF": -math.inf, "NaN": math.nan}


def write_scalar(value: Value) -> tuple[str, str]:
    """Return the element name and the text of a value."""
    if value is None:
        return "none", ""
    if isinstance(value, bool):
        return "bool", "true" if value else "false"
    if isinstance(value, int):
        return "int", _write_int(value)
    if isinstance(value, float):
        return "float", _write_float(value)
    if isinstance(value, str):
        return "text", value
    if isinstance(value, bytes):
        return "bytes", b64encode(value).decode("ascii")
    if isinstance(value, datetime):
        return "timestamp", _write_timestamp(value)
    if isinstance(value, UUID):
        return "uuid", str(value)
    raise ValueError(f"a {type(value).__name__} is not a value that a reference can hold")


def read_scalar(kind: str, text: str) -> Value:
    """Parse the text of an element; a ValueError tells what is wrong."""
    return text if kind == "text" else _READERS[kind](text.strip())


def is_scalar(kind: str) -> bool:
    """Whether an element of this name contains a scalar value."""
    return kind == "text" or kind in _READERS


def _write_int(value: int) -> str:
    if not SMALLEST_INT <= value <= LARGEST_INT:
        raise ValueError("the number does not fit into 64 bits")
    return str(value)


def _write_float(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "INF" if value > 0 else "-INF"
    return repr(value)


def _write_timestamp(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError("the timestamp has no time zone")
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _read_none(text: str) -> None:
    if text:
        raise ValueError("<none> holds nothing")


def _read_bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError("it must be true or false")
    return text == "true"


def _read_int(text: str) -> int:
    if not _INT.match(text) or not SMALLEST_INT <= int(text) <= LARGEST_INT:
        raise ValueError("it must be a whole number of at most 64 bits")
    return int(text)


def _read_float(text: str) -> float:
    if text in _SPECIAL_FLOATS:
        return _SPECIAL_FLOATS[text]
    if not _FLOAT.match(text) or math.isinf(float(text)):
        raise ValueError("it must be a number such as 2.5, 1e-9, INF or NaN")
    return float(text)


def _read_bytes(text: str) -> bytes:
    try:
        return binascii.a2b_base64("".join(text.split()), strict_mode=True)
    except ValueError:
        raise ValueError("it must be base64") from None


def _read_timestamp(text: str) -> datetime:
    try:
        if _TIMESTAMP.match(text):
            return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise ValueError("it must be a time such as 2030-01-31T12:00:00Z")


def _read_uuid(text: str) -> UUID:
    if not _UUID.match(text):
        raise ValueError("it must be a UUID of 32 hexadecimal digits with hyphens")
    return UUID(text)


_READERS: dict[str, Callable[[str], Value]] = {
    "none": _read_none,
    "bool": _read_bool,
    "int": _read_int,
    "float": _read_float,
    "bytes": _read_bytes,
    "timestamp": _read_timestamp,
    "uuid": _read_uuid,
}
