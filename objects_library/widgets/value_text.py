# SPDX-License-Identifier: BSD-3-Clause
"""Values as text and back, without Qt: text, numbers and dates bare, anything else as JSON."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from app.runtime.library import ValueRefusedError, from_json, to_json
from app.runtime.library.plain_values import is_reference
from app.runtime.types import TEXT, ListOf, MapOf, Record, Scalar, ValueType
from app.runtime.types.type_descriptions import describe_type

_LONGEST = 300


def format_value(wanted: ValueType, value: Any) -> str:
    """Format a value on one line, truncated."""
    match wanted:
        case Record() if isinstance(value, dict):
            fields = {field.name: field.type for field in wanted.fields}
            parts = [f"{name}: {format_value(fields[name], value[name])}" for name in fields if name in value]
            return _shortened(", ".join(parts))
        case ListOf() if isinstance(value, list | tuple):
            parts = [format_value(wanted.item, item) for item in value[:20]]
            more = [] if len(value) <= 20 else [f"… ({len(value)})"]
            return _shortened(", ".join(parts + more) or "–")
        case MapOf() if isinstance(value, dict):
            parts = [
                f"{format_value(wanted.key, key)} = {format_value(wanted.value, item)}"
                for key, item in list(value.items())[:20]
            ]
            return _shortened(", ".join(parts) or "–")
    return _shortened(_single(wanted, value))


def to_text(wanted: ValueType, value: Any) -> str:
    """Format a value so that `from_text` can parse it."""
    if wanted == TEXT:
        return str(value)
    if isinstance(wanted, Scalar) and wanted.kind in ("int", "uuid"):
        return str(value)
    if isinstance(wanted, Scalar) and wanted.kind == "float":
        return repr(value)
    if isinstance(wanted, Scalar) and wanted.kind == "timestamp":
        return str(value.isoformat(sep=" "))
    return to_json(wanted, value).decode()


def from_text(wanted: ValueType, text: str) -> Any:
    """Parse a value; raises ValueRefusedError with a plain explanation."""
    if wanted == TEXT:
        return text
    try:
        if isinstance(wanted, Scalar) and wanted.kind in ("uuid", "timestamp"):
            return from_json(wanted, _quoted(text.strip()))
        return from_json(wanted, text.strip().replace(",", ".") if _is_number(wanted) else text)
    except ValueRefusedError:
        raise ValueRefusedError(f"this is not {describe_type(wanted)}", "write it differently") from None


def _single(wanted: ValueType, value: Any) -> str:
    if value is None:
        return "–"
    for kind, describe in _DESCRIPTIONS.items():
        if isinstance(value, kind):
            return describe(value)
    if is_reference(value):
        return "an object"
    try:
        return to_json(wanted, value).decode()
    except ValueRefusedError:
        return str(value)


_DESCRIPTIONS: dict[type, Callable[[Any], str]] = {
    bool: lambda value: "✓" if value else "✗",
    str: lambda value: " ".join(value.split()),
    datetime: lambda value: str(value.astimezone().strftime("%Y-%m-%d %H:%M:%S")),
    bytes: lambda value: f"{len(value)} bytes",
    float: lambda value: f"{value:.6g}",
    int: str,
}
"""The first match counts, because a bool is an int, too."""


def _is_number(wanted: ValueType) -> bool:
    return isinstance(wanted, Scalar) and wanted.kind in ("int", "float")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
