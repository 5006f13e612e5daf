# SPDX-License-Identifier: BSD-3-Clause
"""People in processes of their own who draw on one whiteboard: do all see the same, how soon, how smoothly?

Each has a window with the real page, drawn by the processor, and draws with real mouse events. A point counts
as seen elsewhere when a frame is painted there in which the line has come as far.
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench drawing --people 5"
    parser.add_argument("--people", type=int, default=5)
    parser.add_argument("--rate", type=float, default=60.0, help="points per second and person (60)")
    parser.add_argument("--seconds", type=float, default=8.0, help="of drawing (8)")
    parser.add_argument("--strokes", type=int, default=10_000, help="on the page that is pushed about (10000)")
    parser.add_argument("--idle", type=float, default=6.0, help="seconds of watching nothing happen (6)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(args, Path(folder)) | _frames(args, Path(folder))
    if not args.json:
        print(f"{args.people} people draw {report['events_per_s']:.0f} points/s each")
        print(
            f"seen elsewhere: median {report['p50_ms']:.1f} ms, 90 % {report['p90_ms']:.1f} ms,"
            f" 99 % {report['p99_ms']:.1f} ms; of {report['points']:,} points, {report['lost']} never"
        )
        print(f"idle: {', '.join(f'{each:.2f} %' for each in report['idle'])} of a processor")
        print(
            f"{report['strokes']:,} strokes: a frame {report['cpu_ms']:.1f} ms of the processor,"
            f" 95 % {report['p95_cpu_ms']:.1f} ms; with one stroke more {report['one_more_ms']:.1f} ms;"
            f" all anew {report['whole_ms']:.0f} ms"
        )
    return finish(report, _promises(args, report), as_json=args.json)


def _promises(args: argparse.Namespace, report: dict[str, Any]) -> Iterator[Promise]:
    where = f"{args.people} people"
    yield Promise(f"{where}: end states", "all the same", "the same" if report["same"] else "DIFFERENT", report["same"])
    yield Promise.at_least(f"{where}: points/s of each", report["events_per_s"], 0.9 * args.rate, "{:.0f}")
    yield Promise.under(f"{where}: median until seen elsewhere, ms", report["p50_ms"], 50, "{:.1f}")
    yield Promise.under(f"{where}: CPU of an idle process, %", max(report["idle"]), 2, "{:.2f}")
    yield Promise.under(
        f"{report['strokes']:,} strokes: median frame, ms of the processor", report["cpu_ms"], 16, "{:.1f}"
    )


def _measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    users: list[WindowProcess] = []
    try:
        users += _people(args.people, folder, "together")
        with ThreadPoolExecutor(args.people) as pool:

            def all_do(*commands: list[Any]) -> list[Any]:
                each = commands if len(commands) > 1 else commands * len(users)
                return list(pool.map(lambda pair: pair[0].request(*pair[1]), zip(users, each, strict=True)))

            list(pool.map(WindowProcess.receive, users))
            all_do(["idle", 1.0])
            all_do(["notes"])
            drawn = all_do(*(["draw", args.seconds, args.rate, number] for number in range(args.people)))
            all_do(["idle", 1.0])
            notes = all_do(["notes"])
            states = all_do(["state"])
            idle = all_do(["idle", args.idle])
    finally:
        for user in users:
            user.stop()
    return {
        "events_per_s": min(each["events"] / each["seconds"] for each in drawn),
        "same": all(state == states[0] for state in states),
        "idle": [round(each, 2) for each in idle],
        **frame_delays(notes, "points"),
    }


def _frames(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    (person,) = _people(1, folder, "alone")
    try:
        person.receive()
        strokes = person.request("fill", args.strokes)
        looked = person.request("look", 5.0)
        whole = person.request("whole")
        more = person.request("add_one")
    finally:
        person.stop()
    return {"strokes": strokes, "whole_ms": 1000 * whole, "one_more_ms": 1000 * more, **looked}


def _people(count: int, folder: Path, name: str) -> list[WindowProcess]:
    from app.runtime.references import Document, write  # noqa: PLC0415
    from bench._drawing.references import whiteboard  # noqa: PLC0415

    file = folder / f"{name}.liveobject"
    file.write_bytes(write(Document(whiteboard(f"bench {secrets.token_hex(8)}"), "Whiteboard")))
    module = "bench._drawing.scripted_user"
    return [WindowProcess(module, file, f"Person {number + 1}", folder / "home") for number in range(count)]
