# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects thumbnail FILE PICTURE`: draw a picture of a file for file managers, without running it."""

import argparse
from pathlib import Path

from app.cli import Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "thumbnail",
        help="draw a small picture of a file",
        description="Draws how the object in a file looked when it was open last, or what it is made of. "
        "Nothing in the file is run. File managers call it.",
        epilog="example: liveobjects thumbnail liveobject_files/chat.liveobject chat.png",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument("picture", type=Path, metavar="PICTURE", help="the PNG file to write")
    parser.add_argument("--size", type=_pixels, default=256, help="pixels of the longer side (256)")


def run(args: argparse.Namespace) -> int:
    """Draw the picture without a window."""
    from app.runtime.references import read_file  # noqa: PLC0415 - quick to refuse

    document = read_file(args.file)
    from app.ui.offscreen import draw_thumbnail  # noqa: PLC0415 - Qt takes its time

    draw_thumbnail(document, args.picture, args.size)
    return 0


def _pixels(text: str) -> int:
    if not (text.isdecimal() and 16 <= int(text) <= 1024):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size from 16 to 1024")
    return int(text)
