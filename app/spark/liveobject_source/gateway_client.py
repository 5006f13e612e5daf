# SPDX-License-Identifier: BSD-3-Clause
"""The client of the gateway: one process per computer and channel that joins it for all Spark tasks.

Tasks start and end by the hundred; if each of them joined the channel, all its members would be disturbed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from app.runtime.directories import DirectoryError, make_private, runtime_directory
from app.spark.frames import pack, read_blocking

GATEWAY_MODULE = "objects_library.spark_gateway"
"""The gateway's module; it imports all objects, so this layer only names it."""
REFERENCE_FILE, SOCKET, ERROR_FILE = "reference.liveobject", "socket", "wrong.txt"
_START_TIMEOUT = 40.0
_ANSWER_TIMEOUT = 120.0


class LiveObjectSourceError(Exception):
    """A channel cannot be read or written by Spark; the text says what to do."""


class GatewayLostError(LiveObjectSourceError):
    """The gateway ended during a request."""


class GatewayClient:
    """A connection to the gateway of a reference; the gateway is started if needed."""

    def __init__(self, reference: bytes, keep: float = 60.0) -> None:
        self._connection = _connect_or_start(reference, keep)
        self.id: str = self.request({"do": "hello", "keep": keep})["id"]

    def request(self, question: dict[str, Any]) -> dict[str, Any]:
        """Send a request, and wait for the answer."""
        answer = _exchange(self._connection, question)
        if answer is None:
            raise GatewayLostError("the process that holds the channel has ended; try again")
        if "wrong" in answer:
            raise LiveObjectSourceError(str(answer["wrong"]))
        return answer

    def close(self) -> None:
        """Disconnect; the gateway stays for a while for other tasks."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def gateway_folder(reference: bytes) -> Path:
    """The runtime folder of a reference's gateway."""
    gateways = make_private(make_private(runtime_directory()) / "posts")
    return make_private(gateways / hashlib.sha256(reference).hexdigest()[:20])


def is_local_gateway(reference: bytes, gateway: str) -> bool:
    """Whether a gateway with this id runs on this computer."""
    try:
        with _open(gateway_folder(reference)) as connection:
            answer = _exchange(connection, {"do": "hello", "keep": 0.0})
            return answer is not None and answer.get("id") == gateway
    except (OSError, DirectoryError):
        return False


def _exchange(connection: socket.socket, question: dict[str, Any]) -> dict[str, Any] | None:
    try:
        connection.sendall(pack(question))
        return read_blocking(connection)
    except OSError:
        return None


def _connect_or_start(reference: bytes, keep: float) -> socket.socket:
    folder = gateway_folder(reference)
    with _start_lock(folder):
        try:
            return _open(folder)
        except OSError:
            return _start(folder, reference, keep)


def _start(folder: Path, reference: bytes, keep: float) -> socket.socket:
    for name in (SOCKET, ERROR_FILE):
        (folder / name).unlink(missing_ok=True)
    (folder / REFERENCE_FILE).write_bytes(reference)
    root = str(Path(__file__).resolve().parents[3])
    paths = [root, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", GATEWAY_MODULE, str(folder), str(keep)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,  # it outlives the task that started it
        )
    end = time.monotonic() + _START_TIMEOUT
    while time.monotonic() < end:
        try:
            return _open(folder)
        except OSError:
            if process.poll() is not None:
                break
        time.sleep(0.02)
    raise LiveObjectSourceError(_start_error(folder))


def _start_error(folder: Path) -> str:
    try:
        text = (folder / ERROR_FILE).read_text("utf-8").strip()
    except OSError:
        text = ""
    return text or "the channel did not open within 40 s; see whether liveobjects doctor finds a reason"


def _open(folder: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(_ANSWER_TIMEOUT)
    try:
        with short_path(folder) as way:
            connection.connect(f"{way}/{SOCKET}")
    except OSError:
        connection.close()
        raise
    return connection


@contextmanager
def short_path(folder: Path) -> Iterator[str]:
    """A short path to a folder, because socket paths have a length limit."""
    handle = os.open(folder, os.O_PATH)
    try:
        yield f"/proc/self/fd/{handle}"
    finally:
        os.close(handle)


@contextmanager
def _start_lock(folder: Path) -> Iterator[None]:
    """Ensure that only one process starts the gateway."""
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
