# SPDX-License-Identifier: BSD-3-Clause
"""The main function of a gateway: joins the channel, serves a socket, and ends when it is idle."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec

from app.errors import one_line
from app.runtime.activation import Node
from app.runtime.activation.errors import ActivationError
from app.runtime.directories import data_directory, make_private
from app.runtime.references import LiveObjectFileError, Parameterized, Reference, ReferenceArgument, read
from app.spark import frames
from app.spark.liveobject_source.gateway_client import (
    ERROR_FILE,
    REFERENCE_FILE,
    SOCKET,
    LiveObjectSourceError,
    short_path,
)
from app.transport_native import EngineError
from objects_library.channels.native import scope_registry
from objects_library.installed import installed_catalogue
from objects_library.spark_gateway.client import join_channel
from objects_library.spark_gateway.row_converter import RowConverter
from objects_library.spark_gateway.session import ChannelSession
from objects_library.spark_gateway.state_machines import is_feed, machine_for

_JOINED_WITHIN = 30.0


class GatewayServer:
    """Serves the connections of tasks; `over` is set after an idle period."""

    def __init__(self, session: ChannelSession, keep: float) -> None:
        self._session = session
        self._keep = keep
        self._connections: set[asyncio.Task[None]] = set()
        self._closing: asyncio.TimerHandle | None = None
        self.over = asyncio.Event()
        self._schedule_exit()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a new connection."""
        if self._closing is not None:
            self._closing.cancel()
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._disconnected)

    async def close(self) -> None:
        """Close all connections."""
        for task in tuple(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _disconnected(self, task: asyncio.Task[None]) -> None:
        self._connections.discard(task)
        if not self._connections:
            self._schedule_exit()

    def _schedule_exit(self) -> None:
        self._closing = asyncio.get_running_loop().call_later(self._keep, self.over.set)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (question := await frames.read(reader)) is not None:
                writer.write(frames.pack(await self._answer(question)))
                await writer.drain()
        except (ConnectionError, msgspec.MsgspecError):
            pass  # disconnected, or not our protocol
        finally:
            writer.close()

    async def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        given = dict(question)
        do = str(given.pop("do", ""))
        try:
            if do == "hello":
                self._keep = max(self._keep, float(given["keep"]))
                return {"id": self._session.id, "process": os.getpid()}
            if do == "publish":
                return await self._session.publish(**given)
            if do in ("describe", "present", "begin_reading", "latest", "between", "forget", "check_columns",
                      "stage", "discard"):  # fmt: skip
                answer: dict[str, Any] = getattr(self._session, do)(**given)
                return answer
        except LiveObjectSourceError as error:
            return {"wrong": str(error)}
        except OSError as error:
            return {"wrong": f"the disk does not take it: {error.strerror}; make room, then try again"}
        except Exception as error:
            logging.getLogger("liveobjects").exception("a question could not be answered")
            return {"wrong": f"this did not work: {one_line(error)[:300]}; see liveobjects doctor"}
        return {"wrong": "nobody knows what that means; use one version of the program everywhere"}


def channel_in(reference: Reference) -> Reference:
    """The channel itself, or the one that an object uses."""
    if isinstance(reference, Parameterized):
        for name, argument in reference.arguments:
            if name == "Channel" and isinstance(argument, ReferenceArgument):
                return argument.reference
    return reference


async def serve(folder: Path, keep: float) -> None:
    """Serve until the gateway is idle."""
    content = (folder / REFERENCE_FILE).read_bytes()
    name = hashlib.sha256(content).hexdigest()[:20]
    kept = make_private(make_private(make_private(data_directory()) / "spark") / "channels")
    session = ChannelSession(make_private(kept / name))
    try:
        async with Node(installed_catalogue(), name="Spark") as node:
            client = await join_channel(
                node, channel_in(read(content).reference), lambda kind: _state_machine_for(session, kind), session
            )
            session.client = client
            await client.ready(_JOINED_WITHIN)
            gateway = GatewayServer(session, keep)
            with short_path(folder) as way:
                server = await asyncio.start_unix_server(gateway.accept, f"{way}/{SOCKET}", limit=2**20)
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, gateway.over.set)
            await gateway.over.wait()
            server.close()
            (folder / SOCKET).unlink(missing_ok=True)
            await gateway.close()
    finally:
        await asyncio.sleep(0)
        await scope_registry.closed()


def _state_machine_for(session: ChannelSession, kind: Any) -> Any:
    message = dict(kind.incoming)["send"]
    session.machine = machine_for(kind)
    session.converter = None if is_feed(message) else RowConverter(message)
    if session.machine is None and is_feed(message):
        raise LiveObjectSourceError("a feed needs a channel that keeps its table; use a checkpointed channel")
    return session.machine


def main(folder: Path, keep: float) -> int:
    """Run; on failure, leave the reason in a file."""
    wrong = ""
    try:
        asyncio.run(serve(folder, keep))
    except (LiveObjectSourceError, LiveObjectFileError, ActivationError, EngineError) as error:
        wrong = one_line(error)
    except TimeoutError:
        wrong = "the channel does not answer; try again, or look at: liveobjects doctor"
    if wrong:
        with contextlib.suppress(OSError):
            (folder / ERROR_FILE).write_text(wrong, "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), float(sys.argv[2])))
