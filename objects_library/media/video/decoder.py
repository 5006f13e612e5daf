# SPDX-License-Identifier: BSD-3-Clause
"""The decoder thread; late frames are decoded but not painted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Thread
from time import monotonic

import av
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame

from objects_library.media.video.packets import is_keyframe

_MOST_WAITING = 12
"""Frames that wait to be decoded; with more, all are skipped up to the next key frame."""


@dataclass(frozen=True)
class ReceivedFrame:
    """An encoded frame: number, capture time of the sender's clock, position in the film."""

    number: int
    at: float
    position: float
    data: bytes


@dataclass(frozen=True)
class DecodedFrame:
    """A decoded frame: BGRX pixels, `stride` bytes per row."""

    at: float
    position: float
    width: int
    height: int
    stride: int
    pixels: bytes
    full: tuple[int, int]
    """The size in which it was sent."""


class Decoder:
    """Decodes frames for one viewer. `show` and `lost` are called in its thread, the rest from any."""

    def __init__(self, show: Callable[[DecodedFrame], object], lost: Callable[[], object]) -> None:
        self._show, self._lost = show, lost
        self._news = Condition()
        self._waiting: deque[ReceivedFrame] = deque()
        self._begin, self._over = True, False
        self.room = (0, 0)
        """The size of the widget in pixels; larger frames are scaled down. None keeps their size."""
        self.shown = 0
        self.dropped = 0
        self.worked = 0.0
        """Seconds of decoding and painting so far."""
        self._thread: Thread | None = None

    def give(self, frame: ReceivedFrame) -> None:
        """Queue a frame."""
        with self._news:
            if self._begin and not is_keyframe(frame.data):
                self.dropped += 1
                return
            behind = len(self._waiting) >= _MOST_WAITING
            if behind or is_keyframe(frame.data):
                self.dropped += len(self._waiting)
                self._waiting.clear()
            self._begin = behind and not is_keyframe(frame.data)
            if self._begin:
                self.dropped += 1
            else:
                self._waiting.append(frame)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="watching", daemon=True)
                self._thread.start()
            self._news.notify()
        if behind:
            self._lost()

    def forget(self) -> None:
        """Forget the stream, because the next frames are of another one."""
        with self._news:
            self._waiting.clear()
            self._begin = True

    def stop(self) -> None:
        """Stop the thread."""
        with self._news:
            self._over = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        decoder = _decoder()
        while True:
            with self._news:
                while not self._waiting and not self._over:
                    self._news.wait()
                if self._over:
                    return
                frame = self._waiting.popleft()
                last = not self._waiting
            started = monotonic()
            try:
                decoded = decoder.decode(av.Packet(frame.data))
                if decoded and last:
                    self._show(self._painted(decoded[-1], frame))
                    self.shown += 1
                else:
                    self.dropped += 1
            except (av.FFmpegError, ValueError):
                decoder = _decoder()
                self.forget()
                self.dropped += 1
                self._lost()
            self.worked += monotonic() - started

    def _painted(self, frame: VideoFrame, given: ReceivedFrame) -> DecodedFrame:
        width, height = frame.width, frame.height
        across, down = self.room
        if across and down:
            scale = min(1.0, across / width, down / height)
            width, height = max(2, round(width * scale) & ~1), max(2, round(height * scale) & ~1)
        made = frame.reformat(width, height, format="bgra", interpolation="FAST_BILINEAR")
        plane = made.planes[0]
        full = frame.width, frame.height
        return DecodedFrame(given.at, given.position, width, height, plane.line_size, bytes(plane), full)


def _decoder() -> VideoCodecContext:
    decoder = av.CodecContext.create("vp8", "r")
    assert isinstance(decoder, VideoCodecContext)
    decoder.thread_count = 1
    return decoder
