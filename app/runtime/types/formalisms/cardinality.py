# SPDX-License-Identifier: BSD-3-Clause
"""Cardinality: how many instances of an endpoint, or of the whole object, may be connected at a time."""

from __future__ import annotations

from typing import NamedTuple

from .base import ClauseFormalism, FormulaError, Structure, pattern

_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_TAIL = r" instances?(?: of (?:the )?(?:endpoint )?NAME)?(?: (?:can be|may be|is|are) connected)?"
_BOUND = pattern(r"(at most|at least|exactly) (\w+)" + _TAIL)
_BETWEEN = pattern(r"between (\w+) and (\w+)" + _TAIL)
_MAX_COUNT = 10**9


class Interval(NamedTuple):
    """At least `low` and, unless `high` is absent, at most `high` instances of `target`; "" is the object."""

    target: str
    low: int
    high: int | None


class Cardinality(ClauseFormalism[Interval]):
    """Intervals of numbers of instances, one for each endpoint."""

    id = "cardinality"

    def _clause(self, text: str, structure: Structure) -> Interval:
        bound, between = _BOUND.fullmatch(text), _BETWEEN.fullmatch(text)
        if bound:
            which, count, target = bound[1].casefold(), _count(bound[2]), bound[3]
            low = 0 if which == "at most" else count
            high = None if which == "at least" else count
        elif between:
            low, high, target = _count(between[1]), _count(between[2]), between[3]
        else:
            raise FormulaError("write, for example, `at most one instance of publisher`")
        return Interval(self._target(target, structure), low, high)

    def _target(self, written: str | None, structure: Structure) -> str:
        if written is None:
            return ""
        if structure.kind == "endpoint":
            raise FormulaError("an endpoint can only count its own instances; write `at most one instance`")
        return structure.endpoint(written)

    def _check_together(self, formula: frozenset[Interval]) -> None:
        for target in {interval.target for interval in formula}:
            low, high = _intersection(target, formula)
            if high is not None and low > high:
                of = f" of `{target}`" if target else ""
                raise FormulaError(f"no number{of} is at least {low} and at most {high}")

    def _follows(self, clause: Interval, formula: frozenset[Interval]) -> bool:
        low, high = _intersection(clause.target, formula)
        fits_above = clause.high is None or (high is not None and high <= clause.high)
        return low >= clause.low and fits_above

    def _words(self, clause: Interval) -> str:
        target, low, high = clause
        of = f" of `{target}`" if target else ""
        if high is None:
            return f"at least {_instances(low)}{of} connected at any time"
        if low == high:
            return f"exactly {_instances(low)}{of} connected at any time"
        if low == 0:
            return f"at most {_instances(high)}{of} connected at any time"
        return f"between {_in_words(low)} and {_instances(high)}{of} connected at any time"


def _intersection(target: str, formula: frozenset[Interval]) -> tuple[int, int | None]:
    """Return the intersection of all clauses about the target."""
    relevant = [interval for interval in formula if interval.target == target]
    low = max((interval.low for interval in relevant), default=0)
    high = min((interval.high for interval in relevant if interval.high is not None), default=None)
    return low, high


def _count(written: str) -> int:
    word = written.casefold()
    if word in _WORDS:
        return _WORDS.index(word)
    if not (word.isascii() and word.isdigit()) or len(word) > 10 or int(word) > _MAX_COUNT:
        raise FormulaError(f"`{written}` is not a number of instances")
    return int(word)


def _in_words(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else str(count)


def _instances(count: int) -> str:
    return f"{_in_words(count)} instance{'' if count == 1 else 's'}"
