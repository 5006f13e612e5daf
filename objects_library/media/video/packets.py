# SPDX-License-Identifier: BSD-3-Clause
"""The packets of the frame channel: frames, key frame requests, and reports."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from uuid import UUID

from app.runtime.library import type_name

LARGEST = 2 * 1024 * 1024
"""Bytes of one encoded frame."""
LARGEST_SIDE = 1_920
_HIGHEST = 2**53
_FAR = 1e12


@type_name("VideoPacket")
@dataclass(frozen=True)
class VideoPacket:
    """A frame, a request for a key frame, or a report of a viewer.

    `at` is the capture time of the sender's clock; `position` that in the film. A report has the share of
    lost frames, the lag in seconds, and the share of time that decoding takes.
    """

    kind: str
    by: UUID
    stream: UUID
    number: int
    at: float
    position: float
    lost: float
    lag: float
    busy: float
    data: bytes


def frame(by: UUID, stream: UUID, number: int, at: float, position: float, data: bytes) -> VideoPacket:
    """One encoded frame."""
    return VideoPacket("frame", by, stream, number, at, position, 0.0, 0.0, 0.0, data)


def keyframe_request(by: UUID, stream: UUID) -> VideoPacket:
    """A request for a key frame."""
    return VideoPacket("wish", by, stream, 0, 0.0, 0.0, 0.0, 0.0, 0.0, b"")


def report(by: UUID, stream: UUID, lost: float, lag: float, busy: float) -> VideoPacket:
    """A report of a viewer."""
    return VideoPacket("report", by, stream, 0, 0.0, 0.0, lost, lag, busy, b"")


def is_keyframe(data: bytes) -> bool:
    """Whether a frame can be decoded without earlier ones."""
    return bool(data) and not data[0] & 1


def wrong_packet(packet: VideoPacket) -> str:
    """What is wrong with a received packet; empty if nothing is."""
    if packet.kind not in ("frame", "wish", "report"):
        return "nobody knows that kind of packet"
    numbers = (packet.at, packet.position, packet.lost, packet.lag, packet.busy)
    if not all(math.isfinite(each) and abs(each) < _FAR for each in numbers):
        return "its numbers are not finite"
    if packet.kind != "frame":
        return "only frames have data" if packet.data else ""
    if not 0 < packet.number < _HIGHEST:
        return "frames are counted from one"
    return wrong_frame(packet.data)


def wrong_frame(data: bytes) -> str:
    """What is wrong with an encoded frame by its header; empty if nothing is. Nothing is decoded."""
    if not 3 <= len(data) <= LARGEST:
        return f"a frame has at most {LARGEST // 2**20} MB"
    if not is_keyframe(data):
        return ""
    if len(data) < 10 or data[3:6] != b"\x9d\x01\x2a":
        return "that is no frame of VP8"
    width, height = struct.unpack("<HH", data[6:10])
    if not (0 < width & 0x3FFF <= LARGEST_SIDE and 0 < height & 0x3FFF <= LARGEST_SIDE):
        return f"a frame is at most {LARGEST_SIDE:,} pixels wide and high"
    return ""
