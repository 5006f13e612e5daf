# SPDX-License-Identifier: BSD-3-Clause
"""Merging: how concurrent changes to the same thing are merged."""

from __future__ import annotations

from .base import FormulaError, Structure
from .properties import Implications, Property, PropertyFormalism

_PROPERTIES = [
    Property("converges", (), "copies that agree once all have seen the same changes"),
    # The outcome of concurrent changes.
    Property("nothing lost", ("converges",), "changes of which none is lost (those made at the same time all count)"),
    Property("any order", ("converges",), "changes that give the same in whatever order they arrive"),
    Property("last writer", ("converges",), "the last writer's value (of changes at the same time one remains)"),
    Property(
        "last writer per part",
        ("converges",),
        "the last writer's value in each part (changes to different parts never undo each other)",
    ),
    Property("first writer", ("converges",), "the first writer's claim (whoever comes later is refused and told so)"),
    # The technique.
    Property("adds", ("nothing lost", "any order"), "sums (all that was added counts, in whatever order)"),
    Property(
        "crdt",
        ("nothing lost", "any order"),
        "merging by structure, as a CRDT does (all edits count, at their place, in whatever order)",
    ),
]


class Merging(PropertyFormalism):
    """Named rules for merging, compared by implication."""

    id = "merge"
    implications = Implications(_PROPERTIES)

    def _clause(self, text: str, _structure: Structure) -> str:
        name = " ".join(text.casefold().replace("-", " ").split())
        if name not in self.implications.properties:
            raise FormulaError(f"there is no such rule; there are {', '.join(self.implications.properties)}")
        return name
