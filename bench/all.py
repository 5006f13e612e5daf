# SPDX-License-Identifier: BSD-3-Clause
"""Everything that the engine promises, one after another: a table of what is kept, and one JSON file."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench._docs import replace_section, table
from bench._promise import Promise

_REPOSITORY = Path(__file__).resolve().parent.parent
_OWN = "liveobjects,liveobjects-encrypted,liveobjects-shm,liveobjects-c,ref-gso,ref-shm,ref-raw"


@dataclass(frozen=True)
class _Section:
    """One benchmark with its arguments."""

    name: str
    command: tuple[str, ...]
    most_seconds: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench all --runs 5 --output report.json --docs"
    parser.add_argument("--runs", type=int, default=5, help="medians of so many (default 5)")
    parser.add_argument("--peers", default="all", help="other systems: all, none, or names with commas")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the peers' packages")
    parser.add_argument(
        "--only", default="", help="measure these sections anew, with commas; the others stay as in --output"
    )
    parser.add_argument("--output", type=Path, default=_REPOSITORY / "build" / "bench.json", help="the JSON file")
    parser.add_argument("--docs", action="store_true", help="write the table into docs/performance.md")
    parser.add_argument("--list", action="store_true", help="only name the sections")


def run(args: argparse.Namespace) -> int:
    sections = _sections(args)
    wanted = args.only.split(",") if args.only else [section.name for section in sections]
    if unknown := [name for name in wanted if name not in {section.name for section in sections}]:
        print(f"liveobjects: no section is called {unknown[0]!r}; see --list", file=sys.stderr)
        return 2
    if args.list:
        for section in sections:
            print(f"{section.name:<16} liveobjects bench {' '.join(section.command)}")
        return 0
    measured = _measured_before(args.output) if args.only else {}
    for section in [section for section in sections if section.name in wanted]:
        measured[section.name] = _run(section)
        report = {
            "machine": {"processor": _processor(), "cores": os.cpu_count(), "kernel": platform.release()},
            "runs": args.runs,
            "sections": {s.name: measured[s.name] for s in sections if s.name in measured},
        }
        args.output.parent.mkdir(parents=True, exist_ok=True)
        args.output.write_text(json.dumps(report, indent=1))  # partial results survive an interruption
    kept = [measured[section.name] for section in sections if section.name in measured]
    return _conclude(args, [Promise(**promise) for body in kept for promise in body["promises"]])


def _measured_before(output: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(output.read_text())["sections"])
    except (OSError, ValueError, KeyError):
        return {}


def _conclude(args: argparse.Namespace, promises: list[Promise]) -> int:
    broken = [promise for promise in promises if promise.kept is False]
    unknown = [promise for promise in promises if promise.kept is None]
    print(f"\n{len(promises)} promises: {len(broken)} broken, {len(unknown)} not measured")
    for promise in [*broken, *unknown]:
        print(promise.line())
    print(f"all numbers: {args.output}")
    if args.docs:
        verdicts = {True: "kept", False: "**broken**", None: "not measured"}
        rows = [[p.what, p.promise, p.measured, verdicts[p.kept]] for p in promises]
        replace_section("promises of the engine", table(["what", "promise", "measured", ""], rows))
    return 1 if broken else 0


def _sections(args: argparse.Namespace) -> list[_Section]:
    runs, few = ("--runs", str(args.runs)), ("--runs", str(min(args.runs, 3)))
    many = ("--runs", str(3 * args.runs))  # a 99th percentile varies more than a rate
    peers = ("--peers", args.peers, "--python", args.python)
    alone = ("--own", "liveobjects,liveobjects-encrypted")
    throughput = _words("--no-reference --receivers 1,4,8 --seconds 1 --shortlist 2 --check")
    latency = _words("--own liveobjects,liveobjects-shm --no-reference --rate 2000 --seconds 1.5 --check")
    network = _words("--loss 0,0.01,0.05 --bursts --seconds 1 --shortlist 1 --check")
    slow_network = _words("--loss 0.01 --rate 2000 --seconds 2 --check")
    sections = [
        _Section("throughput", ("multicast", "--own", _OWN, *peers, *runs, *throughput), 1200),
        _Section("latency", ("multicast", *peers, *many, *latency, "--shortlist", "2"), 900),
        _Section("groups", ("groups", *runs, "--seconds", "1.5"), 200),
        _Section("network", ("netns", *alone, *peers, *runs, *network), 900),
        _Section("network-latency", ("netns", *alone, *runs, *slow_network), 200),
        _Section("perturbed", ("perturb", "--runs", str(min(args.runs, 2))), 200),
        _Section("frozen", ("perturb", "--freeze", "10"), 120),
        _Section("processes", ("processes", *few), 120),
        _Section("gui", ("gui-feed", *few, "--seconds", "6"), 120),
        _Section("quiet", ("quiet",), 60),
    ]
    if importlib.util.find_spec("bench.scaling") is not None:
        sections.append(_Section("nodes", ("scaling",), 300))
    return sections


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _run(section: _Section) -> dict[str, Any]:
    """Run a section; return its results and promises. A failed section is a broken promise."""
    print(f"\n{section.name}: liveobjects bench {' '.join(section.command)}", flush=True)
    started = time.monotonic()
    code, output, errors = _call(section)
    seconds = round(time.monotonic() - started, 1)
    try:
        body = dict(json.loads(output[output.index("{") :]))
    except ValueError:
        reason = errors.strip().splitlines()[-1:] or [f"it ended with {code}"]
        failed = Promise(f"{section.name} runs", "to the end", reason[0], kept=False)
        print(failed.line(), flush=True)
        return {"error": reason[0], "seconds": seconds, "promises": [asdict(failed)]}
    found = [Promise(**promise) for promise in body.pop("promises", [])]
    if not found:
        found = [Promise(section.name, "all that it checks", f"ended with {code}", code == 0)]
    for promise in found:
        print(promise.line())
    for name, reason in body.get("skipped", {}).items():
        print(f"        {name}: {reason}")
    print(f"        {seconds:.0f} s", flush=True)
    return {**body, "seconds": seconds, "promises": [asdict(promise) for promise in found]}


def _call(section: _Section) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "app", "bench", *section.command, "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=_REPOSITORY)
    try:
        output, errors = process.communicate(timeout=section.most_seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)  # it removes its network namespaces
        try:
            output, errors = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        errors += f"\nit took more than {section.most_seconds:.0f} s"
    return process.returncode, output, errors


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names: Sequence[str] = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
