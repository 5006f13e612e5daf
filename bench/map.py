# SPDX-License-Identifier: BSD-3-Clause
"""A map in a window that the processor draws: frames a second at all zooms, and with things that move.

The things are told over a real channel by one process, and watched in another.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench._promise import Promise, finish
from bench._window_process import WindowProcess


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench map --things 2000 --rate 5"
    parser.add_argument("--things", type=int, default=2_000)
    parser.add_argument("--rate", type=float, default=5.0, help="positions per second of each (5)")
    parser.add_argument("--seconds", type=float, default=8.0, help="of watching them (8)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(args, Path(folder))
    if not args.json:
        for place, zooms in report["zooms"].items():
            text = ", ".join(f"{zoom}: {frames:.0f} ({cpu:.1f})" for zoom, (frames, cpu) in zooms.items())
            print(f"pushed, at each zoom, from {place}: frames/s (ms of the processor for one): {text}")
        print(
            f"{args.things:,} things, {report['rounds']:.1f} positions/s each: "
            f"{report['frames_per_s']:.0f} frames/s;"
            f" {report['cpu_ms']:.1f} ms of the processor for a frame,"
            f" {report['taking_us']:.0f} µs for a position"
        )
    return finish(report, _promises(args, report), as_json=args.json)


def _promises(args: argparse.Namespace, report: dict[str, Any]) -> Iterator[Promise]:
    slowest = max(cpu for zooms in report["zooms"].values() for _, cpu in zooms.values())
    yield Promise.under("pushed, at the slowest zoom: ms of the processor for a frame", slowest, 33, "{:.1f}")
    where = f"{args.things:,} things at {args.rate:g}/s"
    yield Promise.under(f"{where}: ms of the processor for a frame", report["cpu_ms"], 20, "{:.1f}")
    taking = report["taking_us"] * args.things * args.rate / 1e6
    yield Promise.under(f"{where}: share of a processor to take them", taking, 0.5, "{:.2f}")


def _measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    from app.runtime.references import Document, write  # noqa: PLC0415
    from bench._drawing.references import live_map  # noqa: PLC0415

    file = folder / "map.liveobject"
    file.write_bytes(write(Document(live_map(f"bench {secrets.token_hex(8)}"), "Map")))
    users: list[WindowProcess] = []
    try:
        users += [
            WindowProcess("bench._drawing.scripted_user", file, name, folder / "home") for name in ("Teller", "Watcher")
        ]
        for user in users:
            user.receive()
        teller, watcher = users
        zooms = {}
        for place in ("Germany", "Canada"):
            watcher.request("go_to", place)
            zooms[place] = watcher.request("zooms")
        with ThreadPoolExecutor(2) as pool:
            telling = pool.submit(teller.request, "move", args.things, args.rate, args.seconds + 6)
            watched = pool.submit(watcher.request, "watch", args.things, args.seconds).result()
            result = telling.result()
    finally:
        for user in users:
            user.stop()
    taken = result["rounds"] * args.things
    taking = 1e6 * max(0.0, watched["cpu"] - watched["painting"]) / taken
    return {"zooms": zooms, "rounds": result["rounds"], "taking_us": taking, **watched}
