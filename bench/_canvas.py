# SPDX-License-Identifier: BSD-3-Clause
"""What the benchmarks of the canvas share: a process with a window, and gestures."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench._display import virtual_display

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_REPOSITORY = Path(__file__).resolve().parent.parent
WINDOW_SIZE = (1280, 800)


def add_canvas_arguments(parser: argparse.ArgumentParser, frames: int) -> None:
    """Add the arguments of every benchmark of the canvas."""
    parser.add_argument("--frames", type=int, default=frames, help=f"frames for each measurement (default {frames})")
    parser.add_argument("--picture", type=Path, default=None, help="keep a picture of the sheet")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)  # there is a display


def measure_in_window(args: argparse.Namespace, benchmark: str, *numbers: str) -> dict[str, Any]:
    """Run a benchmark with these of its arguments in a separate process with a display; return its report."""
    command = [sys.executable, "-m", "app", "bench", benchmark, "--inside"]
    for name in (*numbers, "frames"):
        command += [f"--{name}", str(getattr(args, name))]
    if args.picture is not None:
        command += ["--picture", str(args.picture.resolve())]
    with virtual_display() as environment, tempfile.TemporaryDirectory() as home:
        own = {**environment, "LIVEOBJECTS_HOME": home, "QT_QPA_PLATFORM": "xcb"}
        done = subprocess.run(command, cwd=_REPOSITORY, env=own, stdout=subprocess.PIPE, text=True, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def gestures(canvas: Canvas) -> tuple[Callable[[int], None], Callable[[int], None]]:
    """Functions that pan and zoom a little for the frame of a number, forth and back."""
    from PySide6.QtCore import QPoint  # noqa: PLC0415

    def pan(number: int) -> None:
        canvas.pan_by(QPoint(-9, -5) if number % 20 < 10 else QPoint(9, 5))

    def zoom(number: int) -> None:
        canvas.navigation.zoom_by(1.01 if number % 20 < 10 else 1 / 1.01)

    return pan, zoom
