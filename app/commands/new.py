# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects new`: create the files of a new object."""

import argparse
from pathlib import Path

from app.cli import Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "new",
        help="a new object with its view and its test",
        description="Writes a new object that works at once: a number shared by everyone who opens it, with "
        "its view, its test, and a file to open. It is yours to change; docs/tutorial.md walks through it.",
        epilog='example: liveobjects new "Shared counter"',
    )
    parser.add_argument("name", metavar="NAME", help="what people will call it")
    parser.add_argument(
        "--in",
        dest="folder",
        metavar="DIR",
        type=Path,
        help="where its folder goes; by default among your own objects, where the palette finds it",
    )


def run(args: argparse.Namespace) -> int:
    """Write the files, and print the next steps."""
    from objects_library.installed import own_objects_directory  # noqa: PLC0415 - only when asked
    from objects_library.starter import write_starter  # noqa: PLC0415

    parent: Path = args.folder or own_objects_directory()
    files = write_starter(args.name, parent)
    folder = files[0].parent
    document = next(file for file in files if file.suffix == ".liveobject")
    print(f"{folder}")
    for file in files:
        print(f"  {file.name}")
    print(f"test it:   python -m pytest {folder}")
    print(f"open it:   liveobjects open {document}")
    if args.folder is not None:
        print(f"to have it in the palette, move the folder to {own_objects_directory()}")
    return 0
