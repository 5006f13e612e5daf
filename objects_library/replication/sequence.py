# SPDX-License-Identifier: BSD-3-Clause
"""A replicated sequence; items have ids, so positions survive concurrent changes."""

from __future__ import annotations

from collections import deque
from typing import Any
from uuid import UUID

from objects_library.replication.replica import RefusedChangeError

LARGEST = 100_000
"""The largest number of items."""
REMEMBERED = 1_000
"""How many removed items keep their position, for changes that still refer to them."""


class Sequence:
    """Items in order; a removed item keeps its position for a while."""

    def __init__(self) -> None:
        self._order: list[UUID] = []
        self.values: dict[UUID, Any] = {}
        self._removed: deque[UUID] = deque()

    def insert(self, item: UUID, value: Any, after: UUID | None) -> None:
        """Insert an item behind another, or first."""
        if item in self.values or item in self._removed:
            raise RefusedChangeError("an item of that name is or was there already")
        if len(self.values) >= LARGEST:
            raise RefusedChangeError(f"the list has {LARGEST} items already")
        self._order.insert(self._place_behind(after), item)
        self.values[item] = value

    def move(self, item: UUID, after: UUID | None) -> None:
        """Move an item behind another, or to the front."""
        self._require(item)
        if after == item:
            raise RefusedChangeError("nothing stands behind itself")
        self._order.remove(item)
        self._order.insert(self._place_behind(after), item)

    def replace(self, item: UUID, value: Any) -> None:
        """Replace the value of an item."""
        self._require(item)
        self.values[item] = value

    def remove(self, item: UUID) -> None:
        """Remove an item; its position is remembered."""
        self._require(item)
        del self.values[item]
        self._removed.append(item)
        if len(self._removed) > REMEMBERED:
            self._order.remove(self._removed.popleft())

    def before(self, item: UUID) -> UUID | None:
        """The visible item before this one."""
        place = self._order.index(item)
        return next((each for each in reversed(self._order[:place]) if each in self.values), None)

    def items(self) -> list[tuple[UUID, Any]]:
        """The visible items in order."""
        return [(item, self.values[item]) for item in self._order if item in self.values]

    def state(self) -> dict[str, Any]:
        """The whole state, including the positions of removed items."""
        items = [{"item": each, "value": [self.values[each]] if each in self.values else []} for each in self._order]
        return {"items": items, "removed": list(self._removed)}

    @classmethod
    def of(cls, state: dict[str, Any]) -> Sequence:
        """The sequence in the state of another copy."""
        made = cls()
        made._order = [each["item"] for each in state["items"]]
        made.values = {each["item"]: each["value"][0] for each in state["items"] if each["value"]}
        made._removed = deque(state["removed"])
        return made

    def _require(self, item: UUID) -> None:
        if item not in self.values:
            raise RefusedChangeError("there is no such item, or no longer")

    def _place_behind(self, after: UUID | None) -> int:
        """Where an item goes; behind an unknown item is the end."""
        if after is None:
            return 0
        try:
            return self._order.index(after) + 1
        except ValueError:
            return len(self._order)
