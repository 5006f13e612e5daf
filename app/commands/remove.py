# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects remove FILE MEMBER`: remove a member from an owned scope and change its key."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import Subparsers
from app.commands._admission import find_person, for_each_owned_scope, wait_for_members

if TYPE_CHECKING:
    from objects_library.channels.native.admission import AdmissionScope


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "remove",
        help="remove somebody from what a file leads to",
        description="Goes on without somebody, if you are the owner: all others get another key, and whoever "
        "was removed reads nothing that is said from then on, with this file or a copy, under this name "
        "or another.",
        epilog="example: liveobjects remove our_plan.liveobject Eve",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file that names you as owner")
    parser.add_argument("member", metavar="MEMBER", help="a name, a fingerprint or a public key")


def run(args: argparse.Namespace) -> int:
    """Remove the person, and wait until the members know."""

    async def remove(admission: AdmissionScope) -> int:
        person = find_person(admission, args.member)
        await admission.remove([person])
        name = person.name or args.member
        return await wait_for_members(admission, f"{name} was removed from {admission.scope}")

    return for_each_owned_scope(args.file, remove)
