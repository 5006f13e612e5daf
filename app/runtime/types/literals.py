"""Plain values written as text: the defaults of parameters."""

from __future__ import annotations

import datetime as dt
import math
import uuid
from typing import Any

from .core import MAX_DEPTH, TypeModelError, quoted


def literal_text(value: Any, depth: int = 0) -> str:
    """The value as the notation writes it; only values that can be sent can be written."""
    if depth > MAX_DEPTH:
        raise TypeModelError(f"a value is nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(literal_text(item, depth + 1) for item in value) + "]"
    if isinstance(value, dict):
        texts = [(literal_text(key, depth + 1), literal_text(item, depth + 1)) for key, item in value.items()]
        return "{" + ", ".join(f"{key}: {item}" for key, item in texts) + "}"
    return _simple_text(value)


def _simple_text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else f'float("{value}")'
    if isinstance(value, str):
        return quoted_literal(value)
    if isinstance(value, bytes):
        return f'bytes("{value.hex()}")'
    if isinstance(value, dt.datetime):
        return f'timestamp("{value.isoformat()}")'
    if isinstance(value, uuid.UUID):
        return f'uuid("{value}")'
    raise TypeModelError(f"a {type(value).__name__} is not a value that can be written in a type")


def quoted_literal(text: str) -> str:
    """Any text between quotes; what cannot be shown is written as an escape."""
    escaped = quoted(text)
    if escaped.isprintable():
        return escaped
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in escaped)
