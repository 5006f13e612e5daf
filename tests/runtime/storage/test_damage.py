# SPDX-License-Identifier: BSD-3-Clause
"""Damage: reads return only what was written, losses are reported, and the rest is kept."""

import random
import shutil
from pathlib import Path

import pytest

from app.runtime.storage import ChannelLog, LogDamagedError
from app.runtime.storage.disk_log import DiskLog
from app.runtime.storage.errors import StorageError
from app.runtime.storage.frames import HEADER_BYTES
from app.runtime.storage.log_reader import LogReader
from app.runtime.storage.log_state import Damage
from app.runtime.storage.state_files import read_state

RECORDS = {position: b"record %d " % position * (position % 4) for position in range(1, 13)}
STATE = b"the state up to four" * 3
BASE = 4


def make_log(directory: Path) -> None:
    """Write two files of records, and a state up to the fourth."""
    log = DiskLog(directory)
    for position in range(1, 7):
        log.append([RECORDS[position]])
    state = log.new_state(BASE, replaces=False)
    state.add(STATE[:20])
    state.add(STATE[20:])
    log.adopt(state)
    log.close()
    log = DiskLog(directory)
    log.append([RECORDS[position] for position in range(7, 10)])
    log.append([RECORDS[position] for position in range(10, 13)])
    log.close()


def readable(log: DiskLog) -> dict[int, bytes]:
    reader = LogReader(log, log.base + 1, skip_lost=True)
    found = {}
    while records := reader.next_records():
        for record in records:
            assert record.position not in found
            found[record.position] = record.content
    reader.close()
    return found


def lost_positions(log: DiskLog) -> set[int]:
    return {p for damage in log.damage if not damage.of_state for p in range(damage.first, damage.last + 1)}


def state_of(log: DiskLog) -> bytes | None:
    return None if log.state is None else b"".join(read_state(log.path_of(log.state), log.state.key))


def check(directory: Path) -> tuple[int, bool]:
    """Check the log; returns the number of lost records, and whether the state was lost."""
    log = DiskLog(directory)
    try:
        state = state_of(log)
        found = readable(log)
        assert all(content == RECORDS[position] for position, content in found.items())
        lost = lost_positions(log)
        assert set(found) | lost == set(range(BASE + 1, 13))
        assert not set(found) & lost
        assert state in {STATE, None}
        assert (state is None) == any(damage.of_state for damage in log.damage)
        log.append([b"after the damage"])
        assert readable(log) == {**found, 13: b"after the damage"}
        return len(lost), state is None
    finally:
        log.close()


