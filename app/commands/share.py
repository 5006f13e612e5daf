# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects share FILE --who WHO -o OUT`: write a copy that these people can take part in."""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import FAILED, WRONG_USE, CommandError, Subparsers

if TYPE_CHECKING:
    from app.runtime.references import Reference
    from objects_library.channels.native.sharing import SharingReport, Who

_WHO = ("me", "network", "anyone", "people")


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "share",
        help="make a copy of a file for others",
        description="Writes a copy in which every part has a key, you as its owner and the network that its people "
        "need: only you, people on this network, anyone you send it to (today: on this network), or only the people "
        "named, for whom it is sealed. The content stays; parts of other owners stay theirs.",
        epilog="example: liveobjects share plan.liveobject --who people --for Ann --for Bob -o for_us.liveobject",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument("--who", choices=_WHO, required=True, help="who can take part")
    parser.add_argument(
        "--for",
        dest="people",
        action="append",
        default=[],
        metavar="NAME",
        help="with --who people: somebody you know (see: liveobjects people), or a whole public key; as often as you "
        "like",
    )
    for right, words in (("comment", "may comment, and edit nothing"), ("view", "may only look")):
        parser.add_argument(
            f"--to-{right}", action="append", default=[], metavar="NAME", help=f"as --for: somebody who {words}"
        )
    parser.add_argument("--without-content", action="store_true", help="leave out what its objects contain")
    parser.add_argument(
        "--library",
        default="",
        metavar="URL",
        help="where others get the code of its objects: a library made by `liveobjects pack` (https: or file:)",
    )
    parser.add_argument("-o", dest="output", type=Path, required=True, metavar="OUT", help="where to")


def run(args: argparse.Namespace) -> int:
    """Share, and write the file atomically."""
    if not args.file.is_file():
        raise CommandError(f"there is no file {args.file}", "check its name", WRONG_USE)
    if args.output.is_dir():
        raise CommandError(f"{args.output} is a folder", "give the name of a file")
    if bool(args.people or args.to_comment or args.to_view) != (args.who == "people"):
        raise CommandError("--for and --who people belong together", "see: liveobjects share --help", WRONG_USE)
    return asyncio.run(_share(args))


async def _share(args: argparse.Namespace) -> int:
    from app.commands._people import own_name  # noqa: PLC0415 - only when asked
    from app.runtime.references import Document, save_document, write  # noqa: PLC0415
    from app.runtime.references.secrets import holds_keys  # noqa: PLC0415
    from app.runtime.trust import Identity, People, read_document, seal, with_signature, without_content  # noqa: PLC0415
    from app.runtime.trust.member_list import Right  # noqa: PLC0415
    from objects_library.carried_content import gather_content  # noqa: PLC0415
    from objects_library.channels.document.circle import open_circle  # noqa: PLC0415
    from objects_library.channels.native.sharing import Who  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    who, known = Who(args.who), People()
    lesser = {Right.COMMENT: known.addressees(args.to_comment), Right.VIEW: known.addressees(args.to_view)}
    people = [*known.addressees(args.people), *(each for all_ in lesser.values() for each in all_)]
    rights = {each.key: right for right, all_ in lesser.items() for each in all_}
    identity = Identity.of_user()
    document = read_document(args.file, identity)
    catalogue = installed_catalogue()
    if args.library:
        document = replace(document, reference=await _from_library(document.reference, args.library))
    shared, report = await open_circle(document, who, identity, catalogue, people, rights=rights)
    content = () if args.without_content else await gather_content(shared, catalogue)
    shared = with_signature(replace(without_content(shared), content=content), identity)

    def to_bytes(outgoing: Document) -> bytes:
        sealed = outgoing.sealed_for
        return seal(outgoing, sealed, identity, own_name()) if sealed else write(outgoing)

    save_document(args.output, shared, to_bytes, private=holds_keys(shared.reference))
    print(f"{args.output}: {_in_words(report, who, identity.public)}")
    if report.only_here and who is not Who.ME:
        left = report.only_here
        print(f"{_parts(left)} of it cannot be reached from other computers: give it another channel", file=sys.stderr)
        return FAILED
    return 0


async def _from_library(reference: Reference, url: str) -> Reference:
    from app.commands._library_source import from_library  # noqa: PLC0415 - only when asked

    changed, names = await from_library(reference, url)
    if not names:
        raise CommandError(f"the library at {url} has no object of the file", "pack the folder of its objects")
    print(f"from the library: {', '.join(names)}")
    return changed


def _in_words(report: SharingReport, who: Who, me: str) -> str:
    """The result in one line."""
    if not report.parts:
        return "nothing in it is shared, so everyone has a copy of their own"
    reach = {
        "me": "only on this computer",
        "network": "people on this network",
        "anyone": "anyone you send it to (on this network)",
        "people": "only the people you named (on this network)",
    }[who]
    keys = "encrypted" if report.encrypted == len(report.channels) else "in parts not encrypted"
    others = [each for each in report.owners if each not in ("", me)]
    owner = "you are the owner" if me in report.owners and not others else "of more than one owner"
    if me not in report.owners:
        owner = "somebody else is the owner" if others else "nobody owns it"
    return f"{_parts(report.parts)}: {reach}, {keys}, {owner}"


def _parts(count: int) -> str:
    return "1 part" if count == 1 else f"{count} parts"
