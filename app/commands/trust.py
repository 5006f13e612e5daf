# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects trust`: list and change what the user has allowed."""

import argparse
import json
from typing import TYPE_CHECKING

from app.cli import FAILED, Subparsers

if TYPE_CHECKING:
    from app.runtime.trust import TrustStore

_NOBODY = "nobody"
_PERMISSIONS = ("run-code", "run-freely", "join-scope", "read-files", "write-files", "network", "devices", "hosting")


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "trust",
        help="what you have allowed, to whom, and how to change it",
        description="Shows your own public key and the answers that you gave when an object wanted to do "
        "something on this machine; allows or denies something beforehand; takes an answer back.",
        epilog="example: liveobjects trust allow run-code --signer 3b6a…da29",
    )
    parser.add_argument("--json", action="store_true", help="for machines")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    for action, words in (
        ("allow", "allow something beforehand"),
        ("deny", "deny something for good"),
        ("revoke", "forget an answer, so that you are asked again"),
    ):
        change = actions.add_parser(action, help=words, epilog=f"example: liveobjects trust {action} run-code --what …")
        change.add_argument("permission", metavar="PERMISSION", choices=_PERMISSIONS, help=", ".join(_PERMISSIONS))
        change.add_argument("--signer", default=_NOBODY, metavar="KEY", help="a public key, or nobody")
        change.add_argument("--what", default="*", help="one digest, path or address; by default everything")


def run(args: argparse.Namespace) -> int:
    """Show or change the stored answers."""
    from app.runtime.trust import Identity, Permission, TrustStore  # noqa: PLC0415 - only when asked

    store = TrustStore()
    if args.action is None:
        return _show(store, Identity.of_user().public, args.json)
    signer = None if args.signer == _NOBODY else args.signer
    permission = Permission(args.permission)
    if args.action != "revoke":
        store.remember(signer, permission, args.what, args.action == "allow")
        return 0
    known = [answer for answer in store.answers() if answer.key == (signer, permission, args.what)]
    for answer in known:
        store.revoke(answer)
    if not known:
        print("there is no such answer; see: liveobjects trust")
    return 0 if known else FAILED


def _show(store: "TrustStore", own_key: str, as_json: bool) -> int:
    answers = store.answers()
    if as_json:
        shown = [
            {
                "allowed": answer.allowed,
                "permission": answer.permission.value,
                "signer": answer.signer,
                "what": answer.what,
                "when": answer.when.isoformat(),
            }
            for answer in answers
        ]
        print(json.dumps({"you": own_key, "answers": shown}, indent=1))
        return 0
    print(f"you are {own_key}")
    for answer in answers:
        word = "allowed" if answer.allowed else "denied "
        print(f"{word}  {answer.permission.value:<11}  {answer.signer or _NOBODY}  {answer.what}")
    if not answers:
        print("you have not allowed or denied anything yet")
    return 0
