# SPDX-License-Identifier: BSD-3-Clause
"""Effects: changes of an object that events of others cause, each once, however many copies see the cause."""

from __future__ import annotations

import random
from typing import Any

from app.runtime.library import Cause, Context
from app.runtime.storage.documents.change import EFFECT_KEY_BYTES
from objects_library.replication.replica import Replica

_PATIENCE = (1.5, 3.0)
"""Seconds after which a copy performs what the copy where the cause arose has not; the first spares the others."""
_MOST_WAITING = 10_000
_DEEPEST = 16
_CIRCLE = "the wires lead in a circle; remove one of them"
ONCE = {"reliability": "exactly once"}
"""What an endpoint provides that performs effects; wires there are effects, others are derived."""


class Effects:
    """Turns causes that arrive at one copy of an object into changes.

    The copy where the cause arose performs the effect at once. The others wait for it, and perform it when it does
    not come: the other computer may have been switched off in between. The channel applies one change per key.
    """

    def __init__(self, context: Context, replica: Replica) -> None:
        self._context = context
        self._replica = replica
        self._early: list[tuple[str, Cause, Any]] = []
        self._waiting = 0
        replica.at_start.append(self._begin)

    def perform(self, inlet: str, cause: Cause, change: Any) -> None:
        """Make a change because of a cause that came in at an endpoint."""
        if cause.again:
            return
        if cause.depth >= _DEEPEST:
            self._replica.refuse_here(_CIRCLE)
        elif not self._replica.live:
            if len(self._early) < _MOST_WAITING:
                self._early.append((inlet, cause, change))
        elif cause.id and self._replica.performs_once:
            key = cause.key(inlet, EFFECT_KEY_BYTES - 1) + bytes([cause.depth + 1])
            self._perform_once(key, cause.own, change)
        elif cause.own:
            self._replica.send(change, depth=cause.depth + 1)

    def _begin(self) -> None:
        early, self._early = self._early, []
        for effect in early:
            self.perform(*effect)

    def _perform_once(self, key: bytes, own: bool, change: Any) -> None:
        if key in self._replica.performed:
            return
        if own:
            self._replica.perform(key, change)
        elif self._waiting < _MOST_WAITING:
            self._waiting += 1
            seconds = random.uniform(*_PATIENCE)  # noqa: S311 - it spreads the copies, and nothing is secret
            self._context.later(seconds, lambda: self._perform_for_another(key, change))

    def _perform_for_another(self, key: bytes, change: Any) -> None:
        self._waiting -= 1
        if key not in self._replica.performed:
            self._replica.perform(key, change)
