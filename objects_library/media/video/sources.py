# SPDX-License-Identifier: BSD-3-Clause
"""Sources of frames: test picture, film, camera, screen. They may block."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import av
from av.container import InputContainer
from av.video.frame import VideoFrame

from objects_library.media.video.pattern import recipe, with_clock
from objects_library.media.video.rotation import FrameRotator

_RATE = 30
_LARGEST_SIDE = 8_192
_FILMS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,ogg,mpeg,mpegts,flv,asf,gif,ivf,h264,hevc,m4v,mjpeg,nut"
"""Containers that hold their frames themselves: no playlists, no addresses."""
_NO_CAMERA = "there is no camera here; plug one in, and try again"


class SourceError(Exception):
    """Nothing can be captured; the text says why."""


class Source:
    """A source of frames with their position in seconds.

    `paced` is true for a source that delivers in real time.
    """

    paced = False
    duration = 0.0

    def __init__(self, container: InputContainer) -> None:
        self._container = container
        if not container.streams.video:
            container.close()
            raise SourceError("there are no pictures in it")
        self._stream = container.streams.video[0]
        self.width, self.height = self._stream.codec_context.width, self._stream.codec_context.height
        if not (0 < self.width <= _LARGEST_SIDE and 0 < self.height <= _LARGEST_SIDE):
            container.close()
            raise SourceError(f"its pictures are not between 1 and {_LARGEST_SIDE:,} pixels wide and high")
        self._stream.codec_context.thread_count = 2
        self._frames: Iterator[VideoFrame] = container.decode(self._stream)
        self._first: float | None = None
        self._wanted = 0.0

    def read(self) -> tuple[VideoFrame, float] | None:
        """The next frame and its position; None at the end."""
        while True:
            try:
                frame = next(self._frames, None)
            except EOFError:
                frame = None
            except (av.FFmpegError, OSError) as error:
                raise SourceError(_words(error)) from None
            if frame is None:
                return None
            position = self._place(frame)
            if position >= self._wanted:
                return frame, position

    def seek(self, position: float) -> None:  # noqa: ARG002 - a film needs it
        """Seek."""
        raise SourceError("only a film can be moved about in")

    def close(self) -> None:
        """Release everything."""
        self._container.close()

    def _place(self, frame: VideoFrame) -> float:
        pts, base = frame.pts, frame.time_base
        time = float(pts * base) if pts is not None and base else 0.0
        if self._first is None:
            self._first = time
        return max(0.0, time - self._first)


class Pattern(Source):
    """A generated test picture with a clock."""

    def __init__(self) -> None:
        super().__init__(_opened(recipe(_RATE), "lavfi"))

    def read(self) -> tuple[VideoFrame, float] | None:
        """The next frame with the time."""
        found = super().read()
        return None if found is None else (with_clock(*found, datetime.now().astimezone()), found[1])


class Film(Source):
    """A film file."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise SourceError(f"{path.name} is not there any more")
        options = {"protocol_whitelist": "file", "format_whitelist": _FILMS}
        super().__init__(_opened(str(path), None, options))
        start = self._stream.start_time
        self._first = float(start * self._stream.time_base) if start and self._stream.time_base else None
        self.duration = (self._container.duration or 0) / av.time_base
        self._upright = FrameRotator()

    def seek(self, position: float) -> None:
        """Seek exactly: frames before the position are decoded and dropped."""
        self._wanted = max(0.0, position)
        base = self._first or 0.0
        try:
            self._container.seek(round((self._wanted + base) * av.time_base))
        except (av.FFmpegError, OSError) as error:
            raise SourceError(_words(error)) from None
        self._frames = self._container.decode(self._stream)

    def read(self) -> tuple[VideoFrame, float] | None:
        """The next frame; seeks if its position is behind the last one."""
        found = super().read()
        if found is None:
            return None
        self._wanted = 0.0
        return self._upright(found[0]), found[1]


class Screen(Source):
    """The screen with the pointer."""

    paced = True

    def __init__(self, rate: float) -> None:
        super().__init__(_opened(screen_name(), "x11grab", {"framerate": f"{rate:g}", "draw_mouse": "1"}))


class Camera(Source):
    """A camera, in its preferred size up to full HD."""

    paced = True

    def __init__(self, device: str) -> None:
        if device not in cameras():
            raise SourceError(_NO_CAMERA)
        try:
            opened = _opened(device, "v4l2", {"framerate": str(_RATE), "video_size": "1280x720"})
        except SourceError:
            opened = _opened(device, "v4l2")  # the size is not supported
        super().__init__(opened)


def cameras() -> list[str]:
    """The devices of this computer that may be cameras."""
    return sorted(str(path) for path in Path("/dev").glob("video[0-9]*"))


def screen_name() -> str:
    """The screen to capture; raises SourceError without one."""
    if os.environ.get("WAYLAND_DISPLAY"):
        raise SourceError("this desktop (Wayland) lets no program look at the screen; log in with X11")
    display = os.environ.get("DISPLAY", "")
    if not display:
        raise SourceError("there is no screen here that can be captured")
    return display


def open_source(kind: str, detail: str, rate: float) -> Source:
    """Open a source; raises SourceError with a plain explanation. Blocks."""
    if kind == "test":
        return Pattern()
    if kind == "film":
        return Film(Path(detail))
    if kind == "camera":
        return Camera(detail)
    if kind == "screen":
        return Screen(rate)
    raise SourceError(f"nobody can show {kind[:20]!r}")


def _opened(what: str, kind: str | None, options: dict[str, str] | None = None) -> InputContainer:
    try:
        found: Any = av.open(what, format=kind, options=options or {})
    except (av.FFmpegError, OSError, ValueError) as error:
        raise SourceError(_words(error)) from None
    assert isinstance(found, InputContainer)
    return found


def _words(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"it cannot be read ({reason[:120]})"
