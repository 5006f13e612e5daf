# SPDX-License-Identifier: BSD-3-Clause
"""The command line: finds and runs a command, and reports failures on one line."""

import argparse
import difflib
import importlib
import os
import pkgutil
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeAlias, cast

import app.commands
from app import __version__
from app.errors import LiveObjectsError, hint_of

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - has no other name

FAILED = 1
WRONG_USE = 2
UNEXPECTED = 70
INTERRUPTED = 130
BROKEN_PIPE = 141

DEFAULT_COMMAND = "window"


class CommandError(LiveObjectsError):
    """A command cannot do what was asked; the message is shown as one line: what; what to do."""

    def __init__(self, what: str, hint: str = "", exit_code: int = FAILED) -> None:
        super().__init__(what, hint)
        self.exit_code = exit_code


class _Command(Protocol):
    """The interface of a module in app.commands."""

    def add_parser(self, subparsers: Subparsers) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """Reports wrong use on one line instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(message, f"see: {self.prog} --help", WRONG_USE)


def command_names() -> list[str]:
    """Names of all commands, from the modules that exist."""
    modules = (module.name for module in pkgutil.iter_modules(app.commands.__path__))
    return sorted(name.replace("_", "-") for name in modules if not name.startswith("_"))


def build_parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """Make a parser for the named commands; only their modules are imported."""
    parser: argparse.ArgumentParser = Parser(
        prog="liveobjects",
        description="Compose, open and check live objects. With no command, opens the window.",
        epilog="example: liveobjects check liveobject_files/*.liveobject",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for name in names:
        _load(name).add_parser(subparsers)
        subparsers.choices[name].set_defaults(run=_load(name).run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; nothing but bugs leaves a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _run(given)
        sys.stdout.flush()  # flush here, where a closed pipe can still be handled
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence_stdout()
        return BROKEN_PIPE
    except CommandError as error:
        return _report(str(error), error.exit_code)
    except OSError as error:
        return _report(_describe(error), WRONG_USE)
    except Exception as error:  # noqa: BLE001 - the last line of defence: no user is shown a traceback
        return _report_unexpected(error)
    return code


def _run(given: list[str]) -> int:
    names = command_names()
    completed = _with_command(given, names)
    wanted = [completed[0]] if completed[0] in names else names
    try:
        args = build_parser(wanted).parse_args(completed)
        run = cast(Callable[[argparse.Namespace], int], args.run)
        return run(args)
    except SystemExit as end:  # argparse ends --help and --version this way
        return _exit_code(end)


def _with_command(given: list[str], names: list[str]) -> list[str]:
    """Return the arguments with the command spelled out: files and window options mean the window."""
    if not given:
        return [DEFAULT_COMMAND]
    first = given[0]
    if first in names or first in ("-h", "--help", "--version"):
        return given
    if first.startswith("-") or _looks_like_file(first):
        return [DEFAULT_COMMAND, *given]
    similar = difflib.get_close_matches(first, names, n=1)
    hint = f"did you mean {similar[0]}?" if similar else "see: liveobjects --help"
    raise CommandError(f"unknown command {first!r}", hint, WRONG_USE)


def _looks_like_file(argument: str) -> bool:
    return os.sep in argument or argument.endswith(".liveobject") or Path(argument).exists()


def _load(name: str) -> _Command:
    module: Any = importlib.import_module(f"app.commands.{name.replace('-', '_')}")
    return cast(_Command, module)


def _describe(error: OSError) -> str:
    what = error.strerror or str(error)
    if error.filename is None:
        return what
    todo = "; check the path" if isinstance(error, FileNotFoundError) else ""
    return f"{os.fspath(error.filename)}: {what[:1].lower()}{what[1:]}{todo}"


def _report(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(f"liveobjects: {line}", file=sys.stderr)
    return code


def _report_unexpected(error: Exception) -> int:
    """Report an error with a hint as it is; anything else is a bug and is labelled as one."""
    if hint_of(error) is not None:
        return _report(str(error), FAILED)
    if os.environ.get("LIVEOBJECTS_DEBUG"):
        traceback.print_exception(error)
    what = f"{type(error).__name__}: {error}"
    return _report(f"unexpected {what}; set LIVEOBJECTS_DEBUG=1 to see where, and report it", UNEXPECTED)


def _exit_code(end: SystemExit) -> int:
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    return _report(str(end.code), FAILED)


def _silence_stdout() -> None:
    """Redirect stdout to /dev/null, so that flushing at exit does not fail on the closed pipe again."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
