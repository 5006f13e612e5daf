# SPDX-License-Identifier: BSD-3-Clause
"""Operators that send events at times which every copy knows, so that each has one cause everywhere."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from app.runtime.library import Cause, Context
from app.runtime.library.cause import CAUSE_BYTES
from objects_library.values.operator_ends import TellsMoments

_LONGEST_WAIT = 600.0
"""Seconds; then the clock is looked at again, which may have been set."""


class Ticks(TellsMoments):
    """The base of timers: `next_time` says when the next event is due."""

    def __init__(self, context: Context, rule: str) -> None:
        super().__init__(context, rule)
        self._due: datetime | None = None

    def next_time(self, now: datetime) -> datetime | None:
        """The first time after now at which an event is due; None if there is none."""
        raise NotImplementedError

    def start(self) -> None:
        """Wait for the next event."""
        now = datetime.now(UTC)
        self._due = self.next_time(now)
        self._wait(now)

    def compute(self) -> datetime | None:
        """The last time."""
        return self.output if isinstance(self.output, datetime) else None

    def _wait(self, now: datetime) -> None:
        if self._due is not None:
            seconds = max(0.0, (self._due - now).total_seconds())
            self._context.later(min(seconds, _LONGEST_WAIT), self._look)

    def _look(self) -> None:
        now = datetime.now(UTC)
        if self._due is None or now < self._due:
            self._wait(now)
            return
        due, self._due = self._due, self.next_time(now)
        self.output = due
        self.tell_moment(due, self._cause_of(due))
        self.show()
        self._wait(now)

    def _cause_of(self, due: datetime) -> Cause:
        """The cause of a tick, from the time at which it was due: the same in every copy, whoever is late."""
        name = f"{self._context.name}\0{due.astimezone(UTC).isoformat()}"
        return Cause(hashlib.blake2b(name.encode(), digest_size=CAUSE_BYTES).digest(), own=True, at=due)
