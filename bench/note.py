# SPDX-License-Identifier: BSD-3-Clause
"""People who write one note at once while the network is cut: is it the same everywhere, is nothing lost?

Every typist is a process on a host of its own. Each character that somebody types is like no other, so what
is missing in the end, or there twice, is seen. One of those who are cut off is killed meanwhile and starts
again.
"""

from __future__ import annotations

import argparse
import json
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench._churn.process_group import ProcessGroup
from bench._network import can_make_namespaces
from bench.split import PartitionableBridge, allow_all, enter_host

_BEFORE, _AFTER = 2.0, 1.0
"""Seconds of writing before the partition, and after it."""
_UNKEPT = 1.2
"""Characters typed within so many seconds before the kill may not be on disk."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench note --seeds 5"
    parser.add_argument("--typists", type=int, default=8, choices=range(3, 9), metavar="3..8")
    parser.add_argument("--minority", type=int, default=3, help="so many are cut off (3)")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long the network is cut (10)")
    parser.add_argument("--seeds", type=int, default=1, help="how many runs (1)")
    parser.add_argument("--start", type=int, default=1, metavar="S", help="the seed of the first (1)")
    parser.add_argument("--pace", type=float, default=0.08, help="seconds between two edits of each (0.08)")
    parser.add_argument("--json", action="store_true", help="one JSON object per run")


def run(args: argparse.Namespace) -> int:
    if not can_make_namespaces():
        print("this needs the right to make network namespaces; run it as root, with iproute2")
        return 2
    failed = 0
    for seed in range(args.start, args.start + args.seeds):
        report = measure(seed, args.typists, args.minority, args.seconds, args.pace)
        failed += not report["holds"]
        if args.json:
            print(json.dumps(report), flush=True)
        else:
            _print(report)
    return 1 if failed else 0


def _print(report: dict[str, Any]) -> None:
    print(
        f"seed {report['seed']}: {'ok' if report['holds'] else 'BROKEN'}, {report['typists']} typists,"
        f" {report['minority']} of them cut off for {report['seconds']:g} s:"
        f" {report['typed']} characters typed ({report['typed_apart']} by those cut off),"
        f" {report['deleted']} deleted by their typists, {report['lost']} lost, {report['doubled']} twice;"
        f" equal {report['equal_after']} s after",
        flush=True,
    )
    for line in report["problems"]:
        print(f"  {line}", flush=True)


class Typists(ProcessGroup):
    """The processes of a run."""

    def _create_member(self, name: str, trace: Path, control: socket.socket) -> Any:
        from bench._note.typist import Typist  # noqa: PLC0415 - it loads the engine, which must not be forked

        return Typist(int(name.removeprefix("typist")), self._seed, trace, control, self._pace)


def measure(
    seed: int = 1, typists: int = 8, minority: int = 3, seconds: float = 10.0, pace: float = 0.08
) -> dict[str, Any]:
    """Run once; `holds` if the note is equal everywhere and complete."""
    from bench._note.typist import note  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    directory = Path(tempfile.mkdtemp(prefix=f"note-{seed}-"))
    reference = note(f"note {secrets.token_hex(8)}", "auto", secrets.token_hex(32))
    with PartitionableBridge(typists) as bridge:
        group = Typists(installed_catalogue(), reference, seed, directory, pace, gate=allow_all(directory))
        prepare: dict[str, Callable[[], None]] = {}
        try:
            for host in range(typists):
                home = directory / f"home{host}"
                home.mkdir(mode=0o700)
                prepare[f"typist{host}"] = enter_host(bridge.namespace(host), home)
                group.add(f"typist{host}", prepare[f"typist{host}"])
            report = _play(group, bridge, prepare, minority, seconds)
            report |= _check(group, directory, report.pop("killed_at"), report.pop("cut"))
        finally:
            group.end()
    report["holds"] = not report["problems"] and not report["lost"] and not report["doubled"]
    if report["holds"]:
        shutil.rmtree(directory)
    else:
        report["traces"] = str(directory)
    return {"seed": seed, "typists": typists, "minority": minority, "seconds": seconds} | report


def _play(
    group: Typists, bridge: PartitionableBridge, prepare: dict[str, Callable[[], None]], minority: int, seconds: float
) -> dict[str, Any]:
    names = sorted(group.members)
    cut = list(range(len(names) - minority, len(names)))
    if not group.until(lambda: group.all_live(len(names)), 30, ask=True):
        raise RuntimeError("the typists do not find each other")
    group.send("write")
    time.sleep(_BEFORE)
    bridge.partition(cut)
    cut_at = time.monotonic()
    away = [group.members[name] for name in names[-minority:]]
    group.until(lambda: all(member.is_read_only for member in away), min(5.0, seconds / 2))
    cut_off = any(member.is_read_only for member in away)
    read_only_after = time.monotonic() - cut_at
    time.sleep(max(1.0, seconds / 2 - read_only_after))
    away[-1].kill()
    killed_at = time.monotonic()
    again = group.add(names[-1], prepare[names[-1]])
    again.send("write")
    time.sleep(max(1.0, cut_at + seconds - killed_at))
    bridge.heal(cut)
    healed = time.monotonic()
    time.sleep(_AFTER)
    group.send("stop")
    stopped = time.monotonic()
    equal = group.until(group.settled, 40, ask=True)
    problems = [] if equal else ["the note is not the same everywhere", *group.describe()]
    if not cut_off:
        problems.append("those who were cut off did not notice it")
    return {
        "read_only_after": round(read_only_after, 2),
        "equal_after": round(time.monotonic() - max(healed, stopped), 2) if equal else None,
        "problems": problems,
        "killed_at": (names[-1], killed_at),
        "cut": (names[-minority:], cut_at, healed),
    }


def _check(
    group: Typists, directory: Path, killed: tuple[str, float], cut: tuple[list[str], float, float]
) -> dict[str, Any]:
    """Compare the note with the traces."""
    first = group.living()[0]
    first.send("text")
    group.until(lambda: first.last("text") is not None, 20)
    points, refused = first.last("text") or ([], [])
    typed, gone, free, apart = 0, 0, 0, 0
    missing: list[str] = []
    for path in sorted(directory.glob("*.trace")):
        mine, deleted = _read(path)
        name = path.stem
        typed, gone = typed + len(mine), gone + len(deleted)
        for point, at in mine.items():
            apart += name in cut[0] and cut[1] < at < cut[2]
            if name == killed[0] and killed[1] - _UNKEPT < at < killed[1]:
                free += point not in points
            elif point not in points and point not in deleted:
                missing.append(f"{name} typed {point:x}, and it is not there")
    ideographs = [point for point in points if point >= 0x20000]
    return {
        "typed": typed,
        "typed_apart": apart,
        "deleted": gone,
        "not_on_disk_when_killed": free,
        "lost": len(missing),
        "doubled": len(ideographs) - len(set(ideographs)),
        "refused": refused,
        "missing": missing[:5],
    }


def _read(path: Path) -> tuple[dict[int, float], set[int]]:
    """The typed characters with their times, and the characters deleted by their typist and not restored."""
    typed: dict[int, float] = {}
    deleted: set[int] = set()
    for line in path.read_text().splitlines():
        what, point, at = line.split()
        if what == "typed":
            typed[int(point, 16)] = float(at)
        elif what == "deleted":
            deleted.add(int(point, 16))
        else:
            deleted.discard(int(point, 16))
    return typed, deleted
