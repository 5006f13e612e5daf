# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects content FILE`: print what the objects of a file hold, and bring it back."""

from __future__ import annotations

import argparse
import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import FAILED, WRONG_USE, CommandError, Subparsers
from app.errors import LiveObjectsError

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.references import Document
    from objects_library.document_content import HeldDocument


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "content",
        help="what the objects of a file hold, kept here or carried by the file; bring it back",
        description="Prints what the objects of a file hold: kept on this computer, or else carried by the file. "
        "With --json the output is a dump, which --restore brings back for "
        "everyone who has the objects open. Exit code 0: done; 1: there is no content, or it could not be restored.",
        epilog="example: liveobjects content liveobject_files/shared_counter.liveobject --json",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument("--json", action="store_true", help="a dump, for machines and for --restore")
    parser.add_argument("--carried", action="store_true", help="only what the file carries")
    parser.add_argument("--versions", action="store_true", help="list the versions that are kept here")
    parser.add_argument(
        "--at", type=_time, metavar="TIME", help="the newest version up to then, such as 2030-01-31T12:00"
    )
    parser.add_argument("--save", type=Path, metavar="OUT", help="write a copy of the file that carries the content")
    parser.add_argument("--restore", type=Path, metavar="DUMP", help="a file that --json wrote; - is the input")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="SECONDS", help="for objects that must run (30)")


def run(args: argparse.Namespace) -> int:
    """Print, or restore."""
    from app.runtime.references import LiveObjectFileError, with_sidecar  # noqa: PLC0415 - only when asked
    from app.runtime.trust import read_document  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    if args.carried and (args.versions or args.at is not None):
        raise CommandError("a file carries no versions", "leave out --carried", WRONG_USE)
    try:
        document = with_sidecar(read_document(args.file), args.file)
    except LiveObjectFileError as error:
        raise CommandError(str(error), exit_code=WRONG_USE) from None
    catalogue = installed_catalogue()
    if args.restore is not None:
        from app.commands._content_restore import read_dump, restore  # noqa: PLC0415

        return asyncio.run(restore(document, read_dump(args.restore), catalogue, args.timeout))
    return asyncio.run(_print(document, catalogue, args))


async def _print(document: Document, catalogue: Catalogue, args: argparse.Namespace) -> int:
    from app.commands._content_source import ContentSource  # noqa: PLC0415
    from objects_library.document_content import held_documents  # noqa: PLC0415

    if args.save is not None:
        return await _save(document, catalogue, args.save)
    source = ContentSource(document, carried_only=args.carried, at=args.at)
    found = await held_documents(document.reference, source.load, catalogue, comments=True)
    if args.at is None and _stale(found, source):
        await _bring_up_to_date(document, source, found, args.timeout)
        found = await held_documents(document.reference, source.load, catalogue, comments=True)
    if args.versions:
        return await _print_versions(source, found, args.json)
    records = [_record(held, source, catalogue) for held in found if held.state is not None]
    if args.json:
        print(json.dumps({"title": document.title, "documents": records}, ensure_ascii=False, indent=1))
    else:
        for record in records:
            _print_record(record)
    if not records:
        raise CommandError(
            "there is no content" if found else "nothing in it keeps content",
            "open it and change something" if found else "its objects need a Document channel",
        )
    return 0


async def _save(document: Document, catalogue: Catalogue, target: Path) -> int:
    """Write a copy that carries the content; a sealed file stays sealed."""
    from app.commands._people import own_name  # noqa: PLC0415
    from app.runtime.references import save_document, write  # noqa: PLC0415
    from app.runtime.references.secrets import holds_keys  # noqa: PLC0415
    from app.runtime.trust import Identity, seal, with_signature, without_content  # noqa: PLC0415
    from objects_library.carried_content import gather_content  # noqa: PLC0415

    content = await gather_content(document, catalogue)
    if not content:
        raise CommandError("there is no content", "open it and change something")
    identity = Identity.of_user()

    def to_bytes(each: Document) -> bytes:
        return seal(each, each.sealed_for, identity, own_name()) if each.sealed_for else write(each)

    carrying = with_signature(replace(without_content(document), content=content), identity)
    save_document(target, carrying, to_bytes, private=holds_keys(document.reference))
    print(f"{target}: carries the content of {len(content)} object{'' if len(content) == 1 else 's'}")
    return 0


