# SPDX-License-Identifier: BSD-3-Clause
"""Precedence: which events come only after which others, at each instance of an endpoint."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .base import ClauseFormalism, FormulaError, Structure, pattern

_NEVER_PRECEDES = pattern(r"(?:event )?NAME never precedes (?:event )?NAME")
_ONLY_AFTER = pattern(r"(?:event )?NAME only after (?:event )?NAME")


class Order(NamedTuple):
    """The event `later` happens only after the event `earlier` has happened."""

    later: str
    earlier: str


class Precedence(ClauseFormalism[Order]):
    """Pairs of events in a fixed order, compared by transitive closure."""

    id = "precedence"

    def _clause(self, text: str, structure: Structure) -> Order:
        found = _NEVER_PRECEDES.fullmatch(text) or _ONLY_AFTER.fullmatch(text)
        if found is None:
            raise FormulaError("write, for example, `send never precedes connect`")
        return Order(structure.event(found[1]), structure.event(found[2]))

    def _check_together(self, formula: frozenset[Order]) -> None:
        for order in sorted(formula):
            if order.later == order.earlier:
                raise FormulaError(f"`{order.later}` cannot wait for itself")
            if order.later in _reachable(order.earlier, formula):
                raise FormulaError(f"`{order.later}` and `{order.earlier}` wait for each other")

    def _follows(self, clause: Order, formula: frozenset[Order]) -> bool:
        return clause.earlier in _reachable(clause.later, formula)

    def _words(self, clause: Order) -> str:
        return f"the order `{clause.earlier}`, then `{clause.later}` (never the other way round)"


def _reachable(start: str, formula: Iterable[Order]) -> set[str]:
    """Return all events before `start`; iterative, so long chains are harmless."""
    earlier: dict[str, list[str]] = {}
    for order in formula:
        earlier.setdefault(order.later, []).append(order.earlier)
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for event in earlier.get(waiting.pop(), ()):
            if event not in found:
                found.add(event)
                waiting.append(event)
    return found
