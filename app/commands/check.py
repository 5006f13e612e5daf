# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects check FILE…`: static type check, without running anything."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from app.cli import FAILED, Subparsers

if TYPE_CHECKING:
    from app.runtime.references import Checker, LiveObjectFileError, Problem

UNREADABLE = 2


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "check",
        help="check the types of live objects without running them",
        description="Checks every wire, argument, cast and folder of the files. Ends with 0 when all is "
        "right, with 1 and every reason on a line of its own when something is wrong, and with 2 when a file "
        "cannot be read.",
        epilog="example: liveobjects check liveobject_files/*.liveobject",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .liveobject file")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Check the files, one after the other."""
    from app.runtime.activation import Registry  # noqa: PLC0415 - only when asked
    from app.runtime.references import Checker  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    checker = Checker(installed_catalogue(), registry=Registry().get)
    results = [_check(checker, file) for file in args.files]
    if args.json:
        print(json.dumps({"files": results}, indent=1, ensure_ascii=False))
    else:
        for result in results:
            _print(result)
    if any(result["error"] for result in results):
        return UNREADABLE
    return FAILED if any(result["problems"] for result in results) else 0


def _check(checker: Checker, file: str) -> dict[str, Any]:
    from app.runtime.references import LiveObjectFileError  # noqa: PLC0415
    from app.runtime.trust import read_document  # noqa: PLC0415

    result: dict[str, Any] = {"file": file, "ok": False, "error": None, "problems": []}
    try:
        document = read_document(file)
    except LiveObjectFileError as error:
        result["error"] = {"line": error.line, "what": error.what, "what_to_do": error.hint}
        result["message"] = str(error)
        result["schema"] = _schema_violations(file, error)
    else:
        result["problems"] = [problem_as_json(problem) for problem in checker.check(document)]
        result["ok"] = not result["problems"]
    return result


def _schema_violations(file: str, error: LiveObjectFileError) -> list[dict[str, Any]]:
    """Return all schema violations of a file whose XML could be read."""
    from app.runtime.references.file_io import read_bytes  # noqa: PLC0415
    from app.runtime.references.schema import schema_violations  # noqa: PLC0415

    return [] if error.line is None else [each._asdict() for each in schema_violations(read_bytes(file))]


def problem_as_json(problem: Problem) -> dict[str, Any]:
    """Return a problem as a JSON value."""
    from app.runtime.references.names import format_path  # noqa: PLC0415

    return {
        "path": format_path(problem.path),
        "line": problem.line,
        "kind": problem.kind,
        "message": problem.message,
        "adapters": [{"id": offer.id, "name": offer.name, "mends_all": offer.mends_all} for offer in problem.offers],
    }


def _print(result: dict[str, Any]) -> None:
    if result["error"]:
        print(f"liveobjects: {result['message']}", file=sys.stderr)
        for violation in result["schema"]:
            print(f"{result['file']}:{violation['line']}: schema: {violation['message']}", file=sys.stderr)
    for problem in result["problems"]:
        names = " or ".join(adapter["name"] for adapter in problem["adapters"])
        help_for_it = f" (put between them: {names})" if names else ""
        print(f"{result['file']}:{problem['line']}: {problem['message']}{help_for_it}")
    if result["ok"]:
        print(f"{result['file']}: ok")