def _stale(found: list[HeldDocument], source: Any) -> list[HeldDocument]:
    """Return the documents that are kept here with changes that their state lacks."""
    return [
        held
        for held in found
        if held.state is not None and held.state.later_changes and source.origin_of(held.document) == "store"
    ]


async def _bring_up_to_date(document: Document, source: Any, found: list[HeldDocument], seconds: float) -> None:
    """Run objects for a moment whose stored states lack later changes, as after a crash."""
    from app.commands._conversation import headless_node, start  # noqa: PLC0415 - the engine takes its time
    from objects_library.channels.document.group import running_document  # noqa: PLC0415

    deadline = asyncio.get_running_loop().time() + seconds
    left = {held.document: held for held in _stale(found, source)}
    # A folder of which one name is wanted closes again, so the object with the channel is run after the page.
    runs = [*(held.root for held in left.values()), *(held.user or held.root for held in left.values())]
    try:
        async with headless_node(document) as node:
            for reference in {id(each): each for each in (document.reference, *runs)}.values():
                if not left:
                    return
                with await start(node, reference, document.title, deadline):
                    running = [each for each in left if running_document(each) is not None]
                    await source.refresh(running)
                    left = {each: held for each, held in left.items() if each not in running}
    except LiveObjectsError:
        return  # what is stored is printed, with the number of changes that it lacks


def _record(held: HeldDocument, source: Any, catalogue: Catalogue) -> dict[str, Any]:
    from objects_library.document_content import ContentError, as_json  # noqa: PLC0415

    state = held.state
    assert state is not None
    record: dict[str, Any] = {
        "path": held.path,
        "document": held.document.hex(),
        "from": source.origin_of(held.document),
        "author": state.author,
        "time": _in_words(state.time),
        "bytes": len(state.state),
        "type": state.state_type,
    }
    if state.later_changes:
        record["later_changes"] = state.later_changes
    if state.damage:
        record["damage"] = list(state.damage)
    try:
        record["state"] = json.loads(as_json(state, catalogue))
    except ContentError as error:
        record["unreadable"] = str(error)
    return record


def _print_record(record: dict[str, Any]) -> None:
    where = "kept here" if record["from"] == "store" else "carried by the file"
    name = record["path"] or "the channel"
    print(f"{name}: {where}, {record['bytes']} bytes, {record['time']}, by {record['author'][:16] or 'nobody'}…")
    if record.get("later_changes"):
        print(f"  {record['later_changes']} later changes are kept, too; they are part of it when it is opened again")
    for damaged in record.get("damage", ()):
        print(f"  damaged: {damaged}")
    shown = record.get("unreadable") or json.dumps(record.get("state"), ensure_ascii=False, indent=1)
    for line in shown.splitlines():
        print(f"  {line}")


async def _print_versions(source: Any, found: list[HeldDocument], as_json: bool) -> int:
    records = [
        {
            "path": held.path,
            "document": held.document.hex(),
            "version": version.serial,
            "time": _in_words(version.time),
            "author": version.author.hex(),
            "name": version.name,
            "bytes": version.bytes,
        }
        for held in found
        for version in await source.versions(held.document)
    ]
    if as_json:
        print(json.dumps(records, ensure_ascii=False, indent=1))
    else:
        for record in records:
            named = f"  {record['name']}" if record["name"] else ""
            print(f"{record['path'] or 'the channel'}: {record['time']}, {record['bytes']} bytes{named}")
    return 0 if records else FAILED


def _in_words(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _time(text: str) -> int:
    """Return milliseconds since 1970; a time without a zone is local."""
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 2030-01-31T12:00") from None
