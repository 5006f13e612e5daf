# SPDX-License-Identifier: BSD-3-Clause
"""Persistence: an adapter that logs messages on this computer and replays them."""

from __future__ import annotations

import asyncio
from typing import Annotated, cast

from app.runtime.library import Context, Key, adapter, decode, encode
from app.runtime.storage import ChannelLog
from app.runtime.types import ValueType
from objects_library.channels.native import scope_registry
from objects_library.channels.native.forwarding_adapter import ForwardingAdapter, T


@adapter("c1a0f968e15f94afe522eb5ffc21a654", name="Persistence", group="Services and protocols")
class Persistence(ForwardingAdapter[T]):
    """Keeps every message on this computer's disk, then hands it on, and repeats all to whoever connects."""

    inner = ForwardingAdapter.inner.stronger(requires={"reliability": "total, exactly once"})
    outer = ForwardingAdapter.outer.stronger(provides={"reliability": "total, exactly once, durable, state transfer"})

    def __init__(self, name: Annotated[str, Key()], context: Context) -> None:
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        self._waiting: list[bytes] = []
        self._news = asyncio.Event()
        self._past: list[bytes] = []
        self._loaded = False
        context.set_state("joining")
        context.spawn(self._keep(name))

    async def _keep(self, name: str) -> None:
        log = await ChannelLog.of_channel(f"persistence {name}")
        self._context.at_end(lambda: scope_registry.finish(log.close()))
        self._past = [record.content async for record in log.read()]
        self._loaded = True
        self._context.set_state("live")
        if self.outer.connected:
            self.catch_up()
        while True:
            await self._news.wait()
            self._news.clear()
            messages, self._waiting = self._waiting, []
            await log.append(messages)
            for message in messages:
                self._past.append(message)
                self.receive(decode(self._type, message))

    @outer.connected
    def catch_up(self) -> None:
        """Replay the history to a client that connects."""
        if self._loaded:
            for message in self._past:
                self.receive(decode(self._type, message))

    def handle_message(self, message: T) -> None:
        """Log the message and deliver it when it is on disk."""
        self._waiting.append(encode(self._type, message))
        self._news.set()
