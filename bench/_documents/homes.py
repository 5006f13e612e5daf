# SPDX-License-Identifier: BSD-3-Clause
"""Nodes with homes of their own in one process, whose network can be cut."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.references import Parameterized, Primitive, Reference, TypeArgument, ValueArgument
from app.runtime.types import EndpointType, dual
from app.transport_native import Faults
from objects_library.channels.native import scope_registry

CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
DOCUMENT = 0x6B1F0C7E52D94A3C8E07D1B9F4A26C35
_PATIENCE = 60.0


def channel(kind: int, changes: str, states: str, scope: str) -> Reference:
    """A channel with a state."""
    arguments = (("T", TypeArgument(changes)), ("S", TypeArgument(states)), ("scope", ValueArgument(scope)))
    return Parameterized(Primitive(kind, 1), arguments)


@contextmanager
def at_home(home: Path) -> Iterator[None]:
    """Act as a program in a home."""
    before = os.environ.get("LIVEOBJECTS_HOME")
    os.environ["LIVEOBJECTS_HOME"] = str(home)
    try:
        yield
    finally:
        if before is None:
            del os.environ["LIVEOBJECTS_HOME"]
        else:
            os.environ["LIVEOBJECTS_HOME"] = before


class Writer:
    """An application on a channel of texts, whose state is the list of all of them."""

    def __init__(self, node: Node, proxy: Any) -> None:
        self.proxy = proxy
        self.state: list[str] = []
        self.members = 0
        self.is_live = False
        self.starts = 0
        self._news = asyncio.Event()
        self._connections: list[Any] = []
        self.channel = self._join(
            node, "channel", receive=self._receive, checkpoint_wanted=self._give, initialize=self._start
        )
        self._join(node, "status", status=self._status).watch()

    def _join(self, node: Node, name: str, **handlers: Any) -> Any:
        outer = self.proxy.endpoint(name)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = node.new_endpoint(inner, **handlers)
        self._connections.append(node.connect(endpoint, outer))
        return endpoint

    def _receive(self, text: str) -> None:
        self.state.append(text)
        self._news.set()

    def _give(self, request: UUID) -> None:
        self.channel.checkpoint({"request": request, "state": list(self.state)})

    def _start(self, state: list[str] | None) -> None:
        self.state, self.starts = list(state or ()), self.starts + 1
        self._news.set()

    def _status(self, status: dict[str, Any]) -> None:
        self.members, self.is_live = len(status["members"]), status["state"] == "live"
        self._news.set()

    async def until(self, enough: Callable[[], bool]) -> None:
        """Wait for something."""
        async with asyncio.timeout(_PATIENCE):
            while not enough():
                self._news.clear()
                await self._news.wait()


async def open_writer(node: Node, reference: Reference) -> Writer:
    """Open a channel, and wait until it is live."""
    writer = Writer(node, await node.dereference(reference))
    await writer.until(lambda: writer.is_live and writer.starts > 0)
    return writer


async def new_node(catalogue: Catalogue, name: str) -> Node:
    """A running node of the home that is set."""
    node = Node(catalogue, name=name)
    return await node.__aenter__()


async def end(*nodes: Node) -> None:
    """End nodes, and wait until everything is stored."""
    for node in nodes:
        await node.__aexit__(None, None, None)
    await asyncio.sleep(0)
    await scope_registry.closed()


def set_loss(share: float) -> None:
    """Lose this share of what all scopes of this process receive."""
    for scope in scope_registry.open_scopes():
        scope.set_faults(Faults(loss=share, seed=1))
