# SPDX-License-Identifier: BSD-3-Clause
"""Feeds that are paused, lose their supervisor, end with the computer, resume, and are deleted."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from app.spark.feeds.control import ask_feed, status_of
from app.spark.feeds.definition import load
from tests.spark.feed_harness import CommandLine, FeedViewer, open_viewer
from tests.spark.growing_folder import SUMS, GrowingFolder
from tests.spark.stopwatch import kill

pytestmark = pytest.mark.timeout(600)
_PARTS = ("guard", "worker", "driver", "java")


def _all_of(status: dict[str, Any]) -> list[int]:
    return [status[part] for part in _PARTS if status.get(part)]


def _ended(processes: Iterable[int], seconds: float = 60) -> bool:
    """Wait until processes have ended; those that have already ended cannot be opened."""
    for process in processes:
        try:
            descriptor = os.pidfd_open(process)
        except ProcessLookupError:
            continue
        try:
            if not select.select([descriptor], [], [], seconds)[0]:
                return False
        finally:
            os.close(descriptor)
    return True


async def test_the_life_of_a_durable_feed(command_line: CommandLine, tmp_path: Path) -> None:
    growing = GrowingFolder(tmp_path / "in")
    growing.drop(2)
    file = tmp_path / "kept.liveobject"
    words = ["--source", str(tmp_path / "in"), "--sql", SUMS, "--channel", str(file), "--durable"]
    status = await command_line.json("feed", "start", *words)
    assert (status["name"], status["state"]) == ("kept", "live")
    async with open_viewer(file) as viewer:
        await viewer.until(lambda: growing.seen_by(viewer))
        await _is_held_still(viewer, growing)
        await _loses_its_supervisor(viewer, growing, status)
        assert viewer.publisher is not None
        generation = (load("kept").checkpoint_folder / "generation").read_text()
        batch = viewer.publisher.table.last_batch(generation)

    # The computer is switched off: no process ends orderly, and only the disk has the table.
    status = await status_of("kept")
    for process in _all_of(status):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, 9)
    assert _ended(_all_of(status))
    (listed,) = (await command_line.json("feed", "list"))["feeds"]
    assert (listed["name"], listed["state"]) == ("kept", "stopped")
    assert listed["to_do"] == "go on from the last commit: liveobjects feed resume kept"
    growing.drop(2)
    code, _, err = await command_line.run("feed", "resume", "kept")
    assert code == 0, err
    async with open_viewer(file) as viewer:
        await viewer.until(lambda: viewer.state == "live" and growing.seen_by(viewer))
        assert viewer.publisher is not None
        assert viewer.publisher.table.last_batch(generation) > batch  # the same generation continues
        status = await status_of("kept")

        # The folder is deleted: all processes of the feed end, and viewers are informed.
        _thrown_away(load("kept").folder)
        await viewer.until(lambda: viewer.state == "stopped")
        assert _ended(_all_of(status))
        assert growing.seen_by(viewer)
    assert (await command_line.json("feed", "list")) == {"feeds": []}


def _thrown_away(folder: Path) -> None:
    """Delete a folder in which a process may still create files."""
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)


async def _is_held_still(viewer: FeedViewer, growing: GrowingFolder) -> None:
    """A paused feed reads nothing; new data follows when it resumes."""
    seen = dict(growing.sums)
    await ask_feed("kept", "pause")
    await viewer.until(lambda: viewer.state == "paused")
    growing.drop()
    assert (await status_of("kept"))["state"] == "paused"
    assert {row["k"]: row["s"] for row in viewer.rows} == seen
    await ask_feed("kept", "resume")
    await viewer.until(lambda: viewer.state == "live" and growing.seen_by(viewer))


async def _loses_its_supervisor(viewer: FeedViewer, growing: GrowingFolder, before: dict[str, Any]) -> None:
    """Another supervisor adopts the worker, and viewers notice nothing."""
    assert viewer.publisher is not None
    channel, states = viewer.publisher, len(viewer.states)
    await viewer.until(lambda: len(channel.members) == 3)  # the supervisor has a replica, too
    members = channel.members
    kill(before["guard"])
    growing.drop()
    await viewer.until(lambda: growing.seen_by(viewer))
    status = await status_of("kept")
    assert status["guard"] != before["guard"]
    assert [status[part] for part in _PARTS[1:]] == [before[part] for part in _PARTS[1:]]
    assert {state for _, state, _ in viewer.states[states:]} <= {"live"}
    await viewer.until(lambda: len(channel.members) == 3 and channel.members != members)

    # The new supervisor reports a dead worker, and restarts it.
    kill(status["worker"])
    await viewer.until(lambda: viewer.state == "failed" and "has ended" in viewer.reason)
