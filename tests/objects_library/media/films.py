# SPDX-License-Identifier: BSD-3-Clause
"""Films to test with, made on the spot, and references to videos."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import av
from av.video.stream import VideoStream

from app.runtime import references as refs
from tests.objects_library.copies import local_channel
from tests.objects_library.workers import network_channel

VIDEO = 0x1B71FD22350824C289333CE47B93F45D
BEST_EFFORT = 0x4C8948E5EA89AC2964AB04419A1E528F
LOCAL = 0x9F4AEACE30B5D219A8C9C8C995B2EA79


def a_film(path: Path, seconds: float = 2.0, rate: int = 20, size: tuple[int, int] = (160, 90)) -> Path:
    """A film in which each frame is brighter than the one before."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libvpx", rate=rate)
        assert isinstance(stream, VideoStream)
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        stream.codec_context.gop_size = rate
        stream.options = {"deadline": "realtime", "cpu-used": "8"}
        count = round(seconds * rate)
        for number in range(count):
            frame = av.VideoFrame(*size, "yuv420p")
            light = 20 + round(200 * number / count)
            for plane, value in zip(frame.planes, (light, 128, 128), strict=True):
                plane.update(bytes((value,)) * plane.buffer_size)
            frame.pts, frame.time_base = number, Fraction(1, rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def a_video(name: str = "video", **values: Any) -> refs.Reference:
    """A video inside one process."""
    frames: tuple[tuple[str, refs.Argument], ...] = (
        ("T", refs.TypeArgument("VideoPacket")),
        ("name", refs.ValueArgument(name)),
    )
    return _video(
        local_channel("VideoChange", "VideoState", name), refs.Parameterized(refs.Primitive(LOCAL), frames), values
    )


def a_network_video(**values: Any) -> refs.Reference:
    """A video between processes."""
    control = network_channel("VideoChange", "VideoState")
    assert isinstance(control, refs.Parameterized)
    scope = dict(control.arguments)["scope"]
    frames = refs.Parameterized(
        refs.Primitive(BEST_EFFORT), (("T", refs.TypeArgument("VideoPacket")), ("scope", scope))
    )
    return _video(control, frames, values)


def _video(control: refs.Reference, frames: refs.Reference, values: dict[str, Any]) -> refs.Reference:
    arguments: list[tuple[str, refs.Argument]] = [
        ("Channel", refs.ReferenceArgument(control)),
        ("Frames", refs.ReferenceArgument(frames)),
    ]
    arguments += [(name, refs.ValueArgument(value)) for name, value in values.items()]
    return refs.Parameterized(refs.Primitive(VIDEO), tuple(arguments))
