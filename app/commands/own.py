# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects own FILE -o OUT`: write a copy with the user as its owner, who can remove members."""

import argparse
from dataclasses import replace
from pathlib import Path

from app.cli import CommandError, Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "own",
        help="make a copy of a file from which you can remove people later",
        description="Writes a copy whose channels name you as their owner, with a key where they had none. "
        "Whoever opens it takes part until you remove them. It is another meeting place than that of the "
        "file before.",
        epilog="example: liveobjects own plan.liveobject -o our_plan.liveobject",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument("-o", dest="output", type=Path, required=True, metavar="OUT", help="where to")


def run(args: argparse.Namespace) -> int:
    """Set the owner, sign, and write the file atomically."""
    from app.commands._people import own_name  # noqa: PLC0415 - only when asked
    from app.runtime.references import Document, save_document, with_sidecar, write  # noqa: PLC0415
    from app.runtime.trust import Identity, read_document, seal, signed  # noqa: PLC0415
    from objects_library.channels.native.ownership import with_owner  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    if args.output.is_dir():
        raise CommandError(f"{args.output} is a folder", "give the name of a file")
    identity = Identity.of_user()
    document = with_sidecar(read_document(args.file, identity), args.file)
    reference, count = with_owner(document.reference, identity.public, installed_catalogue())
    if not count:
        raise CommandError(f"there is no channel in {args.file} that could have an owner", "choose another file")
    owned = signed(replace(document, reference=reference), identity)
    people = document.sealed_for

    def to_bytes(each: Document) -> bytes:
        return seal(each, people, identity, own_name()) if people else write(each)

    save_document(args.output, owned, to_bytes)
    print(f"you are the owner of {count} channel{'' if count == 1 else 's'} in {args.output}")
    return 0
