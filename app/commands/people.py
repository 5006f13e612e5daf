# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects people`: manage the public keys of known people."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import CommandError, Subparsers

if TYPE_CHECKING:
    from app.runtime.references import Addressee
    from app.runtime.trust import People

_LARGEST_CARD = 4096


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "people",
        help="whom you know, by their public keys",
        description="Lists the people whom you can share files with; adds somebody by the contact code that they gave "
        "you, by a file that they signed, or by their public key; forgets somebody. Compare the fingerprint "
        "with them, on the telephone for instance, before you rely on it.",
        epilog="example: liveobjects people add ann.card",
    )
    parser.add_argument("--json", action="store_true", help="for machines")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="everybody you know", epilog="example: liveobjects people list")
    add = actions.add_parser("add", help="know somebody", epilog="example: liveobjects people add ann.card")
    add.add_argument("card", metavar="CARD", help="a contact code, a file with one, a signed .liveobject, or a key")
    add.add_argument("--name", default="", help="what you call them; by default what the contact code says")
    remove = actions.add_parser("remove", help="forget somebody", epilog="example: liveobjects people remove Ann")
    remove.add_argument("person", metavar="NAME", help="a name, a fingerprint or a key")


def run(args: argparse.Namespace) -> int:
    """Show or change the known people."""
    from app.runtime.trust import People, fingerprint  # noqa: PLC0415 - only when asked

    people = People()
    if args.action == "add":
        card = _card(args.card)
        person = people.add(card.key, args.name or card.name)
        print(f"{person.name} has the fingerprint {fingerprint(person.key, 8)}; compare it with them")
        return 0
    if args.action == "remove":
        known = people.find(args.person)
        if known is None:
            raise CommandError(f"you know nobody called {args.person[:60]!r}", "see: liveobjects people")
        people.remove(known)
        return 0
    return _show(people, args.json)


def _show(people: "People", as_json: bool) -> int:
    from app.runtime.trust import fingerprint  # noqa: PLC0415

    known = people.all()
    if as_json:
        shown = [{"name": each.name, "key": each.key, "since": each.since.isoformat()} for each in known]
        print(json.dumps({"people": shown}, indent=1, ensure_ascii=False))
        return 0
    width = max((len(each.name) for each in known), default=0)
    for each in known:
        print(f"{each.name:<{width}}  {fingerprint(each.key, 8)}  {each.key}")
    if not known:
        print("you know nobody yet; ask somebody for the line that `liveobjects identity card` prints")
    return 0


def _card(given: str) -> "Addressee":
    """Return the person that a card, a file or a key describes."""
    from app.runtime.references import Addressee  # noqa: PLC0415
    from app.runtime.trust import read_card  # noqa: PLC0415

    path = Path(given)
    if given.startswith("liveobjects-card "):
        return read_card(given)
    if path.suffix == ".liveobject":
        return Addressee(_signer(path))
    if len(given) < 512 and path.is_file():
        with path.open("rb") as file:
            return read_card(file.read(_LARGEST_CARD).decode(errors="replace"))
    return Addressee(given.strip().lower())


def _signer(path: Path) -> str:
    from app.runtime.trust import read_document, signer_of  # noqa: PLC0415

    signer = signer_of(read_document(path))
    if signer is None:
        raise CommandError(f"nobody has signed {path}", "ask for their contact code: liveobjects identity card")
    return signer
