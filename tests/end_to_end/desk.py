"""A desk of its own for a test: a virtual display with a window manager, a mouse and a keyboard."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_PATIENCE_SECONDS = 30.0


@dataclass
class Desk:
    """The display, and hands to use it with."""

    environment: dict[str, str]

    def do(self, *arguments: str) -> str:
        """One xdotool command."""
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=_PATIENCE_SECONDS,
            check=True,
        )
        return done.stdout.strip()

    def is_managed(self) -> bool:
        """Whether the window manager has taken over: it then says which desktop is shown."""
        asked = subprocess.run(
            ["xdotool", "get_desktop"], env=self.environment, capture_output=True, check=False
        )
        return asked.returncode == 0

    def find_window(self, process: int) -> str:
        """Wait for the visible window of a process."""
        found = self.do(
            "search", "--sync", "--onlyvisible", "--all", "--pid", str(process), "--name", "Live Objects"
        )
        return found.splitlines()[0]

    def press_until(self, key: str, happened: Callable[[], bool]) -> None:
        """Press a key as a person does: again, when a window manager busy with focus has swallowed it."""
        for _ in range(10):
            self.do("key", key)
            if _happens_within(_PATIENCE_SECONDS / 10, happened):
                return
        raise AssertionError(f"{key} does nothing")

    @contextlib.contextmanager
    def program(self, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
        """The program on this desk, from a painted window to its end."""
        ready, announce = os.pipe()
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "app", "window", f"--ready-descriptor={announce}", *arguments],
            env=self.environment,
            pass_fds=[announce],
        )
        os.close(announce)
        try:
            with os.fdopen(ready) as line:
                assert line.readline() == "ready\n"
            yield process
        finally:
            process.kill()
            process.wait()


def wait_until(happened: Callable[[], bool]) -> None:
    """For what the display tells nobody: look again until it is so."""
    assert _happens_within(_PATIENCE_SECONDS, happened), "it did not happen"


def _happens_within(seconds: float, happened: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@contextlib.contextmanager
def open_desk() -> Iterator[Desk]:
    """Xvfb and openbox, for as long as they are needed."""
    read_end, write_end = os.pipe()
    screen = ["-screen", "0", "1280x800x24", "+extension", "GLX", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), *screen], pass_fds=[write_end], stderr=subprocess.DEVNULL
    )
    os.close(write_end)
    with os.fdopen(read_end) as announced:
        display = f":{announced.readline().strip()}"
    hidden = {"WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    desk = Desk({**environment, "DISPLAY": display})
    manager = subprocess.Popen(
        ["openbox"], env=desk.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until(desk.is_managed)
        yield desk
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait()
