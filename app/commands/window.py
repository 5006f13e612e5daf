# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects [FILE…]`: the window."""

import argparse
from pathlib import Path

from app.cli import CommandError, Subparsers
from app.commands._single_instance import instance_socket
from app.commands._window import add_window_options, require_files, window_options
from app.runtime.gc_pause import gc_paused


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "window",
        help="open the window; the same as giving no command",
        description="Opens the window, on the files given or on the gallery. "
        "Where there is no display, serves it by VNC on loopback.",
        epilog="example: liveobjects --theme dark --screenshot window.png",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="draw the window to a PNG file and end")
    add_window_options(parser, (1280, 800))


def run(args: argparse.Namespace) -> int:
    """Open the window and stay until it is closed."""
    require_files(args.files)
    try:
        with gc_paused():
            from app.ui.application import WindowRequest, run_window  # noqa: PLC0415 - Qt takes its time
    except ImportError as error:
        raise CommandError(f"Qt does not load here: {error}", "start with ./run, which installs it") from None
    socket = None if args.screenshot else instance_socket()
    return run_window(WindowRequest(*window_options(args), socket))
