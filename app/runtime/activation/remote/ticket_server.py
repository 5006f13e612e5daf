# SPDX-License-Identifier: BSD-3-Clause
"""The ticket server of a node: issues tickets, admits their holders, and connects with foreign tickets."""

from __future__ import annotations

import asyncio
import os
import platform
import secrets
from asyncio import StreamReader, StreamWriter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.runtime.activation.connections import Connection
from app.runtime.activation.endpoints import ExternalEndpoint, portal_of
from app.runtime.activation.errors import ActivationError, EndpointError, RemoteError, TicketError
from app.runtime.activation.lifetime import Close, log
from app.runtime.activation.remote.handshake import greet_as_client, greet_as_server
from app.runtime.activation.remote.messages import Refused
from app.runtime.activation.remote.session import Session
from app.runtime.activation.remote.stream import Limits, Stream
from app.runtime.activation.remote.tickets import Ticket, new_ticket, parse_address, read_ticket, tcp_address
from app.runtime.directories import make_private, runtime_directory
from app.runtime.types import match

if TYPE_CHECKING:
    from app.runtime.activation.node import Node

_LONGEST_SOCKET_PATH = 107
_SOCKET = "node-"
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # compared with what the user asks for
_CUT_REASON = 1000

Streams = tuple[StreamReader, StreamWriter]
"""The reader and the writer of a connection to a peer."""


@dataclass(frozen=True)
class _Admission:
    """An issued ticket."""

    ticket: Ticket
    endpoint: ExternalEndpoint
    disown: Close


