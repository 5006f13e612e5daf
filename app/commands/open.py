# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects open FILE…`: run objects and show their views."""

import argparse
from pathlib import Path

from app.cli import CommandError, Subparsers
from app.commands._single_instance import instance_socket, open_in_running_instance
from app.commands._window import add_window_options, require_files, window_options
from app.runtime.gc_pause import gc_paused


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "open",
        help="run objects and show them",
        description="Runs the objects in the files given, each in a window that shows what they show, who is "
        "here and how the connection is. A part that fails is shown with its reason; the rest goes on. A "
        "program that runs already opens them; with --apart they get one of their own.",
        epilog="example: liveobjects open liveobject_files/shared_text.liveobject",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a .liveobject file, or a liveobject: link")
    parser.add_argument("--screenshot", type=Path, metavar="PICTURE", help="draw the window to a PNG file and end")
    parser.add_argument(
        "--bare", action="store_true", help="draw only what the object shows; fails where it asks something"
    )
    parser.add_argument("--apart", action="store_true", help="in a program of their own")
    add_window_options(parser, (880, 600))


def run(args: argparse.Namespace) -> int:
    """Run until the window is closed."""
    args.files = [_link_to_file(path) for path in args.files]
    require_files(args.files)
    if not (args.apart or args.screenshot or args.ready_descriptor):
        problem = open_in_running_instance(args.files)
        if problem is not None:
            if problem:
                return _refuse(problem)
            return 0
    try:
        with gc_paused():
            from app.ui.player.session import PlayerRequest, run_player  # noqa: PLC0415 - Qt takes its time
    except ImportError as error:
        raise CommandError(
            f"Qt does not load here: {error}", "run it without a window: liveobjects host FILE"
        ) from None
    socket = None if args.apart or args.screenshot else instance_socket()
    return run_player(PlayerRequest(*window_options(args), socket, args.bare))


def _link_to_file(path: Path) -> Path:
    """Return the file itself, or a file with the content of a link."""
    if not str(path).lower().startswith("liveobject:"):
        return path
    from app.documents.link_file import save_link  # noqa: PLC0415 - only for links

    return save_link(str(path))


def _refuse(problem: str) -> int:
    """Show a complaint of the running instance: in a dialogue, or on the terminal."""
    from app.ui.player.open_error_dialog import launched_by_desktop, show_open_error  # noqa: PLC0415 - Qt takes its time

    if not launched_by_desktop():
        raise CommandError(problem)
    return show_open_error(problem, "you are not among them" in problem)
