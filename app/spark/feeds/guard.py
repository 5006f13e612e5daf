"""The process beside a feed: it starts the feed again when it dies, and answers whoever asks how it is.

The guard has a copy of the table, too: so the table outlives the process that fills it, and everyone who
looks hears at once that this process is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import IO, Any

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.trust import Gate
from app.spark.errors import SparkError
from app.spark.feeds.control import control_socket, log_file, own_command
from app.spark.feeds.definition import FeedDefinition, FeedError
from app.spark.feeds.memory import Memory
from app.spark.feeds.publisher import Publisher
from app.spark.feeds.reference import channel_in
from app.spark.feeds.worker import load_schema
from app.spark.settings import write_private
from app.spark.tables import news_of

_SHORTEST, _LONGEST = 0.3, 30.0
_QUIET_FOR = 60.0
"""Seconds after which a feed that died counts as healthy again."""
_FAREWELL = 15.0
_LONGEST_LINE = 4 * 1024 * 1024


class Guard:
    """Watches over the process of one feed."""

    def __init__(self, definition: FeedDefinition, catalogue: Catalogue, gate: Gate) -> None:
        self._definition = definition
        self._catalogue, self._gate = catalogue, gate
        self._status: dict[str, Any] = {
            "name": definition.name, "channel": definition.channel, "state": "starting", "reason": "",
            "sql": definition.sql, "sources": [each.plain() for each in definition.sources],
            "guard": os.getpid(), "since": time.time(), "restarts": 0,
        }  # fmt: skip
        self._worker: asyncio.subprocess.Process | None = None
        self._publisher: Publisher | None = None
        self._joining = asyncio.Lock()
        self._watchers: set[asyncio.StreamWriter] = set()
        self._stopping = asyncio.Event()
        self._fatal: dict[str, Any] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self) -> int:
        """Until the feed is stopped."""
        lock = _only_one(self._definition)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._stopping.set)
        path = control_socket(self._definition.name)
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._serve, path, limit=_LONGEST_LINE)
        path.chmod(0o600)
        try:
            async with Node(self._catalogue, trust=self._gate) as node:
                await self._watch_over(node)
                if self._publisher is not None:
                    self._publisher.close()
        finally:
            path.unlink(missing_ok=True)
            server.close()
            for writer in tuple(self._watchers):
                writer.close()
            lock.close()
        return 1 if self._fatal is not None else 0

    async def _watch_over(self, node: Node) -> None:
        patience = _SHORTEST
        while not self._stopping.is_set():
            began = time.monotonic()
            code = await self._one_life(node)
            if not self._stopping.is_set() and code != 0 and not (self._definition.folder / "live").exists():
                last = log_file(self._definition.name).read_text(errors="replace").strip().splitlines()[-1:]
                self._fatal = self._fatal or _fatal_words(f"the feed does not start: {' '.join(last)[:300]}")
                self._merge(self._fatal)
            if self._stopping.is_set() or self._fatal is not None or code == 0:
                break
            patience = _SHORTEST if time.monotonic() - began > _QUIET_FOR else min(_LONGEST, patience * 2)
            how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
            await self._mourn(f"the process of the feed {how}; it is being started again")
            self._status["restarts"] += 1
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._stopping.wait()
        if self._fatal is None:
            self._merge({"state": "stopped", "reason": ""})

    async def _one_life(self, node: Node) -> int:
        with log_file(self._definition.name).open("ab") as log:
            worker = self._worker = await asyncio.create_subprocess_exec(
                *own_command("run", self._definition.name), stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, stderr=log, limit=_LONGEST_LINE,
            )  # fmt: skip
        self._merge({"worker": worker.pid})
        reading = asyncio.create_task(self._read(node, worker))
        stopping = asyncio.create_task(self._stopping.wait())
        ended = asyncio.create_task(worker.wait())
        await asyncio.wait((stopping, ended), return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            self._tell_worker("stop")
            await asyncio.wait((ended,), timeout=_FAREWELL)
        if not ended.done():
            worker.kill()
        code = await ended
        stopping.cancel()
        await asyncio.gather(reading, stopping, return_exceptions=True)
        return code

    async def _read(self, node: Node, worker: asyncio.subprocess.Process) -> None:
        assert worker.stdout is not None
        while line := await worker.stdout.readline():
            with contextlib.suppress(ValueError):
                told = json.loads(line)
                if told.get("event") == "fatal":
                    self._fatal = told
                if "columns" in told:
                    task = asyncio.create_task(self._join(node))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                self._merge(told)

    async def _join(self, node: Node) -> None:
        """Have a copy of the table, once there is a channel."""
        async with self._joining:
            channel = channel_in(Path(self._definition.channel))
            if channel is None or self._publisher is not None:
                return
            with contextlib.suppress(SparkError):
                self._publisher = await Publisher.join(node, channel)

    async def _mourn(self, reason: str) -> None:
        """Say that the feed is gone, if it was this one that ran it."""
        led = self._status.get("leads", False)
        self._merge({"state": "failed", "reason": reason, "leads": False})
        schema = load_schema(self._definition)
        if self._publisher is None or schema is None or not led:
            return
        memory = Memory(self._definition)
        memory.open()
        change = news_of(schema, feed=memory.feed, state="failed", reason=reason)  # and nobody runs it
        with contextlib.suppress(TimeoutError, SparkError):
            async with asyncio.timeout(5):
                await self._publisher.publish([change])

    # ---- for those who ask

    def _merge(self, told: dict[str, Any]) -> None:
        """News from the feed, for everyone who watches."""
        if told.get("event") not in ("progress", "fatal"):
            changed = any(
                self._status.get(name) != told.get(name) for name in ("state", "reason") if name in told
            )
            self._status.update(told)
            if changed:
                with contextlib.suppress(OSError):  # a full disk must not end the one who tells of it
                    write_private(self._definition.folder / "status.json", json.dumps(self._status))
        line = json.dumps(told if "event" in told else {"event": "status", **self._status}).encode() + b"\n"
        for writer in tuple(self._watchers):
            if writer.is_closing() or writer.transport.get_write_buffer_size() > _LONGEST_LINE:
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
                elif do in ("pause", "resume"):
                    self._tell_worker(do)
                elif do == "restart" and self._worker is not None and self._worker.returncode is None:
                    self._worker.terminate()
                elif do == "stop":
                    self._stopping.set()
                    continue
                writer.write(json.dumps({"event": "status", **self._status}).encode() + b"\n")
                if do == "watch" and self._fatal is not None:
                    writer.write(json.dumps(self._fatal).encode() + b"\n")
                await writer.drain()
        except (ValueError, ConnectionError):
            pass  # whoever asks like that gets no answer
        finally:
            self._watchers.discard(writer)
            writer.close()

    def _tell_worker(self, do: str) -> None:
        worker = self._worker
        if worker is not None and worker.stdin is not None and worker.returncode is None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                worker.stdin.write(json.dumps({"do": do}).encode() + b"\n")


def _only_one(definition: FeedDefinition) -> IO[bytes]:
    """The system releases this lock also when the process is killed."""
    lock = (definition.folder / "lock").open("wb")
    deadline = time.monotonic() + 10
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise FeedError(
                    f"the feed {definition.name} runs already", "see: liveobjects feed list"
                ) from None
            time.sleep(0.05)
        else:
            return lock


async def work(definition: FeedDefinition, catalogue: Catalogue, gate: Gate) -> int:
    """What the process of a feed does: runs it, tells its guard, and listens to it."""
    from app.spark.feeds.worker import FeedWorker  # noqa: PLC0415

    def tell(told: dict[str, Any]) -> None:
        print(json.dumps(told), flush=True)

    worker = FeedWorker(definition, catalogue, gate, tell)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, worker.stop)
    listening = asyncio.create_task(_listen(worker, definition))
    try:
        await worker.run()
    except Exception as error:
        if getattr(error, "what_to_do", None) is None or worker.live_once:
            raise  # the guard starts it again, and the trace is in the log
        tell(_fatal(error))
        return 1
    finally:
        listening.cancel()
    return 0 if worker.asked_to_stop else 3


def _fatal(error: Exception) -> dict[str, Any]:
    what = getattr(error, "what", "") or str(error).partition("; ")[0]
    place = {name: getattr(error, name, 0) for name in ("line", "column")}
    to_do = str(getattr(error, "what_to_do", ""))
    return {**_fatal_words(what, to_do), "whole": getattr(error, "whole", ""), **place}


def _fatal_words(what: str, to_do: str = "try again") -> dict[str, Any]:
    return {"event": "fatal", "what": what, "to_do": to_do, "whole": "", "line": 0, "column": 0}


async def _listen(worker: Any, definition: FeedDefinition) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        do = json.loads(line).get("do")
        if do == "stop":
            worker.asked_to_stop = True
            worker.stop()
        elif do in ("pause", "resume"):
            worker.pause(do == "pause")
    # The guard is gone without a word; a new one starts the feed again.
    if not worker.asked_to_stop:
        from app.spark.feeds.control import launch_guard  # noqa: PLC0415

        launch_guard(definition.name)
        worker.stop()
