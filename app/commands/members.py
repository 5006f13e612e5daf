"""`liveobjects members FILE`: list the present and removed members of an owned scope."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import Subparsers

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
    from app.commands._admission import for_each_owned_scope  # noqa: PLC0415 - only when asked

    async def look(doorway: AdmissionScope) -> int:
        report = _report(doorway)
        if args.json:
            print(json.dumps(report, ensure_ascii=False))
        else:
            _print(report)
        return 0

    return for_each_owned_scope(args.file, look)


def _report(doorway: AdmissionScope) -> dict[str, Any]:
    here = {each.key: each.name for each in doorway.attendants}
    roster = doorway.roster
    members = {each.key: each.name for each in roster.members} if roster is not None else {}
    names = {**members, **here}
    return {
        "scope": doorway.scope,
        "owner": {"key": doorway.owner, "name": doorway.owner_name},
        "open": roster is None,
        "barred": doorway.barred,
        "members": [
            {
                "key": key,
                "name": name or doorway.owner_name if key == doorway.owner else name,
                "here": key in here,
            }
            for key, name in names.items()
        ],
        "removed": [{"key": each.key, "name": each.name} for each in (roster.removed if roster else ())],
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
