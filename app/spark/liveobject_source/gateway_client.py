"""The way to the post: the process of this computer that takes part in a channel for all tasks of Spark here.

Tasks come and go by the hundred; each of them joining and leaving would disturb everyone on the channel.
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

from app.runtime.places import PlaceError, make_private, runtime_directory
from app.spark.frames import pack, read_blocking

PROCESS = "objects_library.spark_gateway"
"""The module that runs as the post; it knows all objects, so it stands above this floor and is named only."""
FILE, SOCKET, WRONG = "reference.liveobject", "socket", "wrong.txt"
_PATIENCE = 40.0
_ANSWER_WITHIN = 120.0


class LiveObjectSourceError(Exception):
    """Something about a channel that Spark is to read or write; says what to do."""


class PostLostError(LiveObjectSourceError):
    """The post has ended while it was asked."""


class Post:
    """A conversation with the post of a reference; it is started when it is not there."""

    def __init__(self, reference: bytes, keep: float = 60.0) -> None:
        self._connection = _connected(reference, keep)
        self.id: str = self.ask({"do": "hello", "keep": keep})["id"]

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Say something, and wait for the answer."""
        answer = _asked(self._connection, question)
        if answer is None:
            raise PostLostError("the process that holds the channel has ended; try again")
        if "wrong" in answer:
            raise LiveObjectSourceError(str(answer["wrong"]))
        return answer

    def close(self) -> None:
        """Hang up; the post stays a while, for whoever comes next."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def folder_of(reference: bytes) -> Path:
    """Where the post of a reference can be found."""
    posts = make_private(make_private(runtime_directory()) / "posts")
    return make_private(posts / hashlib.sha256(reference).hexdigest()[:20])


def is_here(reference: bytes, post: str) -> bool:
    """Whether the post of this name is on this computer."""
    try:
        with _open(folder_of(reference)) as connection:
            answer = _asked(connection, {"do": "hello", "keep": 0.0})
            return answer is not None and answer.get("id") == post
    except (OSError, PlaceError):
        return False


def _asked(connection: socket.socket, question: dict[str, Any]) -> dict[str, Any] | None:
    try:
        connection.sendall(pack(question))
        return read_blocking(connection)
    except OSError:
        return None


def _connected(reference: bytes, keep: float) -> socket.socket:
    folder = folder_of(reference)
    with _alone(folder):
        try:
            return _open(folder)
        except OSError:
            return _started(folder, reference, keep)


def _started(folder: Path, reference: bytes, keep: float) -> socket.socket:
    for name in (SOCKET, WRONG):
        (folder / name).unlink(missing_ok=True)
    (folder / FILE).write_bytes(reference)
    root = str(Path(__file__).resolve().parents[3])
    paths = [root, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", PROCESS, str(folder), str(keep)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,  # it outlives the task that started it
        )
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            return _open(folder)
        except OSError:
            if process.poll() is not None:
                break
        time.sleep(0.02)
    raise LiveObjectSourceError(_what_is_wrong(folder))


def _what_is_wrong(folder: Path) -> str:
    try:
        said = (folder / WRONG).read_text("utf-8").strip()
    except OSError:
        said = ""
    return said or "the channel did not open within 40 s; see whether liveobjects doctor finds a reason"


def _open(folder: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(_ANSWER_WITHIN)
    try:
        with short_way(folder) as way:
            connection.connect(f"{way}/{SOCKET}")
    except OSError:
        connection.close()
        raise
    return connection


@contextmanager
def short_way(folder: Path) -> Iterator[str]:
    """A short name for a folder: names of sockets have at most some 100 letters."""
    handle = os.open(folder, os.O_PATH)
    try:
        yield f"/proc/self/fd/{handle}"
    finally:
        os.close(handle)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Of all who find no post, one starts it."""
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
