# SPDX-License-Identifier: BSD-3-Clause
"""Somebody outside of all proxies who takes part in an object."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from app.runtime.activation import Node, Proxy
from app.runtime.types import EndpointType, dual


class Member:
    """Connected to one endpoint; remembers what it hears of one event."""

    def __init__(self, node: Node, proxy: Proxy, endpoint: str, event: str) -> None:
        self.received: list[Any] = []
        self.proxy = proxy  # a proxy that nobody holds ends
        self._news = asyncio.Event()
        outer = proxy.endpoint(endpoint)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        handlers: Any = {event: self._receive}
        self._endpoint: Any = node.new_endpoint(inner, **handlers)
        self.connection = node.connect(self._endpoint, outer)

    def send(self, event: str, value: object) -> None:
        """Send an event."""
        self._endpoint.emit(event, value)

    async def receives(self, enough: Callable[[list[Any]], bool]) -> list[Any]:
        """Everything heard, once it is enough."""
        async with asyncio.timeout(20):
            while not enough(self.received):
                self._news.clear()
                await self._news.wait()
        return self.received

    def _receive(self, value: Any) -> None:
        self.received.append(value)
        self._news.set()


def count(number: int) -> Callable[[list[Any]], bool]:
    """Enough is that many."""
    return lambda received: len(received) >= number
