# SPDX-License-Identifier: BSD-3-Clause
"""The streamer thread: captures, paces and encodes; late frames are skipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from threading import Condition, Thread
from time import monotonic

import av
from av.video.codeccontext import VideoCodecContext
from av.video.frame import PictureType, VideoFrame

from objects_library.media.video.bitrate_ladder import Level, size_at
from objects_library.media.video.sources import Source, SourceError

_TICKS = 1_000
_LONGEST_CHAIN = 300
"""The interval of key frames without requests."""
_MOST_UNSENT = 6
_TOO_LATE = 1.0
"""Seconds: a larger backlog is skipped."""
_AGAIN = 0.5
"""Seconds between two requested key frames, so that many newcomers share one."""


@dataclass(frozen=True)
class EncodedFrame:
    """An encoded frame: local capture time, position in the film, size, and bytes."""

    at: float
    position: float
    width: int
    height: int
    data: bytes


@dataclass(frozen=True)
class SourceOpened:
    """A source was opened; its duration in seconds, if it has one."""

    duration: float


@dataclass(frozen=True)
class SourceEnded:
    """A film has ended, or a source has failed with a reason."""

    reason: str = ""


News = EncodedFrame | SourceOpened | SourceEnded


class Streamer:
    """Captures and encodes in a thread. `notify` is called in it; other methods never block."""

    def __init__(self, open_it: Callable[[], Source], level: Level, notify: Callable[[News], object]) -> None:
        self._open, self._notify = open_it, notify
        self._news = Condition()
        self._level = level
        self._playing, self._over, self._key_wanted = True, False, False
        self._target: float | None = None
        self._unsent = 0
        self._encoder: VideoCodecContext | None = None
        self._encoding: Level | None = None
        self._count = 0
        self._last: VideoFrame | None = None
        self._last_place = 0.0
        self._key_at = -1e9
        self.busy = 0.0
        """The recent share of time that encoding takes."""
        self._thread = Thread(target=self._run, name="video", daemon=True)

    def start(self) -> None:
        """Start to capture."""
        self._thread.start()

    def play(self, playing: bool, position: float | None = None) -> None:
        """Play or pause, optionally at another position."""
        with self._news:
            self._playing = playing
            if position is not None:
                self._target = position
            self._news.notify()

    def set_level(self, level: Level) -> None:
        """Set the level from the next frame on."""
        with self._news:
            self._level = level
            self._news.notify()

    def want_key(self) -> None:
        """Request a key frame."""
        with self._news:
            self._key_wanted = True
            self._news.notify()

    def sent(self) -> None:
        """Confirm that a frame was sent; the number of waiting frames is bounded."""
        with self._news:
            self._unsent -= 1

    def stop(self) -> None:
        """Stop; the thread closes its resources."""
        with self._news:
            self._over = True
            self._news.notify()

    def join(self, seconds: float) -> bool:
        """Wait for the end of the thread; returns whether it ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            source = self._open()
        except SourceError as error:
            self._notify(SourceEnded(str(error)))
            return
        try:
            self._notify(SourceOpened(source.duration))
            self._stream(source)
        except SourceError as error:
            self._notify(SourceEnded(str(error)))
        except av.FFmpegError as error:
            self._notify(SourceEnded(f"it cannot be encoded ({error})"))
        finally:
            source.close()

    def _stream(self, source: Source) -> None:
        """Stream frames at their times; a paused frame is encoded again for newcomers."""
        began, place_then, ended = monotonic(), 0.0, False
        last_sent = -1e9
        while True:
            with self._news:
                idle = not self._playing or ended
                if idle and not (self._over or self._target is not None or self._key_wanted):
                    self._news.wait()
                    began, place_then = monotonic(), self._last_place
                    continue
                over, target = self._over, self._target
                self._target = None
            if over:
                return
            if target is not None:
                source.seek(target)
                ended = False
            elif idle:
                if self._last is not None and not self._wait_for_key():
                    self._encode(self._last, self._last_place, monotonic(), key=True)
                continue
            found = source.read()
            if found is None:
                ended = True
                self._notify(SourceEnded())
                with self._news:
                    self._playing = False
                continue
            frame, place = found
            now = monotonic()
            if target is not None or place < place_then:
                began, place_then, last_sent = now, place, -1e9
            due = now if source.paced else began + place - place_then
            if now - due > _TOO_LATE:
                began, place_then, due = now, place, now
            if not self._sleep_until(due):
                continue
            self._last, self._last_place = frame, place
            gap = 1 / self._level.rate
            key = self._key_is_due()
            late = not source.paced and monotonic() - due > gap
            often = place - last_sent < 0.9 * gap and target is None
            if (late or often) and not key:
                continue
            last_sent = place
            self._encode(frame, place, now if source.paced else max(due, now), key=key)

    def _sleep_until(self, due: float) -> bool:
        """Sleep until a time; returns False if another command comes first."""
        with self._news:
            while (left := due - monotonic()) > 0:
                if self._over or self._target is not None or not self._playing:
                    return False
                self._news.wait(left)
        return True

    def _key_is_due(self) -> bool:
        return self._key_wanted and monotonic() - self._key_at >= _AGAIN

    def _wait_for_key(self) -> bool:
        """Whether another key frame would be too soon; waits for a part of the time."""
        left = self._key_at + _AGAIN - monotonic()
        if left <= 0:
            return False
        with self._news:
            self._news.wait(left)
        return True

    def _encode(self, frame: VideoFrame, place: float, at: float, *, key: bool) -> None:
        with self._news:
            level = self._level
            if self._unsent >= _MOST_UNSENT:
                self._key_wanted = True  # the consumer is too slow: skip frames, then continue with a key frame
                return
        started = monotonic()
        if self._encoder is None or level is not self._encoding:
            self._encoder, self._encoding = _encoder(level, frame.width, frame.height), level
            key = True
        encoder = self._encoder
        made = frame.reformat(encoder.width, encoder.height, format="yuv420p", interpolation="FAST_BILINEAR")
        self._count += 1
        made.pts, made.time_base = round(self._count * _TICKS / level.rate), Fraction(1, _TICKS)
        made.pict_type = PictureType.I if key else PictureType.NONE
        if key:
            self._key_at = started
            with self._news:
                self._key_wanted = False
        for packet in encoder.encode(made):
            with self._news:
                self._unsent += 1
            self._notify(EncodedFrame(at, place, encoder.width, encoder.height, bytes(packet)))
        self.busy += 0.1 * ((monotonic() - started) * level.rate - self.busy)


def _encoder(level: Level, width: int, height: int) -> VideoCodecContext:
    """VP8: free to use, fast in software, decoded in a millisecond or two."""
    encoder = av.CodecContext.create("libvpx", "w")
    assert isinstance(encoder, VideoCodecContext)
    encoder.width, encoder.height = size_at(level, width, height)
    encoder.pix_fmt = "yuv420p"
    encoder.time_base = Fraction(1, _TICKS)
    encoder.framerate = Fraction(round(level.rate * 100), 100)
    encoder.bit_rate = level.bits
    encoder.gop_size = _LONGEST_CHAIN
    encoder.options = {
        "deadline": "realtime",
        "cpu-used": "16",
        "lag-in-frames": "0",
        "threads": "1",
        "maxrate": str(level.bits),
        "bufsize": str(level.bits),
        "max-intra-rate": "900",
    }
    return encoder
