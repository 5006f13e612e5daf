"""Conflation: a newer value takes the place of an older one that nobody has taken yet."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class ConflatedQueue(Generic[V]):
    """The newest value of each key, until somebody takes them all; never more than one of a key."""

    def __init__(self) -> None:
        self._values: dict[Hashable, V] = {}
        self.skipped = 0
        """How many values were replaced before anybody saw them."""

    def put(self, key: Hashable, value: V) -> bool:
        """Keep a value; True if there was nothing to be taken before."""
        first = not self._values
        if self._values.pop(key, self) is not self:
            self.skipped += 1
        self._values[key] = value
        return first

    def take(self) -> list[V]:
        """All values, the one that was longest unchanged first."""
        values, self._values = self._values, {}
        return list(values.values())
