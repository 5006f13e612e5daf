# SPDX-License-Identifier: BSD-3-Clause
"""A virtual display for a test, with a window manager, mouse and keyboard."""

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

import pytest

from app.ui.settings import Settings
from tests.end_to_end.program import Program

_START_SECONDS = 90
_TIMEOUT_SECONDS = 30.0
_SCREEN = "1440x900x24"
_OBSERVER_FOLDER = Path(__file__).parent / "observing"
_STEPS = 12
"""How many moves of the mouse make a drag: a program notices a drag only while the mouse moves."""


class VirtualDisplay:
    """A virtual display with a mouse and keyboard."""

    def __init__(self, environment: dict[str, str], observed: Path, enter: Sequence[str] = ()) -> None:
        self.environment = environment
        self._observed = observed
        self._enter = enter

    def do(self, *arguments: str) -> str:
        """One xdotool command."""
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_SECONDS,
            check=True,
        )
        return done.stdout.strip()

    def click(self, place: list[int], *, button: int = 1, times: int = 1) -> None:
        """Press a mouse button somewhere on the screen."""
        self.do("mousemove", *map(str, place), "click", "--repeat", str(times), "--delay", "60", str(button))

    def move(self, x: int, y: int) -> None:
        """Move the mouse. Not with `--sync`, which waits 15 s for a mouse that is there already."""
        self.do("mousemove", str(x), str(y))

    def drag(self, start: list[int], end: list[int], *, then: Callable[[], object] | None = None) -> None:
        """Drag from one position to another in steps; call `then` before the release."""
        self.do("mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, _STEPS + 1):
            place = [round(a + (b - a) * step / _STEPS) for a, b in zip(start, end, strict=True)]
            self.move(*place)
            time.sleep(0.02)  # users are slower than programs
        self.move(end[0] + 1, end[1])
        time.sleep(0.1)
        try:
            if then is not None:
                then()
        finally:
            self.do("mouseup", "1")

    def type(self, text: str) -> None:
        """Press a key for each character."""
        self.do("type", "--delay", "15", "--", text)

    def key(self, *keys: str) -> None:
        """Press keys one after the other, such as ctrl+s."""
        self.do("key", "--delay", "40", *keys)

    def is_managed(self) -> bool:
        """Whether the window manager is running."""
        asked = subprocess.run(["xdotool", "get_desktop"], env=self.environment, capture_output=True, check=False)
        return asked.returncode == 0

    def find_window(self, process: int, name: str = "Live Objects") -> str:
        """Wait for the visible window of a process."""
        found = self.do("search", "--sync", "--onlyvisible", "--all", "--pid", str(process), "--name", name)
        return found.splitlines()[0]

    def place_window(self, window: str, left: int, top: int, width: int, height: int) -> None:
        """Move, resize and activate a window."""
        self.do("windowsize", "--sync", window, str(width), str(height))
        self.do("windowmove", window, str(left), str(top))
        self.activate(window)

    def activate(self, window: str) -> None:
        """Activate a window."""
        self.do("windowactivate", "--sync", window)

    def press_until(self, key: str, happened: Callable[[], bool]) -> None:
        """Press a key until it takes effect; a busy window manager may drop one."""
        for _ in range(10):
            self.do("key", key)
            if _happens_within(_TIMEOUT_SECONDS / 10, happened):
                return
        raise AssertionError(f"{key} does nothing")

    def choose(self, program: Program, view: str, text: str) -> None:
        """Click an item of a list until it is selected; items may be inserted above it meanwhile."""
        for _ in range(10):
            self.click(program.wait_until_still(f"row({view}, {text!r})"))
            if _happens_within(_TIMEOUT_SECONDS / 10, lambda: program.ask(f"is_chosen({view}, {text!r})")):
                return
        raise AssertionError(f"{text} cannot be chosen")

    @contextlib.contextmanager
    def program(
        self, *arguments: str, command: str = "window", user: tuple[str, Path] | None = None
    ) -> Iterator[Program]:
        """Run the program on this display, from a painted window to its end; `user` has another name and home."""
        environment = {**self.environment, "PYTHONFAULTHANDLER": "1"}
        if user is not None:
            name, home = user
            _set_user_name(name, home)
            environment |= {"LIVEOBJECTS_HOME": str(home)}
        ready, announce = os.pipe()
        process = subprocess.Popen(
            [*self._enter, sys.executable, "-P", "-m", "app", command, f"--ready-descriptor={announce}", *arguments],
            env=environment,
            pass_fds=[announce],
        )
        os.close(announce)
        try:
            with os.fdopen(ready) as line:
                _wait_until_ready(line, process)
            yield Program(process.pid, self._observed, process)
        finally:
            process.kill()
            process.wait()

    def others(self, known: set[int]) -> list[Program]:
        """Processes that other processes of the program started."""
        found = [int(socket.stem) for socket in self._observed.glob("*.sock")]
        return [Program(each, self._observed) for each in found if each not in known and _lives(each)]


def _wait_until_ready(line: TextIO, process: subprocess.Popen[bytes]) -> None:
    """Wait for the first painted window; a program that does not get there prints where its threads are."""
    if not select.select([line], [], [], _START_SECONDS)[0]:
        process.send_signal(signal.SIGABRT)
        process.wait()
    assert line.readline() == "ready\n"


def wait_until(happened: Callable[[], object], seconds: float = _TIMEOUT_SECONDS) -> None:
    """Poll until a condition holds, where no event can be awaited."""
    assert _happens_within(seconds, happened), "it did not happen"


def _happens_within(seconds: float, happened: Callable[[], object]) -> bool:
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _set_user_name(name: str, home: Path) -> None:
    """Set the user name that screenshots show."""
    folder = home / "config"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    Settings(folder / "settings.json").put("name", name)


def _lives(process: int) -> bool:
    return Path(f"/proc/{process}/cmdline").exists() and bool(Path(f"/proc/{process}/cmdline").read_bytes())


@contextlib.contextmanager
def open_display(home: Path | None = None, user: str = "Ann", enter: Sequence[str] = ()) -> Iterator[VirtualDisplay]:
    """Run Xvfb and openbox; programs on the display get a separate home.

    Without a user, the home is that of somebody who starts the program for the first time. The command prefix `enter`
    runs a program on another host.
    """
    for program in ("Xvfb", "openbox", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed; ./test installs it")
    read_end, write_end = os.pipe()
    screen = ["-screen", "0", _SCREEN, "+extension", "GLX", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), *screen], pass_fds=[write_end], stderr=subprocess.DEVNULL
    )
    os.close(write_end)
    with os.fdopen(read_end) as announced:
        name = f":{announced.readline().strip()}"
    hidden = {"WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    # A socket needs a short path.
    with tempfile.TemporaryDirectory(prefix="lo-") as observed:
        environment |= {
            "DISPLAY": name,
            "LIVEOBJECTS_OBSERVED": observed,
            "PYTHONPATH": str(_OBSERVER_FOLDER),
            "LC_ALL": "C.UTF-8",
        }
        if home is not None:
            environment["LIVEOBJECTS_HOME"] = str(home)
            if user:
                _set_user_name(user, home)
        display = VirtualDisplay(environment, Path(observed), enter)
        manager = subprocess.Popen(
            ["openbox"], env=display.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            wait_until(display.is_managed)
            yield display
        finally:
            for left in display.others(set()):
                left.kill()
            for process in (manager, server):
                process.terminate()
                process.wait()