class TicketServer:
    """Issues tickets, admits their holders, and connects with the tickets of others."""

    def __init__(self, node: Node, limits: Limits) -> None:
        self._node = node
        self._limits = limits
        self._admissions: dict[bytes, _Admission] = {}
        self._servers: dict[str, asyncio.Server] = {}
        self._handshakes: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()
        self._socket: Path | None = None
        self._default = ""

    async def listen(self, address: str) -> str:
        """Accept peers at `tcp:HOST:PORT`, the address in later tickets; port 0 picks a free one."""
        host, port = parse_address(address)
        try:
            server = await asyncio.start_server(self._accept, host, port)
        except OSError as error:
            raise RemoteError(
                f"cannot listen at {address}: {error.strerror or error}", "choose another address"
            ) from None
        reachable = platform.node() if host in _EVERYWHERE else host
        own = tcp_address(reachable, server.sockets[0].getsockname()[1])
        self._servers[own] = server
        self._default = own
        return own

    async def ticket(self, endpoint: ExternalEndpoint, valid_for: float) -> str:
        """Issue a ticket for an endpoint of this node."""
        if not 0 < valid_for <= 10 * 365 * 86400:
            raise TicketError(
                f"a ticket cannot be valid for {valid_for} seconds", "give it at least some, at most ten years"
            )
        address = await self._address()
        ticket = new_ticket(address, endpoint.type, valid_for)
        life = portal_of(endpoint).life
        if life.over:
            raise EndpointError(f"{portal_of(endpoint).label} is gone", "open its object again")
        for number in [each for each, admission in self._admissions.items() if admission.ticket.expired]:
            self._forget(number)
        disown = life.own(lambda: self._admissions.pop(ticket.endpoint_id, None))
        self._admissions[ticket.endpoint_id] = _Admission(ticket, endpoint, disown)
        return str(ticket)

    def revoke(self, ticket: str) -> None:
        """Invalidate a ticket; existing connections stay."""
        self._forget(read_ticket(ticket).endpoint_id)

    async def connect(self, text: str, endpoint: ExternalEndpoint) -> Connection:
        """Connect an endpoint of this node to the endpoint of a ticket."""
        ticket = read_ticket(text)
        verdict = match(endpoint.type, ticket.endpoint_type, self._node.formalisms)
        if not verdict:
            why = "; ".join(verdict.explain(portal_of(endpoint).life.name, "the endpoint of the ticket"))
            raise EndpointError(f"the ticket does not fit: {why}", "use a ticket for another endpoint")
        try:
            async with asyncio.timeout(self._limits.handshake):
                return await self._call(ticket, endpoint)
        except TimeoutError:
            raise RemoteError(f"nobody answers at {ticket.address}", "see whether the other node still runs") from None
        except (EOFError, OSError) as error:
            why = getattr(error, "strerror", None) or "the connection was closed"
            raise RemoteError(f"cannot connect to {ticket.address}: {why}", "ask for a new ticket") from None

    async def join(
        self, streams: Streams, ticket: Ticket, endpoint: ExternalEndpoint, limits: Limits | None = None
    ) -> tuple[Session, Connection]:
        """Connect an endpoint to that of a ticket over existing streams, which are closed on failure."""
        reader, writer = streams
        try:
            keys = await greet_as_client(reader, writer, ticket.endpoint_id, ticket.key)
            stream = Stream(reader, writer, keys, limits or self._limits)
            stream.send_introduction("client", self._node.name, self._node.identity, endpoint.type)
            peer, theirs = await stream.receive_introduction("server")
            session = Session(self._node, stream, theirs, peer)
        except BaseException:
            writer.close()
            raise
        try:
            connection = self._node.connect(endpoint, session.bridge)
        except ActivationError:
            session.life.end()
            raise
        session.start()
        return session, connection

    async def admit(self, streams: Streams, ticket: Ticket, endpoint: ExternalEndpoint) -> None:
        """Admit the holder of a ticket for this endpoint over existing streams."""
        disown = portal_of(endpoint).life.own(lambda: self._admissions.pop(ticket.endpoint_id, None))
        self._admissions[ticket.endpoint_id] = _Admission(ticket, endpoint, disown)
        await self._receive(*streams)

    async def close(self) -> None:
        """Stop accepting peers."""
        self._admissions.clear()
        for server in self._servers.values():
            server.close()
            await server.wait_closed()
        self._servers.clear()
        for task in self._handshakes:
            task.cancel()
        if self._handshakes:
            await asyncio.wait(self._handshakes)
        if self._socket is not None:
            self._socket.unlink(missing_ok=True)

    async def _call(self, ticket: Ticket, endpoint: ExternalEndpoint) -> Connection:
        path = ticket.unix_path
        if path is not None:
            reader, writer = await asyncio.open_unix_connection(path)
        else:
            reader, writer = await asyncio.open_connection(*ticket.tcp_address)
        _, connection = await self.join((reader, writer), ticket, endpoint)
        return connection

    def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Handle a new connection, which is unauthenticated until it has proven a secret."""
        if len(self._handshakes) >= self._limits.strangers:
            writer.close()
            return
        task = self._node.event_thread.loop.create_task(self._receive(reader, writer))
        self._handshakes.add(task)
        task.add_done_callback(self._handshakes.discard)

    async def _receive(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            async with asyncio.timeout(self._limits.handshake):
                await self._admit(reader, writer)
        except (ActivationError, EOFError, OSError, TimeoutError, asyncio.CancelledError) as error:
            log.info("a peer was turned away: %s", str(error) or type(error).__name__)
            writer.close()

    async def _admit(self, reader: StreamReader, writer: StreamWriter) -> None:
        endpoint_id, keys = await greet_as_server(reader, writer, self._secret_of)
        stream = Stream(reader, writer, keys, self._limits)
        peer, theirs = await stream.receive_introduction("client")
        session = Session(self._node, stream, theirs, peer)
        try:
            endpoint = self._admitted(endpoint_id)
            self._node.check_connection(endpoint, session.bridge)
        except ActivationError as error:
            stream.send(Refused(str(error)[:_CUT_REASON]))
            session.life.end()
            raise
        # Nothing fails from here on: the introduction accepts the peer, and the first event may follow it.
        stream.send_introduction("server", self._node.name, self._node.identity, endpoint.type)
        session.life.own(self._node.connect(endpoint, session.bridge).close)
        session.start()

    def _admitted(self, endpoint_id: bytes) -> ExternalEndpoint:
        admission = self._admissions.get(endpoint_id)
        if admission is None:
            raise EndpointError("the endpoint is gone", "ask for a new ticket")
        return admission.endpoint

    def _secret_of(self, endpoint_id: bytes) -> bytes | None:
        admission = self._admissions.get(endpoint_id)
        return None if admission is None or admission.ticket.expired else admission.ticket.key

    def _forget(self, endpoint_id: bytes) -> None:
        admission = self._admissions.pop(endpoint_id, None)
        if admission is not None:
            admission.disown()

    async def _address(self) -> str:
        """Return the address of this node: a socket of this user, unless it listens to the network."""
        async with self._opening:
            if not self._default:
                self._default = await self._open_socket()
            return self._default

    async def _open_socket(self) -> str:
        directory = make_private(runtime_directory())
        _sweep(directory)
        path = directory / f"{_SOCKET}{os.getpid()}-{secrets.token_hex(4)}"
        if len(os.fsencode(path)) > _LONGEST_SOCKET_PATH:
            return await self.listen("tcp:127.0.0.1:0")
        server = await asyncio.start_unix_server(self._accept, path)
        path.chmod(0o600)
        self._socket = path
        address = f"unix:{path}"
        self._servers[address] = server
        return address


def _sweep(directory: Path) -> None:
    """Remove sockets of processes that have ended."""
    for path in directory.glob(f"{_SOCKET}*-*"):
        process = path.name.removeprefix(_SOCKET).partition("-")[0]
        if process.isdecimal() and not Path("/proc", process).exists():
            path.unlink(missing_ok=True)
