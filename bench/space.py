# SPDX-License-Identifier: BSD-3-Clause
"""Models that move in a 3D desktop by a stream of coordinates: do all viewers draw the same, how fluently?

The source and each viewer are processes of their own; every viewer has a window of 1000 × 700 with the real
scene. A frame counts when Qt has drawn it. What is drawn is read from the tables that the scene draws from.
"""

from __future__ import annotations

import argparse
import os
import secrets
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench._display import virtual_display
from bench._promise import Promise, finish
from bench._window_process import WindowProcess

_USER = "bench._space.viewer"
_CENTIMETRES = 0.02
"""Metres by which drawn and published positions may differ, because of 32-bit numbers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench space --models 500 --viewers 2"
    parser.add_argument("--models", type=int, default=500)
    parser.add_argument("--rate", type=float, default=20.0, help="updates per second of each model (20)")
    parser.add_argument("--viewers", type=int, default=2, help="windows that draw it (2)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of watching (10)")
    parser.add_argument("--idle", type=float, default=5.0, help="seconds of watching nothing move (5)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder, virtual_display() as environment:
        report = _measure(args, Path(folder), environment)
    if not args.json:
        print(f"{args.models} models, {args.rate:g} updates/s each, {args.viewers} viewers")
        for number, each in enumerate(report["viewers"], 1):
            print(
                f"viewer {number}: {each['frames_per_s']:.1f} frames/s,"
                f" {each['positions_per_s']:,.0f} positions/s, {each['cpu']:.0f} % of a processor;"
                f" near, middle, far: {', '.join(map(str, each['levels']))};"
                f" idle: {each['idle_frames']} frames, {each['idle_cpu']:.2f} %"
            )
    return finish(report, _promises(args, report), as_json=args.json)


def _promises(args: argparse.Namespace, report: dict[str, Any]) -> Iterator[Promise]:
    where = f"{args.models} models, {args.viewers} viewers"
    viewers = report["viewers"]
    wrong = report["wrong"]
    yield Promise(f"{where}: drawn where the source says", "all", f"{wrong} wrong" if wrong else "all", not wrong)
    slowest = min(each["positions_per_s"] for each in viewers) / args.models
    yield Promise.at_least(f"{where}: updates/s of each", slowest, 0.95 * args.rate, "{:.1f}")
    yield Promise.at_least(f"{where}: frames/s", min(each["frames_per_s"] for each in viewers), 15, "{:.1f}")
    yield Promise.under(
        f"{where}: frames while nothing moves", max(each["idle_frames"] for each in viewers), 1, "{:.0f}"
    )
    yield Promise.under(f"{where}: CPU while idle, %", max(each["idle_cpu"] for each in viewers), 2, "{:.2f}")


def _measure(args: argparse.Namespace, folder: Path, environment: dict[str, str]) -> dict[str, Any]:
    from app.runtime.references import Document, write  # noqa: PLC0415
    from bench._space.scene import space, stream  # noqa: PLC0415

    scope = f"bench {secrets.token_hex(8)}"
    place, feed = folder / "space.liveobject", folder / "stream.liveobject"
    place.write_bytes(write(Document(space(scope), "Space")))
    feed.write_bytes(write(Document(stream(scope, args.models, args.rate), "Stream")))
    home = folder / "home"
    hidden = {**os.environ, **environment, "QT_QPA_PLATFORM": "offscreen"}
    shown = {key: value for key, value in environment.items() if key != "QT_QPA_PLATFORM"}
    members: list[WindowProcess] = []
    try:
        source = WindowProcess(_USER, feed, "source", home, hidden)
        members.append(source)
        source.receive()
        viewers = [WindowProcess(_USER, place, f"Viewer {number + 1}", home, shown) for number in range(args.viewers)]
        members += viewers
        with ThreadPoolExecutor(args.viewers) as pool:

            def all_do(*command: Any) -> list[Any]:
                return list(pool.map(lambda viewer: viewer.request(*command), viewers))

            list(pool.map(WindowProcess.receive, viewers))
            viewers[0].request("put", scope, args.models, args.rate)
            all_do("wait", args.models)
            watched = all_do("watch", args.seconds)
            truth = source.request("freeze")
            states = all_do("state")
            idle = all_do("idle", args.idle)
    finally:
        for member in members:
            member.stop()
    found = [
        {**seen, "levels": state["levels"], "idle_frames": rest["frames"], "idle_cpu": rest["cpu"]}
        for seen, state, rest in zip(watched, states, idle, strict=True)
    ]
    return {"viewers": found, "wrong": sum(_wrong(truth, state["drawn"]) for state in states)}


def _wrong(truth: dict[str, list[float]], drawn: dict[str, list[float]]) -> int:
    """The number of models that are drawn at a wrong position."""
    return sum(
        name not in drawn or any(abs(one - two) > _CENTIMETRES for one, two in zip(place, drawn[name], strict=True))
        for name, place in truth.items()
    )
