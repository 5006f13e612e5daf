# SPDX-License-Identifier: BSD-3-Clause
"""A virtual display with a window manager, driven by xdotool."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")
_TIMEOUT = 90.0
_GRAB = (
    "import sys; from PySide6.QtWidgets import QApplication; application = QApplication([]); "
    "application.primaryScreen().grabWindow(0).save(sys.argv[1])"
)


class VirtualDesktop:
    """Input, clipboard and screenshots of one display."""

    def __init__(self, display: str) -> None:
        self.display = display
        self.environment = {**os.environ, "DISPLAY": display}

    def xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=False, timeout=60
        )
        return done.stdout.strip()

    def window(self, name: str) -> str | None:
        """The id of the visible window whose title contains these words."""
        found = self.xdotool("search", "--onlyvisible", "--name", name).splitlines()
        return found[0] if found else None

    def double_click(self, x: int, y: int) -> None:
        self.xdotool("mousemove", str(x), str(y))
        self.xdotool("click", "--repeat", "2", "--delay", "60", "1")

    def copy_text(self, window: str) -> str:
        """The whole text of the focused widget of a window, through the clipboard."""
        self.xdotool("windowactivate", "--sync", window)
        self.xdotool("key", "ctrl+a", "ctrl+c")
        command = ["xclip", "-selection", "clipboard", "-o"]
        asked = subprocess.run(command, env=self.environment, capture_output=True, timeout=60, check=False)
        return asked.stdout.decode(errors="replace")

    def save_screenshot(self, file: Path) -> None:
        """Save the content of the whole screen."""
        subprocess.run([sys.executable, "-c", _GRAB, str(file)], env=self.environment, check=True)


@contextlib.contextmanager
def virtual_desktop() -> Iterator[VirtualDesktop]:
    """Start a display with a window manager."""
    read_end, write_end = os.pipe()
    screen = ["-screen", "0", "1280x800x24", "+extension", "GLX", "-nolisten", "tcp", "-noreset", "-ac"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), *screen], pass_fds=[write_end], stderr=subprocess.DEVNULL
    )
    os.close(write_end)
    with os.fdopen(read_end) as announced:
        display = f":{announced.readline().strip()}"
    made = VirtualDesktop(display)
    manager = subprocess.Popen(["openbox"], env=made.environment, stderr=subprocess.DEVNULL)
    try:
        yield made
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait()


def wait_until(what: str, look: Callable[[], Found | None]) -> Found:
    """Poll until the result is true, and return it; raises after a timeout."""
    end = time.monotonic() + _TIMEOUT
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.2)
    raise RuntimeError(f"it did not come: {what}")
