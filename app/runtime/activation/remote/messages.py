# SPDX-License-Identifier: BSD-3-Clause
"""The messages between two nodes in a session; each is an array that starts with its kind."""

from typing import Annotated

import msgspec

from app.runtime.activation.remote.message_codec import MessageCodec

Short = Annotated[str, msgspec.Meta(max_length=1024)]


class Hello(msgspec.Struct, frozen=True, array_like=True, tag="hello", forbid_unknown_fields=True):
    """Who the sender is, and the type of the endpoint that it connects."""

    name: Short
    identity: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
    endpoint: Annotated[str, msgspec.Meta(max_length=262_144)]
    """The type, in the notation."""


class Refused(msgspec.Struct, frozen=True, array_like=True, tag="no", forbid_unknown_fields=True):
    """The connection is refused."""

    reason: Short


class Event(msgspec.Struct, frozen=True, array_like=True, tag="event", forbid_unknown_fields=True):
    """An event, with its value in MessagePack."""

    name: Short
    value: bytes


class Ping(msgspec.Struct, frozen=True, array_like=True, tag="ping", forbid_unknown_fields=True):
    """A heartbeat."""


class Bye(msgspec.Struct, frozen=True, array_like=True, tag="bye", forbid_unknown_fields=True):
    """An orderly disconnection."""

    reason: Short = ""


Message = Hello | Refused | Event | Ping | Bye
_CODEC = MessageCodec[Message](Message, "the other side")
encode, decode = _CODEC.encode, _CODEC.decode
