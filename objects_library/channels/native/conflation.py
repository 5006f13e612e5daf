# SPDX-License-Identifier: BSD-3-Clause
"""Conflation: a newer value replaces an older one that has not been consumed."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class ConflatedQueue(Generic[V]):
    """The newest value of each key until all are taken; at most one per key."""

    def __init__(self) -> None:
        self._values: dict[Hashable, V] = {}
        self.skipped = 0
        """The number of values replaced before they were consumed."""

    def put(self, key: Hashable, value: V) -> bool:
        """Add a value; True if the queue was empty."""
        first = not self._values
        if self._values.pop(key, self) is not self:
            self.skipped += 1
        self._values[key] = value
        return first

    def take(self) -> list[V]:
        """Remove and return all values, the least recently changed first."""
        values, self._values = self._values, {}
        return list(values.values())
