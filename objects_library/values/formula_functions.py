# SPDX-License-Identifier: BSD-3-Clause
"""The functions of formulas: each takes a fixed number of values, and refuses those of another kind."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from objects_library.values.conversions import LONGEST_TEXT, as_text, parse_moment, parse_number
from objects_library.values.operator import TroubleError

MOST_ITEMS = 1_000
CONSTANTS: dict[str, Any] = {"yes": True, "no": False, "true": True, "false": False, "pi": math.pi, "nothing": None}
_MANY = 50


@dataclass(frozen=True)
class Function:
    """A function: `call` gets its name and the values; `takes_nothing` if missing values are its business."""

    call: Callable[[str, list[Any]], Any]
    least: int
    most: int
    takes_nothing: bool = False


def check_size(value: Any) -> Any:
    """The value, unless it is too large."""
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise TroubleError("range")
    if isinstance(value, list) and len(value) > MOST_ITEMS:
        raise TroubleError("range")
    if isinstance(value, float) and not math.isfinite(value):
        raise TroubleError("range")
    return value


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool | float):
        return float(value)
    raise TroubleError("kind", name)


def _text(name: str, value: Any) -> str:
    if isinstance(value, list):
        raise TroubleError("kind", name)
    return as_text(value) or ""


def _whole(name: str, value: Any) -> int:
    return int(max(-LONGEST_TEXT, min(LONGEST_TEXT, _number(name, value))))


def _of_number(function: Callable[[float], float]) -> Function:
    return Function(lambda name, values: float(function(_number(name, values[0]))), 1, 1)


def _of_text(function: Callable[[str], Any]) -> Function:
    return Function(lambda name, values: function(_text(name, values[0])), 1, 1)


def _of_moment(function: Callable[[datetime], float]) -> Function:
    def call(name: str, values: list[Any]) -> float:
        if not isinstance(values[0], datetime):
            raise TroubleError("kind", name)
        return float(function(values[0]))

    return Function(call, 1, 1)


def _items(values: Iterable[Any]) -> list[Any]:
    """Values and the items of lists among them, without missing ones."""
    found: list[Any] = []
    for value in values:
        found += value if isinstance(value, list) else [value]
    return [value for value in found if value is not None]


def _of_numbers(function: Callable[[list[float]], float | None]) -> Function:
    def call(name: str, values: list[Any]) -> float | None:
        return function([_number(name, value) for value in _items(values)])

    return Function(call, 1, _MANY, takes_nothing=True)


def _extreme(function: Callable[[list[Any]], Any]) -> Function:
    """The least or greatest of numbers, of texts, or of moments."""

    def call(name: str, values: list[Any]) -> Any:
        found = _items(values)
        if len({type(value) for value in found}) > 1:
            raise TroubleError("kind", name)
        return function(found) if found else None

    return Function(call, 1, _MANY, takes_nothing=True)


def _round(name: str, values: list[Any]) -> float:
    digits = int(max(-15, min(15, _number(name, values[1])))) if len(values) > 1 else 0
    return float(round(_number(name, values[0]), digits))


def _clamp(name: str, values: list[Any]) -> float:
    value, low, high = (_number(name, each) for each in values)
    return max(low, min(high, value))


def _slice(name: str, values: list[Any]) -> Any:
    text = values[0] if isinstance(values[0], list) else _text(name, values[0])
    count = max(0, _whole(name, values[1]))
    if name == "left":
        return text[:count]
    if name == "right":
        return text[-count:] if count else text[:0]
    start = max(1, count)
    return text[start - 1 : start - 1 + max(0, _whole(name, values[2]))]


def _search(name: str, values: list[Any]) -> bool:
    if isinstance(values[0], list):
        return values[1] in values[0] if name == "contains" else values[:1] == values[1:]
    text, part = _text(name, values[0]).casefold(), _text(name, values[1]).casefold()
    return {"contains": part in text, "starts": text.startswith(part), "ends": text.endswith(part)}[name]


def _replace(name: str, values: list[Any]) -> str:
    text, old, new = (_text(name, each) for each in values)
    if not old:
        return text
    # The size is known before the text is made.
    if len(text) + text.count(old) * (len(new) - len(old)) > LONGEST_TEXT:
        raise TroubleError("range")
    return text.replace(old, new)


def _split(name: str, values: list[Any]) -> list[str]:
    separator = _text(name, values[1]) if len(values) > 1 else ","
    parts = _text(name, values[0]).split(separator or None, MOST_ITEMS)
    return [part.strip() for part in parts]


def _join(name: str, values: list[Any]) -> str:
    if not isinstance(values[0], list):
        raise TroubleError("kind", name)
    parts = [as_text(item) or "" for item in values[0]]
    separator = _text(name, values[1]) if len(values) > 1 else ", "
    if sum(map(len, parts)) + len(parts) * len(separator) > 2 * LONGEST_TEXT:
        raise TroubleError("range")
    return separator.join(parts)


def _length(name: str, values: list[Any]) -> float:
    return float(len(values[0] if isinstance(values[0], list) else _text(name, values[0])))


def _as_text(name: str, values: list[Any]) -> str:
    if len(values) == 1:
        return as_text(values[0]) or ""
    digits = max(0, min(15, _whole(name, values[1])))
    return f"{_number(name, values[0]):.{digits}f}"


def _as_number(name: str, values: list[Any]) -> float | None:
    if isinstance(values[0], str):
        return parse_number(values[0])
    return values[0].timestamp() if isinstance(values[0], datetime) else _number(name, values[0])


def _date(name: str, values: list[Any]) -> datetime:
    if len(values) == 1 and isinstance(values[0], str):
        found = parse_moment(values[0])
        if found is None:
            raise TroubleError("kind", name)
        return found
    if len(values) == 1 and isinstance(values[0], float):
        return datetime.fromtimestamp(max(-1e11, min(1e11, values[0])), UTC)
    parts = [_whole(name, value) for value in values]
    if len(parts) < 3:
        raise TroubleError("arguments", name)
    year, month, day, hour, minute, second = (*parts, 0, 0, 0)[:6]
    return datetime(year, month, day, hour, minute, second, tzinfo=UTC)


def _sort(name: str, values: list[Any]) -> list[Any]:
    items = _items(values[:1])
    if not isinstance(values[0], list) or len({type(item) for item in items}) > 1:
        raise TroubleError("kind", name)
    return sorted(items)


def _end(name: str, values: list[Any]) -> Any:
    if not isinstance(values[0], list | str):
        raise TroubleError("kind", name)
    return None if not values[0] else values[0][0 if name == "first" else -1]


FUNCTIONS: dict[str, Function] = {
    "abs": _of_number(abs),
    "floor": _of_number(math.floor),
    "ceil": _of_number(math.ceil),
    "sqrt": _of_number(math.sqrt),
    "exp": _of_number(math.exp),
    "ln": _of_number(math.log),
    "log10": _of_number(math.log10),
    "sin": _of_number(math.sin),
    "cos": _of_number(math.cos),
    "tan": _of_number(math.tan),
    "sign": _of_number(lambda value: (value > 0) - (value < 0)),
    "round": Function(_round, 1, 2),
    "clamp": Function(_clamp, 3, 3),
    "min": _extreme(min),
    "max": _extreme(max),
    "sum": _of_numbers(math.fsum),
    "average": _of_numbers(lambda found: math.fsum(found) / len(found) if found else None),
    "count": Function(lambda _, values: float(len(_items(values))), 1, _MANY, takes_nothing=True),
    "empty": Function(lambda _, values: values[0] is None or values[0] in ("", []), 1, 1, takes_nothing=True),
    "either": Function(lambda _, values: next(iter(each for each in values if each is not None), None), 1, _MANY, True),
    "length": Function(_length, 1, 1),
    "upper": _of_text(str.upper),
    "lower": _of_text(str.lower),
    "trim": _of_text(lambda text: " ".join(text.split())),
    "left": Function(_slice, 2, 2),
    "right": Function(_slice, 2, 2),
    "mid": Function(_slice, 3, 3),
    "contains": Function(_search, 2, 2),
    "starts": Function(_search, 2, 2),
    "ends": Function(_search, 2, 2),
    "replace": Function(_replace, 3, 3),
    "split": Function(_split, 1, 2),
    "join": Function(_join, 1, 2),
    "first": Function(_end, 1, 1),
    "last": Function(_end, 1, 1),
    "sort": Function(_sort, 1, 1),
    "text": Function(_as_text, 1, 2),
    "number": Function(_as_number, 1, 1),
    "date": Function(_date, 1, 6),
    "year": _of_moment(lambda moment: moment.year),
    "month": _of_moment(lambda moment: moment.month),
    "day": _of_moment(lambda moment: moment.day),
    "hour": _of_moment(lambda moment: moment.hour),
    "minute": _of_moment(lambda moment: moment.minute),
    "second": _of_moment(lambda moment: moment.second),
    "weekday": _of_moment(lambda moment: moment.isoweekday()),
}
"""The functions by name; moments are in UTC, Monday is weekday 1."""
