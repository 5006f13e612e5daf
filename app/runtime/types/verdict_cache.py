# SPDX-License-Identifier: BSD-3-Clause
"""A bounded cache of verdicts, so that a wire between two known types is judged once."""

from __future__ import annotations

from .verdicts import Verdict

Key = tuple[str, int, str, str]
"""The relation, the state of the formalisms, and the digests of the two types."""

_MAX_REASONS = 64
"""Verdicts with more reasons than this are not cached."""


class VerdictCache:
    """Two generations: a full young table becomes the old one; hits in the old one become young again."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._young: dict[Key, Verdict] = {}
        self._old: dict[Key, Verdict] = {}

    def get(self, key: Key) -> Verdict | None:
        """Return the verdict, if it is cached."""
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: Key, verdict: Verdict) -> None:
        """Cache a verdict, unless it has too many reasons."""
        if len(verdict.leaves()) > _MAX_REASONS:
            return
        if len(self._young) >= self._size:
            self._old, self._young = self._young, {}
        self._young[key] = verdict

    def __len__(self) -> int:
        return len(self._young) + len(self._old)
