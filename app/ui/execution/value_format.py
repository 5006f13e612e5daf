# SPDX-License-Identifier: BSD-3-Clause
"""Formats values on one short line, for labels beside blocks. No Qt in this file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from uuid import UUID

_LONGEST = 60
_MOST_PARTS = 6


def format_value(value: object, longest: int = _LONGEST) -> str:
    """A value on one short line, for display only."""
    return _truncated(" ".join(_format(value, depth=3).split()), longest)


def _format(value: object, depth: int) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f"“{value[: _LONGEST + 1]}”"
    if isinstance(value, bytes):
        return "1 byte" if len(value) == 1 else f"{len(value):,} bytes"
    if isinstance(value, UUID):
        return str(value)[:8]
    if isinstance(value, Mapping):
        return _format_pairs(value, depth)
    if isinstance(value, Sequence | set | frozenset):
        return _format_items(value, depth)
    return str(value)


def _format_pairs(value: Mapping[object, object], depth: int) -> str:
    if depth == 0:
        return f"{len(value):,} fields"
    shown = islice(value.items(), _MOST_PARTS)
    parts = ", ".join(f"{str(name)[:_LONGEST]}: {_format(part, depth - 1)}" for name, part in shown)
    return parts if len(value) <= _MOST_PARTS else f"{parts}, …"


def _format_items(value: Sequence[object] | set[object] | frozenset[object], depth: int) -> str:
    if not value:
        return "an empty list"
    if depth == 0:
        return f"{len(value):,} items"
    parts = ", ".join(_format(part, depth - 1) for part in islice(value, _MOST_PARTS))
    return parts if len(value) <= _MOST_PARTS else f"{parts}, … ({len(value):,})"


def _truncated(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
