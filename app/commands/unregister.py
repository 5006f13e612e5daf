"""`liveobjects unregister`: takes back what `register` did."""

import argparse

from app.cli import Subparsers


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    subparsers.add_parser(
        "unregister",
        help="take back what register did",
        description="Removes what `register` told the desktop of this user. Files that people made stay.",
        epilog="example: liveobjects unregister",
    )


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - there is nothing to choose
    """Remove the files of the desktop."""
    from app.filetype import unregister  # noqa: PLC0415 - other commands do without

    removed = unregister()
    print(f"removed {len(removed)} files" if removed else "nothing was registered for this user")
    return 0
