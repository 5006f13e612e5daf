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
        self.heard: list[Any] = []
        self.proxy = proxy  # a proxy that nobody holds ends
        self._news = asyncio.Event()
        outer = proxy.endpoint(endpoint)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        handlers: Any = {event: self._hear}
        self._endpoint: Any = node.new_endpoint(inner, **handlers)
        self.connection = node.connect(self._endpoint, outer)

    def say(self, event: str, value: object) -> None:
        """Send an event."""
        self._endpoint.emit(event, value)

    async def hears(self, enough: Callable[[list[Any]], bool]) -> list[Any]:
        """Everything heard, once it is enough."""
        async with asyncio.timeout(20):
            while not enough(self.heard):
                self._news.clear()
                await self._news.wait()
        return self.heard

    def _hear(self, value: Any) -> None:
        self.heard.append(value)
        self._news.set()


def count(number: int) -> Callable[[list[Any]], bool]:
    """Enough is that many."""
    return lambda heard: len(heard) >= number
