# SPDX-License-Identifier: BSD-3-Clause
"""A display for windows: the present one, or a virtual one."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator


@contextlib.contextmanager
def virtual_display() -> Iterator[dict[str, str]]:
    """The environment variables of the display."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield dict(os.environ)
        return
    server = shutil.which("Xvfb")
    if server is None:
        raise RuntimeError("there is no display; install xvfb")
    read_end, write_end = os.pipe()
    process = subprocess.Popen(
        [server, "-displayfd", str(write_end), "-screen", "0", "1400x900x24", "-noreset"], pass_fds=[write_end]
    )
    os.close(write_end)
    try:
        with os.fdopen(read_end) as announced:
            yield {**os.environ, "DISPLAY": f":{announced.readline().strip()}"}
    finally:
        process.terminate()
        process.wait()
