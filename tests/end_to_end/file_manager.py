# SPDX-License-Identifier: BSD-3-Clause
"""A file manager on a virtual display."""

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.virtual_display import VirtualDisplay


@contextlib.contextmanager
def open_file_manager(
    display: VirtualDisplay, folder: Path, area: tuple[int, int, int, int], log: Path, **environment: str
) -> Iterator[str]:
    """The id of its window on a folder; the log has the output of the programs that it starts."""
    if shutil.which("pcmanfm") is None:
        pytest.skip("pcmanfm is not installed; ./test installs it")
    with log.open("w") as output:
        process = subprocess.Popen(
            ["pcmanfm", "--no-desktop", str(folder)],
            env=display.environment | environment,
            stdout=output,
            stderr=output,
        )
    try:
        window = display.do("search", "--sync", "--onlyvisible", "--name", folder.name).splitlines()[0]
        display.place_window(window, *area)
        yield window
    finally:
        process.kill()
        process.wait()
