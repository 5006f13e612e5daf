# SPDX-License-Identifier: BSD-3-Clause
"""Formulas over numbers, texts, moments, lists, yes and no: parsed once, computed often, bounded, never raising.

    if(a > 30, "hot: " & round(a, 1), "fine")

A formula has no variables but the inputs, no loops and no side effects, so that it ends after as many steps as it has
parts. What is missing (an input without a value) makes the result missing, except in `if`, `empty` and `either`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import isfinite
from typing import Any, NamedTuple

from objects_library.values.conversions import as_text, bounded, same
from objects_library.values.formula_functions import CONSTANTS, FUNCTIONS, MOST_ITEMS, check_size
from objects_library.values.operator import Trouble, TroubleError

LONGEST = 1_000
DEEPEST = 20
"""Brackets inside each other; each costs some twenty calls of functions."""
INPUTS = ("a", "b", "c", "d")
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
      | (?P<text>"(?:[^"]|"")*" | '(?:[^']|'')*')
      | (?P<name>[^\W\d]\w*)
      | (?P<sign><=|>=|<>|!=|==|[-+*/%^&=<>(),;\[\]])
    )""",
    re.VERBOSE,
)
_COMPARISONS = {"=", "==", "<>", "!=", "<", "<=", ">", ">="}


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


@dataclass(frozen=True)
class _Part:
    """A part of a formula: `what` is value, input, list, if, or the name of a sign or a function."""

    what: str
    parts: tuple[_Part, ...] = ()
    value: Any = None


class Result(NamedTuple):
    """A value, or why there is none; both None if an input is missing."""

    value: Any
    trouble: Trouble | None


class Formula:
    """A formula that was read; `trouble` says why it could not be."""

    def __init__(self, text: str, inputs: Sequence[str] = INPUTS) -> None:
        self.text = text
        self.trouble: Trouble | None = None
        self._part = _Part("value")
        try:
            self._part = _Parser(text, inputs).read()
        except TroubleError as error:
            self.trouble = error.trouble

    def evaluate(self, inputs: Mapping[str, Any]) -> Result:
        """Compute; values of inputs that are none of a formula count as missing."""
        if self.trouble is not None:
            return Result(None, self.trouble)
        known = {name: _usable(value) for name, value in inputs.items()}
        try:
            return Result(check_size(_value(self._part, known)), None)
        except TroubleError as error:
            return Result(None, error.trouble)
        except ZeroDivisionError:
            return Result(None, Trouble("zero"))
        except ArithmeticError:
            return Result(None, Trouble("range"))


def _usable(value: Any) -> Any:
    value = bounded(value)
    if isinstance(value, list):
        return [_usable(item) for item in value[:MOST_ITEMS] if not isinstance(item, list)]
    return value if isinstance(value, float | str | bool | datetime) else None


