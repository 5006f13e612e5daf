# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects doctor`: report what works on this machine, with hints about the rest."""

import argparse
import json

from app.cli import FAILED, Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "doctor",
        help="what works on this machine and what to do about the rest",
        description="Tries everything the program needs or can use on this machine. "
        "Ends with 0 when all that is required works, with 1 otherwise.",
        epilog="example: liveobjects doctor --json",
    )
    parser.add_argument("--json", action="store_true", help="for machines")
    probes = ("window", "opengl", "engine", "objects", "java", "spark")
    parser.add_argument("--probe", choices=probes, help="try one thing in this very process")


def run(args: argparse.Namespace) -> int:
    """Run all checks and print the findings."""
    if args.probe is not None:
        from app.doctor.probes import PROBES  # noqa: PLC0415

        print(PROBES[args.probe]())
        return 0
    from app.doctor import examine  # noqa: PLC0415 - only when asked

    findings = examine()
    well = all(finding.works for finding in findings if finding.required)
    if args.json:
        print(json.dumps({"well": well, "findings": [finding.as_json() for finding in findings]}, indent=1))
        return 0 if well else FAILED
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        mark = "ok " if finding.works else "NOT" if finding.required else " - "
        print(f"{mark}  {finding.name:<{width}}  {finding.detail}")
        if finding.hint:
            print(f"{'':<{width + 7}}→ {finding.hint}")
    print("All that is required works." if well else "Something that is required does not work, see NOT above.")
    return 0 if well else FAILED
