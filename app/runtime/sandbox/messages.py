# SPDX-License-Identifier: BSD-3-Clause
"""The messages between a sandbox and the program; each is an array that starts with its kind.

They travel as values of one event, `say`, between two endpoints of `remote` sessions. Objects have numbers:
those that the program begins in the sandbox count up from 1, those that the sandbox requests from the
program down from -1.
"""

from typing import Annotated

import msgspec

from app.runtime.activation.remote.message_codec import MessageCodec
from app.runtime.types import EndpointType, parse_endpoint_type

BOUNDARY: EndpointType = parse_endpoint_type("endpoint{ in say(bytes); out say(bytes) }")
"""The endpoint type of both sides."""
LONGEST_REASON = 2_000

_Name = Annotated[str, msgspec.Meta(max_length=1024)]
_Type = Annotated[str, msgspec.Meta(max_length=262_144)]
_Reason = Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)]
_Version = Annotated[int, msgspec.Meta(ge=1, le=2**31)]
_Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]


class _Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    number: _Number


class _EndpointMessage(_Message, frozen=True):
    endpoint: _Name


class Begin(_Message, frozen=True, tag="begin"):
    """Run an object of the library."""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
    version: _Version
    name: _Name
    reference: bytes
    arguments: bytes
    types: dict[_Name, _Type]


class Fetch(_Message, frozen=True, tag="fetch"):
    """Run a referenced object in the program, which knows it by its identity."""

    identity: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    asker: _Number
    """The object that requests it."""


class Fetched(_Message, frozen=True, tag="fetched"):
    """The requested object runs and has this type."""

    name: _Name
    seen: _Type


class Joined(_EndpointMessage, frozen=True, tag="joined"):
    """An endpoint was connected."""


class Parted(_EndpointMessage, frozen=True, tag="parted"):
    """An endpoint was disconnected."""


class EventMessage(_EndpointMessage, frozen=True, tag="said"):
    """An event from or to an endpoint; its value is in MessagePack."""

    event: _Name
    value: bytes


class State(_Message, frozen=True, tag="state"):
    """The state of an object."""

    state: _Name


class Failed(_Message, frozen=True, tag="failed"):
    """An object has failed."""

    reason: _Reason


class End(_Message, frozen=True, tag="end"):
    """The object was closed, or has ended."""


Message = Begin | Fetch | Fetched | Joined | Parted | EventMessage | State | Failed | End
_CODEC = MessageCodec[Message](Message, "it")
write, read = _CODEC.encode, _CODEC.decode
