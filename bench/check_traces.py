# SPDX-License-Identifier: BSD-3-Clause
"""Traces of real processes: proves order, agreement, exact cuts and durability, or shows what denies it.

The format of the traces is described in bench/_checkers/trace.py. Exit 1 when a promise is broken.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bench._checkers import CHECKS, check_traces
from bench._checkers.trace import TraceError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench check-traces artifacts/churn/*.jsonl"
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a trace, JSON lines")
    parser.add_argument("--checks", default=",".join(CHECKS), help="which, with commas (default all)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    try:
        report = check_traces(args.files, args.checks.split(","))
    except (TraceError, ValueError, OSError) as error:
        print(f"liveobjects: {error}", file=sys.stderr)
        return 2
    if args.json:
        violations = [str(violation) for violation in report.violations]
        print(json.dumps({"events": report.events, "broken": report.counts, "violations": violations}))
    else:
        for violation in report.violations:
            print(violation)
        print(f"{report.events} events: {sum(report.counts.values())} violations")
    return 0 if report.holds else 1
