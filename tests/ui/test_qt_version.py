# SPDX-License-Identifier: BSD-3-Clause
"""Some versions of PySide6 lose a reference to `None` whenever a method that returns nothing is called.

On a Python that counts `None` (3.11), a program then dies after some thousand calls, with no Python error.
"""

import subprocess
import sys

import pytest
from PySide6.QtCore import QObject

_CALLS = 20_000


def test_many_calls_do_not_kill_the_process() -> None:
    code = (
        "from PySide6.QtCore import QObject\n"
        "thing = QObject()\n"
        f"for number in range({_CALLS}): thing.setObjectName('a')\n"
        "print('alive')\n"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stdout) == (0, "alive\n"), finished.stderr[-500:]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is not counted any more")
def test_calls_keep_the_count_of_none() -> None:
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        thing.setObjectName("a")
    assert abs(sys.getrefcount(None) - before) < 100
