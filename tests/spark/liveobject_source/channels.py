# SPDX-License-Identifier: BSD-3-Clause
"""Channels for Spark to read and write, and another member of them."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import pyarrow as pa

from app.runtime.activation import Node
from app.runtime.library import OfType, wrapper_of
from app.runtime.references import (
    Document,
    Parameterized,
    Primitive,
    Reference,
    TypeArgument,
    ValueArgument,
    read,
    write,
)
from app.spark.live_table import TableChange, TableState
from objects_library.channels.native import scope_registry
from objects_library.installed import installed_catalogue
from objects_library.spark_gateway.client import ChannelClient, join_channel
from objects_library.spark_gateway.state_machines import FeedMachine, RowBatch, RowsMachine, machine_for

CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
RELIABLE = 0x5D0C3A7B9E214F68A1B7C2D4E6F80913


def channel(message: str, state: str = "") -> Reference:
    """A channel with a scope of its own."""
    arguments: list[Any] = [("T", TypeArgument(message))]
    if state:
        arguments.append(("S", TypeArgument(state)))
    arguments.append(("scope", ValueArgument(f"test {secrets.token_hex(8)}")))
    return Parameterized(Primitive(CHECKPOINTED if state else RELIABLE), tuple(arguments))


def feed_channel(table: str) -> Reference:
    """The channel of a feed with the given table type."""
    rows = Annotated[pa.Table, OfType(table)]
    return channel(str(wrapper_of(TableChange[rows]).accepted), str(wrapper_of(TableState[rows]).accepted))


def file_with(reference: Reference, file: Path) -> Path:
    """Write a file with the reference."""
    file.write_bytes(write(Document(reference, "Test", "")))
    return file


class Viewer:
    """Another member of the channel, in a thread with its own event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.machine: FeedMachine | RowsMachine | None = None
        self.steps: list[RowBatch] = []
        self.messages: list[Any] = []
        self.client: ChannelClient | None = None
        self._news = threading.Condition()

    def initialized(self) -> None:
        with self._news:
            self._news.notify_all()

    def received(self, message: Any) -> None:
        with self._news:
            self.messages.append(message)
            if self.machine is not None and self.machine.last.rows is not None:
                self.steps.append(self.machine.last)
            self._news.notify_all()

    def rows(self) -> list[dict[str, Any]]:
        """The present rows."""
        table = None if self.machine is None else self.machine.present()
        return [] if table is None else table.to_pylist()

    def until(self, true: Callable[[], object], patience: float = 60) -> None:
        """Wait for a condition, checked after each message."""
        with self._news:
            assert self._news.wait_for(true, patience), self.rows()[:10]

    def say(self, message: Any) -> None:
        """Publish a message, and wait until it is accepted."""
        import uuid  # noqa: PLC0415

        assert self.client is not None
        asyncio.run_coroutine_threadsafe(self.client.publish(uuid.uuid4(), message), self.loop).result(60)


@contextmanager
def viewer(file: Path) -> Iterator[Viewer]:
    """Join the channel of a file."""
    made = Viewer()
    ready, over = threading.Event(), asyncio.Event()

    async def look() -> None:
        async with Node(installed_catalogue()) as node:

            def machine(kind: Any) -> FeedMachine | RowsMachine | None:
                made.machine = machine_for(kind)
                return made.machine

            made.client = await join_channel(node, read(file).reference, machine, made)
            await made.client.ready(60)
            ready.set()
            await over.wait()
        await asyncio.sleep(0)
        await scope_registry.closed()

    thread = threading.Thread(target=lambda: made.loop.run_until_complete(look()))
    thread.start()
    try:
        assert ready.wait(60)
        yield made
    finally:
        made.loop.call_soon_threadsafe(over.set)
        thread.join(60)
        made.loop.close()
