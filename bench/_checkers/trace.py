# SPDX-License-Identifier: BSD-3-Clause
"""Traces: one JSON object a line, written by each process as things happen to it.

Every line has `process`, `incarnation`, `time` and `event`; a process that starts again has the next
incarnation. A *node* is one incarnation of one process, written `process/incarnation`. A message is known by
its sender, a node, and its number, which counts from 1 in each channel.

| event | further fields | means |
|---|---|---|
| `sent` | `number`, `view`? | the node is about to send its message |
| `delivered` | `sender`, `number`, `view`? | the node got a message |
| `cut` | `view`, `members`, `joined`, `writable`? | the node goes on to a view with these nodes |
| `initialized` | `view`, `through`, `state`? | the node begins with a state that includes this |
| `state` | `label`, `state` | a digest of the node's state at a moment that others know by the same label |
| `accepted` | `sender`, `number` | somebody was told that a message will not be lost |
| `survived` | `sender` | the node named was there at the end; a harness says this |

What happens at a cut is labelled `view N`. A cut that is not writable is one of a minority, which has to
come back as a newcomer. All fields but the first four are left out where they do not apply.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Self

import msgspec


class Event(msgspec.Struct, omit_defaults=True, frozen=True, gc=False):
    """One line of a trace."""

    process: str
    incarnation: int
    time: float
    event: str
    channel: str = ""
    sender: str = ""
    number: int = 0
    view: int = -1
    members: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    writable: bool = True
    through: dict[str, int] | None = None
    label: str = ""
    state: str = ""

    @property
    def node(self) -> str:
        """The node that wrote the line."""
        return f"{self.process}/{self.incarnation}"


class TraceError(Exception):
    """A line that is not an event."""


def read_trace(path: Path) -> Iterator[Event]:
    """Read the events of a file; an incomplete last line of a killed process is skipped."""
    decode = msgspec.json.Decoder(Event).decode
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield decode(line)
            except msgspec.MsgspecError as error:
                if not line.endswith(b"\n"):
                    return
                raise TraceError(f"{path.name}:{number}: no event: {error}") from None


class Trace:
    """Writes the trace of one node; each line is flushed at once, so that a killed process loses none."""

    def __init__(self, path: Path, process: str, incarnation: int = 1, channel: str = "") -> None:
        self._file: BinaryIO = path.open("ab", buffering=0)
        self._process = process
        self._incarnation = incarnation
        self._channel = channel
        self._encode = msgspec.json.Encoder().encode
        self.node = f"{process}/{incarnation}"

    def sent(self, number: int, view: int = -1) -> None:
        """Record that a message is about to be sent."""
        self._write("sent", number=number, view=view)

    def delivered(self, sender: str, number: int, view: int = -1) -> None:
        """Record a delivered message."""
        self._write("delivered", sender=sender, number=number, view=view)

    def view_change(
        self, view: int, members: Iterable[str], joined: Iterable[str] = (), *, writable: bool = True
    ) -> None:
        """Record a view change."""
        self._write("cut", view=view, members=tuple(members), joined=tuple(joined), writable=writable)

    def initialized(self, view: int, through: Mapping[str, int] | None = None, state: str = "") -> None:
        """Record the initial state, from another node or from disk."""
        self._write("initialized", view=view, through=None if through is None else dict(through), state=state)

    def state(self, label: str, state: str) -> None:
        """Record a digest of the state."""
        self._write("state", label=label, state=state)

    def accepted(self, sender: str, number: int) -> None:
        """Record an accepted message."""
        self._write("accepted", sender=sender, number=number)

    def survived(self, node: str) -> None:
        """Record that a node was alive at the end."""
        self._write("survived", sender=node)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, event: str, **fields: object) -> None:
        line = {"process": self._process, "incarnation": self._incarnation, "time": time.time(), "event": event}
        if self._channel:
            line["channel"] = self._channel
        self._file.write(self._encode(line | {name: value for name, value in fields.items() if value != -1}) + b"\n")
