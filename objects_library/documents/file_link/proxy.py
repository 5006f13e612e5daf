# SPDX-License-Identifier: BSD-3-Clause
"""The link to a file: small files are stored in it, of larger ones it has the path."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, replace
from typing import Annotated, Any

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, live_object, type_name, wrapper_of
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.links import LARGEST_FILE, LONGEST_PATH, LONGEST_TITLE, file_name, wrong_words

LARGEST_INITIAL = 160 * 1024
"""Bytes of a file in the reference; encoded as text it must fit into a folder."""
_LONGEST_NAME = 100


@type_name("FileLinkChange")
@dataclass(frozen=True)
class FileLinkChange:
    """Another file with its SHA-256, another path, or another note."""

    kind: str
    by: str
    name: str
    path: str
    note: str
    digest: str
    data: bytes


@type_name("FileLinkState")
@dataclass(frozen=True)
class FileLinkState:
    """The file or its path, the note, and who put it there."""

    by: str
    name: str
    path: str
    note: str
    digest: str
    data: bytes


_CHANGE = wrapper_of(FileLinkChange)
_STATE = wrapper_of(FileLinkState)
_NOTHING = FileLinkState("", "", "", "", "", b"")


@live_object(
    "13c08abdd06bf20892149dd25fadedf2",
    name="File link",
    group="Shared documents",
    limits="files up to 16 MB travel along",
)
class FileLink:
    """A file that everyone can save, or the place where it lies; it is never opened by itself."""

    link = Endpoint(provides={"merge": "last writer per part"})
    target = Endpoint(name="file", words="the name of the file in {name}")

    def __init__(
        self,
        Channel: ChannelReference[FileLinkChange, FileLinkState],
        context: Context,
        name: Annotated[str, Label("Name of the file at first")] = "",
        initial: Annotated[bytes, Label("The file at first")] = b"",
        path: Annotated[str, Label("Where the file lies, if it does not travel along")] = "",
        note: Annotated[str, Label("Note at first")] = "",
    ) -> None:
        self._context = context
        self._first = _first(name, initial, path, note)
        self._now = _NOTHING
        self._checked = ""
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)

    def _start(self) -> None:
        self._look()
        self.offer_file_again()

    @target.connected
    def offer_file_again(self) -> None:
        """Send the name of the file to a new wire."""
        self.offer_file(self._now.path or self._now.name or None, self._replica.cause.repeated())

    @target.outgoing("value")
    def offer_file(self, value: str | None, cause: Cause) -> None:
        """The name of the file, or its path, for wires."""

    @link.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        if self._replica.live and self._whole:
            self._notify()

    @link.incoming
    def put(self, name: str, data: bytes) -> None:
        """Store a file in the link."""
        if len(data) > LARGEST_FILE:
            self.refused(_too_large())
            return
        self._context.spawn(self._send_file(file_name(name), data))

    @link.incoming
    def point(self, path: str) -> None:
        """Set the path of a file that is not stored in the link."""
        self._send("point", name=file_name(path), path=path)

    @link.incoming
    def annotate(self, note: str) -> None:
        """Set the note."""
        self._send("note", note=note)

    @link.incoming
    def clear(self) -> None:
        """Remove the file."""
        self._send("clear")

    @link.outgoing
    def changed(self, by: str, name: str, path: str, note: str, digest: str, data: bytes) -> None:
        """The present file or path."""

    @link.outgoing
    def refused(self, reason: str) -> None:
        """A request was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, in all copies alike."""
        update: FileLinkChange = _CHANGE.lift(change)
        if problem := _wrong(update):
            raise RefusedChangeError(problem)
        now = self._now
        if update.kind == "note":
            self._now = replace(now, note=update.note)
        elif update.kind == "clear":
            self._now = replace(_NOTHING, note=now.note)
        else:
            self._now = FileLinkState(update.by, update.name, update.path, now.note, update.digest, update.data)
        self._look()
        self.offer_file(self._now.path or self._now.name or None, self._replica.cause)

    def give_state(self) -> Any:
        """The file or its path."""
        return _STATE.lower(self._now)

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy, or from the reference."""
        given: FileLinkState = self._first if state is None else _STATE.lift(state)
        fine = len(given.data) <= LARGEST_FILE and len(given.path) <= LONGEST_PATH
        self._now = given if fine and not wrong_words(given.name, given.note) else _NOTHING
        self._checked = ""

    @property
    def _whole(self) -> bool:
        return not self._now.digest or self._checked == self._now.digest

    def _look(self) -> None:
        """Show the file after its digest has been checked."""
        if self._whole:
            self._notify()
        else:
            self._context.spawn(self._check(self._now))

    async def _check(self, wanted: FileLinkState) -> None:
        found = await asyncio.to_thread(_digest, wanted.data)
        if self._now.digest != wanted.digest:
            return  # a newer file has arrived meanwhile
        if found != wanted.digest:
            self.changed(wanted.by, wanted.name, "", self._now.note, "", b"")
            self.refused("the file was damaged on its way; put it there again")
            return
        self._checked = found
        self._notify()

    def _notify(self) -> None:
        now = self._now
        self.changed(now.by, now.name, now.path, now.note, now.digest, now.data)

    async def _send_file(self, name: str, data: bytes) -> None:
        digest = await asyncio.to_thread(_digest, data)
        self._send("put", name=name, digest=digest, data=data)

    def _send(
        self, kind: str, *, name: str = "", path: str = "", note: str = "", digest: str = "", data: bytes = b""
    ) -> None:
        by = self._context.node_name[:_LONGEST_NAME]
        change = FileLinkChange(kind, by, name, path, note, digest, data)
        if problem := _wrong(change):
            self.refused(problem)
            return
        self._replica.send(_CHANGE.lower(change))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _too_large() -> str:
    return f"a file that travels has at most {LARGEST_FILE // 2**20} MB; link to the place where it lies"


def _first(name: str, initial: bytes, path: str, note: str) -> FileLinkState:
    if len(initial) > LARGEST_INITIAL:
        limit = LARGEST_INITIAL // 1024
        raise ValueError(f"a reference carries at most {limit} KB of a file; put it there when it runs")
    problem = wrong_words(name, note) or _wrong_path(path)
    if problem:
        raise ValueError(problem)
    digest = _digest(initial) if initial else ""
    return FileLinkState("", name or file_name(path), "" if initial else path, note, digest, initial)


def _wrong_path(path: str) -> str:
    if len(path) > LONGEST_PATH or not path.isprintable():
        return f"a path has at most {LONGEST_PATH:,} characters, all of which can be seen"
    return ""


def _wrong(change: FileLinkChange) -> str:
    """Why a change is invalid in any state; empty if it is not."""
    if len(change.by) > _LONGEST_NAME:
        return "a name that long is nobody's"
    if change.kind not in ("put", "point", "note", "clear"):
        return f"nobody knows the change {change.kind[:20]!r}"
    if problem := wrong_words(change.name, change.note) or _wrong_path(change.path):
        return problem
    if change.kind == "point":
        return "" if change.path else "there is no path in it"
    if change.kind != "put":
        return "only a file has data" if change.data or change.digest else ""
    return _wrong_file(change)


def _wrong_file(change: FileLinkChange) -> str:
    if len(change.data) > LARGEST_FILE:
        return _too_large()
    if not change.name or change.name != file_name(change.name) or len(change.name) > LONGEST_TITLE:
        return "a file has a name"
    if len(change.digest) != 64 or set(change.digest) - set("0123456789abcdef"):
        return "a file comes with its SHA-256"
    return ""
