"""How long it takes from `./run` to a usable window, to the help text, and to what a player shows.

The window counts as usable when it has been painted and its event loop takes events. Without a display, a
virtual one is started. The set-up is done before, so the first start is not measured. A player counts from
the moment when its window is there to the moment when what the object shows is in it.
"""

import argparse
import json
import os
import statistics
import subprocess
import time
from pathlib import Path

from bench._display import virtual_display

_RUN = Path(__file__).resolve().parent.parent / "run"
_LIMIT_SECONDS = 2.0
_CONTENT_LIMIT_SECONDS = 1.0
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
    help_text = [_time_to_help() for _ in range(args.repeat)]
    player, content = [each[0] for each in players], [each[1] for each in players]
    kept = statistics.median(window) < _LIMIT_SECONDS and statistics.median(content) < _CONTENT_LIMIT_SECONDS
    if args.json:
        measured = {"window_s": window, "player_s": player, "content_s": content, "help_s": help_text}
        limits = {"limit_s": _LIMIT_SECONDS, "content_limit_s": _CONTENT_LIMIT_SECONDS}
        print(json.dumps({**measured, **limits, "kept": kept}))
    else:
        shown = {"window": window, "player": player, "content": content, "help": help_text}
        for name, times in shown.items():
            print(
                f"{name:<8} median {statistics.median(times):.2f} s, worst {max(times):.2f} s of {len(times)}"
            )
    return 0 if kept else 1


def _time_to_window(environment: dict[str, str]) -> float:
    read_end, write_end = os.pipe()
    started = time.perf_counter()
    process = subprocess.Popen(
        [_RUN, "window", "--ready-descriptor", str(write_end)], pass_fds=[write_end], env=environment
    )
    os.close(write_end)
    with os.fdopen(read_end) as ready:
        line = ready.readline()
    elapsed = time.perf_counter() - started
    process.terminate()
    process.wait()
    if line != "ready\n":
        raise RuntimeError("the window did not appear")
    return elapsed


def _times_of_player(environment: dict[str, str]) -> tuple[float, float]:
    """Until the window of a player is there, and from then on until the object is shown in it."""
    read_end, write_end = os.pipe()
    started = time.perf_counter()
    process = subprocess.Popen(
        [_RUN, "open", _SHOWN, "--ready-descriptor", str(write_end)], pass_fds=[write_end], env=environment
    )
    os.close(write_end)
    with os.fdopen(read_end) as ready:
        first, at = ready.readline(), time.perf_counter()
        second, filled = ready.readline(), time.perf_counter()
    process.terminate()
    process.wait()
    if (first, second) != ("ready\n", "filled\n"):
        raise RuntimeError("the player did not show the object")
    return at - started, filled - at


def _time_to_help() -> float:
    started = time.perf_counter()
    subprocess.run([_RUN, "--help"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started
