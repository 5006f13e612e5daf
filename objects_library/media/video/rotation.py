# SPDX-License-Identifier: BSD-3-Clause
"""The rotation of films recorded in portrait orientation."""

from __future__ import annotations

from fractions import Fraction

from av.filter import Graph
from av.filter.context import FilterContext
from av.video.frame import VideoFrame

_TURNS = {90: [("transpose", "clock")], 180: [("hflip", ""), ("vflip", "")], 270: [("transpose", "cclock")]}
"""The filters that rotate clockwise by so many degrees."""


class FrameRotator:
    """Rotates frames by their metadata."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._made: tuple[Graph, FilterContext, FilterContext] | None = None

    def __call__(self, frame: VideoFrame) -> VideoFrame:
        """The rotated frame."""
        degrees = -frame.rotation % 360  # the metadata is counter-clockwise
        if degrees not in _TURNS:
            return frame
        key = degrees, frame.width, frame.height, frame.format.name
        if key != self._key or self._made is None:
            self._key, self._made = key, _graph(frame, degrees)
        _, first, last = self._made
        first.push(frame)
        turned = last.pull()
        assert isinstance(turned, VideoFrame)
        turned.pts, turned.time_base = frame.pts, frame.time_base
        return turned


def _graph(frame: VideoFrame, degrees: int) -> tuple[Graph, FilterContext, FilterContext]:
    """The graph with its two ends, which do not keep it alive."""
    graph = Graph()
    first = graph.add_buffer(
        width=frame.width, height=frame.height, format=frame.format, time_base=frame.time_base or Fraction(1, 1_000)
    )
    last = first
    for name, how in _TURNS[degrees]:
        following = graph.add(name, how) if how else graph.add(name)
        last.link_to(following)
        last = following
    end = graph.add("buffersink")
    last.link_to(end)
    graph.configure()
    return graph, first, end
