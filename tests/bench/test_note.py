# SPDX-License-Identifier: BSD-3-Clause
"""A short run of the note benchmark, with namespaces, a partition, and a killed typist."""

import json
import subprocess
import sys

import pytest

from bench._network import can_make_namespaces
from tests.conftest import ROOT


@pytest.mark.namespaces
def test_typists_who_are_cut_off_lose_nothing() -> None:
    if not can_make_namespaces():
        pytest.skip("only root can make network namespaces")
    words = ["--typists", "4", "--minority", "1", "--seconds", "8", "--pace", "0.05", "--json"]
    command = [sys.executable, "-m", "app", "bench", "note", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=110, check=False)
    report = json.loads(done.stdout)
    assert report["problems"] == []
    assert (report["lost"], report["doubled"], report["missing"]) == (0, 0, [])
    assert report["typed_apart"] > 10
    assert report["typed"] > 100
    assert (done.returncode, report["holds"]) == (0, True)
