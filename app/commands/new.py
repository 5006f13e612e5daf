# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects new`: create the files of a new object."""

import argparse
import importlib.util
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from app.cli import Subparsers
from app.runtime.program import is_bundled


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "new",
        help="a new object with its view and its test",
        description="Writes a new object that works at once: a number that is kept, and shared by everyone "
        "who has its file and its code, with its view and its test. It is yours to change; docs/tutorial.md "
        "walks through it.",
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
    from app.runtime.directories import make_private  # noqa: PLC0415 - only when asked
    from app.transport_native import LOOPBACK  # noqa: PLC0415
    from app.ui.settings import Settings  # noqa: PLC0415
    from objects_library.channels.native.sharing import Who  # noqa: PLC0415
    from objects_library.installed import own_objects_directory  # noqa: PLC0415
    from objects_library.starter import check_name, write_starter  # noqa: PLC0415

    check_name(args.name)
    own = make_private(own_objects_directory())
    parent: Path = own if args.folder is None else args.folder
    who = Who.ME if Settings().network == LOOPBACK else Who.ANYONE
    files = write_starter(args.name, parent, who)
    folder = files[0].parent
    print(f"{folder}")
    for file in files:
        print(f"  {file.name}")
    for step, command in _next_steps(folder, files[-1].name, own):
        print(f"{step:<11}{shlex.join(command)}")
    return 0


def _next_steps(folder: Path, document: str, own: Path) -> Iterator[tuple[str, list[str]]]:
    """The commands to continue with; only objects among the user's own are found when a file is opened."""
    if not is_bundled():  # a bundle has no separate Python
        if importlib.util.find_spec("pytest") is None:
            yield "to test:", [sys.executable, "-m", "pip", "install", "pytest"]
        yield "test it:", [sys.executable, "-m", "pytest", str(folder.absolute())]
    home = own / folder.name
    if folder.absolute() != home.absolute():
        yield "install:", ["mv", str(folder.absolute()), f"{own}/"]
    yield "open it:", ["liveobjects", "open", str(home / document)]
