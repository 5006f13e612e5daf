# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects show FILE`: describe a file without running it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from app.cli import CommandError, Subparsers

if TYPE_CHECKING:
    from app.runtime.references import Document, Summary

UNREADABLE = 2


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "show",
        help="what a live object is: type, components, endpoints, constraints, scopes, trust, identity",
        description="Says what a file is, in plain words and without running anything. Parts that are "
        "missing on this machine are shown as missing.",
        epilog="example: liveobjects show liveobject_files/shared_label.liveobject --formal",
    )
    parser.add_argument("file", metavar="FILE", help="a .liveobject file")
    parser.add_argument("--formal", action="store_true", help="also the type in its notation")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Read the file and print its description."""
    from app.runtime.references import LiveObjectFileError, summarize  # noqa: PLC0415 - only when asked
    from app.runtime.trust import read_document  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    try:
        document = read_document(args.file)
    except LiveObjectFileError as error:
        raise CommandError(str(error), exit_code=UNREADABLE) from None
    summary = summarize(document, installed_catalogue())
    if args.json:
        print(_as_json(summary, document))
    else:
        print("\n".join(_lines(summary, _signature(document), _more(document), formal=args.formal)))
    return 0


def _signature(document: Document) -> str:
    """Return who signed the file, as text."""
    from app.runtime.trust import SignatureError, fingerprint, signer_of  # noqa: PLC0415

    try:
        signer = signer_of(document)
    except SignatureError as error:
        return error.what
    return f"by {fingerprint(signer)} ({signer})" if signer else "by nobody"


def _more(document: Document) -> list[tuple[str, str]]:
    """Return whom the file is sealed for, what it carries, and who can remove members."""
    from app.runtime.references import names_in_words  # noqa: PLC0415
    from app.runtime.trust import Identity, People, fingerprint  # noqa: PLC0415
    from objects_library.channels.native.ownership import owned_scopes  # noqa: PLC0415

    people = document.sealed_for
    found = [("sealed", f"for {names_in_words(people, len(people))}")] if people else []
    if document.sidecar is not None:
        found.append(("content", f"{document.sidecar.size / 1e6:.1f} MB, in a file beside it"))
    elif document.content:
        count, size = len(document.content), sum(len(each.packed) for each in document.content)
        found.append(("content", f"of {count} object{'' if count == 1 else 's'}, {size / 1000:.1f} KB packed"))
    for owner in dict.fromkeys(each.owner for each in owned_scopes(document.reference)):
        mine = owner == Identity.of_user().public
        name = "you" if mine else People().name_of(owner) or fingerprint(owner)
        found.append(("owner", f"{name}, who can remove others"))
    return found


def _as_json(summary: Summary, document: Document) -> str:
    from app.commands.check import problem_as_json  # noqa: PLC0415

    fields = asdict(replace(summary, type=None, problems=()))
    fields["signed"] = _signature(document)
    fields["sealed_for"] = [{"key": each.key, "name": each.name} for each in document.sealed_for]
    fields["content"] = [
        {"document": each.document.hex(), "author": each.author, "time": each.time, "bytes": len(each.packed)}
        for each in document.content
    ]
    fields["type"] = None if summary.type is None else str(summary.type)
    fields["problems"] = [problem_as_json(problem) for problem in summary.problems]
    return json.dumps(fields, indent=1, ensure_ascii=False)


def _lines(summary: Summary, signature: str, more: list[tuple[str, str]], *, formal: bool) -> Iterator[str]:
    yield summary.title or "(without a title)"
    if summary.description:
        yield f"  {summary.description}"
    yield f"  It is {summary.kind}."
    yield f"  identity  {summary.identity}"
    yield f"  signed    {signature}"
    for word, what in more:
        yield f"  {word:<9} {what}"
    if summary.type is None:
        yield "  type      cannot be told, because something that decides it is missing or wrong"
    elif formal:
        yield f"  type      {summary.type}"
    yield from _section("parameters", summary.parameters)
    for endpoint in summary.endpoints:
        yield f"endpoint {endpoint.name}"
        yield from _indented("takes", endpoint.takes)
        yield from _indented("sends", endpoint.sends)
        yield from _indented("promises", endpoint.promises)
        yield from _indented("needs", endpoint.needs)
    yield from _section("promises", summary.promises)
    yield from _section("needs", summary.needs)
    yield from _section("missing here", summary.missing)
    yield from _section("parts", (f"{part.path}  {part.what}" for part in summary.parts))
    yield from _section("connections", summary.connections)
    yield from _section("exports", summary.exports)
    yield from _section("scopes", (_scope(s.path, s.parameter, s.value) for s in summary.scopes))
    yield from _section("trust", _trust(summary))
    if summary.problems:
        count = len(summary.problems)
        yield f"{count} problem{'' if count == 1 else 's'}; see: liveobjects check"


def _scope(path: str, parameter: str, value: str) -> str:
    return f"{path}  {parameter} = {value}" if path else f"{parameter} = {value}"


def _trust(summary: Summary) -> Iterator[str]:
    for library in summary.libraries:
        digest = f", SHA-256 {library.digest}" if library.digest else ", without a digest"
        yield f"would fetch and run code from {library.url}{digest}, if you allow it"
    for external in summary.externals:
        yield f"would fetch {external}"
    if not summary.libraries:
        yield "runs only what is installed on this machine" + (", and what is fetched" if summary.externals else "")


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number == 0:
            yield title
        yield f"  {line}"


def _indented(title: str, words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        yield f"  {title:<9} {word}"