class _Parser:
    """Reads a formula by recursive descent; each level of brackets counts against the depth."""

    def __init__(self, text: str, inputs: Sequence[str]) -> None:
        if len(text) > LONGEST:
            raise TroubleError("long")
        self._inputs = set(inputs)
        self._text = text
        self._tokens = list(_tokens(text))
        self._place = 0
        self._depth = 0

    def read(self) -> _Part:
        if not self._tokens:
            raise TroubleError("unwritten")
        part = self._expression()
        if self._place < len(self._tokens):
            raise self._unreadable()
        return part

    def _expression(self) -> _Part:
        self._depth += 1
        if self._depth > DEEPEST:
            raise TroubleError("deep")
        part = self._row(self._conjunction, "or")
        self._depth -= 1
        return part

    def _conjunction(self) -> _Part:
        return self._row(self._negation, "and")

    def _negation(self) -> _Part:
        count = 0
        while self._skip("not"):
            count += 1
        part = self._comparison()
        return _Part("not", (part,)) if count % 2 else _Part("yes", (part,)) if count else part

    def _comparison(self) -> _Part:
        part = self._row(self._sum, "&")
        sign = self._next()
        if sign in _COMPARISONS:
            self._place += 1
            return _Part({"==": "=", "!=": "<>"}.get(sign, sign), (part, self._row(self._sum, "&")))
        return part

    def _sum(self) -> _Part:
        return self._row(self._product, "+", "-")

    def _product(self) -> _Part:
        return self._row(self._negative, "*", "/", "%")

    def _negative(self) -> _Part:
        minus = 0
        while self._next() in ("-", "+"):
            minus += self._skip("-") or not self._skip("+")
        part = self._power()
        return _Part("negative", (part,)) if minus % 2 else part

    def _power(self) -> _Part:
        part = self._item()
        if not self._skip("^"):
            return part
        sign = self._skip("-")
        exponent = self._item()
        return _Part("^", (part, _Part("negative", (exponent,)) if sign else exponent))

    def _item(self) -> _Part:
        part = self._primary()
        count = 0
        while self._skip("["):
            count += 1
            if count > DEEPEST:
                raise TroubleError("deep")
            part = _Part("item", (part, self._expression()))
            self._expect("]")
        return part

    def _primary(self) -> _Part:
        if self._place >= len(self._tokens):
            raise TroubleError("unended")
        token = self._tokens[self._place]
        self._place += 1
        if token.kind == "number":
            return _Part("value", value=_finite(float(token.text)))
        if token.kind == "text":
            quote = token.text[0]
            return _Part("value", value=token.text[1:-1].replace(quote * 2, quote))
        if token.kind == "name":
            return self._named(token.text)
        if token.text == "(":
            part = self._expression()
            self._expect(")")
            return part
        if token.text == "[":
            return _Part("list", self._parts("]"))
        self._place -= 1
        raise self._unreadable()

    def _named(self, name: str) -> _Part:
        lower = name.lower()
        if self._skip("("):
            return self._call(lower)
        if lower in self._inputs:
            return _Part("input", value=lower)
        if lower in CONSTANTS:
            return _Part("value", value=CONSTANTS[lower])
        raise TroubleError("name", name)

    def _call(self, name: str) -> _Part:
        parts = self._parts(")")
        if name == "if":
            if len(parts) not in (2, 3):
                raise TroubleError("arguments", name)
            return _Part("if", parts)
        function = FUNCTIONS.get(name)
        if function is None:
            raise TroubleError("function", name)
        if not function.least <= len(parts) <= function.most:
            raise TroubleError("arguments", name)
        return _Part("call", parts, name)

    def _parts(self, end: str) -> tuple[_Part, ...]:
        """Read expressions up to a closing bracket."""
        found: list[_Part] = []
        if self._skip(end):
            return ()
        while True:
            found.append(self._expression())
            if self._skip(end):
                return tuple(found)
            if not self._skip(",") and not self._skip(";"):
                raise self._unreadable()

    def _row(self, read: Callable[[], _Part], *signs: str) -> _Part:
        """Read parts with signs of one rank between them, from left to right, as one flat part."""
        parts = [read()]
        between: list[str] = []
        while self._next() in signs:
            between.append(self._next())
            self._place += 1
            parts.append(read())
        return _Part("row", tuple(parts), tuple(between)) if between else parts[0]

    def _next(self) -> str:
        if self._place >= len(self._tokens):
            return ""
        token = self._tokens[self._place]
        return "" if token.kind in ("text", "number") else token.text.lower()

    def _skip(self, sign: str) -> bool:
        found = self._next() == sign
        self._place += found
        return found

    def _expect(self, sign: str) -> None:
        if not self._skip(sign):
            raise self._unreadable()

    def _unreadable(self) -> TroubleError:
        if self._place >= len(self._tokens):
            return TroubleError("unended")
        return TroubleError("unreadable", self._text[self._tokens[self._place].at :].strip()[:20])


def _tokens(text: str) -> list[_Token]:
    found = []
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise TroubleError("unreadable", text[place:].strip()[:20])
        found.append(_Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup)))
        place = match.end()
    return found


def _value(part: _Part, inputs: Mapping[str, Any]) -> Any:
    match part.what:
        case "value":
            return part.value
        case "input":
            return inputs.get(part.value)
        case "if":
            return _chosen(part, inputs)
        case "row":
            value = _value(part.parts[0], inputs)
            for sign, other in zip(part.value, part.parts[1:], strict=True):
                value = _combined(sign, value, other, inputs)
            return value
    values = [_value(each, inputs) for each in part.parts]
    if part.what == "call":
        function = FUNCTIONS[part.value]
        if not function.takes_nothing and any(value is None for value in values):
            return None
        try:
            return check_size(function.call(part.value, values))
        except ValueError:
            raise TroubleError("kind", part.value) from None
    if part.what == "list":
        if any(isinstance(value, list) for value in values):
            raise TroubleError("kind", "[ ]")
        return values
    return None if any(value is None for value in values) else check_size(_SIGNS[part.what](part.what, *values))


