# SPDX-License-Identifier: BSD-3-Clause
"""Length-prefixed MessagePack messages between the program and its Spark processes."""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Any

import msgspec

LARGEST = 512 * 1024 * 1024
_LENGTH = struct.Struct("!I")


def pack(message: dict[str, Any]) -> bytes:
    """Encode a message."""
    data = msgspec.msgpack.encode(message)
    return _LENGTH.pack(len(data)) + data


async def read(reader: asyncio.StreamReader) -> dict[str, Any] | None:
    """Read the next message; None when the connection is closed."""
    try:
        (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
        if length > LARGEST:
            return None
        return _unpack(await reader.readexactly(length))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


def read_blocking(link: socket.socket) -> dict[str, Any] | None:
    """Read the next message, blocking the thread."""
    head = _exactly(link, _LENGTH.size)
    if head is None:
        return None
    (length,) = _LENGTH.unpack(head)
    data = None if length > LARGEST else _exactly(link, length)
    return None if data is None else _unpack(data)


def _exactly(link: socket.socket, count: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < count:
        try:
            part = link.recv(min(count - len(parts), 1 << 20))
        except ConnectionError:
            return None
        if not part:
            return None
        parts += part
    return bytes(parts)


def _unpack(data: bytes) -> dict[str, Any]:
    message = msgspec.msgpack.decode(data)
    return message if isinstance(message, dict) else {}
