"""What lies on the desktop of the benchmark: shared counters, texts and pictures."""

from __future__ import annotations

import struct
import zlib
from uuid import UUID

from app.runtime.references import (
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
)
from objects_library.replication.desktop.items import NOBODY, Item, Place

_DESKTOP = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E540
_COUNTER = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E502
_CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2


def desktop(scope: str) -> Reference:
    """The desktop itself."""
    return _over(_DESKTOP, "DesktopChange", "DesktopState", scope, "desktop")


def name_of(number: int) -> UUID:
    """What a thing is called."""
    return UUID(int=number + 1)


def things(count: int, live: int, scope: str) -> list[Item]:
    """A grid of them; so many are live objects, each with a channel of its own."""
    across = max(1, round((count * 1.6) ** 0.5))
    return [_thing(number, number < live, scope, across) for number in range(count)]


def _thing(number: int, live: bool, scope: str, across: int) -> Item:
    x, y = (number % across) * 240.0, (number // across) * 190.0
    place = Place(x, y, 200.0, 150.0, 0.0)
    name = name_of(number)
    if live:
        counter = _over(_COUNTER, "int", "int", scope, f"counter {number}")
        return Item(name, "object", f"Counter {number}", place, number, NOBODY, False, "", b"", [counter])
    if number % 4 == 0:
        return Item(name, "image", "Picture", place, number, NOBODY, False, "", _png(number), [])
    return Item(name, "text", "", place, number, NOBODY, False, f"Text {number}", b"", [])


def _over(template: int, changes: str, states: str, scope: str, group: str) -> Reference:
    channel = Parameterized(
        Primitive(_CHECKPOINTED),
        (
            ("T", TypeArgument(changes)),
            ("S", TypeArgument(states)),
            ("scope", ValueArgument(scope)),
            ("group", ValueArgument(group)),
        ),
    )
    return Parameterized(Primitive(template), (("Channel", ReferenceArgument(channel)),))


def _png(number: int) -> bytes:
    """A small picture of one colour."""
    row = b"\0" + bytes((number * 37 % 256, number * 59 % 256, 160)) * 64
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * 48)),
        (b"IEND", b""),
    )
    written = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + written