def _chosen(part: _Part, inputs: Mapping[str, Any]) -> Any:
    condition = _value(part.parts[0], inputs)
    if condition is None:
        return None
    if _yes("if", condition):
        return _value(part.parts[1], inputs)
    return _value(part.parts[2], inputs) if len(part.parts) == 3 else None


def _combined(sign: str, value: Any, other: _Part, inputs: Mapping[str, Any]) -> Any:
    """One step of a row; `and` and `or` leave out what cannot change the answer."""
    if sign in ("and", "or") and value is not None and _yes(sign, value) is (sign == "or"):
        return sign == "or"
    right = _value(other, inputs)
    if value is None or right is None:
        return None
    return check_size(_SIGNS[sign](sign, value, right))


def _yes(sign: str, value: Any) -> bool:
    if isinstance(value, bool | float):
        return bool(value)
    raise TroubleError("kind", sign)


def _finite(value: float) -> float:
    if not isfinite(value):
        raise TroubleError("range")
    return value


def _numbers(sign: str, one: Any, other: Any) -> tuple[float, float]:
    if isinstance(one, bool | float) and isinstance(other, bool | float):
        return float(one), float(other)
    raise TroubleError("kind", sign)


def _add(sign: str, one: Any, other: Any) -> Any:
    if isinstance(one, datetime) and isinstance(other, float):
        return one + timedelta(seconds=other)
    if isinstance(other, datetime) and isinstance(one, float):
        return other + timedelta(seconds=one)
    left, right = _numbers(sign, one, other)
    return left + right


def _subtract(sign: str, one: Any, other: Any) -> Any:
    if isinstance(one, datetime) and isinstance(other, datetime):
        return (one - other).total_seconds()
    if isinstance(one, datetime) and isinstance(other, float):
        return one - timedelta(seconds=other)
    left, right = _numbers(sign, one, other)
    return left - right


def _multiply(sign: str, one: Any, other: Any) -> float:
    left, right = _numbers(sign, one, other)
    if sign == "*":
        return left * right
    return left / right if sign == "/" else left % right


def _raise_power(sign: str, one: Any, other: Any) -> float:
    left, right = _numbers(sign, one, other)
    found = left**right
    if isinstance(found, complex):
        raise TroubleError("kind", sign)
    return float(found)


def _negate(sign: str, value: Any) -> float:
    return -_numbers("-" if sign == "negative" else sign, value, 0.0)[0]


def _connect(sign: str, one: Any, other: Any) -> str:
    del sign
    return (as_text(one) or "") + (as_text(other) or "")


def compare_values(sign: str, one: Any, other: Any) -> bool:
    """Compare two values; raises TroubleError if they cannot be."""
    if (isinstance(one, bool) and isinstance(other, float)) or (isinstance(one, float) and isinstance(other, bool)):
        one, other = float(one), float(other)
    if sign in ("=", "<>"):
        return same(one, other) is (sign == "=")
    if type(one) is not type(other) or isinstance(one, bool | list):
        raise TroubleError("kind", sign)
    return bool({"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[sign])


def _take_item(sign: str, items: Any, number: Any) -> Any:
    if not isinstance(items, list | str) or not isinstance(number, float):
        raise TroubleError("kind", "[ ]")
    del sign
    place = int(number)
    return items[place - 1] if 1 <= place <= len(items) else None


_SIGNS: dict[str, Callable[..., Any]] = {
    "+": _add,
    "-": _subtract,
    **dict.fromkeys(("*", "/", "%"), _multiply),
    "^": _raise_power,
    "&": _connect,
    "negative": _negate,
    "not": lambda sign, value: not _yes(sign, value),
    "yes": _yes,
    "and": lambda sign, _, right: _yes(sign, right),
    "or": lambda sign, _, right: _yes(sign, right),
    "item": _take_item,
    **dict.fromkeys(("=", "<>", "<", "<=", ">", ">="), compare_values),
}
