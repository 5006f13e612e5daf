# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark of the 3D desktop runs and reports."""

import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT


@pytest.mark.display
def test_a_viewer_draws_what_the_source_says() -> None:
    command = [sys.executable, "-m", "app", "bench", "space", "--models", "20", "--viewers", "1"]
    command += ["--seconds", "1", "--idle", "0.5", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    report = json.loads(done.stdout)
    assert report["wrong"] == 0
    (viewer,) = report["viewers"]
    assert viewer["frames_per_s"] > 0
    assert viewer["positions_per_s"] > 20
    assert sum(viewer["levels"]) == 20
    assert viewer["idle_frames"] == 0
    assert len(report["promises"]) == 5
