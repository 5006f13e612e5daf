# SPDX-License-Identifier: BSD-3-Clause
"""Verdicts: whether a relation between two types holds, and if not, which parts fail and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .adapters import AdapterOffer


_UNSPOKEN = ("constraint", "clause")
"""Steps that the text of a reason names already."""


class Step(NamedTuple):
    """One step of the path to a part: an event, a field, an endpoint …, by name if it has one."""

    kind: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind} `{self.name}`" if self.name else self.kind


@dataclass(frozen=True)
class Reason:
    """Why a relation fails: a leaf is a failing part, a reason with children contains them.

    The path is relative to the parent. The text has the placeholders {left} and {right} for the names of the
    two sides, which `render` fills in.
    """

    kind: str
    path: tuple[Step, ...]
    text: str
    children: tuple[Reason, ...] = ()
    offers: tuple[AdapterOffer, ...] = ()

    def leaves(self) -> Iterator[Reason]:
        """Yield the failing parts, each with its whole path from here."""
        if not self.children:
            yield self
        for child in self.children:
            for leaf in child.leaves():
                yield replace(leaf, path=self.path + leaf.path)

    def render(self, left: str, right: str) -> str:
        """Return the reason in words, after the path to the failing part."""
        words = self.text.format(left=f"`{left}`", right=f"`{right}`")
        way = ", ".join(str(step) for step in self.path if step.kind not in _UNSPOKEN)
        return f"{way}: {words}" if way else words


@dataclass(frozen=True)
class Verdict:
    """Whether a relation holds; if not, the tree of reasons."""

    holds: bool
    reasons: tuple[Reason, ...] = ()

    def __bool__(self) -> bool:
        return self.holds

    def leaves(self) -> list[Reason]:
        """Return exactly the parts that fail, each with its whole path."""
        return [leaf for reason in self.reasons for leaf in reason.leaves()]

    def explain(self, left: str = "the first", right: str = "the second") -> list[str]:
        """Return the failing parts in plain words, one text each, with the names of the two sides."""
        return [leaf.render(left, right) for leaf in self.leaves()]


HOLDS = Verdict(True)


def verdict_of(reasons: tuple[Reason, ...]) -> Verdict:
    """Return the verdict, which holds when there are no reasons."""
    return Verdict(False, reasons) if reasons else HOLDS


def literally(text: str) -> str:
    """Escape untrusted text for the text of a reason."""
    return text.replace("{", "{{").replace("}", "}}")
