# SPDX-License-Identifier: BSD-3-Clause
"""Media type and size of a picture from its first bytes; nothing is decoded."""

from __future__ import annotations

import struct
from dataclasses import dataclass

LARGEST = 32 * 1024 * 1024
"""Bytes of a picture."""
LARGEST_SIDE = 16_384
MOST_PIXELS = 64_000_000
"""The largest number of pixels; decoded they take 256 MB."""
SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
_MOST_MARKERS = 1_000
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""JPEG markers with the size."""
_FILLER = 0xFF
_ALONE = {0x01, *range(0xD0, 0xD8)}
"""JPEG markers without a length."""


@dataclass(frozen=True)
class ImageFacts:
    """The media type of a picture, and its size in pixels."""

    media: str
    width: int
    height: int


def facts_of(data: bytes) -> ImageFacts | None:
    """The facts in the header of a picture; None for an unknown format."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
            return ImageFacts("image/png", *struct.unpack(">II", data[16:24]))
        if data[:6] in (b"GIF87a", b"GIF89a"):
            return ImageFacts("image/gif", *struct.unpack("<HH", data[6:10]))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith(b"\xff\xd8"):
            return _jpeg(data)
    except struct.error:
        pass
    return None


def wrong_picture(data: bytes) -> str:
    """Why bytes are not an acceptable picture; empty if they are."""
    if len(data) > LARGEST:
        return f"a picture has at most {LARGEST // 2**20} MB; make it smaller"
    facts = facts_of(data)
    if facts is None:
        return "that is no picture that can be shown here; PNG, JPEG, GIF and WebP can"
    if not (0 < facts.width <= LARGEST_SIDE and 0 < facts.height <= LARGEST_SIDE):
        return f"a picture is at most {LARGEST_SIDE:,} pixels wide and high; make it smaller"
    if facts.width * facts.height > MOST_PIXELS:
        return f"a picture has at most {MOST_PIXELS // 10**6} million pixels; make it smaller"
    return ""


def _webp(data: bytes) -> ImageFacts | None:
    kind = data[12:16]
    if kind == b"VP8X":
        size = data[24:30]
        if len(size) < 6:
            return None
        return ImageFacts("image/webp", int.from_bytes(size[:3], "little") + 1, int.from_bytes(size[3:], "little") + 1)
    if kind == b"VP8L" and data[20:21] == b"\x2f":
        (bits,) = struct.unpack("<I", data[21:25])
        return ImageFacts("image/webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", data[26:30])
        return ImageFacts("image/webp", width & 0x3FFF, height & 0x3FFF)
    return None


def _jpeg(data: bytes) -> ImageFacts | None:
    place = 2
    for _ in range(_MOST_MARKERS):
        if data[place : place + 1] != b"\xff" or place + 1 >= len(data):
            return None
        marker = data[place + 1]
        if marker in _ALONE or marker == _FILLER:
            place += 1 if marker == _FILLER else 2
            continue
        (length,) = struct.unpack(">H", data[place + 2 : place + 4])
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return ImageFacts("image/jpeg", width, height)
        place += 2 + length
        if length < 2 or place + 1 >= len(data):
            return None
    return None
