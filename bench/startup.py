# SPDX-License-Identifier: BSD-3-Clause
"""How long it takes from `./run` to a usable window, to the help text, and to what a player shows.

The window counts as usable when it has been painted and its event loop takes events. Without a display, a
virtual one is started. The set-up is done before, so the first start is not measured. A player counts from
the moment when its window is there to the moment when what the object shows is in it. A file that is opened
while the program runs counts from the start of the second process to the painted window in the first. A bare
window of Qt in the same run says how much of it all is ours; in processor time, too, which says the same on a
busy machine. With `--program`, what was installed is measured instead of `./run`; its promises are stricter.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench._display import virtual_display

_RUN = Path(__file__).resolve().parent.parent / "run"
_LIMIT_SECONDS = 2.0
_INSTALLED_LIMIT_SECONDS = 1.5
_INSTALLED_LIMIT_RATIO = 2.5
_CONTENT_LIMIT_SECONDS = 1.0
_AGAIN_LIMIT_SECONDS = 0.3
_BARE = """
import os, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel
class Bare(QLabel):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, lambda: os.write(int(sys.argv[1]), b"ready\\n"))
application = QApplication([])
window = Bare("nothing")
window.show()
application.exec()
"""
_SHOWN = _RUN.parent / "liveobject_files" / "shared_text.liveobject"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the number of repetitions."""
    parser.add_argument("--repeat", type=int, default=5, help="how many starts (default 5)")
    parser.add_argument("--program", type=Path, metavar="FILE", help="an installed program instead of ./run")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and check the promises."""
    program = str(args.program or _RUN)
    subprocess.run([program, "--version"], check=True, stdout=subprocess.DEVNULL)
    names = ("bare", "window", "player", "content", "again", "help")
    measured: dict[str, list[float]] = {name: [] for name in names}
    used: dict[str, list[float]] = {"bare": [], "window": []}
    with virtual_display() as environment:
        for _ in range(args.repeat):  # alternately, so that other load affects all of them
            for name, command in (
                ("bare", [sys.executable, "-c", _BARE]),
                ("window", [program, "window", "--ready-descriptor"]),
            ):
                elapsed, processor = _times_to_ready(command, environment)
                measured[name].append(elapsed)
                used[name].append(processor)
            others = *_times_of_player(program, environment), _time_to_help(program)
            for name, seconds in zip(names[2:], others, strict=True):
                measured[name].append(seconds)
    medians = {name: statistics.median(times) for name, times in measured.items()}
    limits = {
        "window": _INSTALLED_LIMIT_SECONDS if args.program else _LIMIT_SECONDS,
        "content": _CONTENT_LIMIT_SECONDS,
        "again": _AGAIN_LIMIT_SECONDS,
    }
    ratio = medians["window"] / medians["bare"]
    of_processor = {name: statistics.median(times) for name, times in used.items()}
    kept = all(medians[name] < limit for name, limit in limits.items())
    kept = kept and (not args.program or ratio <= _INSTALLED_LIMIT_RATIO)
    if args.json:
        print(
            json.dumps(
                {
                    **{f"{name}_s": times for name, times in measured.items()},
                    **{f"{name}_processor_s": times for name, times in used.items()},
                    "limits_s": limits,
                    "kept": kept,
                }
            )
        )
    else:
        for name, times in measured.items():
            print(f"{name:<8} median {medians[name]:.2f} s, worst {max(times):.2f} s of {len(times)}")
        print(f"window: {ratio:.1f} × a bare window")
        print(
            f"in processor time: bare {of_processor['bare']:.2f} s, window {of_processor['window']:.2f} s, "
            f"{of_processor['window'] / of_processor['bare']:.1f} ×"
        )
    return 0 if kept else 1


def _times_to_ready(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Elapsed and CPU time until a process writes a line to its last descriptor."""
    read_end, write_end = os.pipe()
    started = time.perf_counter()
    process = subprocess.Popen([*command, str(write_end)], pass_fds=[write_end], env=environment)
    os.close(write_end)
    with os.fdopen(read_end) as ready:
        line = ready.readline()
    elapsed = time.perf_counter() - started
    processor = _processor_time(process.pid)
    process.terminate()
    process.wait()
    if line != "ready\n":
        raise RuntimeError("the window did not appear")
    return elapsed, processor


def _processor_time(number: int) -> float:
    """The CPU time of all threads of a process."""
    threads = Path("/proc", str(number), "task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def _times_of_player(program: str, environment: dict[str, str]) -> tuple[float, float, float]:
    """Seconds to the window of a player, from there to the object, and to a second file."""
    read_end, write_end = os.pipe()
    started = time.perf_counter()
    process = subprocess.Popen(
        [program, "open", _SHOWN, "--ready-descriptor", str(write_end)], pass_fds=[write_end], env=environment
    )
    os.close(write_end)
    with os.fdopen(read_end) as ready:
        first, at = ready.readline(), time.perf_counter()
        second, filled = ready.readline(), time.perf_counter()
        time.sleep(0.5)  # as a person who opens another file
        again = time.perf_counter()
        own = [program] if program != str(_RUN) else [sys.executable, "-P", "-m", "app"]
        asking = subprocess.Popen([*own, "open", _SHOWN], env=environment)
        third, there = ready.readline(), time.perf_counter()
        asking.wait()
    process.terminate()
    process.wait()
    if (first, second, third) != ("ready\n", "filled\n", "ready\n"):
        raise RuntimeError("the player did not show the object")
    return at - started, filled - at, there - again


def _time_to_help(program: str) -> float:
    started = time.perf_counter()
    subprocess.run([program, "--help"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started
