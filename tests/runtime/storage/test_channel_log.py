# SPDX-License-Identifier: BSD-3-Clause
"""The log of a channel: appended records are there, in order, however the program ended."""

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.runtime.storage import (
    ChannelLog,
    Condition,
    LogClosedError,
    LogInUseError,
    NotInLogError,
    Record,
    TooLargeError,
    channel_directory,
    limits,
)


def files(directory: Path, pattern: str = "*") -> list[Path]:
    return sorted(directory.glob(pattern))


async def contents(log: ChannelLog, position: int | None = None) -> list[Record]:
    return [record async for record in log.read(position)]


async def checkpoint_of(log: ChannelLog) -> bytes:
    return b"".join([chunk async for chunk in log.read_checkpoint()])


async def test_what_is_appended_is_read_in_order(tmp_path: Path) -> None:
    async with await ChannelLog.open(tmp_path / "log") as log:
        assert (log.base, log.last, str(log.state)) == (0, 0, "ok")
        assert await contents(log) == []
        assert await log.append([b"one", b"two"]) == 2
        assert await log.append([b""]) == 3
        assert await contents(log) == [Record(1, b"one"), Record(2, b"two"), Record(3, b"")]
        assert await contents(log, 3) == [Record(3, b"")]
        assert await contents(log, 4) == []


async def test_it_is_there_after_closing_and_opening_again_and_again(tmp_path: Path) -> None:
    for number in range(1, 6):
        async with await ChannelLog.open(tmp_path) as log:
            assert log.last == number - 1
            assert await log.append([b"%d" % number]) == number
            assert [record.content for record in await contents(log)] == [b"%d" % n for n in range(1, number + 1)]


async def test_appends_that_come_together_share_a_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    syncs: list[int] = []
    real = os.fdatasync

    def counted(file: int) -> None:
        syncs.append(file)
        real(file)

    monkeypatch.setattr(os, "fdatasync", counted)
    async with await ChannelLog.open(tmp_path) as log:
        positions = await asyncio.gather(*(log.append([b"%d" % n]) for n in range(1000)))
        assert positions == list(range(1, 1001))
        assert len(syncs) <= 3
        assert [int(record.content) for record in await contents(log)] == list(range(1000))


async def test_a_checkpoint_takes_the_place_of_the_records_before_it(tmp_path: Path) -> None:
    async with await ChannelLog.open(tmp_path) as log:
        await log.append([b"a", b"b", b"c"])
        await log.checkpoint(2, [b"a", b"b"])
        assert (log.base, log.last) == (2, 3)
        assert await contents(log) == [Record(3, b"c")]
        await log.append([b"d"])
    async with await ChannelLog.open(tmp_path) as log:
        assert (log.base, log.last) == (2, 4)
        assert await checkpoint_of(log) == b"ab"
        assert await contents(log) == [Record(3, b"c"), Record(4, b"d")]
        with pytest.raises(NotInLogError, match="are in the checkpoint"):
            await contents(log, 2)
        with pytest.raises(NotInLogError):
            await log.checkpoint(5, [b""])
        with pytest.raises(NotInLogError):
            await log.checkpoint(1, [b""])


async def test_compaction_leaves_one_state_and_no_log(tmp_path: Path) -> None:
    async with await ChannelLog.open(tmp_path) as log:
        for number in range(1, 20):
            await log.append([b"x" * 1000])
            await log.checkpoint(number, [b"state %d" % number])
    assert sorted(path.suffix for path in files(tmp_path)) == ["", ".state"]
    async with await ChannelLog.open(tmp_path) as log:
        assert (log.base, log.last) == (19, 19)
        assert await checkpoint_of(log) == b"state 19"
        assert await log.append([b"next"]) == 20


async def test_the_log_is_cut_into_files_and_says_when_it_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEGMENT_BYTES", 1000)
    monkeypatch.setattr(limits, "CHECKPOINT_AFTER_BYTES", 5000)
    async with await ChannelLog.open(tmp_path) as log:
        for number in range(40):
            await log.append([b"%d" % number * 100])
        long = log.wants_checkpoint
        assert long
        assert len(files(tmp_path, "*.log")) > 5
        assert [record.position for record in await contents(log)] == list(range(1, 41))
        await log.checkpoint(20, [b"half"])
        assert [record.position for record in await contents(log)] == list(range(21, 41))
        await log.checkpoint(40, [b"all"])
        assert not log.wants_checkpoint
        assert files(tmp_path, "*.log") == []


async def test_replacing_begins_anew(tmp_path: Path) -> None:
    async with await ChannelLog.open(tmp_path) as log:
        await log.append([b"mine"] * 10)
        await log.checkpoint(5, [b"my state"])
        await log.replace(3, [b"theirs"])
        assert (log.base, log.last) == (3, 3)
        assert await contents(log) == []
        assert await log.append([b"four"]) == 4
        await log.replace(100, [b"later"])
        assert await log.append([b"101"]) == 101
    async with await ChannelLog.open(tmp_path) as log:
        assert await checkpoint_of(log) == b"later"
        assert await contents(log) == [Record(101, b"101")]
    assert len(files(tmp_path)) == 3  # the lock, the state, the log


async def test_a_checkpoint_that_fails_half_way_changes_nothing(tmp_path: Path) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"x" * (3 << 20)
        raise ValueError("the state cannot be had")

    async with await ChannelLog.open(tmp_path) as log:
        await log.append([b"a", b"b"])
        await log.checkpoint(1, [b"one"])
        with pytest.raises(ValueError, match="cannot be had"):
            await log.checkpoint(2, pieces())
        with pytest.raises(ValueError, match="cannot be had"):
            await log.replace(9, pieces())
        assert (log.base, log.last) == (1, 2)
        assert await checkpoint_of(log) == b"one"
    async with asyncio.timeout(20):
        while files(tmp_path, "*.partial"):  # noqa: ASYNC110 - removed by the thread that writes
            await asyncio.sleep(0.01)


