# SPDX-License-Identifier: BSD-3-Clause
"""The setup of a sandbox, and the limits of both sides."""

import msgspec

from app.runtime.activation.errors import RemoteError
from app.runtime.activation.remote.stream import Limits
from app.runtime.activation.remote.tickets import Ticket
from app.runtime.library.library_scan import Scan
from app.runtime.sandbox.confinement import Mechanisms

LENGTH = 4
LARGEST = 16 * 1024 * 1024
LARGEST_MESSAGE = 4 * 1024 * 1024
"""Bytes of one message."""
PATIENCE = 10.0
"""Seconds that a turn of the code may take; a silent process is stopped after that."""
MOST_BEHIND = 16 * 1024 * 1024
"""Bytes that may wait to be read by the other side."""
SHARE = 0.25
"""The share of the program's time for one sandbox; a faster one is read later."""


class Setup(msgspec.Struct, frozen=True):
    """A library and the ticket to the program; trusted, since it comes from the program."""

    ticket: Ticket
    library: str
    package: str
    root: str
    offer: Scan
    companions: list[str]
    """Packages of the program that the library may use."""
    mechanisms: Mechanisms
    """The confinement mechanisms to use."""
    node_id: str
    node_name: str
    user: str
    patience: float


def limits(patience: float, share: float = 1.0) -> Limits:
    """Return the limits of each side on the other."""
    return Limits(
        handshake=60.0,
        heartbeat=patience / 3,
        silence=patience,
        backlog=2 * MOST_BEHIND,
        message=LARGEST_MESSAGE,
        share=share,
    )


def pack(setup: Setup) -> bytes:
    """Encode the setup, with its length first."""
    data = msgspec.msgpack.encode(setup)
    return len(data).to_bytes(LENGTH, "big") + data


def unpack(data: bytes) -> Setup:
    """Decode the setup, without its length."""
    try:
        return msgspec.msgpack.decode(data, type=Setup)
    except msgspec.DecodeError:
        raise RemoteError("a sandbox was started by somebody else", "let the program start it") from None
