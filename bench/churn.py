# SPDX-License-Identifier: BSD-3-Clause
"""Writers and readers on one channel, killed, frozen and late: do all who stay hear the same?"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from bench._churn.process_group import MemberProcess, ProcessGroup

_CHECKS = ("fifo", "at most once", "integrity", "total order", "exact cut", "durability")
_WRITERS = 3
_READERS = 5
_FROZEN = 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench churn --seeds 50"
    parser.add_argument("--seeds", type=int, default=50, help="how many runs (50)")
    parser.add_argument("--start", type=int, default=1, metavar="S", help="the seed of the first (1)")
    parser.add_argument("--json", action="store_true", help="one JSON object per run")
    parser.add_argument("--keep", type=Path, metavar="DIRECTORY", help="leave the traces there")


def run(args: argparse.Namespace) -> int:
    from objects_library.installed import installed_catalogue  # noqa: PLC0415 - heavy

    catalogue = installed_catalogue()
    failed = 0
    for seed in range(args.start, args.start + args.seeds):
        report = _run(catalogue, seed, args.keep)
        failed += not report["holds"]
        if args.json:
            print(json.dumps(report), flush=True)
        else:
            _print(report)
    if not args.json:
        print(f"{args.seeds - failed} of {args.seeds} runs without a violation")
    return 1 if failed else 0


def _print(report: dict[str, Any]) -> None:
    words = "ok" if report["holds"] else "VIOLATION"
    print(
        f"seed {report['seed']}: {words}, {report['messages']} messages, {report['accepted']} accepted, "
        f"sequence {report['hash'][:16]}, {report['seconds']} s",
        flush=True,
    )
    for line in report["violations"]:
        print(f"  {line}", flush=True)


def _run(catalogue: Catalogue, seed: int, keep: Path | None) -> dict[str, Any]:
    from bench._churn.member import channel  # noqa: PLC0415
    from bench._churn.process_group import ProcessGroup  # noqa: PLC0415

    directory = Path(tempfile.mkdtemp(prefix=f"churn-{seed}-"))
    reference = channel(f"churn {secrets.token_hex(8)}", key=secrets.token_hex(32))
    group = ProcessGroup(catalogue, reference, seed, directory)
    started = time.monotonic()
    try:
        problems = _play(group, random.Random(seed))
        report = _check(group, problems)
    finally:
        group.end()
    report |= {"seed": seed, "seconds": round(time.monotonic() - started, 1)}
    if keep is not None or not report["holds"]:
        kept = (keep or Path(tempfile.gettempdir())) / directory.name
        kept.parent.mkdir(parents=True, exist_ok=True)
        if kept != directory:
            shutil.move(directory, kept)
        report["traces"] = str(kept)
    else:
        shutil.rmtree(directory)
    return report


def _play(group: ProcessGroup, choose: random.Random) -> list[str]:
    """Run one scenario; return what did not happen in time."""
    sequencer = group.add("reader0")  # the most senior member is the sequencer after every view change
    if not group.until(lambda: bool(sequencer.last("started")), 10):
        return ["the first member never started"]
    names = [f"writer{n}" for n in range(_WRITERS)] + [f"reader{n}" for n in range(1, _READERS - 1)]
    for name in names:
        group.add(name)
    if not group.until(lambda: all(member.last("started") for member in group.living()), 15):
        return ["not all members started"]
    writers = [group.members[f"writer{n}"] for n in range(_WRITERS)]
    for writer in writers:
        writer.send("write")
    time.sleep(0.3 + choose.random() * 0.3)
    frozen = group.members[f"reader{_READERS - 2}"]
    frozen.signal(signal.SIGSTOP)
    thawed_at = time.monotonic() + _FROZEN
    late: list[MemberProcess] = []
    acts: list[Callable[[], object]] = [
        lambda: choose.choice(writers).kill(),
        sequencer.kill,
        lambda: late.append(group.add(f"reader{_READERS - 1}")),
    ]
    choose.shuffle(acts)
    for act in acts:
        act()
        time.sleep(choose.choice((0.0, 0.05, 0.5, 1.0)) * choose.random())
    time.sleep(max(0.0, thawed_at - time.monotonic()))
    frozen.signal(signal.SIGCONT)
    time.sleep(0.5)
    for writer in writers:
        writer.send("stop")
    if not group.until(group.settled, 20, ask=True):
        return ["the states did not become equal", *group.describe()]
    return []


def _check(group: ProcessGroup, problems: list[str]) -> dict[str, Any]:
    report = group.check(_CHECKS)
    final = next((member.report for member in group.living() if member.report is not None), None)
    violations = [*problems, *map(str, report.violations)]
    return {
        "holds": not violations,
        "messages": final.messages if final else 0,
        "accepted": group.accepted(),
        "hash": final.digest if final else "",
        "survivors": [member.name for member in group.living()],
        "violations": violations,
    }
