"""`liveobjects open FILE…`: run objects, with a window that shows how they are."""

import argparse
from pathlib import Path

from app.cli import WRONG_USE, CommandError, Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "open",
        help="run objects and show them",
        description="Runs the objects in the files given and shows how they are, until the window is closed. "
        "A part that fails is shown with its reason; the rest goes on.",
        epilog="example: liveobjects open liveobject_files/counter.liveobject",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument(
        "--screenshot", type=Path, metavar="PICTURE", help="draw the window to a PNG file and end"
    )


def run(args: argparse.Namespace) -> int:
    """Run until the window is closed."""
    for path in args.files:
        if not path.is_file():
            raise CommandError(f"{path}: no such file", "check the path", WRONG_USE)
    try:
        from app.ui.running import run_open  # noqa: PLC0415 - Qt takes its time
    except ImportError as error:
        raise CommandError(
            f"Qt does not load here: {error}", "run it without a window: liveobjects host FILE"
        ) from None
    return run_open(args.files, args.screenshot)
