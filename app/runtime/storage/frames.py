# SPDX-License-Identifier: BSD-3-Clause
"""The frames in files, with keyed digests, so that only written data is ever read.

Each file has a random key in its name. The digests of its frames are keyed with it, so neither damage nor
bytes from a message can pass for a frame.
"""

import hashlib
import io
import struct
from collections.abc import Iterator
from typing import NamedTuple

from app.runtime.storage.limits import MAX_RECORD_BYTES

RECORD = b"LOr1"
"""A record of the log; `number` is its position."""
MARK = b"LOm1"
"""A mark: `number` and `confirmed` are the last position on disk."""
CHUNK = b"LOs1"
"""A piece of a state; `number` counts them."""
END = b"LOe1"
"""The end of a state; `number` is the count of its pieces."""

KEY_BYTES = 16
_KINDS = frozenset((RECORD, MARK, CHUNK, END))
_DIGEST_BYTES = 16
_FACTS = struct.Struct(f"<4sIQQ{_DIGEST_BYTES}s")
HEADER_BYTES = _FACTS.size + _DIGEST_BYTES
_MAGIC = b"LO"
_WINDOW_BYTES = 1 << 16


class Frame(NamedTuple):
    """A frame that was read."""

    kind: bytes
    number: int
    confirmed: int
    content: bytes
    start: int
    end: int


def framed(kind: bytes, number: int, confirmed: int, content: bytes, key: bytes) -> tuple[bytes, bytes]:
    """Return header and content, to be written one after the other."""
    facts = _FACTS.pack(kind, len(content), number, confirmed, _digest(content, key))
    return facts + _digest(facts, key), content


def frames(file: io.BufferedIOBase, key: bytes, start: int = 0) -> Iterator[Frame]:
    """Yield every intact frame from `start` on; damaged bytes are skipped."""
    place = start
    file.seek(place)
    while True:
        header = file.read(HEADER_BYTES)
        facts = _facts(header, key)
        if facts is None:
            found = _search(file, place + 1, key)
            if found is None:
                return
            place = found
            file.seek(place)
            continue
        kind, length, number, confirmed, digest = facts
        content = file.read(length)
        end = place + HEADER_BYTES + length
        if _digest(content, key) == digest:
            yield Frame(kind, number, confirmed, content, place, end)
        elif len(content) < length:
            # The file ends inside this frame, unless later frames were written before it was torn.
            end = place + HEADER_BYTES
        place = end
        file.seek(place)


def _facts(header: bytes, key: bytes) -> tuple[bytes, int, int, int, bytes] | None:
    """Parse a header; None if it is not one."""
    if len(header) < HEADER_BYTES or header[:4] not in _KINDS:
        return None
    if _digest(header[: _FACTS.size], key) != header[_FACTS.size :]:
        return None
    kind, length, number, confirmed, digest = _FACTS.unpack_from(header)
    return (kind, length, number, confirmed, digest) if length <= MAX_RECORD_BYTES else None


def _search(file: io.BufferedIOBase, start: int, key: bytes) -> int | None:
    """Return the position of the next header."""
    while True:
        file.seek(start)
        window = file.read(_WINDOW_BYTES)
        if len(window) < HEADER_BYTES:
            return None
        last = len(window) - HEADER_BYTES
        at = window.find(_MAGIC)
        while 0 <= at <= last:
            if _facts(window[at : at + HEADER_BYTES], key) is not None:
                return start + at
            at = window.find(_MAGIC, at + 1)
        start += last + 1


def _digest(content: bytes, key: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES, key=key).digest()
