# SPDX-License-Identifier: BSD-3-Clause
"""Timing: which share of events happens within how much time."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from .base import ClauseFormalism, FormulaError, Structure, pattern

_NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)"
_CLAUSE = pattern(
    rf"(?:(?:at least )?{_NUMBER} ?(?:percent|%) of )?(?:event )?NAME within {_NUMBER} ?([a-zµμ]+) of "
    r"(?:(each other)|(?:event )?NAME)"
)
_MICROSECONDS = {
    "us": 1, "µs": 1, "μs": 1, "microseconds": 1, "microsecond": 1,
    "ms": 10**3, "milliseconds": 10**3, "millisecond": 10**3,
    "s": 10**6, "seconds": 10**6, "second": 10**6,
    "min": 60 * 10**6, "minutes": 60 * 10**6, "minute": 60 * 10**6,
    "h": 3600 * 10**6, "hours": 3600 * 10**6, "hour": 3600 * 10**6,
}  # fmt: skip
_EXAMPLE = "`99 percent of receive within 50 ms of send`"


class Bound(NamedTuple):
    """At least `percent` of the occurrences of `event` come within `microseconds` of `origin`.

    They do so at all instances of the endpoint. Without an origin, the occurrences of one event at all
    instances fall within one such span.
    """

    event: str
    origin: str
    percent: Fraction
    microseconds: Fraction


class Timing(ClauseFormalism[Bound]):
    """Shares and spans; a larger share within a shorter time is stronger."""

    id = "timing"

    def _clause(self, text: str, structure: Structure) -> Bound:
        found = _CLAUSE.fullmatch(text)
        if found is None:
            raise FormulaError(f"write, for example, {_EXAMPLE}")
        percent, event, amount, unit, _, origin = found.groups()
        share, scale = Fraction(percent or 100), _MICROSECONDS.get(unit.casefold())
        if not 0 < share <= 100:
            raise FormulaError(f"{percent} percent is not a share")
        if scale is None:
            raise FormulaError(f"`{unit}` is not a unit of time; there are us, ms, s, min, h")
        start = structure.event(origin) if origin else ""
        return Bound(structure.event(event), start, share, Fraction(amount) * scale)

    def _follows(self, clause: Bound, formula: frozenset[Bound]) -> bool:
        return any(_implies(given, clause) for given in formula)

    def _words(self, clause: Bound) -> str:
        share = "every" if clause.percent == 100 else f"{_number(clause.percent)} percent of"
        return f"{share} `{clause.event}` within {_span(clause.microseconds)} of {_origin(clause)}"


def _implies(given: Bound, wanted: Bound) -> bool:
    # What arrives everywhere soon after its origin also arrives everywhere at nearly the same time.
    same_origin = wanted.origin in (given.origin, "")
    tight = given.percent >= wanted.percent and given.microseconds <= wanted.microseconds
    return given.event == wanted.event and same_origin and tight


def _origin(bound: Bound) -> str:
    return f"`{bound.origin}`" if bound.origin else "each other"


def _span(microseconds: Fraction) -> str:
    for unit, scale in (("s", 10**6), ("ms", 10**3)):
        if microseconds >= scale:
            return f"{_number(microseconds / scale)} {unit}"
    return f"{_number(microseconds)} µs"


def _number(value: Fraction) -> str:
    return f"{float(value):.10g}"
