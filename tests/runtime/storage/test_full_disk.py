# SPDX-License-Identifier: BSD-3-Clause
"""A full disk: writing stops and reports it, nothing is lost, and it continues when there is room."""

import asyncio
import contextlib
import errno
import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.runtime.storage import ChannelLog, LogClosedError, LogFullError, LogState, limits


@pytest.fixture(autouse=True)
def _quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETRY_SECONDS", 0.02)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KiB."""
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("only root can mount a small disk")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


class _States:
    """The states of a log, to wait for."""

    def __init__(self, log: ChannelLog) -> None:
        self.all: list[str] = []
        self._queue: asyncio.Queue[LogState] = asyncio.Queue()
        log.watch(self._notify)

    def _notify(self, state: LogState) -> None:
        self.all.append(str(state))
        self._queue.put_nowait(state)

    async def until(self, condition: str) -> LogState:
        while True:
            state = await asyncio.wait_for(self._queue.get(), 20)
            if state.condition == condition:
                return state


async def _contents(log: ChannelLog) -> list[bytes]:
    return [record.content async for record in log.read()]


async def test_a_full_disk_stops_writing_and_room_lets_it_go_on(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(150 << 10))
    async with await ChannelLog.open(small_disk / "log") as log:
        states = _States(log)
        written = [b"%d" % n * 4000 for n in range(60)]
        waiting = [asyncio.create_task(log.append([content])) for content in written]
        full = await states.until("full")
        assert "no space left on device" in str(full)
        assert not log.state.writable
        assert not all(task.done() for task in waiting)
        ballast.unlink()
        # The disk is smaller than the data, so only a part of it is written; none of it is lost.
        await waiting[20]
        before = log.last
        assert before >= 21
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        found = await _contents(log)
        assert found == written[: len(found)]
        assert len(found) >= before


async def test_what_waits_is_written_when_there_is_room_also_after_opening_again(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(100 << 10))
    async with await ChannelLog.open(small_disk / "log") as log:
        states = _States(log)
        waiting = asyncio.gather(*(log.append([b"%d" % n * 2000]) for n in range(60)))
        await states.until("full")
        acknowledged = log.last
        ballast.write_bytes(b"")
        await states.until("ok")
        assert await waiting == list(range(1, 61))
        assert acknowledged < 60
        with pytest.raises(LogFullError, match="no checkpoint was made"):
            await log.checkpoint(60, [b"x" * (300 << 10)])
        assert await log.append([b"still there"]) == 61
    async with await ChannelLog.open(small_disk / "log") as log:
        assert await _contents(log) == [b"%d" % n * 2000 for n in range(60)] + [b"still there"]
        assert str(log.state) == "ok"


async def test_a_limit_on_the_size_of_files_is_survived(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with await ChannelLog.open(tmp_path) as log:
        states = _States(log)
        await log.append([b"before"])
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
            large = asyncio.create_task(log.append([b"x" * 50_000]))
            full = await states.until("full")
            assert "file too large" in str(full)
            small = asyncio.create_task(log.append([b"after"]))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert (await large, await small) == (2, 3)
        assert str(log.state) == "ok"
    async with await ChannelLog.open(tmp_path) as log:
        assert await _contents(log) == [b"before", b"x" * 50_000, b"after"]


@pytest.mark.parametrize("call", ["fdatasync", "fsync", "write", "open"])
async def test_a_disk_that_fails_for_a_while_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """No disk here fails on demand, so the system call is replaced, and only that."""
    failures = iter([errno.EIO] * 5)
    real = getattr(os, call)

    def failing(*args: object, **kwargs: object) -> object:
        number = next(failures, 0)
        if number and call == "write":
            real(args[0], bytes(args[1])[:7])  # type: ignore[call-overload]  # a part gets through
        if number:
            raise OSError(number, os.strerror(number))
        return real(*args, **kwargs)

    async with await ChannelLog.open(tmp_path) as log:
        states = _States(log)
        await log.append([b"one"])
        monkeypatch.setattr(limits, "SEGMENT_BYTES", 0)  # the next append opens a file and syncs the directory
        monkeypatch.setattr(os, call, failing)
        assert await asyncio.gather(*(log.append([b"%d" % n]) for n in range(2, 40))) == list(range(2, 40))
        assert states.all[0].startswith("failing: input/output error")
        assert str(log.state) == "ok"
    async with await ChannelLog.open(tmp_path) as log:
        assert await _contents(log) == [b"one", *(b"%d" % n for n in range(2, 40))]
        assert str(log.state) == "ok"


async def test_closing_a_full_log_refuses_what_waits(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    with contextlib.suppress(OSError):
        ballast.write_bytes(bytes(300 << 10))
    ballast.write_bytes(bytes(200 << 10))
    log = await ChannelLog.open(small_disk / "log")
    states = _States(log)
    waiting = asyncio.create_task(log.append([b"x" * (100 << 10)]))
    await states.until("full")
    await log.close()
    with pytest.raises(LogClosedError):
        await waiting
    async with await ChannelLog.open(small_disk / "log") as log:
        assert log.last == 0
        assert str(log.state) == "ok"


async def test_a_log_without_a_checkpoint_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_LOG_BYTES", 10_000)
    async with await ChannelLog.open(tmp_path) as log:
        states = _States(log)
        for _ in range(9):
            await log.append([b"x" * 1000])
        waiting = asyncio.create_task(log.append([b"y" * 1000]))
        assert "make one" in str(await states.until("full"))
        await log.checkpoint(9, [b"state"])
        assert await waiting == 10
        assert str(log.state) == "ok"
