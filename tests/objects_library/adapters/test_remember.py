# SPDX-License-Identifier: BSD-3-Clause
"""The adapter that remembers: whoever comes late sees all messages, over a channel with checkpoints."""

from typing import Any

import pytest

from app.runtime.activation import Node
from app.runtime.references import Parameterized, Primitive, Reference, TypeArgument, ValueArgument
from app.runtime.types import parse_endpoint_type
from objects_library.channels.native import scope_registry
from objects_library.installed import installed_catalogue
from tests.objects_library.channels.company import CHECKPOINTED, Watching, unique_scope

LOCAL = 0x4F0C52D1A96E4D0FB8F2D5C8A1E37B66

LISTENER = parse_endpoint_type(
    "endpoint{ out send(int); in receive(int); requires reliability(total, state transfer) }"
)


def channel(kind: int, **values: str) -> Reference:
    types = (("T", TypeArgument("int")), ("S", TypeArgument("list[int]")))
    return Parameterized(
        Primitive(kind, 1), (*types, *((name, ValueArgument(value)) for name, value in values.items()))
    )


class Listener(Watching):
    """Needs more than the channel gives; the node finds the adapter by itself."""

    def __init__(self, node: Node, proxy: Any) -> None:
        super().__init__()
        self.received: list[int] = []
        self._proxy = proxy
        self.endpoint: Any = node.new_endpoint(LISTENER, receive=self._receive)
        self.connection = node.connect(self.endpoint, proxy.endpoint("channel"), adapt=True)

    def _receive(self, number: int) -> None:
        self.received.append(number)
        self.news()

    async def receives(self, wanted: list[int]) -> None:
        await self.until(lambda: self.received == wanted)


@pytest.mark.parametrize("kind", [LOCAL, CHECKPOINTED], ids=["local", "checkpointed"])
async def test_a_latecomer_sees_the_whole_past(kind: int) -> None:
    reference = channel(kind, **({"name": unique_scope()} if kind == LOCAL else {"scope": unique_scope()}))
    async with Node(installed_catalogue()) as node, Node(installed_catalogue()) as elsewhere:
        first = Listener(node, await node.dereference(reference))
        assert [adapter.name for adapter in first.connection.adapters] == ["Remember everything"]
        first.endpoint.send(1)
        first.endpoint.send(2)
        await first.receives([1, 2])
        second = Listener(elsewhere, await elsewhere.dereference(reference))
        await second.receives([1, 2])
        second.endpoint.send(3)
        await first.receives([1, 2, 3])
        await second.receives([1, 2, 3])
    await scope_registry.closed()
