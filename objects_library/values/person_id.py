# SPDX-License-Identifier: BSD-3-Clause
"""Ids of people in a session: random, but they carry the person's colour and a digest of the person's key.

Such an id is a UUID of version 8 (RFC 9562): the colour in byte 0, the digest in bytes 1 to 5. Programs that do not
know this see a random id.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from app.runtime.library import Context

COLOURS = 8
"""The number of colours that people have."""
_VERSION = 8


def new_person_id(context: Context) -> UUID:
    """An id for the user of a node, in one object."""
    chosen = context.colour
    return person_id(context.user, colour_of_key(context.user) if chosen is None else chosen)


def person_id(user: str, colour: int) -> UUID:
    """An id of somebody with this key and colour; two calls never return the same."""
    content = bytearray(bytes([colour % COLOURS]) + _digest(user) + secrets.token_bytes(10))
    content[6] = (_VERSION << 4) | (content[6] & 0x0F)
    content[8] = 0x80 | (content[8] & 0x3F)
    return UUID(bytes=bytes(content))


def colour_of_key(user: str) -> int:
    """The colour of somebody who has chosen none."""
    return _digest(user)[0] % COLOURS


def colour_number(person: object) -> int | None:
    """The colour that an id carries; `None` if it carries none."""
    if isinstance(person, UUID) and person.version == _VERSION and person.bytes[0] < COLOURS:
        return person.bytes[0]
    return None


def key_digest(person: object) -> bytes | None:
    """The digest of the person's key that an id carries: equal for one person in several objects."""
    return person.bytes[1:6] if isinstance(person, UUID) and colour_number(person) is not None else None


def _digest(user: str) -> bytes:
    return hashlib.blake2b(user.encode("utf-8", "replace"), digest_size=5, person=b"lo person colour").digest()
