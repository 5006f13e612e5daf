# SPDX-License-Identifier: BSD-3-Clause
"""Two people at one large note, each in a process with a window: how soon is a key drawn here and there?"""

from __future__ import annotations

import argparse
import secrets
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench._promise import Promise, finish
from bench._window_process import WindowProcess

_USER = "bench._note.scripted_user"
_PLACES = {"first": 0.0, "middle": 0.5, "last": 1.0}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench note-typing --characters 1000000"
    parser.add_argument("--characters", type=int, default=1_000_000)
    parser.add_argument("--keys", type=int, default=30, help="how many are pressed in each place (30)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(args, Path(folder))
    if not args.json:
        print(f"{report['characters']:,} characters: opened elsewhere and drawn after {report['open_s']:.2f} s")
        for place, each in report["places"].items():
            print(
                f"a key in the {place} line: drawn here after {each['here_ms']:.1f} ms (90 %"
                f" {each['here_p90_ms']:.1f}), elsewhere after {each['there_ms']:.1f} ms"
                f" (90 % {each['there_p90_ms']:.1f})"
            )
    return finish(report, _promises(report), as_json=args.json)


def _promises(report: dict[str, Any]) -> Iterator[Promise]:
    size = f"{report['characters']:,} characters"
    for place, each in report["places"].items():
        yield Promise.under(f"{size}, {place} line: median until drawn, ms", each["here_ms"], 100, "{:.1f}")
        yield Promise.under(f"{size}, {place} line: median until drawn elsewhere, ms", each["there_ms"], 200, "{:.1f}")
    yield Promise.under(f"{size}: opened, s", report["open_s"], 5, "{:.2f}")


def _measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    from app.runtime.references import Document, write  # noqa: PLC0415
    from bench._note.typist import note  # noqa: PLC0415

    file = folder / "note.liveobject"
    file.write_bytes(write(Document(note(f"bench {secrets.token_hex(8)}"), "Note")))
    users: list[WindowProcess] = []
    try:
        users.append(WindowProcess(_USER, file, "Ann", folder / "Ann"))
        users[0].receive()
        characters = users[0].request("fill", args.characters)
        users.append(WindowProcess(_USER, file, "Bob", folder / "Bob"))
        began = users[1].receive()
        opened = users[1].request("wait", characters) - began
        typed = {}
        for place, share in _PLACES.items():
            users[1].request("look_at", share)
            typed[place] = users[0].request("type", args.keys, share)
            users[1].request("wait", typed[place][-1][2])
        frames = users[1].request("frames")
    finally:
        for user in users:
            user.stop()
    return {
        "characters": characters,
        "open_s": round(opened, 2),
        "places": {place: _delays(keys, frames) for place, keys in typed.items()},
    }


def _delays(keys: list[list[float]], frames: list[list[float]]) -> dict[str, float]:
    here = sorted((drawn - pressed) * 1000 for pressed, drawn, _ in keys)
    there = sorted(
        (next(at for at, length in frames if at >= pressed and length >= wanted) - pressed) * 1000
        for pressed, _, wanted in keys
    )
    return {
        "here_ms": round(statistics.median(here), 1),
        "here_p90_ms": round(here[int(len(here) * 0.9)], 1),
        "there_ms": round(statistics.median(there), 1),
        "there_p90_ms": round(there[int(len(there) * 0.9)], 1),
    }
