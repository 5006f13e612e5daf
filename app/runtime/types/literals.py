# SPDX-License-Identifier: BSD-3-Clause
"""Literals: plain values as text, for the defaults of parameters."""

from __future__ import annotations

import datetime as dt
import math
import uuid
from collections.abc import Callable, Hashable
from typing import Any

from .core import MAX_DEPTH, TypeModelError, TypeSyntaxError, quoted
from .tokens import Tokens, unquoted

_MAX_INTEGER_BITS = 4_096
_WORDS: dict[str, Any] = {"null": None, "true": True, "false": False}
_READERS: dict[str, Callable[[str], Any]] = {
    "float": float,
    "bytes": bytes.fromhex,
    "timestamp": dt.datetime.fromisoformat,
    "uuid": uuid.UUID,
}


def literal_text(value: Any, depth: int = 0) -> str:
    """Return the value as in the notation; only values that can be sent have a literal."""
    if depth > MAX_DEPTH:
        raise TypeModelError(f"a value is nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(literal_text(item, depth + 1) for item in value) + "]"
    if isinstance(value, dict):
        texts = [(literal_text(key, depth + 1), literal_text(item, depth + 1)) for key, item in value.items()]
        return "{" + ", ".join(f"{key}: {item}" for key, item in sorted(texts)) + "}"
    return _simple_text(value)


def _simple_text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if value.bit_length() > _MAX_INTEGER_BITS:
            raise TypeModelError(f"a whole number has more than {_MAX_INTEGER_BITS} bits")
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
    """Return text between quotes; unprintable characters are escaped."""
    escaped = quoted(text)
    if escaped.isprintable():
        return escaped
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in escaped)


def read_literal(tokens: Tokens, depth: int = 0) -> Any:
    """Parse the next value in the text."""
    if depth > MAX_DEPTH:
        raise TypeSyntaxError(f"a value is nested deeper than {MAX_DEPTH} levels", tokens.next.start)
    if tokens.accept("["):
        return _read_list(tokens, depth)
    if tokens.accept("{"):
        return _read_map(tokens, depth)
    token = tokens.next
    if token.kind == "string":
        return unquoted(tokens.take())
    if token.kind == "number":
        return _read_number(tokens)
    if token.kind == "word" and token.text in _WORDS:
        return _WORDS[tokens.take().text]
    if token.kind == "word" and token.text in _READERS:
        return _read_special(tokens)
    return tokens.refuse("a value")


def _read_list(tokens: Tokens, depth: int) -> list[Any]:
    items: list[Any] = []
    while not tokens.accept("]"):
        items.append(read_literal(tokens, depth + 1))
        if not tokens.accept(","):
            tokens.expect("]", "',' or ']'")
            break
    return items


def _read_map(tokens: Tokens, depth: int) -> dict[Any, Any]:
    items: dict[Any, Any] = {}
    while not tokens.accept("}"):
        start = tokens.next.start
        key = read_literal(tokens, depth + 1)
        if not isinstance(key, Hashable):
            raise TypeSyntaxError("a list or map cannot be a key", start)
        tokens.expect(":")
        items[key] = read_literal(tokens, depth + 1)
        if not tokens.accept(","):
            tokens.expect("}", "',' or '}'")
            break
    return items


def _read_number(tokens: Tokens) -> int | float:
    token = tokens.take()
    if set(token.text) & set(".eE"):
        return float(token.text)
    if len(token.text) > _MAX_INTEGER_BITS // 3:
        raise TypeSyntaxError("the number has too many digits", token.start)
    return int(token.text)


def _read_special(tokens: Tokens) -> Any:
    token = tokens.take()
    tokens.expect("(")
    if tokens.next.kind != "string":
        tokens.refuse("a quoted text")
    try:
        value = _READERS[token.text](unquoted(tokens.take()))
    except ValueError as error:
        raise TypeSyntaxError(f"that is no {token.text}", token.start) from error
    tokens.expect(")")
    return value
