# SPDX-License-Identifier: BSD-3-Clause
"""The state of a log, and its lost data."""

import enum
from dataclasses import dataclass


class Condition(enum.StrEnum):
    """The state in one word."""

    OK = "ok"
    FULL = "full"
    FAILING = "failing"
    DAMAGED = "damaged"
    CLOSED = "closed"


@dataclass(frozen=True)
class LogState:
    """The state of a log; as text `full: no space left on device`."""

    condition: Condition
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.condition}: {self.reason}" if self.reason else str(self.condition)

    @property
    def writable(self) -> bool:
        """Whether an append would succeed now."""
        return self.condition in (Condition.OK, Condition.DAMAGED)


@dataclass(frozen=True)
class Damage:
    """Data that was on disk and is unreadable now: records, or the state up to a position."""

    first: int
    last: int
    of_state: bool = False

    def __str__(self) -> str:
        if self.of_state:
            return f"the state up to record {self.last} is lost"
        if self.first == self.last:
            return f"record {self.first} is lost"
        return f"records {self.first} to {self.last} are lost"
