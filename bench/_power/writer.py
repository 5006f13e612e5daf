# SPDX-License-Identifier: BSD-3-Clause
"""The program whose power is cut: operates on a log according to its seed, and prints acknowledgements.

python -m bench._power.writer DIRECTORY SEED LIFE
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from app.runtime.storage import ChannelLog, limits
from bench._power.durability import record_content, state_content


class _Writer:
    def __init__(self, log: ChannelLog, generation: int, life: int, chance: random.Random) -> None:
        self._log = log
        self._generation = generation
        self._life = life
        self._chance = chance
        self._next = log.last + 1

    async def act(self) -> None:
        """One operation of a channel."""
        draw = self._chance.random()
        if draw < 0.80:
            await self._burst()
        elif draw < 0.94:
            position = self._chance.randint(self._log.base, self._log.last)
            state = self._pieces(state_content(self._generation, position))
            await asyncio.gather(self._checkpoint(position, state), self._burst())
        else:
            await self._replace()

    async def _burst(self) -> None:
        await asyncio.gather(*(self._append(self._chance.randint(1, 4)) for _ in range(self._chance.randint(1, 12))))

    async def _append(self, count: int) -> None:
        first, self._next = self._next, self._next + count
        positions = range(first, self._next)
        last = await self._log.append([record_content(self._generation, p, self._life) for p in positions])
        assert last == positions[-1], f"{last} instead of {positions[-1]}"
        _print_line(f"append {first} {last} {self._life}")

    async def _checkpoint(self, position: int, state: Iterator[bytes]) -> None:
        await self._log.checkpoint(position, state)
        _print_line(f"checkpoint {position}")

    async def _replace(self) -> None:
        generation, position = self._generation + 1, self._log.last + self._chance.randint(-3, 3)
        position = max(0, position)
        _print_line(f"replacing {generation} {position}")
        await self._log.replace(position, self._pieces(state_content(generation, position)))
        self._generation, self._next = generation, position + 1
        _print_line(f"replace {generation} {position}")

    def _pieces(self, state: bytes) -> Iterator[bytes]:
        size = self._chance.randint(1, len(state))
        return (state[start : start + size] for start in range(0, len(state), size))


def _print_line(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def _open(directory: Path, life: int, chance: random.Random) -> tuple[ChannelLog, _Writer]:
    log = await ChannelLog.open(directory)
    generation = 0
    if log.has_checkpoint:
        state = b"".join([chunk async for chunk in log.read_checkpoint()])
        generation = int(state.split(b" ", 1)[0])
    lives = [content.split(b" ", 3)[2].decode() async for _, content in log.read()]
    _print_line(" ".join(["found", str(generation), str(log.base), *lives]))
    return log, _Writer(log, generation, life, chance)


async def _main(directory: Path, seed: int, life: int) -> None:
    chance = random.Random(f"writer {seed} {life}")
    limits.SEGMENT_BYTES = chance.choice((1 << 12, 1 << 16, 1 << 20))
    limits.COMMIT_BYTES = chance.choice((1 << 10, 1 << 16, 1 << 20))
    limits.STATE_SYNC_BYTES = 1 << 15
    while True:
        log, writer = await _open(directory, life, chance)
        for _ in range(chance.randint(5, 60)):
            await writer.act()
        await log.close()


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
