# SPDX-License-Identifier: BSD-3-Clause
"""People in processes of their own who drag things on one 2D desktop: do all see the same, and how soon?

Each has a window with the real canvas, drawn by the processor, and drags with real mouse events. A move
counts as drawn elsewhere when a frame is painted there in which the thing has come as far as it says.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench._frame_delays import frame_delays
from bench._promise import Promise, finish
from bench._window_process import WindowProcess

_TOGETHER = 3
"""Items that all users drag at once, at the end."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench desktop --people 5 --items 200"
    parser.add_argument("--people", type=int, default=5)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--live", type=int, default=40, help="live objects among the items (40)")
    parser.add_argument("--rate", type=float, default=60.0, help="mouse events per second and person (60)")
    parser.add_argument("--seconds", type=float, default=8.0, help="of dragging (8)")
    parser.add_argument("--idle", type=float, default=10.0, help="seconds of watching nothing happen (10)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(args, Path(folder))
    if not args.json:
        print(
            f"{args.people} people, {args.items} things, {report['live']} of them live objects:"
            f" {report['events_per_s']:.0f} events/s each"
        )
        print(
            f"drawn elsewhere: median {report['p50_ms']:.1f} ms, 90 % {report['p90_ms']:.1f} ms,"
            f" 99 % {report['p99_ms']:.1f} ms, of {report['moves']:,} moves × viewers, {report['lost']} never"
        )
        print(f"idle: {', '.join(f'{each:.2f} %' for each in report['idle'])} of a processor")
    return finish(report, _promises(args, report), as_json=args.json)


def _promises(args: argparse.Namespace, report: dict[str, Any]) -> Iterator[Promise]:
    where = f"{args.people} people, {args.items} things"
    yield Promise(f"{where}: end states", "all the same", "the same" if report["same"] else "DIFFERENT", report["same"])
    yield Promise.at_least(f"{where}: events/s of each", report["events_per_s"], 0.9 * args.rate, "{:.0f}")
    yield Promise.under(f"{where}: median until drawn elsewhere, ms", report["p50_ms"], 50, "{:.1f}")
    yield Promise.under(f"{where}: CPU of an idle process, %", max(report["idle"]), 2, "{:.2f}")


def _measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    from app.runtime.references import Document, write  # noqa: PLC0415
    from bench._desktop.scene import desktop, name_of  # noqa: PLC0415

    scope = f"bench {secrets.token_hex(8)}"
    file = folder / "desktop.liveobject"
    file.write_bytes(write(Document(desktop(scope), "Desktop")))
    users: list[WindowProcess] = []
    try:
        users += [
            WindowProcess("bench._desktop.scripted_user", file, f"Person {number + 1}", folder / "home")
            for number in range(args.people)
        ]
        with ThreadPoolExecutor(args.people) as pool:

            def all_do(*commands: list[Any]) -> list[Any]:
                each = commands if len(commands) > 1 else commands * len(users)
                return list(pool.map(lambda pair: pair[0].request(*pair[1]), zip(users, each, strict=True)))

            list(pool.map(WindowProcess.receive, users))
            users[0].request("lay", args.items, args.live, scope)
            live = all_do(["wait", args.items, args.live])
            shares = [
                [str(name_of(number)) for number in range(first, args.items, args.people)]
                for first in range(args.people)
            ]
            all_do(["notes"])
            drags = all_do(*(["drag", share, args.seconds, args.rate] for share in shares))
            all_do(["idle", 1.0])
            notes = all_do(["notes"])
            together = [str(name_of(number)) for number in range(_TOGETHER)]
            all_do(["drag", together, _TOGETHER, args.rate])
            all_do(["idle", 2.0])
            states = all_do(["state"])
            idle = all_do(["idle", args.idle])
    finally:
        for user in users:
            user.stop()
    return {
        "live": min(live),
        "events_per_s": min(each["events"] / each["seconds"] for each in drags),
        "same": all(state == states[0] for state in states),
        "states": states,
        "idle": [round(each, 2) for each in idle],
        **frame_delays(notes, "moves", tolerance=0.5),
    }
