# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects convert FILE -o FILE`: convert a file of the original platform to ours."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import TYPE_CHECKING

from app.cli import CommandError, Subparsers

if TYPE_CHECKING:
    from app.runtime.references.original import Conversion

UNREADABLE = 2


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "convert",
        help="turn a file of the original platform into one of ours",
        description="Converts a file of the original Live Distributed Objects platform and says what each "
        "part became. Components that nobody offers here stay as placeholders with their original id and "
        "name. Ends with 2 when the file cannot be converted.",
        epilog="example: liveobjects convert Text.liveobject -o text.liveobject",
    )
    parser.add_argument("file", metavar="FILE", help="a .liveobject file of the original platform")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="where to write the result")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Convert the file, write the result and report each part."""
    from app.runtime.references import LiveObjectFileError, write  # noqa: PLC0415 - only when asked
    from app.runtime.references.file_io import read_bytes, replace_file  # noqa: PLC0415
    from app.runtime.references.original import convert  # noqa: PLC0415

    try:
        data = read_bytes(args.file)
    except LiveObjectFileError as error:
        raise CommandError(str(error), exit_code=UNREADABLE) from None
    try:
        conversion = convert(data)
        result = write(conversion.document)
    except LiveObjectFileError as error:
        raise CommandError(str(error.in_file(args.file)), exit_code=UNREADABLE) from None
    replace_file(args.output, result)
    if args.json:
        print(_as_json(conversion))
    else:
        _print(conversion, args.output)
    return 0


def _as_json(conversion: Conversion) -> str:
    from app.runtime.references.names import format_path  # noqa: PLC0415

    parts = [
        {
            "path": format_path(part.path),
            "line": part.line,
            "was": part.was,
            "became": part.became,
            "outcome": part.outcome,
        }
        for part in conversion.parts
    ]
    return json.dumps({"title": conversion.document.title, "parts": parts}, indent=1, ensure_ascii=False)


def _print(conversion: Conversion, output: str) -> None:
    for part in conversion.parts:
        print(f"line {part.line}: {part.was} became {part.became}")
    counts = Counter(part.outcome for part in conversion.parts)
    words = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    print(f"{output}: written ({words})")
