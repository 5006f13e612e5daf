# SPDX-License-Identifier: BSD-3-Clause
"""Feeds with all their processes, and failures: killed processes, malformed data, a full disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.spark.feeds.control import status_of, watch_feed
from app.spark.feeds.definition import FeedDefinition, FeedError, load
from app.spark.sources import parse_source
from tests.house.documented_commands import of_help
from tests.spark.feed_harness import CommandLine, FeedViewer, open_viewer
from tests.spark.growing_folder import SUMS, GrowingFolder
from tests.spark.stopwatch import Stopwatch, kill

pytestmark = pytest.mark.timeout(600)
_TOLD_WITHIN = 3.0
"""Seconds from an event until all viewers are informed."""
_PARTS = ("guard", "worker", "driver", "java")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that is soon full; a normal folder without the right to mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", str(folder)], capture_output=True, check=False
    )
    yield folder
    if mounted.returncode == 0:
        subprocess.run(["umount", "-l", str(folder)], check=True)


async def _watch(name: str) -> Stopwatch:
    """A stopwatch for a feed, started now."""
    status = await status_of(name)
    return Stopwatch(status[part] for part in _PARTS if status.get(part))


async def _hit(viewer: FeedViewer, words: str, watch: Stopwatch) -> None:
    """Check that viewers are informed in time."""
    await viewer.until(lambda: viewer.state == "failed" and words in viewer.reason)
    took, allowance = viewer.states[-1][0] - watch.began, watch.allowance()
    print(f"{words}: told after {took:.2f} s, of which the computer took up to {allowance:.2f} s")
    assert took < _TOLD_WITHIN + allowance


async def test_what_can_happen_to_a_feed(command_line: CommandLine, small_disk: Path, tmp_path: Path) -> None:
    growing = GrowingFolder(tmp_path / "in")
    growing.drop(3)
    file = tmp_path / "out.liveobject"
    words = [
        "--source", str(tmp_path / "in"), "--sql", SUMS,
        "--channel", str(file), "--checkpoint", str(small_disk),
    ]  # fmt: skip
    status = await command_line.json("feed", "start", *words)
    assert (status["name"], status["state"], status["mode"], status["key"]) == ("out", "live", "update", ["k"])
    assert "password" not in file.read_text()
    async with open_viewer(file) as viewer:
        await viewer.until(lambda: growing.seen_by(viewer))

        # Java is killed; this is reported, and no rows are lost or repeated.
        watch = kill(status["java"], status["guard"], status["worker"], status["driver"])
        await _hit(viewer, "signal 9", watch)
        growing.drop(2)
        await viewer.until(lambda: viewer.state == "live" and growing.seen_by(viewer))

        # Malformed files and other columns are reported with the file, until they are removed.
        for name, text in (
            ("bad.csv", 'k,v\n"k1,\x00\x01"rubbish"\n,,,,\n'),
            ("other.csv", "name,size,weight\nk1,2,3\n"),
        ):
            watch = await _watch("out")
            file_in_the_way = growing.put(name, text)
            await _hit(viewer, name, watch)
            file_in_the_way.unlink()
            growing.drop()
            await viewer.until(lambda: viewer.state == "live" and growing.seen_by(viewer))

        # The disk of the checkpoint is full for a while.
        if _is_small(small_disk):
            watch = await _watch("out")
            filler = _fill(small_disk)
            growing.drop()
            await _hit(viewer, "disk is full", watch)
            filler.unlink()
            await viewer.until(lambda: viewer.state == "live" and growing.seen_by(viewer))


async def test_the_example_of_the_help(command_line: CommandLine, tmp_path: Path) -> None:
    (example,) = [each for each in of_help() if each.startswith("liveobjects feed start ")]
    (tmp_path / "sales.csv").write_text("country,price\nPeru,2.5\nChad,4\nPeru,1\n")
    code, _, err = await command_line.run(*shlex.split(example)[1:], folder=tmp_path)
    assert code == 0, err
    async with open_viewer(tmp_path / "sales.liveobject") as viewer:
        await viewer.until(lambda: {row["country"]: row["sum"] for row in viewer.rows} == {"Peru": 3.5, "Chad": 4.0})


async def test_a_standby_takes_over(command_line: CommandLine, tmp_path: Path) -> None:
    growing = GrowingFolder(tmp_path / "in")
    growing.drop(3)
    file = tmp_path / "out.liveobject"
    words = ["--source", str(tmp_path / "in"), "--sql", SUMS, "--channel", str(file)]
    words += ["--checkpoint", str(tmp_path / "shared")]
    await command_line.json("feed", "start", *words)
    async with open_viewer(file) as viewer:
        # Viewers do not notice the death of the standby; when the first process dies, the standby takes over.
        standby = await command_line.json("feed", "start", *words, "--name", "other", "--standby")
        assert standby["state"] == "standby"
        before = len(viewer.states)
        os.kill((await command_line.status("other"))["worker"], 9)
        growing.drop()
        await viewer.until(lambda: growing.seen_by(viewer))
        assert {state for _, state, _ in viewer.states[before:]} <= {"live"}
        await _stands_by()
        status = await command_line.status("out")
        watch = kill(status["worker"], status["guard"])
        await _hit(viewer, "signal 9", watch)
        growing.drop(2)
        await viewer.until(lambda: viewer.state == "live" and growing.seen_by(viewer))
        assert (await command_line.status("other"))["leads"]
        assert [each["name"] for each in (await command_line.json("feed", "list"))["feeds"]] == ["other", "out"]
        assert (await command_line.json("feed", "stop", "other")) == {"stopped": ["other"]}
        assert (await command_line.json("feed", "stop", "--all")) == {"stopped": ["out"]}
        assert growing.seen_by(viewer)
    assert (await command_line.json("feed", "list")) == {"feeds": []}


def _is_small(disk: Path) -> bool:
    return disk.is_mount()


def _fill(disk: Path) -> Path:
    filler = disk / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as stream:
        while True:
            stream.write(bytes(4096))
    return filler


async def _stands_by() -> None:
    """Wait until the standby was restarted and is ready."""
    async with asyncio.timeout(150):
        async for found in watch_feed("other"):
            if found.get("state") == "standby" and found.get("restarts"):
                return


async def test_a_file_that_changes_and_turns_to_rubbish(command_line: CommandLine, tmp_path: Path) -> None:
    source, file = tmp_path / "a.csv", tmp_path / "a.liveobject"
    source.write_text("k,v\nx,1\ny,2\nx,3\n")
    words = ["--source", f"sales={source}", "--sql", "select k, sum(v) as s from sales group by k order by k"]
    status = await command_line.json("feed", "start", *words, "--channel", str(file), "--name", "Sales")
    assert (status["state"], status["rows"], status["mode"]) == ("live", 2, "complete")
    async with open_viewer(file) as viewer:
        assert viewer.rows == [{"k": "x", "s": 4}, {"k": "y", "s": 2}]
        source.write_text("k,v\nx,1\nz,5\n")
        await viewer.until(lambda: viewer.rows == [{"k": "x", "s": 1}, {"k": "z", "s": 5}])
        code, _, err = await command_line.run("feed", "start", *words, "--channel", str(file), "--name", "Sales")
        assert code == 1
        assert "runs already; stop it first" in err
        for content, said in (('k,v\n"x,\x00\x01"rubbish"\n,,,,\n', "a.csv"), ("name,size\nx,7\n", "`k`")):
            watch = await _watch("Sales")
            source.write_text(content)
            await _hit(viewer, said, watch)
            source.write_text("k,v\nx,7\n")
            await viewer.until(lambda: viewer.state == "live" and viewer.rows == [{"k": "x", "s": 7}])
        await command_line.run("feed", "stop", "Sales")
        await viewer.until(lambda: viewer.state == "stopped")


async def test_a_feed_that_cannot_be_is_not_kept(command_line: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("k,v\nx,1\n")
    source, channel = ["--source", str(tmp_path / "a.csv")], ["--channel", str(tmp_path / "out.liveobject")]
    code, _, err = await command_line.run("feed", "start", *source, "--sql", "select\nnope from source", *channel)
    assert code == 1
    assert "line 2, column 1: A column, variable, or function parameter with name `nope`" in err.splitlines()[-1]
    assert (await command_line.json("feed", "list")) == {"feeds": []}
    assert not (tmp_path / "out.liveobject").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["start", "--sql", "select 1", "--channel", "x.liveobject"], "name it with --source"),
        (["start", "--source", "/nowhere.csv", "--sql", "x", "--channel", "x.liveobject"], "check the path"),
        (["start", "--source", "rate:1", "--sql", "x", "--channel", "/nowhere/x.liveobject"], "name a file"),
        (["start", "--source", "rate:1", "--sql", "x", "--channel", "x.txt"], "name a file"),
        (["start", "--source", "rate:1", "--sql", "x", "--channel", "x.liveobject", "--standby"], "--checkpoint"),
        (["start", "--source", "rate:1", "--sql", "x", "--channel", "x.liveobject", "--master", "moon"], "use local"),
        (["stop"], "name one, or use --all"),
        (["stop", "nobody"], "feed list"),
        (["status", "../etc"], "feed list"),
    ],
)
async def test_asked_wrongly(command_line: CommandLine, words: list[str], said: str) -> None:
    code, _, err = await command_line.run("feed", *words)
    assert code in (1, 2)
    assert said in err
    assert len(err.splitlines()) == 1


def test_passwords_lie_apart_and_are_for_the_user_alone() -> None:
    source = parse_source("postgresql://me:s3cret@h/d?table=t")
    definition = FeedDefinition("kept", [source], "select 1", "/x.liveobject")
    definition.save()
    files = {each.name: each for each in definition.folder.iterdir()}
    assert "s3cret" not in files["definition.json"].read_text()
    assert files["secrets.json"].stat().st_mode & 0o777 == 0o600
    assert load("kept") == definition
    files["definition.json"].write_text("{")
    with pytest.raises(FeedError, match="damaged"):
        load("kept")
    definition.delete()
    with pytest.raises(FeedError, match="no feed"):
        load("kept")
