# SPDX-License-Identifier: BSD-3-Clause
"""The encrypted messages between two nodes, from the handshake on."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.runtime.activation.errors import LostPeerError, RemoteError, SilentPeerError
from app.runtime.activation.remote.frames import LARGEST_MESSAGE, Opener, Sealer
from app.runtime.activation.remote.messages import Hello, Message, Refused, decode, encode
from app.runtime.trust import Identity, SignatureError, verify
from app.runtime.types import EndpointType, TypeModelError, TypeSyntaxError, parse_endpoint_type

if TYPE_CHECKING:
    from app.runtime.activation.remote.handshake import Keys

_PURPOSE = "remote endpoint"
_FAREWELL = 1.0


@dataclass(frozen=True)
class Limits:
    """Limits of a node on its peers."""

    handshake: float = 5.0
    """Seconds until a peer must have proven the secret and introduced itself."""
    heartbeat: float = 2.0
    """Seconds of silence after which a heartbeat is sent."""
    silence: float = 7.0
    """Seconds of silence after which a peer counts as dead."""
    backlog: int = 32 * 1024 * 1024
    """Bytes that may wait for a slow peer."""
    strangers: int = 64
    """How many peers may be in the handshake."""
    message: int = LARGEST_MESSAGE
    """Bytes of the largest message that a peer may send."""
    share: float = 1.0
    """The share of this process's time for the events of one peer; a faster peer is read later."""


class Stream:
    """A connection to a peer that has proven the secret."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, keys: Keys, limits: Limits) -> None:
        self._writer = writer
        self._sealer = Sealer(keys.sending)
        self._opener = Opener(reader, keys.receiving, limits.silence, limits.message)
        self._transcript = keys.transcript
        self.limits = limits
        self.sent = 0

    def send(self, message: Message) -> None:
        """Send a message; a peer that reads too slowly is disconnected."""
        self._writer.write(self._sealer.seal(encode(message)))
        self.sent += 1
        if self._writer.transport.get_write_buffer_size() > self.limits.backlog:
            raise RemoteError(
                f"the other side is more than {self.limits.backlog // 1024**2} MB behind",
                "send less, or connect to something faster",
            )

    async def receive(self) -> Message:
        """Return the next message; a peer that has been silent for too long counts as dead."""
        try:
            async with asyncio.timeout(self.limits.silence):
                return decode(await self._opener.open())
        except TimeoutError:
            raise SilentPeerError(
                "the other side does not answer any more", "see whether its machine still runs"
            ) from None
        except (EOFError, OSError):
            raise LostPeerError("the connection to the other process is lost", "connect again") from None

    def close(self) -> None:
        """Begin to close; waiting messages are still sent."""
        self._writer.close()

    async def closed(self) -> None:
        """Wait until closed; does not wait for a peer that no longer reads."""
        try:
            async with asyncio.timeout(_FAREWELL):
                await self._writer.wait_closed()
        except (OSError, TimeoutError):
            self._writer.transport.abort()

    def send_introduction(self, role: str, name: str, identity: Identity, endpoint: EndpointType) -> None:
        """Send our introduction, signed for this session and role only."""
        signature = identity.sign(_PURPOSE, role.encode() + self._transcript)
        self.send(Hello(name, identity.public, signature, str(endpoint)))

    async def receive_introduction(self, role: str) -> tuple[Hello, EndpointType]:
        """Receive the introduction of the peer and the type of its endpoint."""
        hello = await self.receive()
        if isinstance(hello, Refused):
            raise RemoteError(
                f"the other side refuses the connection: {hello.reason}", "ask whoever gave you the ticket"
            )
        if not isinstance(hello, Hello):
            raise RemoteError("the other side does not say who it is", "it needs a correct program")
        try:
            verify(hello.identity, _PURPOSE, role.encode() + self._transcript, hello.signature)
            return hello, parse_endpoint_type(hello.endpoint)
        except (SignatureError, TypeSyntaxError, TypeModelError) as error:
            raise RemoteError(
                f"the other side introduces itself wrongly: {error}", "it needs a correct program"
            ) from None
