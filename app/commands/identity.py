# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects identity`: show the user's identity, or write a card with it."""

import argparse
import json
from pathlib import Path

from app.cli import Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "identity",
        help="who you are to others, and the contact code that you give them",
        description="Shows your public key, its fingerprint to compare, and where the secret half is kept. "
        "The contact code is one line for others, who add it to the people they know and share files with you alone.",
        epilog="example: liveobjects identity card -o ann.card",
    )
    parser.add_argument("--json", action="store_true", help="for machines")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    card = actions.add_parser("card", help="your contact code, for others", epilog="example: liveobjects identity card")
    card.add_argument("--name", default="", help="how others are to call you; by default as in the settings")
    card.add_argument("-o", dest="output", type=Path, metavar="FILE", help="write it here")
    keep = actions.add_parser(
        "keep",
        help="move the secret half into the keyring of the desktop, or into a private file",
        epilog="example: liveobjects identity keep keyring",
    )
    keep.add_argument("where", choices=("keyring", "file"), help="where it is to be kept from now on")


def run(args: argparse.Namespace) -> int:
    """Show the identity, or write the card."""
    from app.commands._people import own_name  # noqa: PLC0415 - only when asked
    from app.runtime.references.file_io import replace_file  # noqa: PLC0415
    from app.runtime.trust import Identity, card_of, fingerprint  # noqa: PLC0415

    if args.action == "keep":
        from app.runtime.trust.key_file import keep_in_file, keep_in_keyring  # noqa: PLC0415

        (keep_in_keyring if args.where == "keyring" else keep_in_file)()
    identity = Identity.of_user()
    if args.action == "card":
        card = card_of(identity, args.name or own_name() or "somebody")
        if args.output is None:
            print(card)
        else:
            replace_file(args.output, f"{card}\n".encode())
            print(f"written to {args.output}; the fingerprint is {fingerprint(identity.public, 8)}")
        return 0
    shown = {
        "key": identity.public,
        "fingerprint": fingerprint(identity.public, 8),
        "name": own_name(),
        "kept": identity.kept,
    }
    if args.json:
        print(json.dumps(shown, indent=1, ensure_ascii=False))
    else:
        print("\n".join(f"{word:<12} {value}" for word, value in shown.items()))
    return 0
