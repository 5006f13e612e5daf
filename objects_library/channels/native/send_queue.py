# SPDX-License-Identifier: BSD-3-Clause
"""A bounded queue of messages that wait until the group is joined."""

from __future__ import annotations

from collections import deque

MOST_BYTES = 64 * 1024 * 1024


class SendQueue:
    """Waiting messages; beyond the bound the oldest ones are dropped and counted."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def keep(self, message: bytes) -> None:
        """Append a message."""
        self._waiting.append(message)
        self._bytes += len(message)
        while self._bytes > self._most and len(self._waiting) > 1:
            self._bytes -= len(self._waiting.popleft())
            self.dropped += 1

    def take(self) -> list[bytes]:
        """Remove and return all messages in order, and reset the count of dropped ones."""
        taken = list(self._waiting)
        self._waiting.clear()
        self._bytes = self.dropped = 0
        return taken

    @property
    def reason(self) -> str | None:
        """A sentence about dropped messages, for people."""
        if not self.dropped:
            return None
        return f"{self.dropped:,} messages that waited are dropped: more than {self._most // 2**20} MB waited"
