# SPDX-License-Identifier: BSD-3-Clause
"""The connection of a platform to a host: requests and answers."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, cast
from uuid import UUID, uuid4

from app.runtime.activation import HostingError, InternalEndpoint
from app.runtime.library import Context, definition_of
from app.runtime.types import EndpointType, TemplateType, dual
from objects_library.hosting.host.proxy import Host

PATIENCE = 60.0
"""Seconds for a host to answer; it may have to fetch libraries first."""

_HOST = cast(TemplateType, definition_of(Host).type).result
_TO_HOST = cast(EndpointType, dual(dict(_HOST.endpoints)["host"]))


@dataclass
class Node:
    """A computer that runs objects for a platform."""

    id: UUID
    name: str


class Listener(Protocol):
    """The receiver of unsolicited messages of hosts."""

    def reached(self, host: "Reached", hosted: list[dict[str, Any]]) -> None:
        """A host was reached; these objects run on it."""

    def lost(self, host: "Reached") -> None:
        """A host was lost."""

    def noticed(self, host: "Reached", hosted: dict[str, Any]) -> None:
        """The state of an object has changed."""

    def asked(self, value: dict[str, Any]) -> None:
        """A hosted object makes a request."""


class Reached:
    """A connected host."""

    def __init__(self, node: Node, endpoint: InternalEndpoint) -> None:
        self.node = node
        self._endpoint = endpoint
        self._waiting: dict[UUID, asyncio.Future[dict[str, Any]]] = {}

    async def ask(self, event: str, **value: object) -> dict[str, Any]:
        """Send a request, and wait for the answer."""
        request = uuid4()
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[request] = answer
        self._endpoint.emit(event, {"request": request, **value})
        try:
            async with asyncio.timeout(PATIENCE):
                return await answer
        except TimeoutError:
            raise HostingError(f"the node {self.node.name!r} does not answer", "see whether it still runs") from None
        finally:
            del self._waiting[request]

    def send_answer(self, proxy: UUID, event: str, value: object) -> None:
        """Send a hosted object the answer to its request."""
        self._endpoint.emit("answer", {"proxy": proxy, "event": event, "value": value})

    def settle(self, value: dict[str, Any]) -> None:
        """Handle an answer."""
        waiting = self._waiting.get(value["request"])
        if waiting is None or waiting.done():
            return
        if "reason" in value:
            waiting.set_exception(HostingError(value["reason"], f"ask on the node {self.node.name!r}"))
        else:
            waiting.set_result(value)

    def give_up(self) -> None:
        """Fail all pending requests."""
        for request in tuple(self._waiting):
            self.settle({"request": request, "reason": f"the node {self.node.name!r} is gone"})


class HostLink:
    """One connection to a host."""

    def __init__(self, context: Context, listener: Listener) -> None:
        self._context = context
        self._listener = listener
        self._host: Reached | None = None
        self._lost = asyncio.Event()
        handlers: dict[str, Callable[..., object]] = {
            "ready": self._ready,
            "started": self._settle,
            "stopped": self._settle,
            "refused": self._settle,
            "changed": self._changed,
            "asked": listener.asked,
            "disconnected": self._gone,
        }
        self._endpoint: InternalEndpoint = context.new_endpoint(_TO_HOST, **handlers)

    async def until_lost(self, ticket: str) -> None:
        """Connect, and return when the connection has ended."""
        try:
            await self._context.connect_ticket(ticket, self._endpoint)
            await self._lost.wait()
        finally:
            self._context.release(self._endpoint)

    def _ready(self, value: dict[str, Any]) -> None:
        self._host = Reached(Node(value["node"], value["name"]), self._endpoint)
        self._listener.reached(self._host, value["hosted"])

    def _settle(self, value: dict[str, Any]) -> None:
        if self._host is not None:
            self._host.settle(value)

    def _changed(self, value: dict[str, Any]) -> None:
        if self._host is not None:
            self._listener.noticed(self._host, value)

    def _gone(self) -> None:
        self._lost.set()
        if self._host is not None:
            self._host.give_up()
            self._listener.lost(self._host)
