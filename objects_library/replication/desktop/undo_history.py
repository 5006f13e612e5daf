"""What one person did, to be undone and done again by that person alone."""

from __future__ import annotations

from typing import Generic
from uuid import UUID

from objects_library.replication.desktop.state import AppliedChange, I, P, ReplicatedItems

_MOST = 100
"""How many steps are remembered."""


class UndoHistory(Generic[I, P]):
    """Steps of one person. What somebody else has changed since then stays as that one left it."""

    def __init__(self) -> None:
        self._done: list[tuple[UUID, dict[UUID, tuple[I | None, I | None]]]] = []
        """What the things were before and after each step, by name; what was not there is none."""
        self._undone: list[dict[UUID, tuple[I | None, I | None]]] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to do again."""
        return bool(self._undone)

    def note(
        self, step: UUID, before: dict[UUID, I], things: ReplicatedItems[I, P], done: AppliedChange[I, P]
    ) -> None:
        """Something of this person was done; what belongs to one step is undone as a whole."""
        self._undone.clear()
        if not self._done or self._done[-1][0] != step:
            self._done.append((step, {}))
            del self._done[:-_MOST]
        entries = self._done[-1][1]
        for name in done.items:
            first = entries[name][0] if name in entries else before.get(name)
            entries[name] = first, things.items.get(name)

    def undo(self, things: ReplicatedItems[I, P]) -> AppliedChange[I, P] | None:
        """What takes back the last step, as far as it still stands; none if there is no step."""
        if not self._done:
            return None
        _, step = self._done.pop()
        back = {name: (after, before) for name, (before, after) in step.items()}
        self._undone.append(step)
        return _towards(back, things)

    def redo(self, things: ReplicatedItems[I, P], step: UUID) -> AppliedChange[I, P] | None:
        """What repeats the last step that was taken back."""
        if not self._undone:
            return None
        again = self._undone.pop()
        self._done.append((step, again))
        return _towards(again, things)


def _towards(
    step: dict[UUID, tuple[I | None, I | None]], things: ReplicatedItems[I, P]
) -> AppliedChange[I, P]:
    """What leads from the first to the second of each pair, where the first still holds."""
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
                if getattr(start, field) != getattr(goal, field)
                and getattr(now, field) == getattr(start, field)
            }
            if changed:
                patches.append(things.new_patch(name, **changed))
    return AppliedChange(put, patches, removed)
