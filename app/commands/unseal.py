# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects unseal FILE -o OUT`: write a copy of a sealed file that anybody can read."""

import argparse
from dataclasses import replace
from pathlib import Path

from app.cli import CommandError, Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "unseal",
        help="take a file that was sealed for you out of its envelope",
        description="Writes what is in a sealed file as an ordinary one, to change it in the composer for "
        "instance. Whoever gets hold of that copy can take part.",
        epilog="example: liveobjects unseal sealed.liveobject -o plan.liveobject",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file that was sealed for you")
    parser.add_argument("-o", dest="output", type=Path, required=True, metavar="OUT", help="where to")


def run(args: argparse.Namespace) -> int:
    """Open the sealed file, and write the copy atomically."""
    from app.runtime.references import write  # noqa: PLC0415 - only when asked
    from app.runtime.references.file_io import replace_file  # noqa: PLC0415
    from app.runtime.trust import read_document  # noqa: PLC0415

    document = read_document(args.file)
    if args.output.is_dir():
        raise CommandError(f"{args.output} is a folder", "give the name of a file")
    replace_file(args.output, write(replace(document, sealed_for=())))
    print(f"written to {args.output}, for all to read who get hold of it")
    return 0
