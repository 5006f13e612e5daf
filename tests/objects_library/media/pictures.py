# SPDX-License-Identifier: BSD-3-Clause
"""Pictures to test with, made on the spot."""

from __future__ import annotations

import struct
import zlib

from PySide6.QtGui import QColor, QImage

from objects_library.widgets.image_decoding import encoded


def a_picture(colour: str = "#3366cc", width: int = 60, height: int = 40) -> QImage:
    """A plain one."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return image


def png(colour: str = "#3366cc", width: int = 60, height: int = 40) -> bytes:
    """The same as a file."""
    return encoded(a_picture(colour, width, height))


def noise(width: int, height: int) -> bytes:
    """A picture that no format makes small."""
    random = QImage(width, height, QImage.Format.Format_RGB32)
    state = 1
    for y in range(height):
        for x in range(width):
            state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            random.setPixel(x, y, state >> 7 | 0xFF000000)
    return encoded(random)


def bomb(width: int, height: int) -> bytes:
    """A few bytes that say they are a picture of any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def moving_gif() -> bytes:
    """Two frames, red and blue, 50 ms each, for ever."""
    colours = bytes((255, 0, 0, 0, 0, 255))
    head = b"GIF89a" + struct.pack("<HHBBB", 2, 2, 0x80, 0, 0) + colours
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"

    def frame(codes: bytes) -> bytes:
        control = b"\x21\xf9\x04\x00" + struct.pack("<H", 5) + b"\x00\x00"
        place = b"\x2c" + struct.pack("<HHHHB", 0, 0, 2, 2, 0)
        return control + place + b"\x02" + bytes((len(codes),)) + codes + b"\x00"

    # Codes of 3 bits: clear (4), four pixels, end (5); the table grows to 4 bits behind the fourth code.
    red, blue = (
        _packed([(4, 3), (0, 3), (0, 3), (0, 3), (0, 4), (5, 4)]),
        _packed([(4, 3), (1, 3), (1, 3), (1, 3), (1, 4), (5, 4)]),
    )
    return head + loop + frame(red) + frame(blue) + b"\x3b"


def _packed(codes: list[tuple[int, int]]) -> bytes:
    bits, count = 0, 0
    for code, width in codes:
        bits |= code << count
        count += width
    return bits.to_bytes((count + 7) // 8, "little")
