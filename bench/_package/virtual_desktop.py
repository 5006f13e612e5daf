"""The display, mouse and keyboard in front of a root."""

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
_PATIENCE = 90.0
_GRAB = (
    "import sys; from PySide6.QtWidgets import QApplication; application = QApplication([]); "
    "application.primaryScreen().grabWindow(0).save(sys.argv[1])"
)


class Desk:
    """Hands, and eyes that see the whole screen."""

    def __init__(self, display: str) -> None:
        self.display = display
        self.environment = {**os.environ, "DISPLAY": display}

    def do(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=False, timeout=60
        )
        return done.stdout.strip()

    def window(self, name: str) -> str | None:
        """The window whose title has these words, if it is on the screen."""
        found = self.do("search", "--onlyvisible", "--name", name).splitlines()
        return found[0] if found else None

    def double_click(self, x: int, y: int) -> None:
        self.do("mousemove", str(x), str(y))
        self.do("click", "--repeat", "2", "--delay", "60", "1")

    def copied(self, window: str) -> str:
        """All text of what has the keyboard in a window, as the clipboard has it."""
        self.do("windowactivate", "--sync", window)
        self.do("key", "ctrl+a", "ctrl+c")
        command = ["xclip", "-selection", "clipboard", "-o"]
        asked = subprocess.run(command, env=self.environment, capture_output=True, timeout=60, check=False)
        return asked.stdout.decode(errors="replace")

    def picture(self, file: Path) -> None:
        """Keep what is on the screen."""
        subprocess.run([sys.executable, "-c", _GRAB, str(file)], env=self.environment, check=True)


@contextlib.contextmanager
def desk() -> Iterator[Desk]:
    """A display with a window manager."""
    read_end, write_end = os.pipe()
    screen = ["-screen", "0", "1280x800x24", "+extension", "GLX", "-nolisten", "tcp", "-noreset", "-ac"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), *screen], pass_fds=[write_end], stderr=subprocess.DEVNULL
    )
    os.close(write_end)
    with os.fdopen(read_end) as announced:
        display = f":{announced.readline().strip()}"
    made = Desk(display)
    manager = subprocess.Popen(["openbox"], env=made.environment, stderr=subprocess.DEVNULL)
    try:
        yield made
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait()


def until(what: str, look: Callable[[], Found | None]) -> Found:
    """Look again until there is something."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.2)
    raise RuntimeError(f"it did not come: {what}")
