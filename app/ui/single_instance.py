# SPDX-License-Identifier: BSD-3-Clause
"""The single-instance server: a second start passes its files to the running process."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import logging
import socket
import struct
from collections.abc import Awaitable, Callable, Sequence
from os import getuid
from pathlib import Path
from typing import IO

from app.runtime.directories import DirectoryError, make_private

_log = logging.getLogger("liveobjects.window")
_LONGEST = 256 * 1024
_MOST_FILES = 100
_TIMEOUT = 5.0

Opener = Callable[[Sequence[Path]], Awaitable[str]]
"""Opens files; returns a one-line error message, or "" on success."""


class SingleInstanceServer:
    """A Unix socket, one per user and display; its owner opens the files that later starts send."""

    def __init__(self, path: Path, open_files: Opener) -> None:
        self._place = path
        self._open_files = open_files
        self._lock: IO[str] | None = None
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen, unless another process already does; on failure, each start stays a separate process."""
        try:
            make_private(self._place.parent)
            lock = self._place.with_suffix(".lock").open("w")
        except (OSError, DirectoryError) as error:
            _log.warning("files cannot be handed to this program: %s", error)
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._place.unlink(missing_ok=True)  # left by a killed process
            self._server = await asyncio.start_unix_server(self._answer, self._place, limit=_LONGEST)
            self._lock = lock
        except OSError as error:
            lock.close()
            _log.debug("another program opens what is opened: %s", error)

    async def stop(self) -> None:
        """Close the socket and release the lock."""
        if self._server is not None:
            self._server.close()
            self._server = None
            self._place.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            if _is_this_user(writer.get_extra_info("socket")):
                async with asyncio.timeout(_TIMEOUT):
                    files = _files_in(await reader.readuntil(b"\n"))
                    problem = await self._open_files(files)
                    writer.write(json.dumps({"problem": problem}).encode() + b"\n")
                    await writer.drain()
        writer.close()


def _is_this_user(line: socket.socket) -> bool:
    credentials = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return bool(struct.unpack("3i", credentials)[1] == getuid())


def _files_in(message: bytes) -> list[Path]:
    """The file paths in a request; raises `ValueError` for anything else."""
    asked = json.loads(message)
    names = asked["open"] if isinstance(asked, dict) and "open" in asked else None
    if not isinstance(names, list) or not 0 < len(names) <= _MOST_FILES:
        raise ValueError("no files are asked for")
    if not all(isinstance(name, str) and name.startswith("/") for name in names):
        raise ValueError("a file is named by its whole path")
    return [Path(name) for name in names]
