# SPDX-License-Identifier: BSD-3-Clause
"""Scalar values of the original platform, typed as in XML Schema."""

from __future__ import annotations

import binascii
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

from app.runtime.references.scalars import read_scalar
from app.runtime.references.values import Value

_WHOLE = ("int", "long", "short", "byte", "integer", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte")
_BROKEN = ("float", "double", "decimal")
_TEXTS = ("string", "normalizedString", "token", "anyURI", "char")


def decode_plain(kind: str, text: str) -> Value:
    """Decode a value of an XML Schema type; ValueError if it is wrong, KeyError if the type is unknown."""
    name = kind.rpartition(":")[2]
    if name in _TEXTS:
        return text
    return _READERS[name](text.strip())


def _read_bool(text: str) -> Value:
    return read_scalar("bool", {"1": "true", "0": "false"}.get(text, text))


def _read_int(text: str) -> Value:
    return read_scalar("int", text.removeprefix("+"))


def _read_float(text: str) -> Value:
    text = text.removeprefix("+")
    sign = "-" if text.startswith("-") else ""
    digits = text.removeprefix("-")
    if digits.startswith("."):
        digits = "0" + digits
    return read_scalar("float", sign + digits.removesuffix("."))


def _read_timestamp(text: str) -> Value:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("it must be a time such as 2030-01-31T12:00:00Z") from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def _read_hex(text: str) -> Value:
    try:
        return binascii.unhexlify(text)
    except ValueError:
        raise ValueError("it must be hexadecimal") from None


def _read_uuid(text: str) -> Value:
    try:
        return UUID(text)
    except ValueError:
        raise ValueError("it must be a UUID") from None


_READERS: dict[str, Callable[[str], Value]] = {
    "boolean": _read_bool,
    **dict.fromkeys(_WHOLE, _read_int),
    **dict.fromkeys(_BROKEN, _read_float),
    "dateTime": _read_timestamp,
    "base64Binary": lambda text: read_scalar("bytes", text),
    "hexBinary": _read_hex,
    "guid": _read_uuid,
}
