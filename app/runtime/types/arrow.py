# SPDX-License-Identifier: BSD-3-Clause
"""Column types of tables: Arrow's names, and which types contain the values of which others."""

from __future__ import annotations

import re

from .core import TypeModelError

ANY_COLUMN = "anything"

_SYNONYMS = {
    "utf8": "string",
    "str": "string",
    "text": "string",
    "large_string": "string",
    "large_utf8": "string",
    "string_view": "string",
    "large_binary": "binary",
    "bytes": "binary",
    "binary_view": "binary",
    "boolean": "bool",
    "halffloat": "half",
    "float16": "half",
    "float32": "float",
    "float64": "double",
    "date32": "date",
    "date64": "date",
    "decimal128": "decimal",
    "decimal256": "decimal",
    "large_list": "list",
    "any": ANY_COLUMN,
}

# Each type with the next wider ones; only lossless steps.
_WIDER = {
    "int8": ("int16", "half"),
    "int16": ("int32", "float"),
    "int32": ("int64", "double"),
    "int64": ("number",),
    "uint8": ("uint16", "int16", "half"),
    "uint16": ("uint32", "int32", "float"),
    "uint32": ("uint64", "int64", "double"),
    "uint64": ("number",),
    "half": ("float",),
    "float": ("double",),
    "double": ("number",),
    "decimal": ("number",),
}

_SHAPE = re.compile(r"([a-z][a-z0-9_]*)(\[[^{}\"]*\])?")
_TO_SQUARE = str.maketrans("<>()", "[][]")
_MAX_LENGTH = 1_024


def column_type(text: str) -> str:
    """Return the canonical name of an Arrow type: one spelling, parameters in square brackets."""
    tidy = " ".join(text.translate(_TO_SQUARE).split()).strip() if len(text) <= _MAX_LENGTH else ""
    shape = _SHAPE.fullmatch(tidy)
    if shape is None or not tidy.isprintable() or not _balanced(tidy):
        raise TypeModelError(f"{text[:40]!r} is not a column type, such as int64 or string")
    name, parameters = shape.group(1), shape.group(2) or ""
    return _SYNONYMS.get(name, name) + parameters


def widens(narrow: str, wide: str) -> bool:
    """Whether every value of column type `narrow` is also a value of column type `wide`."""
    if wide in (ANY_COLUMN, narrow):
        return True
    bare = narrow.partition("[")[0]
    if bare != narrow:
        # A bare name stands for all parameters: timestamp[us] is a timestamp.
        return widens(bare, wide)
    return any(widens(step, wide) for step in _WIDER.get(narrow, ()))


def _balanced(text: str) -> bool:
    """Whether the brackets pair up and the first one closes at the end only."""
    level = 0
    for position, character in enumerate(text):
        level += (character == "[") - (character == "]")
        if level < 0 or (character == "]" and level == 0 and position != len(text) - 1):
            return False
    return level == 0
