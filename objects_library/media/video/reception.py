# SPDX-License-Identifier: BSD-3-Clause
"""The reception of a stream: which frames to use, losses, and reports; no I/O."""

from __future__ import annotations

from uuid import UUID

from objects_library.media.video.packets import VideoPacket, is_keyframe

_REPORT_ANYWAY = 3
"""Of so many reports one is sent when there are no problems."""
_WORTH_TELLING = (0.02, 0.25, 0.6)


class Reception:
    """Tracks the frames of one stream at a time."""

    def __init__(self) -> None:
        self.stream: UUID | None = None
        self.needs_key = False
        self._last = 0
        self._came, self._missed = 0, 0
        self._soonest: float | None = None
        self._lag = 0.0
        self._untold = 0

    def follow(self, stream: UUID | None) -> None:
        """Follow another stream, or none."""
        self.__init__()  # type: ignore[misc]
        self.stream = stream
        self.needs_key = stream is not None

    def restart(self) -> None:
        """Drop frames until the next key frame."""
        self.needs_key = self.stream is not None

    def take(self, packet: VideoPacket, now: float) -> bool:
        """Whether a frame is to be decoded."""
        if packet.stream != self.stream or packet.number <= self._last:
            return False
        missing = packet.number - self._last - 1 if self._last else 0
        self._last = packet.number
        self._came += 1
        if missing:
            self._missed += missing
            self.needs_key = True
        # Clocks differ: lag is measured against the fastest frame so far.
        took = now - packet.at
        self._soonest = took if self._soonest is None else min(self._soonest, took)
        self._lag = max(self._lag, took - self._soonest)
        if is_keyframe(packet.data):
            self.needs_key = False
        return not self.needs_key

    def keeping_up(self, dropped: int, busy: float) -> tuple[float, float, float] | None:
        """Loss, lag and load since the last call; None if not worth sending."""
        expected = self._came + self._missed
        if not expected:
            return None
        found = min(1.0, (self._missed + max(0, dropped)) / expected), self._lag, min(max(busy, 0.0), 10.0)
        self._came, self._missed, self._lag = 0, 0, 0.0
        self._untold += 1
        if self._untold < _REPORT_ANYWAY and all(
            value <= worth for value, worth in zip(found, _WORTH_TELLING, strict=True)
        ):
            return None
        self._untold = 0
        return found
