# SPDX-License-Identifier: BSD-3-Clause
"""The broadcast of this copy: a streamer, and its bitrate adaptation."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from uuid import UUID, uuid4

from app.runtime.library import Cancellable, Context
from objects_library.media.video.bitrate_ladder import BitrateAdaptation, levels
from objects_library.media.video.packets import LARGEST, VideoPacket, frame
from objects_library.media.video.sources import open_source
from objects_library.media.video.streamer import EncodedFrame, News, SourceOpened, Streamer

_LOOK = 1.0
"""Seconds between two decisions about the level."""


def _ignore(*_: object) -> None:
    """The default callback; it ignores the event."""


class Broadcast:
    """One stream, from opening its source until it is stopped."""

    def __init__(self, context: Context, me: UUID, source: str, detail: str, height: int, rate: float) -> None:
        self._context, self._me = context, me
        self.stream = uuid4()
        self.source, self.detail = source, detail
        self.duration = 0.0
        self.begun = False
        """Whether it was announced to all."""
        self._number, self._place = 0, 0.0
        self._adaptation = BitrateAdaptation(levels(height, rate))
        self._looking: Cancellable | None = None
        self.on_opened: Callable[[Broadcast], object] = _ignore
        self.on_ended: Callable[[Broadcast, str], object] = _ignore
        self.on_frame: Callable[[VideoPacket], object] = _ignore
        self.on_level: Callable[[int, float, int, bool], object] = _ignore
        self._streamer = Streamer(
            lambda: open_source(source, detail, rate),
            self._adaptation.level,
            lambda news: context.post(self._handle_event, news),
        )

    def start(self) -> None:
        """Open the source."""
        self._streamer.start()

    def begin(self) -> None:
        """Start sending, after the announcement."""
        if not self.begun:
            self.begun = True
            self._streamer.want_key()
            self._looking = self._context.every(_LOOK, self._look)
            self._notify_level()

    def play(self, playing: bool, position: float, near: float) -> None:
        """Play or pause; positions within a tolerance are the same."""
        at_end = not playing and self.duration and position >= self.duration
        same = at_end or abs(position - self._place) < near
        self._streamer.play(playing, None if same else position)

    def want_key(self) -> None:
        """Request a key frame for a newcomer."""
        self._streamer.want_key()

    def report(self, by: UUID, lost: float, lag: float, busy: float) -> None:
        """Handle a report of a viewer."""
        self._adaptation.report(by, lost, lag, busy, monotonic())

    def stop(self) -> None:
        """Stop."""
        if self._looking is not None:
            self._looking.cancel()
        self._streamer.stop()
        self.on_opened = self.on_ended = self.on_frame = self.on_level = _ignore

    def _handle_event(self, news: News) -> None:
        if isinstance(news, EncodedFrame):
            self._streamer.sent()
            self._place = news.position
            if self.begun and len(news.data) <= LARGEST:
                self._number += 1
                self.on_frame(frame(self._me, self.stream, self._number, news.at, news.position, news.data))
        elif isinstance(news, SourceOpened):
            self.duration = news.duration
            self.on_opened(self)
        else:
            self.on_ended(self, news.reason)

    def _look(self) -> None:
        now = monotonic()
        self._adaptation.report(self._me, 0.0, 0.0, self._streamer.busy, now)
        if self._adaptation.look(now):
            self._streamer.set_level(self._adaptation.level)
            self._notify_level()

    def _notify_level(self) -> None:
        level = self._adaptation.level
        self.on_level(level.height, level.rate, level.bits, self._adaptation.place == 0)
