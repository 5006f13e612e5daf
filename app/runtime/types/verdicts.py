"""Verdicts: whether a relation between two types holds, and if not, exactly which parts fail and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .adapters import AdapterOffer


_UNSPOKEN = ("constraint", "clause")
"""Steps that the words of a reason say already."""


class Step(NamedTuple):
    """One step of the way to a part: an event, a field, an endpoint …, by name if it has one."""

    kind: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind} `{self.name}`" if self.name else self.kind


@dataclass(frozen=True)
class Reason:
    """Why a relation fails: a leaf is a part that fails, a reason with children says what contains them.

    The path leads here from the reason above. The text has the places {left} and {right} for the names of
    the two sides, and is filled in by `render`.
    """

    kind: str
    path: tuple[Step, ...]
    text: str
    children: tuple[Reason, ...] = ()
    offers: tuple[AdapterOffer, ...] = ()

    def leaves(self) -> Iterator[Reason]:
        """The failing parts, each with its whole path from here."""
        if not self.children:
            yield self
        for child in self.children:
            for leaf in child.leaves():
                yield replace(leaf, path=self.path + leaf.path)

    def render(self, left: str, right: str) -> str:
        """The reason in words, with the way to the part that fails in front."""
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
        """Exactly the parts that fail, each with its whole path."""
        return [leaf for reason in self.reasons for leaf in reason.leaves()]

    def explain(self, left: str = "the first", right: str = "the second") -> list[str]:
        """The failing parts in plain words, one text each, with the names of the two sides."""
        return [leaf.render(left, right) for leaf in self.leaves()]


HOLDS = Verdict(True)


def verdict_of(reasons: tuple[Reason, ...]) -> Verdict:
    """The verdict that holds when there is no reason against it."""
    return Verdict(False, reasons) if reasons else HOLDS


def literally(text: str) -> str:
    """Text from outside, made safe to stand in a reason's text."""
    return text.replace("{", "{{").replace("}", "}}")
