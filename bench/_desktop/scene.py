# SPDX-License-Identifier: BSD-3-Clause
"""The items on the benchmark's desktop: shared counters, texts and pictures."""

from __future__ import annotations

import struct
import zlib
from uuid import UUID

from app.runtime.references import Reference
from bench._references import checkpointed_channel, on_channel
from objects_library.replication.desktop.items import NOBODY, Item, Placement

_DESKTOP = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E540
_COUNTER = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E502


def desktop(scope: str) -> Reference:
    """The desktop."""
    channel = checkpointed_channel("DesktopChange", "DesktopState", scope=scope, group="desktop")
    return on_channel(_DESKTOP, channel)


def name_of(number: int) -> UUID:
    """The id of an item."""
    return UUID(int=number + 1)


def things(count: int, live: int, scope: str) -> list[Item]:
    """A grid of items; `live` of them are live objects with a channel each."""
    across = max(1, round((count * 1.6) ** 0.5))
    return [_thing(number, number < live, scope, across) for number in range(count)]


def _thing(number: int, live: bool, scope: str, across: int) -> Item:
    x, y = (number % across) * 240.0, (number // across) * 190.0
    place = Placement(x, y, 200.0, 150.0, 0.0)
    name = name_of(number)
    if live:
        channel = checkpointed_channel("int", "int", scope=scope, group=f"counter {number}")
        counter = on_channel(_COUNTER, channel)
        return Item(name, "object", f"Counter {number}", place, number, NOBODY, False, "", b"", [counter])
    if number % 4 == 0:
        return Item(name, "image", "Picture", place, number, NOBODY, False, "", _png(number), [])
    return Item(name, "text", "", place, number, NOBODY, False, f"Text {number}", b"", [])


def _png(number: int) -> bytes:
    """A small picture in one colour."""
    row = b"\0" + bytes((number * 37 % 256, number * 59 % 256, 160)) * 64
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * 48)),
        (b"IEND", b""),
    )
    written = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + written
