# SPDX-License-Identifier: BSD-3-Clause
"""Violations of guarantees, and the base class of checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

_MOST_OF_A_CHECK = 20


class TraceLine(NamedTuple):
    """A line of a trace."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Violation:
    """A violated guarantee, and the lines that show it."""

    check: str
    what: str
    places: tuple[TraceLine, ...]

    def __str__(self) -> str:
        return f"{self.check}: {self.what} ({', '.join(map(str, self.places))})"


class Check:
    """Checks one guarantee; keeps the first violations, and counts the rest."""

    name = ""

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.count = 0

    def add_violation(self, what: str, *places: TraceLine) -> None:
        """Record a violation."""
        self.count += 1
        if self.count <= _MOST_OF_A_CHECK:
            self.violations.append(Violation(self.name, what, places))
