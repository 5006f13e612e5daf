# SPDX-License-Identifier: BSD-3-Clause
"""A few power cuts; `liveobjects bench power-cut` makes hundreds."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench._power.disk import Disk
from bench._power.recorder import Step, build_recorder, read_recording, start_recorded

ROOT = Path(__file__).resolve().parents[3]


def power_cuts(*arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    finished = subprocess.run(
        [sys.executable, "-m", "app", "bench", "power-cut", "--json", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return finished.returncode, [json.loads(line) for line in finished.stdout.splitlines()], finished.stderr


def test_nothing_that_was_acknowledged_is_lost() -> None:
    code, results, errors = power_cuts("--cuts", "20", "--start", "1000")
    assert code == 0, errors
    assert [result["seed"] for result in results if result["kind"] == "cut"] != []
    assert sum(result["kind"] == "cut" for result in results) == 20
    assert sum(result["torn_files"] for result in results) > 0


@pytest.mark.parametrize("lies", ["files", "directories"])
def test_a_disk_that_does_not_sync_is_noticed(lies: str) -> None:
    code, results, errors = power_cuts("--cuts", "20", "--lies", lies)
    assert code == 1
    assert any(result["violations"] for result in results)
    assert "violation with seed" in errors
    assert "again: liveobjects bench power-cut --start" in errors


def test_documents_that_were_kept_are_there() -> None:
    code, results, errors = power_cuts("--of", "documents", "--cuts", "10", "--start", "1000")
    assert code == 0, errors
    assert sum(result["torn_files"] for result in results) > 0
    code, results, errors = power_cuts("--of", "documents", "--cuts", "10", "--lies", "files")
    assert code == 1
    assert "again: liveobjects bench power-cut --start" in errors
    assert "--of documents --lies files" in errors


def test_the_recording_is_what_was_done(tmp_path: Path) -> None:
    """Every operation of the store is recorded, and replaying them gives the same files."""
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / "before").write_bytes(b"was there")
    before = Disk(disk, named=disk)
    program = (
        "import os, sys\n"
        "os.chdir('/')\n"
        "d = sys.argv[1]\n"
        "f = os.open(d + '/a', os.O_CREAT | os.O_RDWR)\n"
        "os.write(f, b'x' * 2000); os.write(f, b'end'); os.fdatasync(f)\n"
        "os.pwrite(f, b'middle', 1000); os.ftruncate(f, 1500)\n"
        "os.close(f); os.rename(d + '/a', d + '/b'); os.unlink(d + '/before')\n"
        "os.write(1, b'said\\n')\n"
        "g = os.open(d, os.O_RDONLY); os.fsync(g); os.close(g)\n"
        "f = os.open(d + '/b', os.O_RDWR); os.fsync(f); os.close(f)\n"
    )
    words = [sys.executable, "-c", program, str(disk)]
    with start_recorded(build_recorder(tmp_path), words, disk, tmp_path / "recording") as process:
        said, errors = process.communicate()
    assert process.returncode == 0, errors
    assert said == b"said\n"
    steps = list(read_recording(tmp_path / "recording"))
    assert "".join(step.kind for step in steps) == "NWWSEWTCRUAOSECOSEC"
    assert steps[10] == Step("A", 1, 0, b"said\n")
    before.follow(steps)
    image = tmp_path / "image"
    image.mkdir()
    before.image(image, random.Random(1))
    assert {path.name: path.read_bytes() for path in image.iterdir()} == {
        path.name: path.read_bytes() for path in disk.iterdir()
    }
