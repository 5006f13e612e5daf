# SPDX-License-Identifier: BSD-3-Clause
"""The undo history of one person."""

from __future__ import annotations

from typing import Generic
from uuid import UUID

from objects_library.replication.desktop.state import AppliedChange, I, P, ReplicatedItems

_MOST = 100
"""How many steps are kept."""


class UndoHistory(Generic[I, P]):
    """The steps of one person. Undo leaves fields that others have changed since."""

    def __init__(self) -> None:
        self._done: list[tuple[UUID, dict[UUID, tuple[I | None, I | None]]]] = []
        """For each step, the items before and after it; None for an item that did not exist."""
        self._undone: list[dict[UUID, tuple[I | None, I | None]]] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._undone)

    def note(self, step: UUID, before: dict[UUID, I], things: ReplicatedItems[I, P], done: AppliedChange[I, P]) -> None:
        """Record a change of this person; changes of one step are undone together."""
        self._undone.clear()
        if not self._done or self._done[-1][0] != step:
            self._done.append((step, {}))
            del self._done[:-_MOST]
        entries = self._done[-1][1]
        for name in done.items:
            first = entries[name][0] if name in entries else before.get(name)
            entries[name] = first, things.items.get(name)

    def undo(self, things: ReplicatedItems[I, P]) -> AppliedChange[I, P] | None:
        """The change that reverts the last step as far as possible; None without a step."""
        if not self._done:
            return None
        _, step = self._done.pop()
        back = {name: (after, before) for name, (before, after) in step.items()}
        self._undone.append(step)
        return _towards(back, things)

    def redo(self, things: ReplicatedItems[I, P], step: UUID) -> AppliedChange[I, P] | None:
        """The change that repeats the last undone step."""
        if not self._undone:
            return None
        again = self._undone.pop()
        self._done.append((step, again))
        return _towards(again, things)


def _towards(step: dict[UUID, tuple[I | None, I | None]], things: ReplicatedItems[I, P]) -> AppliedChange[I, P]:
    """The change from the first to the second of each pair, where the first is still the present state."""
    put: list[I] = []
    patches: list[P] = []
    removed: list[UUID] = []
    for name, (start, goal) in step.items():
        now = things.items.get(name)
        if goal is None:
            if now is not None:
                removed.append(name)
        elif start is None:
            if now is None:
                put.append(goal)
        elif now is not None:
            changed = {
                field: getattr(goal, field)
                for field in things.fields
                if getattr(start, field) != getattr(goal, field) and getattr(now, field) == getattr(start, field)
            }
            if changed:
                patches.append(things.new_patch(name, **changed))
    return AppliedChange(put, patches, removed)
