# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark of videos and pictures runs and reports."""

import json
import subprocess
import sys

from tests.conftest import ROOT


def test_one_shows_and_one_watches() -> None:
    command = [sys.executable, "-m", "app", "bench", "video", "--viewers", "1", "--height", "180", "--rate", "10"]
    command += ["--seconds", "1", "--slow", "900", "--patience", "2", "--mib", "0.2", "--lookers", "1", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    report = json.loads(done.stdout)
    assert report["p50_ms"] > 0
    assert report["heights"]
    assert report["late_s"] > 0
    assert len(report["viewer_cpu"]) == len(report["picture_s"]) == 1
