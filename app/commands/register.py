# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects register`: register the program for .liveobject files."""

import argparse
from pathlib import Path

from app.cli import Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "register",
        help="let a double click on a .liveobject file open it",
        description="Tells the desktop of this user what .liveobject files are: type, icon and picture, and "
        "that this program opens them, looks inside and sends them. Doing it again repairs what was lost.",
        epilog="example: liveobjects register",
    )
    parser.add_argument("--below", type=Path, metavar="FOLDER", help="for everyone, such as /usr/local/share")


def run(args: argparse.Namespace) -> int:
    """Write the desktop files."""
    from app.filetype import register  # noqa: PLC0415 - other commands do without

    written = register(args.below)
    print(f"registered: {len(written)} files below {written[0].parent.parent}")
    return 0
