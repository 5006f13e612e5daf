# SPDX-License-Identifier: BSD-3-Clause
"""What a writer was promised, what it writes, and whether a disk image keeps the promise."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from app.runtime.storage import ChannelLog, StorageError


def record_content(generation: int, position: int, life: int) -> bytes:
    """The record of a position in the writer's n-th run; most are small, some span many sectors."""
    name = b"%d %d %d " % (generation, position, life)
    draw = hashlib.sha256(name).digest()
    size = draw[0] if draw[1] < 200 else (draw[0] << 8) + draw[2] if draw[1] < 254 else 100_000
    return name + hashlib.shake_128(name).digest(size)


def state_content(generation: int, position: int) -> bytes:
    """The state after a position."""
    name = b"%d %d " % (generation, position)
    draw = hashlib.sha256(b"state " + name).digest()
    return name + hashlib.shake_128(name).digest((draw[0] << 8) + draw[1])


@dataclass
class DurabilityPromise:
    """The acknowledged operations."""

    generation: int = 0
    base: int = 0
    lives: dict[int, int] = field(default_factory=dict)
    """Every acknowledged position after the checkpoint, and the run in which its record was written."""
    replacing: tuple[int, int] | None = None
    """A replacement that was begun and may have completed."""

    def copy(self) -> DurabilityPromise:
        return DurabilityPromise(self.generation, self.base, dict(self.lives), self.replacing)

    def parse_line(self, line: str) -> None:
        """Parse one line of the writer."""
        word, *rest = line.split()
        numbers = [int(text) for text in rest]
        if word == "found":
            generation, base, *lives = numbers
            self.generation, self.base = generation, base
            self.lives = {base + 1 + index: life for index, life in enumerate(lives)}
            self.replacing = None
        elif word == "append":
            first, last, life = numbers
            self.lives.update(dict.fromkeys(range(first, last + 1), life))
        elif word == "checkpoint":
            (self.base,) = numbers
            self.lives = {position: life for position, life in self.lives.items() if position > self.base}
        elif word == "replacing":
            self.replacing = (numbers[0], numbers[1])
        elif word == "replace":
            self.generation, self.base = numbers
            self.lives = {}
            self.replacing = None
        else:
            raise ValueError(f"the writer said {line!r}")


async def broken_promises(directory: Path, promise: DurabilityPromise) -> list[str]:
    """Open a disk image, and return everything that is wrong with it."""
    try:
        async with await ChannelLog.open(directory) as log:
            wrong = [] if str(log.state) == "ok" else [f"the log says {log.state}"]
            generation, state_is_right = await _checkpoint(log)
            if not state_is_right:
                wrong.append(f"the state at {log.base} is not what was written")
            lives, wrong_records = await _records(log, generation)
            return wrong + wrong_records + _compare(promise, generation, log.base, lives)
    except StorageError as error:
        return [f"it cannot be read: {error}"]


async def _checkpoint(log: ChannelLog) -> tuple[int, bool]:
    if not log.has_checkpoint:
        return 0, True
    content = b"".join([chunk async for chunk in log.read_checkpoint()])
    generation = int(content.split(b" ", 1)[0])
    return generation, content == state_content(generation, log.base)


async def _records(log: ChannelLog, generation: int) -> tuple[dict[int, int], list[str]]:
    lives: dict[int, int] = {}
    wrong: list[str] = []
    expected = log.base + 1
    async for position, content in log.read():
        life = int(content.split(b" ", 3)[2])
        if position != expected:
            wrong.append(f"record {position} comes where {expected} should")
        if content != record_content(generation, position, life):
            wrong.append(f"record {position} is not what was written")
        lives[position] = life
        expected = position + 1
    return lives, wrong


def _compare(promise: DurabilityPromise, generation: int, base: int, lives: dict[int, int]) -> list[str]:
    if promise.replacing == (generation, base):
        return []  # the replacement completed without an acknowledgement
    if generation != promise.generation:
        return [f"generation {generation} is there instead of {promise.generation}"]
    if base < promise.base:
        return [f"the checkpoint at {promise.base} is gone; the one at {base} is there"]
    lost = [p for p, life in promise.lives.items() if p > base and lives.get(p) != life]
    return [f"acknowledged records are lost or changed: {lost[:10]} of {len(promise.lives)}"] if lost else []
