"""One process that writes a note with others: every character that it types is like no other.

It knows the note from what a view hears. What it typed and deleted is in its trace, so that the harness knows
which characters have to be there in the end, whatever became of the process.
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
from app.runtime.references import (
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
)
from app.runtime.types import EndpointType, dual
from bench._churn.member import CHANNEL
from objects_library.channels.native import engines
from objects_library.documents.note.proxy import Note
from objects_library.replication.text.rich_text import BLOCKS, HIGHLIGHTS, Piece, RichText

_FIRST = 0x20000
ROOM = 5_000
"""How many characters of their own each has: the CJK ideographs of Unicode's plane 2 are enough for 8."""
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
    """The note that all have open."""
    values = {"scope": scope, "network": network, "key": key}
    types = (("T", TypeArgument("NoteChange")), ("S", TypeArgument("NoteState")))
    channel = Parameterized(
        Primitive(CHANNEL, 1), (*types, *((name, ValueArgument(value)) for name, value in values.items()))
    )
    template = Note.__live_object__.id  # type: ignore[attr-defined]
    return Parameterized(Primitive(template, 1), (("Channel", ReferenceArgument(channel)),))


class Typist:
    """Types, deletes what it typed itself, undoes, and changes looks; commands come as lines."""

    def __init__(self, number: int, seed: int, trace: Path, control: socket.socket, pace: float) -> None:
        self._random = random.Random(f"{seed} {number} {time.time_ns() if trace.exists() else 0}")
        self._used = trace.read_text().count("typed") if trace.exists() else 0
        self._trace = trace.open("a", buffering=1)
        self._number, self._name = number, f"Typist {number + 1}"
        self._control = control
        self._pace = pace
        self._note = RichText([Piece("\n", {})])
        self._state = ""
        self._writing = False
        self._rest = b""
        self._ended = asyncio.Event()
        self._door: Any = None
        self._body: Any = None
        self._refused: list[str] = []

    async def run(self, catalogue: Catalogue, reference: Reference, gate: Any = None) -> None:
        """Take part until told to end."""
        self._control.setblocking(False)
        asyncio.get_running_loop().add_reader(self._control, self._told)
        extra = {"trust": gate} if gate is not None else {}
        async with Node(catalogue, name=self._name, **extra) as node:
            proxy = await node.dereference(reference)
            proxy.watch(lambda state: self._noted(str(state)))
            self._body = proxy._life.body  # noqa: SLF001 - what is on its way is nobody else's business
            outer = proxy.endpoint("note")
            inner = dual(outer.type)
            assert isinstance(inner, EndpointType)
            self._door = node.new_endpoint(
                inner,
                whole=self._whole,
                changed=self._changed,
                people=lambda _: None,
                refused=lambda refusal: self._refused.append(refusal["reason"]),
            )
            kept = node.connect(self._door, outer)
            await self._ended.wait()
            del kept
        await asyncio.sleep(0)
        await engines.closed()

    # ---- what a view hears

    def _whole(self, pieces: list[dict[str, Any]]) -> None:
        self._note = RichText(Piece(each["text"], each["look"]) for each in pieces)

    def _changed(self, change: dict[str, Any]) -> None:
        for step in change["steps"]:
            at, end = step["at"], step["at"] + step["delete"]
            if step["restyle"]:
                self._note.restyle(at, step["restyle"], step["look"])
                continue
            if change["by"] == self._name:  # what somebody else takes away from here is missed in the end
                self._record("deleted", self._note.text[at:end])
                self._record("back", step["insert"])
            self._note.splice(at, step["delete"], step["insert"], step["look"])

    def _noted(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self._say("state", state)

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
            self._door.emit(self._random.choice(("undo", "undo", "redo")))
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
        self._door.emit("change", [step])

    def _record(self, what: str, text: str) -> None:
        for character in filter(self._is_own, text):
            self._trace.write(f"{what} {ord(character):x} {time.monotonic():.3f}\n")

    # ---- the harness

    def _told(self) -> None:
        try:
            data = self._control.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            self._ended.set()
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            getattr(self, f"_do_{line.decode()}")()

    def _do_write(self) -> None:
        self._writing = True
        self._task = asyncio.get_running_loop().create_task(self._write())

    def _do_stop(self) -> None:
        self._writing = False

    def _do_report(self) -> None:
        pieces = [[piece.text, sorted(piece.look.items())] for piece in self._note.pieces()]
        digest = hashlib.sha256(json.dumps(pieces).encode()).hexdigest()
        body = self._body
        members, waiting = len(body._machine.roster.parts), len(body._unheard)  # noqa: SLF001
        self._say("report", len(self._note), digest, self._state, waiting, members)

    def _do_text(self) -> None:
        self._say("text", [ord(each) for each in self._note.text], self._refused[:5])

    def _do_end(self) -> None:
        self._ended.set()

    def _say(self, *words: object) -> None:
        self._control.setblocking(True)
        self._control.sendall(json.dumps(words).encode() + b"\n")
        self._control.setblocking(False)
