# SPDX-License-Identifier: BSD-3-Clause
"""The benchmarks of channels, each once and small: what they promise holds here, too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def _bench(*words: str) -> Any:
    command = [sys.executable, "-m", "app", "bench", *words, "--json"]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=110, cwd=ROOT)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return json.loads(finished.stdout)


def test_killed_frozen_and_late_members_hear_the_same() -> None:
    report = _bench("churn", "--seeds", "1", "--start", "7")
    assert report["violations"] == []
    assert len(report["survivors"]) == 6
    assert report["messages"] >= report["accepted"] > 500
    assert len(report["hash"]) == 32


def test_many_channels_in_one_document() -> None:
    report = _bench("many-channels", "--channels", "300")
    assert report["seconds"] < 10
    assert report["kib_per_channel"] < 40  # the fewer channels, the more of the scope each has to bear
