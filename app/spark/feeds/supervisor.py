# SPDX-License-Identifier: BSD-3-Clause
"""The supervisor of a feed: restarts its worker and answers status requests.

The supervisor also holds a replica of the table: the table survives the worker, and viewers learn at once
that the worker has ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import signal
import time
from pathlib import Path
from typing import IO, Any

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.trust import Gate
from app.spark.errors import SparkError
from app.spark.feeds.checkpoint import FeedCheckpoint
from app.spark.feeds.control import control_socket, log_file
from app.spark.feeds.definition import FeedDefinition, FeedError
from app.spark.feeds.publisher import Publisher
from app.spark.feeds.reference import channel_in
from app.spark.feeds.worker import load_schema
from app.spark.feeds.worker_process import LONGEST_LINE, ChildProcess, WorkerProcess
from app.spark.live_table import status_change
from app.spark.settings import write_private

_SHORTEST, _LONGEST = 0.3, 30.0
_HEALTHY_AFTER = 60.0
"""Seconds after which a restarted worker counts as healthy."""
_FAREWELL = 15.0
_JOINING = 3.0
_EXISTENCE_CHECK_INTERVAL = 2.0
"""Seconds between two checks that the feed still exists."""


class Supervisor:
    """Supervises the worker process of one feed."""

    def __init__(
        self, definition: FeedDefinition, catalogue: Catalogue, gate: Gate, process: WorkerProcess | None = None
    ) -> None:
        self._definition = definition
        self._catalogue, self._gate = catalogue, gate
        self._status: dict[str, Any] = {
            "name": definition.name, "channel": definition.channel, "state": "starting", "reason": "",
            "sql": definition.sql, "sources": [each.to_dict() for each in definition.sources],
            "guard": os.getpid(), "since": time.time(), "restarts": 0,
        }  # fmt: skip
        self._process = process
        """The worker process; an existing one is adopted."""
        self._publisher: Publisher | None = None
        self._joining = asyncio.Lock()
        self._watchers: set[asyncio.StreamWriter] = set()
        self._stopping = asyncio.Event()
        self._fatal: dict[str, Any] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self) -> int:
        """Supervise until the feed is stopped."""
        lock = _acquire_lock(self._definition)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._stopping.set)
        path = control_socket(self._definition.name)
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._serve, path, limit=LONGEST_LINE)
        path.chmod(0o600)
        looking = asyncio.create_task(self._stop_when_deleted())
        try:
            async with Node(self._catalogue, trust=self._gate) as node:
                await self._supervise(node)
                if self._publisher is not None:
                    self._publisher.close()
        finally:
            looking.cancel()
            path.unlink(missing_ok=True)
            server.close()
            for writer in tuple(self._watchers):
                writer.close()
            lock.close()
        return 1 if self._fatal is not None else 0

    async def _stop_when_deleted(self) -> None:
        """Stop all processes of a feed whose folder was deleted."""
        while (self._definition.folder / "definition.json").exists():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(_EXISTENCE_CHECK_INTERVAL)
        self._stopping.set()

    async def _supervise(self, node: Node) -> None:
        delay = _SHORTEST
        while not self._stopping.is_set():
            began = time.monotonic()
            how = await self._run_worker(node)
            if not self._stopping.is_set() and how and not (self._definition.folder / "live").exists():
                last = log_file(self._definition.name).read_text(errors="replace").strip().splitlines()[-1:]
                self._fatal = self._fatal or fatal_message(f"the feed does not start: {' '.join(last)[:300]}")
                self._merge(self._fatal)
            if self._stopping.is_set() or self._fatal is not None or not how:
                break
            delay = _SHORTEST if time.monotonic() - began > _HEALTHY_AFTER else min(_LONGEST, delay * 2)
            await self._report_death(f"the process of the feed {how}; it is being started again")
            self._status["restarts"] += 1
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await self._stopping.wait()
        if self._fatal is None:
            self._merge({"state": "stopped", "reason": ""})

    async def _run_worker(self, node: Node) -> str:
        """Run one worker process; return how it ended, empty for a normal exit."""
        process = self._process
        if process is None:
            with log_file(self._definition.name).open("ab") as log:
                process = self._process = await ChildProcess.start(self._definition.name, log)
        self._merge({"worker": process.id})
        reading = asyncio.create_task(self._read(node, process))
        stopping = asyncio.create_task(self._stopping.wait())
        ended = asyncio.create_task(process.wait())
        await asyncio.wait((stopping, ended), return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            process.send_command("stop")
            await asyncio.wait((ended,), timeout=_FAREWELL)
        if not ended.done():
            process.signal(signal.SIGKILL)
        how = await ended
        self._process = None
        stopping.cancel()
        await asyncio.gather(reading, stopping, return_exceptions=True)
        return how

    async def _read(self, node: Node, process: WorkerProcess) -> None:
        async for line in process.lines():
            with contextlib.suppress(ValueError):
                message = json.loads(line)
                if message.get("event") == "fatal":
                    self._fatal = message
                if "columns" in message:
                    task = asyncio.create_task(self._join(node))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                self._merge(message)

    async def _join(self, node: Node) -> None:
        """Join the channel once it exists."""
        async with self._joining:
            channel = channel_in(Path(self._definition.channel))
            if channel is None or self._publisher is not None:
                return
            with contextlib.suppress(SparkError):
                self._publisher = await Publisher.join(node, channel)

    async def _report_death(self, reason: str) -> None:
        """Publish that the feed has failed, if its worker led it."""
        led = self._status.get("leads", False)
        gone = {"worker": 0, "driver": 0, "java": 0}  # the system may reuse these process ids
        self._merge({"state": "failed", "reason": reason, "leads": False, **gone})
        schema = load_schema(self._definition)
        with contextlib.suppress(TimeoutError):  # a new supervisor may still be joining
            async with asyncio.timeout(_JOINING), self._joining:
                pass
        if self._publisher is None or schema is None or not led:
            return
        checkpoint = FeedCheckpoint(self._definition)
        checkpoint.open()
        change = status_change(
            schema, feed=checkpoint.feed, state="failed", reason=reason
        )  # without a publisher: no member runs it
        with contextlib.suppress(TimeoutError, SparkError):
            async with asyncio.timeout(5):
                await self._publisher.publish([change])

    # ---- status requests

    def _merge(self, message: dict[str, Any]) -> None:
        """Merge a message of the worker into the status, and forward it to watchers."""
        if message.get("event") not in ("progress", "fatal"):
            changed = any(
                self._status.get(name) != message.get(name) for name in ("state", "reason") if name in message
            )
            self._status.update(message)
            if changed:
                with contextlib.suppress(OSError):  # a full disk must not end the supervisor
                    write_private(self._definition.folder / "status.json", json.dumps(self._status))
        line = json.dumps(message if "event" in message else {"event": "status", **self._status}).encode() + b"\n"
        for writer in tuple(self._watchers):
            if writer.is_closing() or writer.transport.get_write_buffer_size() > LONGEST_LINE:
                self._watchers.discard(writer)
            else:
                writer.write(line)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                request = json.loads(line)
                do = request.get("do") if isinstance(request, dict) else None
                if do == "watch":
                    self._watchers.add(writer)
                elif do in ("pause", "resume") and self._process is not None:
                    self._process.send_command(do)
                elif do == "restart" and self._process is not None:
                    self._process.signal(signal.SIGTERM)
                elif do == "stop":
                    self._stopping.set()
                    continue
                writer.write(json.dumps({"event": "status", **self._status}).encode() + b"\n")
                if do == "watch" and self._fatal is not None:
                    writer.write(json.dumps(self._fatal).encode() + b"\n")
                await writer.drain()
        except (ValueError, ConnectionError):
            pass  # ignore malformed requests
        finally:
            self._watchers.discard(writer)
            writer.close()


def _acquire_lock(definition: FeedDefinition) -> IO[bytes]:
    """Lock the feed; the system releases the lock when the process ends, however it ends."""
    lock = (definition.folder / "lock").open("wb")
    deadline = time.monotonic() + 10
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise FeedError(f"the feed {definition.name} runs already", "see: liveobjects feed list") from None
            time.sleep(0.05)
        else:
            return lock


def fatal_message(what: str, to_do: str = "try again") -> dict[str, Any]:
    """The message that a feed cannot start."""
    return {"event": "fatal", "what": what, "to_do": to_do, "whole": "", "line": 0, "column": 0}
