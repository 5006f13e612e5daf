"""How long it takes from `./run` to a usable window, to the help text, and to what a player shows.

The window counts as usable when it has been painted and its event loop takes events. Without a display, a
virtual one is started. The set-up is done before, so the first start is not measured. A player counts from
the moment when its window is there to the moment when what the object shows is in it. A file that is opened
while the program runs counts from the start of the second process to the painted window in the first. A bare
window of Qt in the same run says how much of it all is ours.
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
    """How often to measure."""
    parser.add_argument("--repeat", type=int, default=5, help="how many starts (default 5)")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and say whether the promise of a window within 2 s is kept."""
    subprocess.run([_RUN, "--version"], check=True, stdout=subprocess.DEVNULL)
    with virtual_display() as environment:
        window = [_time_to_window(environment) for _ in range(args.repeat)]
        players = [_times_of_player(environment) for _ in range(args.repeat)]
        bare = [_time_to_ready([sys.executable, "-c", _BARE], environment) for _ in range(args.repeat)]
    help_text = [_time_to_help() for _ in range(args.repeat)]
    player, content, again = ([each[place] for each in players] for place in range(3))
    measured = {
        "bare": bare,
        "window": window,
        "player": player,
        "content": content,
        "again": again,
        "help": help_text,
    }
    medians = {name: statistics.median(times) for name, times in measured.items()}
    limits = {
        "window": _LIMIT_SECONDS,
        "content": _CONTENT_LIMIT_SECONDS,
        "again": _AGAIN_LIMIT_SECONDS,
    }
    kept = all(medians[name] < limit for name, limit in limits.items())
    if args.json:
        print(
            json.dumps(
                {**{f"{name}_s": times for name, times in measured.items()}, "limits_s": limits, "kept": kept}
            )
        )
    else:
        for name, times in measured.items():
            print(f"{name:<8} median {medians[name]:.2f} s, worst {max(times):.2f} s of {len(times)}")
        print(f"window: {medians['window'] / medians['bare']:.1f} × a bare window")
    return 0 if kept else 1


def _time_to_window(environment: dict[str, str]) -> float:
    return _time_to_ready([str(_RUN), "window", "--ready-descriptor"], environment)


def _time_to_ready(command: list[str], environment: dict[str, str]) -> float:
    """Until a process writes a line to the descriptor that it is given last."""
    read_end, write_end = os.pipe()
    started = time.perf_counter()
    process = subprocess.Popen([*command, str(write_end)], pass_fds=[write_end], env=environment)
    os.close(write_end)
    with os.fdopen(read_end) as ready:
        line = ready.readline()
    elapsed = time.perf_counter() - started
    process.terminate()
    process.wait()
    if line != "ready\n":
        raise RuntimeError("the window did not appear")
    return elapsed


def _times_of_player(environment: dict[str, str]) -> tuple[float, float, float]:
    """Until the window of a player is there, from then on until the object is shown, and a second file."""
    read_end, write_end = os.pipe()
    started = time.perf_counter()
    process = subprocess.Popen(
        [_RUN, "open", _SHOWN, "--ready-descriptor", str(write_end)], pass_fds=[write_end], env=environment
    )
    os.close(write_end)
    with os.fdopen(read_end) as ready:
        first, at = ready.readline(), time.perf_counter()
        second, filled = ready.readline(), time.perf_counter()
        time.sleep(0.5)  # whoever double-clicks again has looked at the first one
        again = time.perf_counter()
        asking = subprocess.Popen([sys.executable, "-P", "-m", "app", "open", _SHOWN], env=environment)
        third, there = ready.readline(), time.perf_counter()
        asking.wait()
    process.terminate()
    process.wait()
    if (first, second, third) != ("ready\n", "filled\n", "ready\n"):
        raise RuntimeError("the player did not show the object")
    return at - started, filled - at, there - again


def _time_to_help() -> float:
    started = time.perf_counter()
    subprocess.run([_RUN, "--help"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started
