# SPDX-License-Identifier: BSD-3-Clause
"""Cells of a database in words, and words as values of a cell."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from PySide6.QtCore import QCoreApplication

from objects_library.values.columns import as_number

_YES, _NO = ("yes", "true", "1", "✓", "t", "y"), ("no", "false", "0", "✗", "f", "n")


class NotAValueError(Exception):
    """The words are no value of that kind; says what would be."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("GridValues", text)


def in_words(value: Any) -> str:
    """A value on one line."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, datetime):
        return value.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return " ".join(str(value)[:300].split())


def to_edit(value: Any) -> str:
    """A value as it is edited."""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return value
    return in_words(value)


def from_words(kind: str, text: str) -> Any:
    """What somebody wrote, as a value of a column; nothing is no value, except in texts."""
    plain = text.strip()
    if kind == "text":
        return text
    if not plain:
        return None
    try:
        return _READERS.get(kind, str)(plain)
    except (ValueError, OverflowError):
        wanted = {
            "int": _tr("a whole number"), "float": _tr("a number"), "bool": _tr("yes or no"),
            "timestamp": _tr("a time such as 2026-03-04 17:30"), "uuid": _tr("a UUID"),
        }[kind]  # fmt: skip
        message = _tr("“{text}” is not {wanted}").format(text=plain[:40], wanted=wanted)
        raise NotAValueError(message) from None


def sort_key(kind: str, value: Any) -> Any:
    """Something that can be compared with others of the same column."""
    if kind in ("int", "float", "number", "bool", "timestamp"):
        if isinstance(value, str):
            try:
                return float(value)
            except ValueError:
                return float("inf")
        place = as_number(value)
        return -1e308 if place != place else place  # noqa: PLR0124 - no number
    return in_words(value).casefold()


def _whole(text: str) -> int:
    number = int(text)
    if not -(2**63) <= number < 2**63:
        raise OverflowError
    return number


def _yes(text: str) -> bool:
    if text.lower() in _YES:
        return True
    if text.lower() in _NO:
        return False
    raise ValueError


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone()


_READERS: dict[str, Callable[[str], Any]] = {
    "int": _whole,
    "float": float,
    "bool": _yes,
    "timestamp": _time,
    "uuid": UUID,
}
