# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark of the 2D desktop runs and reports."""

import json
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def test_two_people_drag_and_see_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", "bench", "desktop", "--people", "2", "--items", "6", "--live", "1"]
    command += ["--seconds", "1", "--idle", "0.5", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    report = json.loads(done.stdout)
    assert report["same"]
    assert report["live"] == 1
    assert report["moves"] > 50
    assert report["lost"] < report["moves"] / 10
    assert report["p50_ms"] > 0
    assert len(report["idle"]) == 2
