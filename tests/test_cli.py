# SPDX-License-Identifier: BSD-3-Clause
"""The command line: one-line errors, meaningful exit codes, no traceback."""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from app import cli
from app.cli import CommandError, build_parser, command_names, main

_PROGRAM = [sys.executable, "-P", "-m", "app"]


def _run(*arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*_PROGRAM, *arguments], capture_output=True, text=True, env={**os.environ, **options}, check=False
    )


def _parsers() -> dict[str, argparse.ArgumentParser]:
    parser = build_parser(command_names())
    [action] = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    return dict(action.choices)


def _command(monkeypatch: pytest.MonkeyPatch, name: str, failure: BaseException) -> None:
    """Make a command that fails in a given way."""
    module = ModuleType(f"app.commands.{name}")

    def add_parser(subparsers: cli.Subparsers) -> None:
        subparsers.add_parser(name)

    def run(args: argparse.Namespace) -> int:
        raise failure

    vars(module).update(add_parser=add_parser, run=run)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(cli, "command_names", lambda: [name])


def test_every_command_has_help_with_an_example() -> None:
    parsers = _parsers()
    assert {"window", "doctor", "bench"} <= set(parsers)
    for name, parser in parsers.items():
        text = parser.format_help()
        assert re.search(r"example: .*\bliveobjects\b", text), f"{name} --help lacks an example"
        assert parser.description, f"{name} --help does not say what it does"


@pytest.mark.parametrize("name", command_names())
def test_help_ends_well(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert f"liveobjects {name}" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name in command_names():
        assert f"\n    {name}" in shown


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("liveobjects ")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from app.cli import build_parser, command_names; build_parser(command_names());"
        "print([m for m in ('PySide6', 'lxml', 'qasync', 'nacl', 'msgspec', 'cffi') if m in sys.modules])"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["docter"], "liveobjects: unknown command 'docter'; did you mean doctor?"),
        (["xyzzy"], "liveobjects: unknown command 'xyzzy'; see: liveobjects --help"),
        (["doctor", "--nonsense"], "unrecognized arguments: --nonsense; see: liveobjects"),
        (["no/such/file.liveobject"], "liveobjects: no/such/file.liveobject: no such file; check the path"),
        (["gone.liveobject"], "liveobjects: gone.liveobject: no such file; check the path"),
        (["--size", "wide"], "'wide' is not a size such as 1120x720; see: liveobjects window --help"),
        (["bench", "nonsense"], "liveobjects: unknown benchmark 'nonsense'; see: liveobjects bench"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(
    arguments: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert what in shown.err
    assert len(shown.err.splitlines()) == 1


class _OldLibraryError(Exception):
    what_to_do = "try harder"


@pytest.mark.parametrize(
    ("failure", "code", "line"),
    [
        (CommandError("it is so", "do that"), 1, "liveobjects: it is so; do that"),
        (CommandError("it\nis so", exit_code=7), 7, "liveobjects: it is so"),
        (FileNotFoundError(2, "No such file or directory", "x.y"), 2, "liveobjects: x.y: no such file or directory"),
        (PermissionError(13, "Permission denied", "x.y"), 2, "liveobjects: x.y: permission denied"),
        (OSError("odd"), 2, "liveobjects: odd"),
        (_OldLibraryError("line 3: that; try harder"), 1, "liveobjects: line 3: that; try harder"),
        (ZeroDivisionError("oh"), 70, "liveobjects: unexpected ZeroDivisionError: oh; set LIVEOBJECTS_DEBUG=1"),
        (SystemExit("plain text"), 1, "liveobjects: plain text"),
    ],
)
def test_failures_are_one_line(
    failure: BaseException, code: int, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LIVEOBJECTS_DEBUG", raising=False)
    _command(monkeypatch, "failing", failure)
    assert main(["failing"]) == code
    [shown] = capsys.readouterr().err.splitlines()
    assert shown.startswith(line)


def test_debugging_shows_where(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LIVEOBJECTS_DEBUG", "1")
    _command(monkeypatch, "failing", ZeroDivisionError("oh"))
    assert main(["failing"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_interruption_inside_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _command(monkeypatch, "slow", KeyboardInterrupt())
    assert main(["slow"]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_is_no_error(unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        finished = subprocess.run(
            [*_PROGRAM, "bench"],
            stdout=writer,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert finished.returncode == 141
    assert finished.stderr == ""


def test_ctrl_c_ends_the_window_with_130_and_no_traceback(tmp_path: Path) -> None:
    ready, announce = os.pipe()
    process = subprocess.Popen(
        [*_PROGRAM, "window", "--ready-descriptor", str(announce)],
        pass_fds=[announce],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(announce)
    with os.fdopen(ready) as line:
        assert line.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    _, shown = process.communicate(timeout=30)
    assert process.returncode == 130
    assert shown == ""


def test_a_folder_named_app_where_the_user_is_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__main__.py").write_text("raise SystemExit(99)", encoding="utf-8")
    finished = subprocess.run([*_PROGRAM, "--version"], cwd=tmp_path, capture_output=True, check=False)
    assert finished.returncode == 0


def test_help_is_fast() -> None:
    """A coarse bound that holds on a busy machine; `liveobjects bench startup` measures."""
    started = time.monotonic()
    assert _run("--help").returncode == 0
    assert time.monotonic() - started < 5
