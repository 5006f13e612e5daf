# SPDX-License-Identifier: BSD-3-Clause
"""Formalisms made of named properties, some of which imply others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .base import ClauseFormalism


class Property(NamedTuple):
    """A named property: what it directly implies, and how to describe it."""

    name: str
    implies: tuple[str, ...]
    words: str


Rule = tuple[frozenset[str], str]
"""Properties that together imply one more."""


class Implications:
    """The implications between properties; a set of rules, applied to a fixed point."""

    def __init__(self, properties: Iterable[Property], together: Iterable[Rule] = ()) -> None:
        self.properties: Mapping[str, Property] = {item.name: item for item in properties}
        self._rules: list[Rule] = [
            (frozenset([item.name]), implied) for item in self.properties.values() for implied in item.implies
        ]
        self._rules += together

    def closure(self, given: Iterable[str]) -> frozenset[str]:
        """Return everything implied by the given properties, themselves included."""
        known = set(given)
        grew = True
        while grew:
            new = {implied for needed, implied in self._rules if needed <= known} - known
            known |= new
            grew = bool(new)
        return frozenset(known)


class PropertyFormalism(ClauseFormalism[str]):
    """A formalism whose clauses are names of properties."""

    implications: Implications

    def _follows(self, clause: str, formula: frozenset[str]) -> bool:
        return clause in self.implications.closure(formula)

    def _words(self, clause: str) -> str:
        return self.implications.properties[clause].words
