# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects seal FILE --for NAME`: write a copy that only chosen people can open."""

import argparse
from pathlib import Path

from app.cli import CommandError, Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "seal",
        help="make a copy of a file that only chosen people can open",
        description="Writes a copy that only the people named, and you, can open, whoever else gets it. "
        "They open it like any other file. What is sealed already is sealed anew.",
        epilog="example: liveobjects seal plan.liveobject --for Ann --for Bob -o sealed.liveobject",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument(
        "--for",
        dest="people",
        action="append",
        required=True,
        metavar="NAME",
        help="somebody you know (see: liveobjects people), or a whole public key; as often as you like",
    )
    parser.add_argument(
        "-o", dest="output", type=Path, metavar="OUT", help="where to; by default NAME.sealed.liveobject"
    )


def run(args: argparse.Namespace) -> int:
    """Seal, and write the file atomically."""
    from app.commands._people import own_name  # noqa: PLC0415 - only when asked
    from app.runtime.references import names_in_words  # noqa: PLC0415
    from app.runtime.references.file_io import replace_file  # noqa: PLC0415
    from app.runtime.trust import Identity, People, read_document, seal  # noqa: PLC0415

    output = args.output or args.file.with_suffix(f".sealed{args.file.suffix}")
    if output.is_dir():
        raise CommandError(f"{output} is a folder", "give the name of a file")
    people = People().addressees(args.people)
    identity = Identity.of_user()
    document = read_document(args.file, identity)
    replace_file(output, seal(document, people, identity, own_name()))
    print(f"sealed for {names_in_words(people)}, and you: {output}")
    return 0
