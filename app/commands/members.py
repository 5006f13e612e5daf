# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects members FILE`: list the present and removed members of an owned scope."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import Subparsers
from app.commands._admission import for_each_owned_scope

if TYPE_CHECKING:
    from objects_library.channels.native.admission import AdmissionScope


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "members",
        help="who is in what a file leads to, and who was removed",
        description="Comes to the door of each scope in the file that has an owner; says who is here now, "
        "who is in, and who was removed.",
        epilog="example: liveobjects members our_plan.liveobject",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """List the members of each scope."""

    async def look(admission: AdmissionScope) -> int:
        report = _report(admission)
        if args.json:
            print(json.dumps(report, ensure_ascii=False))
        else:
            _print(report)
        return 0

    return for_each_owned_scope(args.file, look)


def _report(admission: AdmissionScope) -> dict[str, Any]:
    here = {each.key: each.name for each in admission.attendants}
    listed = admission.member_list
    members = {each.key: each.name for each in listed.members} if listed is not None else {}
    names = {**members, **here}
    return {
        "scope": admission.scope,
        "owner": {"key": admission.owner, "name": admission.owner_name},
        "open": listed is None,
        "barred": admission.barred,
        "members": [
            {"key": key, "name": name or admission.owner_name if key == admission.owner else name, "here": key in here}
            for key, name in names.items()
        ],
        "removed": [{"key": each.key, "name": each.name} for each in (listed.removed if listed else ())],
    }


def _print(report: dict[str, Any]) -> None:
    from app.runtime.trust import fingerprint  # noqa: PLC0415

    print(f"{report['scope']}, of {report['owner']['name']}")
    print(f"  {'whoever has the file is in' if report['open'] else 'only these are in'}")
    for each in report["members"]:
        place = "here" if each["here"] else "away"
        owner = ", owner" if each["key"] == report["owner"]["key"] else ""
        print(f"  {place}     {fingerprint(each['key'])}  {each['name']}{owner}")
    for each in report["removed"]:
        print(f"  removed  {fingerprint(each['key'])}  {each['name']}")
    if report["barred"]:
        print(f"  {report['barred']}")
