# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects admit FILE NAME`: add a member to an owned scope."""

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
        "admit",
        help="let somebody in, and from then on nobody else",
        description="Lets somebody into what a file leads to, if you are the owner; also somebody who was "
        "removed. From the first time on only those are in whom you let in, and all who were met before.",
        epilog="example: liveobjects admit our_plan.liveobject Ann Bob",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file that names you as owner")
    parser.add_argument("people", nargs="+", metavar="NAME", help="a name, a fingerprint or a public key")


def run(args: argparse.Namespace) -> int:
    """Admit the person, and wait until the members know."""

    async def admit(admission: AdmissionScope) -> int:
        people = [find_person(admission, each) for each in args.people]
        await admission.admit(people)
        names = ", ".join(each.name or each.key[:9] for each in people)
        return await wait_for_members(admission, f"{names} may come to {admission.scope}")

    return for_each_owned_scope(args.file, admit)
