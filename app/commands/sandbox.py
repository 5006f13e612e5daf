# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects sandbox`: test whether foreign code can be confined on this machine."""

import argparse
import subprocess

from app.cli import FAILED, CommandError, Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "sandbox",
        help="whether code from elsewhere can be confined here",
        description="Tries in a process apart what confines the code of libraries from elsewhere, and says "
        "what it is. The program starts its sandboxes with --serve.",
        epilog="example: liveobjects sandbox",
    )
    parser.add_argument("--try", dest="here", action="store_true", help="try it in this very process")
    parser.add_argument("--serve", action="store_true", help="be a sandbox; only the program can use this")


def run(args: argparse.Namespace) -> int:
    """Test the sandbox and print the result; or run as a sandbox."""
    if args.serve:
        from app.runtime.sandbox.child import main  # noqa: PLC0415 - only when asked

        main()
    if args.here:
        from app.runtime.sandbox.probe import probe  # noqa: PLC0415

        print(probe(), flush=True)
        return 0
    from app.runtime.program import own_command  # noqa: PLC0415

    # A confined process cannot write to files, and stdout may be one.
    found = subprocess.run(own_command("sandbox", "--try"), capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise CommandError(found.stderr.strip().removeprefix("liveobjects: "), exit_code=FAILED)
    print(found.stdout.strip())
    return 0
