# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects call FILE ENDPOINT.EVENT [JSON]`: send an event to an object, and print what comes back."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import FAILED, WRONG_USE, CommandError, Subparsers

if TYPE_CHECKING:
    from app.commands._event_targets import Target
    from app.runtime.references import Document
    from app.runtime.types import ValueType

_REFUSALS = ("refused", "denied")
_LARGEST_INPUT = 64 * 1024 * 1024


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "call",
        help="send an event to an object, and print what comes back",
        description="Runs the object of a file without a window, sends the event to the endpoint when the "
        "object is live, and prints what the endpoint sends back, one JSON object per line, until it is quiet "
        "and the change is accepted and kept. With an ENDPOINT alone it only prints what the endpoint sends. "
        "Exit code 0: done; 1: refused, failed or not accepted in time; 2: no such event, or a wrong value.",
        epilog="example: liveobjects call liveobject_files/shared_counter.liveobject counter.add 5",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument(
        "event",
        nargs="?",
        metavar="ENDPOINT.EVENT",
        help="such as counter.add; of a component: Component.endpoint.event",
    )
    parser.add_argument("value", nargs="?", metavar="JSON", help="the value; - reads it from the standard input")
    parser.add_argument("--list", action="store_true", help="print endpoints and events with their types, and end")
    parser.add_argument("--json", action="store_true", help="each line has endpoint, event and value")
    parser.add_argument("--count", type=_count, default=0, metavar="N", help="end after N events; fewer are a failure")
    parser.add_argument("--wait", type=_seconds, default=0.3, metavar="SECONDS", help="of quiet that end it (0.3)")
    parser.add_argument("--timeout", type=_seconds, default=20.0, metavar="SECONDS", help="for everything (20)")
    parser.add_argument("--complete", metavar="PREFIX", help="print the names that begin so, for shells")


def run(args: argparse.Namespace) -> int:
    """Send the event and print the answers."""
    from app.commands._event_targets import event_names, find_event, find_targets  # noqa: PLC0415 - only when asked
    from app.runtime.references import LiveObjectFileError, with_sidecar  # noqa: PLC0415
    from app.runtime.trust import read_document  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    try:
        document = with_sidecar(read_document(args.file), args.file)
    except LiveObjectFileError as error:
        raise CommandError(str(error), exit_code=WRONG_USE) from None
    targets = find_targets(document.reference, installed_catalogue())
    if args.complete is not None:
        names = [*event_names(targets), *targets]
        print("\n".join(sorted(each for each in names if each.startswith(args.complete))))
        return 0
    if args.list:
        _list(targets, args.json)
        return 0
    if args.event is None:
        raise CommandError("there is no event to send", "name one, or see them with --list", WRONG_USE)
    target, event = find_event(args.event, targets)
    value = None if event is None else _value(args.event, target.event_type(event), args.value)
    if event is None and args.value is not None:
        raise CommandError(f"{args.event} is an endpoint, and takes no value", "name an event of it", WRONG_USE)
    return asyncio.run(_call(document, target, event, value, args))


async def _call(document: Document, target: Target, event: str | None, value: object, args: argparse.Namespace) -> int:
    from app.commands._conversation import converse  # noqa: PLC0415 - the engine takes its time

    deadline = asyncio.get_running_loop().time() + args.timeout
    refused, count = False, 0
    async with converse(document, target, event, deadline) as conversation:
        greeting = await conversation.greeting()
        if event is not None:
            conversation.send(event, value)
            greeting = []
        for name, answer in greeting[: args.count or None]:
            _print(target, name, answer, args.json)
            count += 1
        if not args.count or count < args.count:
            async for name, answer in conversation.answers(args.wait, deadline, args.count - count):
                _print(target, name, answer, args.json)
                refused = refused or name in _REFUSALS
                count += 1
                if count == args.count:
                    break
        if event is not None:
            async for _ in conversation.answers(0.0, deadline):
                pass  # what comes after the wanted events is not printed, but the change must be safe
            reason = conversation.unsafe()
            if reason:
                raise CommandError(f"the change is not kept: {reason}", "wait longer with --timeout")
            if not refused and (reason := conversation.read_only()):
                raise CommandError(f"nothing has changed for the others: {reason}")
            if not refused and conversation.only_here():
                print("liveobjects: nobody else has it open, and nothing keeps the change", file=sys.stderr)
    if count < args.count:
        raise CommandError(f"only {count} of {args.count} events came", "wait longer with --timeout")
    return FAILED if refused else 0


def _value(name: str, wanted: ValueType, given: str | None) -> object:
    """Parse the value of an event; a text may be written without quotes."""
    from app.runtime.library import ValueRefusedError, from_json  # noqa: PLC0415
    from app.runtime.types import NULL, TEXT  # noqa: PLC0415

    if wanted == NULL:
        if given is not None:
            raise CommandError(f"{name} takes no value", "leave it out", WRONG_USE)
        return None
    if given is None:
        raise CommandError(f"{name} needs a value", f"give JSON of the type {wanted}", WRONG_USE)
    if given == "-":
        given = sys.stdin.read(_LARGEST_INPUT)
    try:
        return from_json(wanted, given)
    except ValueRefusedError as error:
        if wanted == TEXT:
            return given
        raise CommandError(f"{name}: {error.what}", error.hint or f"its type is {wanted}", WRONG_USE) from None


def _print(target: Target, event: str, value: Any, as_json: bool) -> None:
    from app.runtime.library import to_json  # noqa: PLC0415

    text = to_json(dict(target.type.outgoing)[event], value).decode()
    name = json.dumps(event, ensure_ascii=False)
    if as_json:
        endpoint = json.dumps(target.endpoint, ensure_ascii=False)
        print(f'{{"endpoint": {endpoint}, "event": {name}, "value": {text}}}', flush=True)
    else:
        print(f"{{{name}: {text}}}", flush=True)


def _list(targets: dict[str, Target], as_json: bool) -> None:
    from app.commands._event_targets import escaped  # noqa: PLC0415
    from app.runtime.types import NULL  # noqa: PLC0415

    for name, target in targets.items():
        events = [("in", each) for each in target.type.incoming] + [("out", each) for each in target.type.outgoing]
        for direction, (event, kind) in events:
            full = f"{name}.{escaped(event)}"
            if as_json:
                print(json.dumps({"name": full, "direction": direction, "type": str(kind)}, ensure_ascii=False))
            else:
                print(f"{direction:<3} {full}" + ("" if kind == NULL else f" {kind}"))


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of events")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return seconds
