# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects tail REF`: print what a channel delivers."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import Subparsers

if TYPE_CHECKING:
    from app.runtime.references import Reference
    from objects_library.channel_client import OpenChannel


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "tail",
        help="print what comes through a channel",
        description="Prints each message of the channel that the file refers to, until Ctrl-C. With "
        "--json every line is an object with the time and the message. Of the file of a feed it prints the "
        "present table and then its changes, with `rows` as a list of objects.",
        epilog="example: liveobjects tail liveobject_files/reliable_channel.liveobject --json",
    )
    parser.add_argument("file", type=Path, metavar="REF", help="a .liveobject file with a channel")
    parser.add_argument("--json", action="store_true", help="one JSON object per line, for machines")
    parser.add_argument("--count", type=int, default=0, metavar="N", help="end after N messages")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="to join within (10)")


def run(args: argparse.Namespace) -> int:
    """Print until interrupted."""
    from app.commands._channel import run_channel  # noqa: PLC0415 - the engine takes its time

    return run_channel(_tail(args))


async def _tail(args: argparse.Namespace) -> int:
    from app.commands._feed_tail import feed_channel  # noqa: PLC0415
    from objects_library.channel_client import open_channel  # noqa: PLC0415

    channel_of_feed = feed_channel(args.file)
    if channel_of_feed is not None:
        return await _tail_feed(channel_of_feed, args)
    async with open_channel(args.file, args.timeout) as channel:
        if args.json:
            print(json.dumps({"event": "joined", "members": len(channel.group.members)}), flush=True)
        with contextlib.suppress(asyncio.CancelledError):  # Ctrl-C: leave in peace
            await _print_all(channel, args)
    return 0


async def _tail_feed(reference: Reference, args: argparse.Namespace) -> int:
    """Print the present table of a feed, then its changes."""
    from app.commands._feed_tail import in_words, open_feed  # noqa: PLC0415

    async with open_feed(reference, args.timeout) as feed:
        seen = 0
        with contextlib.suppress(asyncio.CancelledError):  # Ctrl-C: leave in peace
            while not args.count or seen < args.count:
                line = await feed.lines.get()
                _print_line(line, in_words(line), args.json)
                seen += 1
    return 0


async def _print_all(channel: OpenChannel, args: argparse.Namespace) -> None:
    seen = 0
    async for message in channel.messages():
        value = channel.to_line(message)
        line = {"event": "message", "time": time.time(), "message": value}
        _print_line(line, value if isinstance(value, str) else json.dumps(value, default=str), args.json)
        seen += 1
        if args.count and seen >= args.count:
            return


def _print_line(record: dict[str, object], text: str, as_json: bool) -> None:
    print(json.dumps(record, default=str, ensure_ascii=False) if as_json else text, flush=True)
