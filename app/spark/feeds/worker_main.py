# SPDX-License-Identifier: BSD-3-Clause
"""The main function of a worker process: runs the feed, and replaces a supervisor that dies."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from typing import Any

from app.errors import hint_of
from app.runtime.library import Catalogue
from app.runtime.trust import Gate
from app.spark.feeds.control import launch_supervisor
from app.spark.feeds.definition import FeedDefinition
from app.spark.feeds.supervisor import fatal_message
from app.spark.feeds.worker import FeedWorker

_SOONEST, _LONGEST = 0.1, 30.0
_HEALTHY_AFTER = 60.0
"""Seconds after which the next death of a supervisor is unrelated to the last."""


async def run_worker(definition: FeedDefinition, catalogue: Catalogue, gate: Gate) -> int:
    """Run a feed until its supervisor stops it, or its folder is deleted."""
    link = _SupervisorLink(definition)
    worker = FeedWorker(definition, catalogue, gate, link.report)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, worker.stop)
    listening = asyncio.create_task(link.listen(worker))
    try:
        await worker.run()
    except Exception as error:
        if hint_of(error) is None or worker.live_once:
            raise  # the supervisor restarts it, and the traceback is in the log
        link.report(_fatal(error))
        return 1
    finally:
        listening.cancel()
    return 0 if worker.asked_to_stop else 3


class _SupervisorLink:
    """The connection to the supervisor; the feed continues when the supervisor is killed."""

    def __init__(self, definition: FeedDefinition) -> None:
        self._definition = definition
        self._known: dict[str, Any] = {}
        """The status that a new supervisor needs."""
        self._delay, self._last = _SOONEST, 0.0

    def report(self, message: dict[str, Any]) -> None:
        """Send a message to the supervisor; without one, it only updates the status."""
        if "event" not in message:
            self._known.update(message)
        with contextlib.suppress(OSError):
            os.write(sys.stdout.fileno(), json.dumps(message).encode() + b"\n")

    async def listen(self, worker: FeedWorker) -> None:
        """Execute the commands of successive supervisors."""
        commands: Any = sys.stdin
        while await self._read_commands(worker, commands):
            commands = await self._next_supervisor()
            if commands is None:
                worker.asked_to_stop = True  # it was deleted
                worker.stop()
                return

    async def _read_commands(self, worker: FeedWorker, commands: Any) -> bool:
        """Execute commands until the supervisor is gone; false if it has stopped the feed."""
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), commands)
        try:
            while line := await reader.readline():
                do = json.loads(line).get("do")
                if do == "stop":
                    worker.asked_to_stop = True
                    worker.stop()
                elif do in ("pause", "resume"):
                    worker.pause(do == "pause")
            return not worker.asked_to_stop
        finally:
            transport.close()

    def _next_delay(self) -> float:
        """Seconds before the next supervisor: increased when supervisors die in quick succession."""
        now = time.monotonic()
        self._delay = _SOONEST if now - self._last > _HEALTHY_AFTER else min(_LONGEST, self._delay * 4)
        self._last = now
        return self._delay

    async def _next_supervisor(self) -> Any:
        """Start another supervisor and return its commands; None if the feed was deleted."""
        while True:
            await asyncio.sleep(self._next_delay())
            if not (self._definition.folder / "definition.json").exists():
                return None
            with contextlib.suppress(OSError):  # such as a full disk
                return self._start_supervisor()

    def _start_supervisor(self) -> Any:
        """Start a supervisor that adopts this process; return the pipe of its commands."""
        output, mine = os.pipe()
        commands, theirs = os.pipe()
        try:
            launch_supervisor(self._definition.name, (output, theirs))
            os.dup2(mine, sys.stdout.fileno())
        except OSError:
            os.close(commands)
            raise
        finally:
            for descriptor in (output, theirs, mine):
                os.close(descriptor)
        self.report(dict(self._known))
        return os.fdopen(commands, "rb")


def _fatal(error: Exception) -> dict[str, Any]:
    what = getattr(error, "what", "") or str(error).partition("; ")[0]
    place = {name: getattr(error, name, 0) for name in ("line", "column")}
    return {**fatal_message(what, hint_of(error) or ""), "whole": getattr(error, "whole", ""), **place}
