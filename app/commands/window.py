"""`liveobjects [FILE…]`: the window."""

import argparse
from pathlib import Path

from app.cli import WRONG_USE, CommandError, Subparsers


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
    parser.add_argument(
        "--screenshot", type=Path, metavar="FILE", help="draw the window to a PNG file and end"
    )
    parser.add_argument("--theme", choices=["system", "light", "dark"], default="system", help="colours")
    parser.add_argument(
        "--size", type=_size, default=(1120, 720), metavar="WIDTHxHEIGHT", help="of the window"
    )
    parser.add_argument("--ready-descriptor", type=int, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Open the window and stay until it is closed."""
    for path in args.files:
        if not path.is_file():
            raise CommandError(f"{path}: no such file", "check the path", WRONG_USE)
    try:
        from app.ui.application import WindowRequest, run_window  # noqa: PLC0415 - Qt takes its time
        from app.ui.theme import Choice  # noqa: PLC0415
    except ImportError as error:
        raise CommandError(f"Qt does not load here: {error}", "start with ./run, which installs it") from None
    return run_window(
        WindowRequest(args.files, Choice(args.theme), args.size, args.screenshot, args.ready_descriptor)
    )


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (
        width.isdecimal() and height.isdecimal() and 0 < int(width) <= 16384 and 0 < int(height) <= 16384
    ):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1120x720")
    return int(width), int(height)
