# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects send REF`: send lines of the standard input to a channel."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from app.cli import FAILED, CommandError, Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "send",
        help="send lines of input to a channel",
        description="Sends each line of the standard input to the channel that the file refers to: as it "
        "is on a channel of texts, else as JSON. Ends when everyone who takes part has got everything.",
        epilog="example: echo hello | liveobjects send liveobject_files/reliable_channel.liveobject",
    )
    parser.add_argument("file", type=Path, metavar="REF", help="a .liveobject file with a channel")
    parser.add_argument("--wait-for", type=int, default=0, metavar="N", help="first wait for N others")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="how long to wait (10)")


def run(args: argparse.Namespace) -> int:
    """Send until the end of the input."""
    from app.commands._channel import run_channel  # noqa: PLC0415 - the engine takes its time

    return run_channel(_send(args))


async def _send(args: argparse.Namespace) -> int:
    from app.runtime.library import ValueRefusedError  # noqa: PLC0415
    from objects_library.channel_client import open_channel  # noqa: PLC0415

    async with open_channel(args.file, args.timeout) as channel:
        try:
            async with asyncio.timeout(args.timeout):
                await channel.group.wait_for_members(1 + args.wait_for)
        except TimeoutError:
            raise CommandError("too few others take part", "start them, or wait longer with --timeout") from None
        number, alone = 0, True
        while line := await asyncio.to_thread(sys.stdin.readline):
            number += 1
            try:
                message = channel.from_line(line.rstrip("\r\n"))
            except (ValueError, ValueRefusedError) as error:
                print(f"liveobjects: line {number}: {error}", file=sys.stderr)
                return FAILED
            channel.send(message)
            await channel.group.room()
            alone = alone and len(channel.group.members) <= 1
        await channel.sent(args.timeout)
    if number and alone:
        print("liveobjects: nobody else took part; to wait for others, say --wait-for 1", file=sys.stderr)
    return 0
