# SPDX-License-Identifier: BSD-3-Clause
"""Wires between objects for tests: what is offered at an outlet, and what is sent into an inlet."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from app.runtime.activation import Node, Proxy
from app.runtime.references import Reference
from tests.objects_library.copies import Copy
from tests.objects_library.viewers import Looker


class Ports:
    """One copy of an object, with somebody at each of its ports that a test names."""

    def __init__(self, node: Node, proxy: Proxy) -> None:
        self._node, self._proxy = node, proxy
        self._at: dict[str, Copy] = {}

    @property
    def main(self) -> Copy:
        """Whoever is at the first port that was named."""
        return next(iter(self._at.values()))

    def at(self, endpoint: str) -> Copy:
        """Whoever listens or sends at a port."""
        if endpoint not in self._at:
            self._at[endpoint] = Copy(self._node, self._proxy, endpoint)
        return self._at[endpoint]

    def value(self, endpoint: str) -> Any:
        """The last value offered at a port."""
        told = self.at(endpoint).last("value")
        return told["value"] if told else None

    def events(self, endpoint: str) -> list[Any]:
        """The values of all events at a port."""
        return [told["value"] for told in self.at(endpoint).all("happened")]

    async def offers(self, endpoint: str, value: Any) -> None:
        """Wait until this is the value at a port."""
        await self.at(endpoint).until(lambda: self.value(endpoint) == value)

    async def tells(self, endpoint: str, events: list[Any]) -> None:
        """Wait until these are the events at a port, and no others."""
        await self.at(endpoint).until(lambda: len(self.events(endpoint)) >= len(events))
        assert self.events(endpoint) == events

    def put(self, endpoint: str, value: Any, *, event: str = "value", own: bool = True) -> None:
        """Send a value into a port, as caused in this copy."""
        cause = {"id": uuid4().bytes, "own": own, "again": False, "by": "", "at": None, "depth": 0}
        self.at(endpoint).send(event, {"value": value, "cause": cause})

    def happen(self, endpoint: str, value: Any = None, *, own: bool = True) -> None:
        """Send an event into a port, as caused in this copy."""
        self.put(endpoint, value, event="happened", own=own)


def ports_of(looker: Looker) -> Ports:
    """The ports of what somebody looks at."""
    return Ports(looker.node, looker.proxy)


async def ports(node: Node, reference: Reference, endpoint: str) -> Ports:
    """Open a copy, with somebody at its main port."""
    found = Ports(node, await node.dereference(reference))
    found.at(endpoint)
    return found
