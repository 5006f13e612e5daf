# SPDX-License-Identifier: BSD-3-Clause
"""A test that no signal reaches ends its worker instead of blocking the whole run."""

import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent.parent

_CONFTEST = """
import sys
from pathlib import Path

sys.path.insert(0, {root!r})
from tests import watchdog

watchdog._GRACE = 1

def pytest_configure(config):
    if not config.getoption("numprocesses", None):
        worker = config.workerinput["workerid"]
        config.pluginmanager.register(watchdog.Watchdog(Path(__file__).parent / "artifacts", worker))
"""
_TESTS = """
import signal
import time

def test_before():
    pass

def test_deaf():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    time.sleep(60)
"""


def test_the_report_names_the_test_and_the_blocked_line(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(_CONFTEST.format(root=str(_ROOT)))
    (tmp_path / "test_them.py").write_text(_TESTS)
    options = ["--numprocesses=1", "--max-worker-restart=0", "--timeout=1", "--rootdir=."]
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert finished.returncode == 1, finished.stdout
    assert "1 failed, 1 passed" in finished.stdout
    assert "crashed while running 'test_them.py::test_deaf'" in finished.stdout
    [report] = (tmp_path / "artifacts").iterdir()
    test, *stacks = report.read_text().splitlines()
    assert test == "test_them.py::test_deaf"
    assert any("in test_deaf" in line for line in stacks)
