# SPDX-License-Identifier: BSD-3-Clause
"""Power cuts: whatever is left of the disk, everything that was acknowledged as durable is there.

A writer appends to a real log, or keeps documents, and is killed; its file operations were recorded. For each cut a
disk is made as the power might have left it at some moment, and opened again. Exit 1 when something acknowledged is
not there, or something is there that was not written.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bench._power.disk import Disk, PowerCut
from bench._power.document_durability import DocumentPromise, broken_document_promises
from bench._power.durability import DurabilityPromise, broken_promises
from bench._power.recorder import Step, build_recorder, read_recording, start_recorded

_CUTS_OF_A_RECORDING = 10
_LIVES = 2
_DISK = "disk"


class _Subject(NamedTuple):
    """What is written: the program that does it, what it is promised, and the check."""

    writer: str
    promise: Callable[[], Any]
    broken: Callable[[Path, Any], Coroutine[Any, Any, list[str]]]


_SUBJECTS = {
    "log": _Subject("bench._power.writer", DurabilityPromise, broken_promises),
    "documents": _Subject("bench._power.document_writer", DocumentPromise, broken_document_promises),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench power-cut --cuts 200"
    parser.add_argument("--cuts", type=int, default=200, help="how many cuts, one seed each (default 200)")
    parser.add_argument("--of", choices=list(_SUBJECTS), default="log", help="what is written (default: log)")
    parser.add_argument("--start", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument(
        "--lies",
        choices=["files", "directories"],
        default="",
        help="a disk that answers these syncs without doing them, to see that it is noticed",
    )
    parser.add_argument("--keep", type=Path, help="keep recordings and disks of violations in this directory")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each cut")


@dataclass
class _Life:
    """One run of the writer: the disk before it, its operations, and the disk after it was killed."""

    start: Path
    steps: list[Step]
    end: Path
    promise: Any
    """The promise before this run."""
    subject: _Subject
    failure: str
    """Why it ended by itself, if it did."""


def run(args: argparse.Namespace) -> int:
    began = time.monotonic()
    violations = 0
    total = PowerCut()
    kills = 0
    with tempfile.TemporaryDirectory(prefix="power-cut-") as scratch:
        recorder = build_recorder(Path(scratch))
        for result in _cuts(args, recorder, Path(scratch)):
            kills += result["kind"] == "kill"
            total.lost_steps += result["lost_writes"]
            total.torn_files += result["torn_files"]
            total.lost_names += result["lost_names"]
            if args.json:
                print(json.dumps(result), flush=True)
            if result["violations"]:
                violations += 1
                _report(args, result)
    if not args.json:
        print(
            f"{args.cuts} power cuts and {kills} kills in {time.monotonic() - began:.0f} s: "
            f"{violations} violations ({total.lost_steps} writes and {total.lost_names} names not synced, "
            f"{total.torn_files} files torn)"
        )
    return 1 if violations else 0


def _cuts(args: argparse.Namespace, recorder: Path, scratch: Path) -> Iterator[dict[str, Any]]:
    """The result of each cut, and of each kill before it."""
    seeds = range(args.start, args.start + args.cuts)
    for group in sorted({seed // _CUTS_OF_A_RECORDING for seed in seeds}):
        folder = scratch / str(group)
        folder.mkdir(mode=0o700)
        lives = _record(recorder, folder, group, args.lies, _SUBJECTS[args.of])
        for number, life in enumerate(lives):
            yield _result("kill", group * _CUTS_OF_A_RECORDING, PowerCut(), _after_kill(life))
            for seed in seeds:
                if seed // _CUTS_OF_A_RECORDING == group and seed % _LIVES == number:
                    yield _cut(life, seed, folder, args.keep)
        shutil.rmtree(folder)


def _record(recorder: Path, folder: Path, group: int, lies: str, subject: _Subject) -> list[_Life]:
    """Run the writer, and again on the disk that a power cut has left."""
    chance = random.Random(f"recording {group}")
    directory = folder / _DISK
    directory.mkdir(mode=0o700)
    promise = subject.promise()
    lives = []
    for number in range(_LIVES):
        start = folder / f"start-{number}"
        shutil.copytree(directory, start)
        recording = folder / f"recording-{number}"
        words = [sys.executable, "-m", subject.writer, str(directory), str(group), str(number)]
        writer = start_recorded(recorder, words, directory, recording, lies)
        failure = _kill_after(writer, chance.randint(20, 400))
        end = directory.rename(folder / f"end-{number}")
        lives.append(_Life(start, list(read_recording(recording)), end, promise, subject, failure))
        if failure:
            break
        directory.mkdir(mode=0o700)
        promise, _ = _image(lives[-1], directory, chance)
    return lives


def _kill_after(process: subprocess.Popen[bytes], lines: int) -> str:
    """Kill the writer after so many lines; return why it had ended by itself, if it had."""
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        count = 0
        while count < lines and process.stdout.readline():
            count += 1
        process.send_signal(signal.SIGKILL)
        process.stdout.read()
        errors = process.stderr.read().decode()
        if process.wait() == -signal.SIGKILL:
            return ""
        return f"the writer could not go on: {errors.strip().rpartition(chr(10))[2]}"


def _promised(life: _Life, count: int) -> Any:
    promise = life.promise.copy()
    for step in life.steps[:count]:
        if step.kind == "A":
            for line in step.data.decode().splitlines():
                promise.parse_line(line)
    return promise


def _image(life: _Life, directory: Path, chance: random.Random) -> tuple[Any, PowerCut]:
    """Cut the power at some moment; return the promise until then, and the effects of the cut."""
    count = chance.randint(0, len(life.steps))
    disk = Disk(life.start, named=life.start.with_name(_DISK))
    disk.follow(life.steps[:count])
    return _promised(life, count), disk.image(directory, chance)


def _cut(life: _Life, seed: int, folder: Path, keep: Path | None) -> dict[str, Any]:
    directory = folder / f"cut-{seed}"
    directory.mkdir(mode=0o700)
    promise, cut = _image(life, directory, random.Random(f"cut {seed}"))
    kept = None
    if keep is not None:
        kept = keep / f"cut-{seed}"
        shutil.copytree(directory, kept, dirs_exist_ok=True)
    violations = asyncio.run(life.subject.broken(directory, promise))
    if kept is not None and not violations:
        shutil.rmtree(kept)
    shutil.rmtree(directory)
    return _result("cut", seed, cut, violations)


def _after_kill(life: _Life) -> list[str]:
    """A killed program loses nothing that it wrote, because the system still has it."""
    if life.failure:
        return [life.failure]
    return asyncio.run(life.subject.broken(life.end, _promised(life, len(life.steps))))


def _result(kind: str, seed: int, cut: PowerCut, violations: list[str]) -> dict[str, Any]:
    return {
        "kind": kind,
        "seed": seed,
        "lost_writes": cut.lost_steps,
        "torn_files": cut.torn_files,
        "lost_names": cut.lost_names,
        "violations": violations,
    }


def _report(args: argparse.Namespace, result: dict[str, Any]) -> None:
    for violation in result["violations"]:
        print(f"violation with seed {result['seed']} ({result['kind']}): {violation}", file=sys.stderr)
    lies = f" --of {args.of}" * (args.of != "log") + f" --lies {args.lies}" * bool(args.lies)
    again = f"liveobjects bench power-cut --start {result['seed']} --cuts 1{lies} --keep DIRECTORY"
    print(f"again: {again}", file=sys.stderr)
