"""A channel from a terminal: what `send`, `tail` and `nodes` share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from app.runtime.library import decode, encode
from app.runtime.references import read
from app.runtime.types import TEXT, ValueType
from app.transport_native.engine import Engine
from app.transport_native.scope import Group, Scope
from objects_library.channels.reliable.address import ChannelAddress


@dataclass
class OpenChannel:
    """A channel that this process takes part in."""

    engine: Engine
    scope: Scope
    group: Group
    type: ValueType

    def to_bytes(self, line: str) -> bytes:
        """A line of input: the text itself on a channel of texts, else JSON."""
        return encode(self.type, line if self.type == TEXT else json.loads(line))

    def to_value(self, message: memoryview) -> object:
        return decode(self.type, bytes(message))


@asynccontextmanager
async def open_channel(path: Path, seconds: float) -> AsyncIterator[OpenChannel]:
    """Join the channel of a file, and leave it in peace."""
    address = ChannelAddress.of(read(path).reference)
    settings, value_type = address.settings(), address.type
    with Engine() as engine:
        engine.attach()
        scope = engine.open_scope(settings)
        group = scope.join(address.group)
        async with asyncio.timeout(seconds):
            await group.wait_for_members(1)
        try:
            yield OpenChannel(engine, scope, group, value_type)
        finally:
            await scope.close()
