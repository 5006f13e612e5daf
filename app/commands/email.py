# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects email FILE`: make a message with the object, for the mail program or as a file."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import CommandError, Subparsers

if TYPE_CHECKING:
    from app.runtime.references import Document, Envelope


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "email",
        help="put an object into a message",
        description="Makes a message with the file attached, a picture of it and words, and hands it "
        "to the mail program of the desktop, where it is sent or not. With -o, it is written to a file.",
        epilog="example: liveobjects email plan.liveobject --to ann@example.org -o plan.eml",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument("--to", default="", metavar="ADDRESS", help="who is to get it; several with commas")
    parser.add_argument("--from", dest="sender", default="", metavar="ADDRESS", help="who sends it")
    parser.add_argument("--words", default="", metavar="TEXT", help="what stands above it")
    parser.add_argument(
        "--seal-for",
        dest="people",
        action="append",
        default=[],
        metavar="NAME",
        help="somebody who alone can open it (see: liveobjects people); as often as you like",
    )
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE.eml", help="write the message here")


def run(args: argparse.Namespace) -> int:
    """Write the message, and open it in the mail program unless a file was asked for."""
    from app.runtime.references import read_file  # noqa: PLC0415 - other commands do without
    from app.runtime.references.file_io import replace_file  # noqa: PLC0415

    document = _sealed(args.file, args.people) if args.people else read_file(args.file)
    if args.output is not None and args.output.is_dir():
        raise CommandError(f"{args.output} is a folder", "give the name of a file")
    from app.ui.offscreen import hand_over_message, make_message  # noqa: PLC0415 - Qt takes its time

    message = make_message(document, to=args.to, sender=args.sender, words=args.words)
    if args.output is None:
        hand_over_message(document, message)
    else:
        replace_file(args.output, bytes(message))
        print(f"written to {args.output}")
    return 0


def _sealed(file: Path, people: list[str]) -> "Document | Envelope":
    from app.commands._people import own_name  # noqa: PLC0415
    from app.runtime.references import read_file  # noqa: PLC0415
    from app.runtime.trust import Identity, People, read_document, seal  # noqa: PLC0415

    identity = Identity.of_user()
    named = People().addressees(people)
    return read_file(seal(read_document(file, identity), named, identity, own_name()))
