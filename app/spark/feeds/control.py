# SPDX-License-Identifier: BSD-3-Clause
"""Starts, stops and queries feeds from any process, such as the command line or a window."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from app.runtime import directories
from app.spark.errors import QueryError, SparkError
from app.spark.feeds.definition import FeedDefinition, FeedError, feed_names, feeds_folder, load

_ROOT = Path(__file__).resolve().parents[3]
_MOST_LOG = 1024 * 1024
_ANSWERS_WITHIN = 30.0
_LONGEST_LINE = 8 * 1024 * 1024


async def start_feed(
    definition: FeedDefinition, on_progress: Callable[[str, float], object] = lambda *_: None
) -> dict[str, Any]:
    """Start a feed that outlives this process; return its status once it is live.

    If the feed cannot become live, it is deleted and the reason is raised: QueryError with its position,
    or another SparkError.
    """
    if is_running(definition.name) or _worker_is_alive(definition.name, _saved_status(definition)):
        raise FeedError(
            f"the feed {definition.name} runs already", f"stop it first: liveobjects feed stop {definition.name}"
        )
    definition.save()
    supervisor = launch_supervisor(definition.name)
    try:
        return await _until_live(definition, supervisor, on_progress)
    except (asyncio.CancelledError, KeyboardInterrupt):
        await stop_feed(definition.name)
        raise
    except SparkError:
        definition.delete()
        raise


async def _until_live(
    definition: FeedDefinition, supervisor: subprocess.Popen[bytes], on_progress: Callable[[str, float], object]
) -> dict[str, Any]:
    async for message in watch_feed(definition.name, supervisor):
        event = message.get("event")
        if event == "progress":
            on_progress(str(message["text"]), float(message["share"]))
        elif event == "fatal":
            if message.get("line"):
                raise QueryError(message["what"], message["line"], message["column"], message["whole"])
            raise SparkError(message["what"], message["to_do"], message["whole"])
        elif message.get("state") in ("live", "standby") and message.get("columns"):
            return message
    raise FeedError(f"the feed ended while it started: {_last_log_line(definition.name)}", "try again")


async def watch_feed(name: str, supervisor: subprocess.Popen[bytes] | None = None) -> AsyncIterator[dict[str, Any]]:
    """Yield the status of a feed now and after each change, until it ends."""
    last: dict[str, Any] = {}
    while True:
        reader, writer = await _connect(name, supervisor)
        try:
            writer.write(b'{"do": "watch"}\n')
            while line := await reader.readline():
                message = json.loads(line)
                if isinstance(message, dict):
                    last = message if message.get("event") == "status" else last
                    yield message
        except ConnectionError:
            pass
        finally:
            writer.close()
        if not await _gets_new_supervisor(name, last):
            return


async def _gets_new_supervisor(name: str, status: dict[str, Any]) -> bool:
    """Whether the feed's worker replaces its supervisor, as it does when that was killed."""
    deadline = time.monotonic() + _ANSWERS_WITHIN
    while _worker_is_alive(name, status) and time.monotonic() < deadline:
        if is_running(name) and control_socket(name).exists():
            return True
        await asyncio.sleep(0.1)
    return False


