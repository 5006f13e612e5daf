# SPDX-License-Identifier: BSD-3-Clause
"""Tickets: an external endpoint as a text that can be sent, stored, and connected elsewhere."""

import re
import secrets
import time
from typing import Annotated

import msgspec

from app.runtime.activation.errors import TicketError
from app.runtime.types import EndpointType, TypeModelError, TypeSyntaxError, parse_endpoint_type

LONGEST_TICKET = 512 * 1024
SECRET_BYTES = 32
_TCP = re.compile(r"tcp:(?:\[([0-9a-fA-F:.%\w]+)\]|([^\[\]:/\s]{1,255})):(\d{1,5})")


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """Address, type, expiry and secret of one endpoint."""

    address: Annotated[str, msgspec.Meta(max_length=1024)]
    """`unix:/path` or `tcp:host:port`."""
    endpoint: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
    type: str
    expires: Annotated[float, msgspec.Meta(ge=0, le=1e12)]
    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    liveobject_ticket: Annotated[int, msgspec.Meta(ge=1, le=1)] = 1

    @property
    def endpoint_type(self) -> EndpointType:
        """The type of the endpoint."""
        try:
            return parse_endpoint_type(self.type)
        except (TypeSyntaxError, TypeModelError) as error:
            raise _damaged(f"its type cannot be read: {error}") from None

    @property
    def endpoint_id(self) -> bytes:
        """128 bits that identify the endpoint at its address."""
        return bytes.fromhex(self.endpoint)

    @property
    def key(self) -> bytes:
        """The secret."""
        return bytes.fromhex(self.secret)

    @property
    def expired(self) -> bool:
        """Whether the ticket has expired."""
        return time.time() >= self.expires

    @property
    def unix_path(self) -> str | None:
        """The path of a Unix socket; None for TCP."""
        return self.address.removeprefix("unix:") if self.address.startswith("unix:/") else None

    @property
    def tcp_address(self) -> tuple[str, int]:
        """Host and port of a TCP address."""
        host, port = parse_address(self.address)
        return host, port

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    def __repr__(self) -> str:
        return f"<ticket for {self.endpoint} at {self.address}>"  # never the secret: logs are read by others


def new_ticket(address: str, endpoint: EndpointType, valid_for: float) -> Ticket:
    """Make a ticket with a fresh secret."""
    return Ticket(
        address=address,
        endpoint=secrets.token_hex(16),
        type=str(endpoint),
        expires=round(time.time() + valid_for, 3),
        secret=secrets.token_hex(SECRET_BYTES),
    )


def read_ticket(text: str) -> Ticket:
    """Parse a ticket from outside; refuses damaged and expired ones."""
    if len(text) > LONGEST_TICKET:
        raise _damaged("it is too long")
    try:
        ticket = msgspec.json.decode(text.encode(), type=Ticket)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise _damaged(str(error)) from None
    if ticket.unix_path is None:
        parse_address(ticket.address)
    if ticket.expired:
        raise TicketError("the ticket has expired", "ask for a new one")
    return ticket


def parse_address(address: str) -> tuple[str, int]:
    """Return host and port of a `tcp:host:port` address."""
    found = _TCP.fullmatch(address)
    if found is None or int(found[3]) > 65535:
        raise TicketError(f"{address[:80]!r} is not an address", "write tcp:HOST:PORT or tcp:[IPv6]:PORT")
    return found[1] or found[2], int(found[3])


def tcp_address(host: str, port: int) -> str:
    """Return the address of a host and port in the form of tickets."""
    return f"tcp:[{host}]:{port}" if ":" in host else f"tcp:{host}:{port}"


def _damaged(why: str) -> TicketError:
    return TicketError(f"this is not a ticket: {why[:200]}", "copy it again, all of it")