async def test_appends_go_on_while_a_checkpoint_is_written(tmp_path: Path) -> None:
    async with await ChannelLog.open(tmp_path) as log:
        await log.append([b"first"])

        async def pieces() -> AsyncIterator[bytes]:
            for number in range(10):
                yield b"piece %d;" % number
                await log.append([b"meanwhile"])

        await log.checkpoint(1, pieces())
        assert log.last == 11
        assert await checkpoint_of(log) == b"".join(b"piece %d;" % n for n in range(10))
        assert len(await contents(log)) == 10


async def test_a_reader_reads_on_while_the_log_is_written_and_compacted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEGMENT_BYTES", 2000)
    async with await ChannelLog.open(tmp_path) as log:
        await log.append([b"%d" % n * 50 for n in range(100)])
        seen = []
        async for record in log.read():
            seen.append(record.position)
            if record.position == 50:
                await log.append([b"more"])
        assert seen == list(range(1, 102))
        walk = log.read(1)
        assert (await anext(walk)).position == 1
        await log.checkpoint(101, [b"all"])
        await log.append([b"new"])
        with pytest.raises(NotInLogError):
            async for _ in walk:
                pass


async def test_only_one_at_a_time(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys, pathlib\nfrom app.runtime.storage import ChannelLog, LogInUseError\n"
        "async def main():\n"
        "    try:\n        await ChannelLog.open(pathlib.Path(sys.argv[1]))\n"
        "    except LogInUseError as error:\n        print(error)\n"
        "asyncio.run(main())\n"
    )
    async with await ChannelLog.open(tmp_path) as log:
        other = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True
        )
        assert f"is in use by process {os.getpid()}; close it there" in other.stdout
        with pytest.raises(LogInUseError):
            await ChannelLog.open(tmp_path)
        await log.append([b"still mine"])
    async with await ChannelLog.open(tmp_path):
        pass


async def test_a_closed_log_says_so(tmp_path: Path) -> None:
    log = await ChannelLog.open(tmp_path)
    told: list[str] = []
    log.watch(lambda state: told.append(str(state)))
    await log.close()
    await log.close()
    assert told == ["closed"]
    assert log.state.condition is Condition.CLOSED
    assert not log.state.writable
    with pytest.raises(LogClosedError):
        await log.append([b"x"])
    with pytest.raises(LogClosedError):
        await log.checkpoint(0, [])
    with pytest.raises(LogClosedError):
        await contents(log)


async def test_what_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_RECORD_BYTES", 100)
    async with await ChannelLog.open(tmp_path) as log:
        with pytest.raises(TooLargeError):
            await log.append([b"fits", b"x" * 101])
        assert log.last == 0
        monkeypatch.setattr(limits, "MAX_STATE_BYTES", 1000)
        with pytest.raises(TooLargeError):
            await log.checkpoint(0, [b"x" * 600, b"x" * 600])
        assert not log.has_checkpoint


async def test_appends_wait_their_turn_when_too_much_is_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_WAITING_BYTES", 5000)
    monkeypatch.setattr(limits, "COMMIT_BYTES", 2000)
    async with await ChannelLog.open(tmp_path) as log:
        positions = await asyncio.gather(*(log.append([bytes([n]) * 1500]) for n in range(50)))
        assert positions == list(range(1, 51))
        assert [record.content[0] for record in await contents(log)] == list(range(50))


async def test_files_are_for_this_user_alone_and_names_are_safe() -> None:
    for name in ("notes", "../../etc/passwd", "", "a/b\0c", "ü" * 300, "\ud800"):
        directory = channel_directory(name)
        assert directory.parent == channel_directory("other").parent
        async with await ChannelLog.of_channel(name) as log:
            await log.append([name.encode("utf-8", "surrogatepass")])
            await log.checkpoint(1, [b"state"])
            await log.append([b"more"])
        assert stat.S_IMODE(directory.stat().st_mode) == 0o700
        assert {stat.S_IMODE(path.stat().st_mode) for path in files(directory)} == {0o600}
    assert channel_directory("Notes") != channel_directory("notes")


async def test_many_logs_share_few_threads(tmp_path: Path) -> None:
    import threading  # noqa: PLC0415

    logs = await asyncio.gather(*(ChannelLog.open(tmp_path / str(n)) for n in range(100)))
    await asyncio.gather(*(log.append([b"x"]) for log in logs))
    assert sum(thread.name.startswith("storage") for thread in threading.enumerate()) <= 8
    await asyncio.gather(*(log.close() for log in logs))


_LARGE = """
import asyncio, pathlib, resource, sys
from app.runtime.storage import ChannelLog
PIECE = bytes(range(256)) * 4096
async def main():
    async with await ChannelLog.open(pathlib.Path(sys.argv[1])) as log:
        await log.append([b"x"])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        await log.checkpoint(1, (PIECE for _ in range(256)))
    async with await ChannelLog.open(pathlib.Path(sys.argv[1])) as log:
        count = 0
        async for piece in log.read_checkpoint():
            assert piece == PIECE
            count += 1
    assert count == 256
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
asyncio.run(main())
"""


def test_the_largest_state_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LARGE, str(tmp_path)], capture_output=True, text=True, check=True, timeout=100
    )
    assert int(done.stdout) < 32  # MiB, for a state of 256
