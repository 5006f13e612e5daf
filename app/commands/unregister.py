# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects unregister`: undo `register`."""

import argparse
from pathlib import Path

from app.cli import Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "unregister",
        help="take back what register did",
        description="Removes what `register` told the desktop of this user. Files that people made stay.",
        epilog="example: liveobjects unregister",
    )
    parser.add_argument("--below", type=Path, metavar="FOLDER", help="for everyone, such as /usr/local/share")


def run(args: argparse.Namespace) -> int:
    """Remove the desktop files."""
    from app.filetype import unregister  # noqa: PLC0415 - other commands do without

    removed = unregister(args.below)
    print(f"removed {len(removed)} files" if removed else "nothing was registered")
    return 0
