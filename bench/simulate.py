# SPDX-License-Identifier: BSD-3-Clause
"""The engine's core on a simulated network: faults from one seed, with checkers inside."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.transport_native import build

PROFILES = ("clean", "lossy", "bursty", "churn", "freeze", "thaw", "partition", "chaos")
ORDERS = ("sender", "view", "total")
_FOLDER = Path(build.__file__).resolve().parent / "simulator"

EXAMPLE = "liveobjects bench simulate --nodes 8 --groups 4 --seeds 100 --profile chaos"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the network's size, its faults, and the seeds."""
    parser.add_argument("--nodes", type=int, default=5, help="nodes in the simulated network (default 5)")
    parser.add_argument("--groups", type=int, default=3, help="groups, overlapping irregularly (default 3)")
    parser.add_argument("--seeds", type=int, default=10, help="how many runs, one seed each (default 10)")
    parser.add_argument("--start", type=int, default=1, help="the first seed (default 1)")
    parser.add_argument("--profile", choices=[*PROFILES, "all"], default="all", help="what goes wrong")
    parser.add_argument("--seconds", type=float, default=3, help="simulated seconds of load per run (default 3)")
    parser.add_argument("--rate", type=float, default=500, help="messages/s in all; 0: as fast as it goes")
    parser.add_argument("--senders", type=int, default=0, help="how many nodes send (default all)")
    parser.add_argument("--size", type=int, default=0, help="bytes of a message (default a mixture)")
    parser.add_argument("--everyone", action="store_true", help="every node in every group")
    parser.add_argument(
        "--order",
        choices=ORDERS,
        default="sender",
        help="what the groups promise: order per sender, virtual synchrony, total order (default sender)",
    )
    parser.add_argument("--sealed", action="store_true", help="encrypted, with identities")
    parser.add_argument("--sanitize", default="", help="build so, for example address,undefined")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each run")


def simulate(options: argparse.Namespace, profile: str) -> Iterator[dict[str, Any]]:
    """Run the seeds of one profile; yield each result."""
    variant = build.Variant(sanitize=options.sanitize)
    program = build.build_program(variant, "simulate", sorted(_FOLDER.glob("*.c")))
    command = [str(program), *_arguments(options, profile, options.start, options.seeds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        done = 0
        for line in process.stdout:
            done += 1
            yield json.loads(line)
        errors = process.stderr.read()
    if done < options.seeds:
        violation = f"the simulator stopped: {errors.strip()[-400:]}"
        yield {"seed": options.start + done, "profile": profile, "violation": violation}


def run(options: argparse.Namespace) -> int:
    """Exit 1, with a line that replays the run, when a promise is violated."""
    profiles = PROFILES if options.profile == "all" else (options.profile,)
    failures = 0
    for profile in profiles:
        runs = 0
        for result in simulate(options, profile):
            runs += 1
            if options.json:
                print(json.dumps(result), flush=True)
            if result["violation"]:
                failures += 1
                _report(options, profile, result)
        if not options.json:
            print(f"{profile}: {runs} runs", flush=True)
    return 1 if failures else 0


def _report(options: argparse.Namespace, profile: str, result: dict[str, Any]) -> None:
    replay = " ".join(_arguments(options, profile, result["seed"], 1))
    print(f"violation with seed {result['seed']}, profile {profile}: {result['violation']}")
    print(f"replay: liveobjects bench simulate {replay}", flush=True)


def _arguments(options: argparse.Namespace, profile: str, start: int, seeds: int) -> list[str]:
    words = ["--nodes", options.nodes, "--groups", options.groups, "--seeds", seeds, "--start", start]
    words += ["--profile", profile, "--seconds", options.seconds, "--rate", options.rate]
    words += ["--senders", options.senders, "--size", options.size]
    words += ["--order", options.order]
    words += ["--everyone"] * options.everyone + ["--sealed"] * options.sealed
    return [str(word) for word in words]
