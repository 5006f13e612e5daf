"""What a sandbox and the program say to each other; each message is an array that starts with its kind.

They travel as the values of one event, `say`, between two endpoints of `remote` sessions. Numbers name the
objects: those that the program begins in the sandbox count up from 1, those that the sandbox asks the program
for count down from -1.
"""

from typing import Annotated

import msgspec

from app.runtime.activation.errors import RemoteError
from app.runtime.types import EndpointType, parse_endpoint_type

BOUNDARY: EndpointType = parse_endpoint_type("endpoint{ in say(bytes); out say(bytes) }")
"""The same seen from either side."""
LONGEST_REASON = 2_000

_Name = Annotated[str, msgspec.Meta(max_length=1024)]
_Type = Annotated[str, msgspec.Meta(max_length=262_144)]
_Reason = Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)]
_Version = Annotated[int, msgspec.Meta(ge=1, le=2**31)]
_Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]


class _Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    number: _Number


class Begin(_Message, frozen=True, tag="begin"):
    """Run an object of the library."""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
    version: _Version
    name: _Name
    reference: bytes
    arguments: bytes
    types: dict[_Name, _Type]


class Fetch(_Message, frozen=True, tag="fetch"):
    """Run what a reference leads to, on the side of the program, which knows it by its identity."""

    identity: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    asker: _Number
    """The object that wants it."""


class Fetched(_Message, frozen=True, tag="fetched"):
    """It runs, and is of this type."""

    name: _Name
    seen: _Type


class Joined(_Message, frozen=True, tag="joined"):
    """Somebody is connected to an endpoint."""

    endpoint: _Name


class Parted(_Message, frozen=True, tag="parted"):
    """Nobody is connected to an endpoint any more."""

    endpoint: _Name


class Said(_Message, frozen=True, tag="said"):
    """An event that came out of an endpoint, or is for it; its value is in MessagePack."""

    endpoint: _Name
    event: _Name
    value: bytes


class State(_Message, frozen=True, tag="state"):
    """Where an object is in its life."""

    state: _Name


class Failed(_Message, frozen=True, tag="failed"):
    """An object has failed."""

    reason: _Reason


class End(_Message, frozen=True, tag="end"):
    """Nobody wants the object any more, or it has ended."""


Message = Begin | Fetch | Fetched | Joined | Parted | Said | State | Failed | End
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Message)


def write(message: Message) -> bytes:
    """The message as bytes."""
    return _ENCODER.encode(message)


def read(data: bytes) -> Message:
    """The message in bytes that the other side has sent."""
    try:
        message: Message = _DECODER.decode(data)
    except msgspec.DecodeError:
        raise RemoteError("it sent something that is not a message", "it needs a correct program") from None
    return message
