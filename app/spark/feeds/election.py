"""Which of several processes runs a feed: one leads, the others stand by."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from app.runtime.activation import Node
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual


class Election:
    """Stands for the lead; `changed` hears when it is won or lost."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._known = asyncio.Event()
        self._kept: list[Any] = []
        self.mine = False
        self.leader = ""

    async def stand(self, node: Node, reference: Reference) -> None:
        """Take part; returns when it is known who leads."""
        proxy = await node.dereference(reference)
        outer = proxy.endpoint("election")
        kind = dual(outer.type)
        assert isinstance(kind, EndpointType)
        endpoint = node.new_endpoint(kind, leader=self._told, refused=lambda _: None)
        self._kept = [proxy, endpoint, node.connect(endpoint, outer)]
        await self._known.wait()

    def leave(self) -> None:
        """Lead no more, and let the next one know at once."""
        if self._kept:
            self._kept[1].withdraw()

    def _told(self, told: dict[str, Any]) -> None:
        before = self.mine
        self.mine, self.leader = told["mine"], told["name"]
        if self.leader:
            self._known.set()
        if self.mine != before:
            self._changed()
