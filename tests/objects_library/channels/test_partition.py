# SPDX-License-Identifier: BSD-3-Clause
"""A network that is cut: the minority only reads and says so; afterwards nothing is lost or doubled."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench._network import can_make_namespaces

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.namespaces
def test_a_bridge_is_cut_and_whole_again() -> None:
    if not can_make_namespaces():
        pytest.skip("only root can make network namespaces")
    words = ["--hosts", "3", "--minority", "1", "--seconds", "0.5", "--json"]
    command = [sys.executable, "-m", "app", "bench", "split", *words]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100, cwd=ROOT)
    report = json.loads(finished.stdout)
    assert report["violations"] == []
    assert report["read_only_after"] is not None
    assert report["equal_after"] is not None
    assert "majority" in report["reason"]
    assert report["accepted"] == report["messages"]
