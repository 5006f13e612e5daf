"""The process of a feed: it runs the feed, tells its guard, and has another guard when that one is killed."""

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
from app.spark.feeds.control import launch_guard
from app.spark.feeds.definition import FeedDefinition
from app.spark.feeds.supervisor import fatal_words
from app.spark.feeds.worker import FeedWorker

_SOONEST, _LONGEST = 0.1, 30.0
_QUIET_FOR = 60.0
"""Seconds after which a guard that died counts as an accident of its own."""


async def work(definition: FeedDefinition, catalogue: Catalogue, gate: Gate) -> int:
    """Run a feed until its guard, or somebody who removes it, ends it."""
    link = _Link(definition)
    worker = FeedWorker(definition, catalogue, gate, link.tell)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, worker.stop)
    listening = asyncio.create_task(link.listen(worker))
    try:
        await worker.run()
    except Exception as error:
        if hint_of(error) is None or worker.live_once:
            raise  # the guard starts it again, and the trace is in the log
        link.tell(_fatal(error))
        return 1
    finally:
        listening.cancel()
    return 0 if worker.asked_to_stop else 3


class _Link:
    """What goes to the guard and comes from it; a guard that is killed does not end the feed."""

    def __init__(self, definition: FeedDefinition) -> None:
        self._definition = definition
        self._known: dict[str, Any] = {}
        """All that a new guard has to know."""
        self._patience, self._last = _SOONEST, 0.0

    def tell(self, told: dict[str, Any]) -> None:
        """Say something; with nobody there it is only remembered."""
        if "event" not in told:
            self._known.update(told)
        with contextlib.suppress(OSError):
            os.write(sys.stdout.fileno(), json.dumps(told).encode() + b"\n")

    async def listen(self, worker: FeedWorker) -> None:
        """Do what guards say, one after the other."""
        orders: Any = sys.stdin
        while await self._obey(worker, orders):
            orders = await self._next_guard()
            if orders is None:
                worker.asked_to_stop = True  # it was removed, so nobody wants it any more
                worker.stop()
                return

    async def _obey(self, worker: FeedWorker, orders: Any) -> bool:
        """Until the guard is gone; false if it has ended the feed before."""
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), orders)
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

    def _pause(self) -> float:
        """Seconds before the next guard: longer when guards die one after the other."""
        now = time.monotonic()
        self._patience = _SOONEST if now - self._last > _QUIET_FOR else min(_LONGEST, self._patience * 4)
        self._last = now
        return self._patience

    async def _next_guard(self) -> Any:
        """The orders of another guard, as soon as it can be had; none where the feed is no longer kept."""
        while True:
            await asyncio.sleep(self._pause())
            if not (self._definition.folder / "definition.json").exists():
                return None
            with contextlib.suppress(OSError):  # such as a full disk, for a while
                return self._new_guard()

    def _new_guard(self) -> Any:
        """Start a guard that takes this process over; returns the pipe that its orders come through."""
        said, mine = os.pipe()
        orders, theirs = os.pipe()
        try:
            launch_guard(self._definition.name, (said, theirs))
            os.dup2(mine, sys.stdout.fileno())
        except OSError:
            os.close(orders)
            raise
        finally:
            for descriptor in (said, theirs, mine):
                os.close(descriptor)
        self.tell(dict(self._known))
        return os.fdopen(orders, "rb")


def _fatal(error: Exception) -> dict[str, Any]:
    what = getattr(error, "what", "") or str(error).partition("; ")[0]
    place = {name: getattr(error, name, 0) for name in ("line", "column")}
    return {**fatal_words(what, hint_of(error) or ""), "whole": getattr(error, "whole", ""), **place}
