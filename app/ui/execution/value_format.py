# SPDX-License-Identifier: BSD-3-Clause
"""Formats values that people understand on one short line, for labels on blocks. No Qt in this file."""

from __future__ import annotations

_LONGEST = 60


def format_value(value: object, longest: int = _LONGEST) -> str:
    """A text, a number, or yes or no, on one short line; empty for anything else, which is not for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _truncated(f"“{' '.join(value[: longest + 1].split())}”", longest)
    return _truncated(str(value), longest) if isinstance(value, int | float) else ""


def _truncated(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