def _saved_status(definition: FeedDefinition) -> dict[str, Any]:
    """The status that the last supervisor of a feed saved."""
    try:
        return dict(json.loads((definition.folder / "status.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {"name": definition.name, "channel": definition.channel}


def _worker_is_alive(name: str, status: dict[str, Any]) -> bool:
    """Whether the worker process named by a status exists and belongs to the feed."""
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{int(status.get('worker') or 0)}/cmdline").read_bytes().split(b"\0")
        return status.get("state") != "stopped" and words[-3:] == [b"run", name.encode(), b""]
    return False


async def ask_feed(name: str, do: str) -> dict[str, Any]:
    """Send `pause`, `resume`, `restart` or `status` to a running feed; return its status."""
    reader, writer = await _connect(name)
    try:
        writer.write(json.dumps({"do": do}).encode() + b"\n")
        async with asyncio.timeout(_ANSWERS_WITHIN):
            line = await reader.readline()
        found = json.loads(line)
        return dict(found)
    except (ConnectionError, ValueError, TimeoutError):
        raise FeedError(f"the feed {name} does not answer", f"stop it: liveobjects feed stop {name}") from None
    finally:
        writer.close()


async def status_of(name: str) -> dict[str, Any]:
    """The status of a feed, also of one whose processes have ended."""
    definition = load(name)
    if is_running(name):
        with contextlib.suppress(FeedError):
            return await ask_feed(name, "status")
    found = _saved_status(definition)
    if await _gets_new_supervisor(name, found):
        return await ask_feed(name, "status")
    # No process is left to ask.
    return {
        **found, "state": "stopped", "event": "status",
        "reason": "its processes have ended, perhaps with the computer",
        "to_do": f"go on from the last commit: liveobjects feed resume {name}",
    }  # fmt: skip


async def stop_feed(name: str) -> None:
    """Stop and delete a feed; its table stays with the other members of the channel."""
    definition = load(name)
    if is_running(name):
        with contextlib.suppress(FeedError):
            _, writer = await _connect(name)
            writer.write(b'{"do": "stop"}\n')
            await writer.drain()
            deadline = time.monotonic() + _ANSWERS_WITHIN
            while is_running(name) and time.monotonic() < deadline:  # noqa: ASYNC110 - a lock does not tell
                await asyncio.sleep(0.05)
            writer.close()
    if is_running(name):
        raise FeedError(f"the feed {name} does not end", f"see {log_file(name)}")
    definition.delete()


async def revive_feed(name: str) -> dict[str, Any]:
    """Start an existing feed that does not run."""
    definition = load(name)
    supervisor = None if is_running(name) else launch_supervisor(name)
    return await _until_live(definition, supervisor, lambda *_: None) if supervisor else await status_of(name)


async def all_feeds() -> list[dict[str, Any]]:
    """The status of every feed."""
    found = []
    for name in feed_names():
        try:
            found.append(await status_of(name))
        except SparkError as error:
            found.append({"name": name, "state": "failed", "reason": str(error), "event": "status"})
    return found


def is_running(name: str) -> bool:
    """Whether a supervisor holds the lock of a feed."""
    try:
        with (feeds_folder() / name / "lock").open("rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    except FileNotFoundError:
        pass
    return False


_supervisors: list[subprocess.Popen[bytes]] = []
"""Supervisors that this process started, kept so that they are reaped when they end."""


def launch_supervisor(name: str, pipes: tuple[int, int] | None = None) -> subprocess.Popen[bytes]:
    """Start the processes of a feed; they outlive this process, its terminal and its session.

    A worker starts a new supervisor for itself, connected by pipes from it and to it.
    """
    _supervisors[:] = [each for each in _supervisors if each.poll() is None]
    more = ["--for", f"{os.getpid()},{pipes[0]},{pipes[1]}"] if pipes else []
    with log_file(name).open("ab") as log:
        supervisor = subprocess.Popen(
            feed_command("guard", name, *more), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            start_new_session=True, cwd="/", pass_fds=pipes or (),
        )  # fmt: skip
    _supervisors.append(supervisor)
    return supervisor


def feed_command(*words: str) -> list[str]:
    """The program's command line for a process of a feed."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "feed", *words]
    before = f"import sys; sys.path.insert(0, {str(_ROOT)!r}); "
    start = "from app.__main__ import main; sys.argv[0] = 'liveobjects'; sys.exit(main())"
    return [sys.executable, "-P", "-c", before + start, "feed", *words]


def control_socket(name: str) -> Path:
    """The socket of a supervisor; hashed, because socket paths have a length limit."""
    digest = hashlib.sha256(str(feeds_folder() / name).encode()).hexdigest()[:16]
    return directories.make_private(directories.runtime_directory() / "feeds") / f"{digest}.sock"


def log_file(name: str) -> Path:
    """The log file of a feed's processes."""
    file = feeds_folder() / name / "feed.log"
    directories.make_private(file.parent)
    with contextlib.suppress(FileNotFoundError):
        if file.stat().st_size > _MOST_LOG:
            os.truncate(file, 0)
    return file


def _last_log_line(name: str) -> str:
    """The last line of a feed's log."""
    lines = log_file(name).read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else "it said nothing"


async def _connect(
    name: str, supervisor: subprocess.Popen[bytes] | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    path = control_socket(name)
    deadline = time.monotonic() + (_ANSWERS_WITHIN if supervisor is not None else 2.0)
    while True:
        try:
            return await asyncio.open_unix_connection(path, limit=_LONGEST_LINE)
        except (FileNotFoundError, ConnectionRefusedError):
            if supervisor is not None and supervisor.poll() is not None:
                raise FeedError(f"the feed {name} does not start: {_last_log_line(name)}", "try again") from None
            if time.monotonic() > deadline:
                raise FeedError(f"the feed {name} cannot be reached", f"see {log_file(name)}") from None
            await asyncio.sleep(0.05)