def test_any_flipped_bit_costs_one_record_or_the_state_and_is_told(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    make_log(whole)
    chance = random.Random(1)
    for path in sorted([*whole.glob("*.log"), *whole.glob("*.state")]):
        content = path.read_bytes()
        for place in range(0, len(content), 3):
            damaged = tmp_path / "damaged"
            shutil.copytree(whole, damaged)
            flipped = bytearray(content)
            flipped[place] ^= 1 << chance.randrange(8)
            (damaged / path.name).write_bytes(flipped)
            records, state = check(damaged)
            assert records <= 1
            assert state == (path.suffix == ".state")
            shutil.rmtree(damaged)


@pytest.mark.parametrize("seed", range(60))
def test_large_damage_never_shows_anything_wrong(tmp_path: Path, seed: int) -> None:
    make_log(tmp_path)
    chance = random.Random(seed)
    for path in [*tmp_path.glob("*.log"), *tmp_path.glob("*.state")]:
        content = bytearray(path.read_bytes())
        for _ in range(chance.randrange(4)):
            start = chance.randrange(len(content))
            length = min(chance.choice((1, 10, 100, 1000)), len(content) - start)
            other = chance.choice((bytes(length), chance.randbytes(length), content[:length]))
            content[start : start + len(other)] = other
        path.write_bytes(content)
    log = DiskLog(tmp_path)
    found = readable(log)
    assert all(content == RECORDS[position] for position, content in found.items())
    assert set(found) | lost_positions(log) >= set(range(log.base + 1, log.last + 1))
    assert state_of(log) in {STATE, None}
    position = log.last + 1
    log.append([b"after"])
    log.close()
    log = DiskLog(tmp_path)
    assert readable(log) == {**found, position: b"after"}
    log.close()


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    make_log(tmp_path)
    min(tmp_path.glob("*.log")).unlink()
    log = DiskLog(tmp_path)
    assert log.damage == [Damage(5, 6)]
    assert set(readable(log)) == set(range(7, 13))
    log.close()


def test_a_message_cannot_pass_for_records(tmp_path: Path) -> None:
    """Frames of one log, sent as a message into another, are not taken for its own when it is damaged."""
    make_log(tmp_path / "first")
    stolen = max((tmp_path / "first").glob("*.log")).read_bytes()
    log = DiskLog(tmp_path / "second")
    log.append([stolen, b"last"])
    log.close()
    (path,) = (tmp_path / "second").glob("*.log")
    content = bytearray(path.read_bytes())
    content[5] ^= 1  # the header of the message, so that its content is searched for frames
    path.write_bytes(content)
    log = DiskLog(tmp_path / "second")
    assert log.damage == [Damage(1, 1)]
    assert readable(log) == {2: b"last"}
    log.close()


async def test_the_state_says_what_is_lost_until_it_is_mended(tmp_path: Path) -> None:
    make_log(tmp_path)
    path = max(tmp_path.glob("*.log"))  # noqa: ASYNC240 - a test may wait for its disk
    content = bytearray(path.read_bytes())
    content[HEADER_BYTES] ^= 1
    path.write_bytes(content)
    async with await ChannelLog.open(tmp_path) as log:
        told: list[str] = []
        log.watch(lambda state: told.append(str(state)))
        assert str(log.state) == "damaged: record 7 is lost"
        assert log.state.writable
        walk = log.read()
        assert [(await anext(walk)).position for _ in range(2)] == [5, 6]
        with pytest.raises(LogDamagedError, match="record 7 is lost"):
            await anext(walk)
        seen = [record.position async for record in log.read(skip_lost=True)]
        assert seen == [5, 6, 8, 9, 10, 11, 12]
        await log.checkpoint(8, [b"a state from another replica"])
        assert told == ["ok"]
        assert [record.position async for record in log.read()] == [9, 10, 11, 12]


async def test_damage_that_happens_while_it_is_open_is_told_by_the_reader(tmp_path: Path) -> None:
    make_log(tmp_path)
    async with await ChannelLog.open(tmp_path) as log:
        path = max(tmp_path.glob("*.log"))  # noqa: ASYNC240 - a test may wait for its disk
        content = bytearray(path.read_bytes())
        content[HEADER_BYTES] ^= 1
        path.write_bytes(content)
        seen = [record.position async for record in log.read(skip_lost=True)]
        assert seen == [5, 6, 8, 9, 10, 11, 12]
        assert str(log.state) == "damaged: record 7 is lost"


async def test_a_lost_state_is_told_and_replaced(tmp_path: Path) -> None:
    make_log(tmp_path)
    (path,) = tmp_path.glob("*.state")  # noqa: ASYNC240 - a test may wait for its disk
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    async with await ChannelLog.open(tmp_path) as log:
        assert str(log.state) == "damaged: the state up to record 4 is lost"
        assert not log.has_checkpoint
        with pytest.raises(StorageError, match="the state up to record 4 is lost"):
            async for _ in log.read_checkpoint():
                pass
        await log.replace(20, [b"theirs"])
        assert str(log.state) == "ok"
    async with await ChannelLog.open(tmp_path) as log:
        assert [chunk async for chunk in log.read_checkpoint()] == [b"theirs"]
        assert (str(log.state), log.last) == ("ok", 20)
