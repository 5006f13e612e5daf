# SPDX-License-Identifier: BSD-3-Clause
"""A process that writes a note with others; every character that it types is unique.

It knows the note as a view does. Typed and deleted characters are in its trace, so that the harness knows
which characters must be there at the end, whatever happened to the process.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import socket
import time
from pathlib import Path
from typing import Any

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from bench._churn.commanded import CommandedMember
from bench._references import checkpointed_channel, on_channel
from objects_library.channels.native import scope_registry
from objects_library.documents.note.proxy import Note
from objects_library.replication.text.rich_text import BLOCKS, HIGHLIGHTS, RichText, TextRun

_FIRST = 0x20000
ROOM = 5_000
"""Unique characters per typist: the CJK ideographs of Unicode's plane 2 suffice for 8."""
_LOOKS = (
    {"bold": "1"},
    {"italic": "1"},
    {"bold": ""},
    {"italic": "", "highlight": ""},
    *({"highlight": each} for each in HIGHLIGHTS[:2]),
    *({"block": each} for each in BLOCKS[:4]),
    {"block": ""},
)


def note(scope: str, network: str = "lo", key: str = "") -> Reference:
    """The note that all typists have open."""
    channel = checkpointed_channel("NoteChange", "NoteState", scope=scope, network=network, key=key)
    return on_channel(Note.__live_object__.id, channel)  # type: ignore[attr-defined]


class Typist(CommandedMember):
    """Types, deletes what it typed itself, undoes, and changes formats."""

    def __init__(self, number: int, seed: int, trace: Path, control: socket.socket, pace: float) -> None:
        super().__init__(control)
        self._random = random.Random(f"{seed} {number} {time.time_ns() if trace.exists() else 0}")
        self._used = trace.read_text().count("typed") if trace.exists() else 0
        self._trace = trace.open("a", buffering=1)
        self._number, self._name = number, f"Typist {number + 1}"
        self._pace = pace
        self._note = RichText([TextRun("\n", {})])
        self._state = ""
        self._endpoint: Any = None
        self._body: Any = None
        self._refused: list[str] = []

    async def run(self, catalogue: Catalogue, reference: Reference, gate: Any = None) -> None:
        """Take part until the command to end."""
        self._read_commands()
        extra = {"trust": gate} if gate is not None else {}
        async with Node(catalogue, name=self._name, **extra) as node:
            proxy = await node.dereference(reference)
            proxy.watch(lambda state: self._noted(str(state)))
            self._body = proxy._life.body  # noqa: SLF001 - what is on its way is nobody else's business
            outer = proxy.endpoint("note")
            inner = dual(outer.type)
            assert isinstance(inner, EndpointType)
            self._endpoint = node.new_endpoint(
                inner,
                whole=self._whole,
                changed=self._changed,
                people=lambda _: None,
                refused=lambda refusal: self._refused.append(refusal["reason"]),
            )
            kept = node.connect(self._endpoint, outer)
            await self._ended.wait()
            del kept
        await asyncio.sleep(0)
        await scope_registry.closed()

    # ---- events of the view

    def _whole(self, pieces: list[dict[str, Any]]) -> None:
        self._note = RichText(TextRun(each["text"], each["look"]) for each in pieces)

    def _changed(self, change: dict[str, Any]) -> None:
        for step in change["steps"]:
            at, end = step["at"], step["at"] + step["delete"]
            if step["restyle"]:
                self._note.restyle(at, step["restyle"], step["look"])
                continue
            if change["by"] == self._name:  # a deletion by others counts as a loss
                self._record("deleted", self._note.text[at:end])
                self._record("back", step["insert"])
            self._note.splice(at, step["delete"], step["insert"], step["look"])

    def _noted(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self._report("state", state)

    # ---- writing

    async def _write(self) -> None:
        while self._writing:
            self._act()
            await asyncio.sleep(self._random.random() * 2 * self._pace)

    def _is_own(self, character: str) -> bool:
        first = _FIRST + self._number * ROOM
        return first <= ord(character) < first + ROOM

    def _act(self) -> None:
        choice, last = self._random.random(), len(self._note) - 1
        if choice < 0.1:
            own = [at for at, character in enumerate(self._note.text) if self._is_own(character)]
            if own:
                self._change(self._random.choice(own), delete=1)
        elif choice < 0.12:
            self._endpoint.emit(self._random.choice(("undo", "undo", "redo")))
        elif choice < 0.28:
            at = self._random.randint(0, last)
            length = self._random.randint(1, min(20, last + 1 - at))
            self._change(at, restyle=length, look=self._random.choice(_LOOKS))
        elif self._used < ROOM - 10:
            first = _FIRST + self._number * ROOM + self._used
            text = "".join(chr(first + number) for number in range(self._random.choice((1, 1, 1, 2, 6))))
            self._used += len(text)
            self._record("typed", text)
            look = {"bold": "1"} if self._random.random() < 0.2 else {}
            end = "\n" if self._random.random() < 0.1 else ""
            self._change(self._random.randint(0, last), insert=text + end, look=look)

    def _change(self, at: int, **what: Any) -> None:
        step = {"at": at, "delete": 0, "insert": "", "look": {}, "restyle": 0, **what}
        self._endpoint.emit("change", [step])

    def _record(self, what: str, text: str) -> None:
        for character in filter(self._is_own, text):
            self._trace.write(f"{what} {ord(character):x} {time.monotonic():.3f}\n")

    # ---- commands

    def _do_report(self) -> None:
        pieces = [[piece.text, sorted(piece.look.items())] for piece in self._note.pieces()]
        digest = hashlib.sha256(json.dumps(pieces).encode()).hexdigest()
        body = self._body
        members, waiting = len(body._machine.membership.parts), len(body._unacknowledged)  # noqa: SLF001
        self._report("report", len(self._note), digest, self._state, waiting, members)

    def _do_text(self) -> None:
        self._report("text", [ord(each) for each in self._note.text], self._refused[:5])
