# SPDX-License-Identifier: BSD-3-Clause
"""The commands that README, tutorial, first-two-minutes and `--help` show, and a desk to run them at."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import IO

from app.cli import build_parser, command_names, main

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "docs/tutorial.md", "docs/first-two-minutes.md")
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SHELLS = ("", "sh", "bash", "console")
_PROGRAMS = ("./run", "./test", "liveobjects", "python")
PROGRAM = (sys.executable, "-m", "app")
_SECONDS = 100


def of_page(page: str) -> list[str]:
    """The commands in the code blocks of a page, in their order, without comments; `./run` is `liveobjects`."""
    return commands_in(page_text(page))


def page_text(page: str) -> str:
    """A page as it is written."""
    return (ROOT / page).read_text(encoding="utf-8")


def commands_in(text: str) -> list[str]:
    """The commands in the code blocks of a text."""
    blocks = [block for language, block in _BLOCK.findall(text) if language in _SHELLS]
    lines = [line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines()]
    shown = [re.sub(r"\s+# .*", "", line) for line in lines if line.split(" ")[0] in _PROGRAMS]
    return [re.sub(r"^\./run\b", "liveobjects", line) for line in shown]


def of_help() -> list[str]:
    """The examples of the program and of all its commands and actions, each once."""
    examples = (parser.epilog or "" for parser in _parsers(build_parser(command_names())))
    return list(dict.fromkeys(each.removeprefix("example: ") for each in examples if each.startswith("example: ")))


def parsers_without_example() -> list[str]:
    """The commands whose help has no example."""
    parsers = _parsers(build_parser(command_names()))
    top = [parser for parser in parsers if parser.prog.count(" ") <= 1]
    return [parser.prog for parser in top if not re.match("example: .*liveobjects ", parser.epilog or "")]


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:  # argparse has no other way to list them
        if isinstance(action, argparse._SubParsersAction):
            for inner in dict.fromkeys(action.choices.values()):
                yield from _parsers(inner)


class Desk:
    """A folder with the gallery, and a process environment; commands run here as they are written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "liveobject_files").symlink_to(ROOT / "liveobject_files")
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}

    def on_another_computer(self, home: Path) -> Desk:
        """The same folder, as another user sees it who has received its files."""
        other = copy(self)
        other._environment = {**self._environment, "LIVEOBJECTS_HOME": str(home)}
        return other

    def words(self, command: str, **names: str) -> list[str]:
        """The arguments of a command of the program, as a shell would pass them on."""
        program, *rest = shlex.split(command)
        assert program == "liveobjects", command
        for name, value in names.items():
            rest = [word.replace(name, value) for word in rest]
        return [found for word in rest for found in self._expanded(word)]

    def run(self, command: str, **names: str) -> tuple[int, str]:
        """Run a command in this process; returns the exit code and what it prints."""
        printed = io.StringIO()
        streams = contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed)
        with streams[0], streams[1], contextlib.chdir(self.folder):
            code = main(self.words(command, **names))
        return code, printed.getvalue()

    def run_apart(self, command: Sequence[str], given: str = "") -> tuple[int, str]:
        """Run a program in a process of its own; returns the exit code and what it prints."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=_SECONDS,
        )
        return done.returncode, done.stdout + done.stderr

    @contextlib.contextmanager
    def serve(self, command: str, ready: str) -> Iterator[IO[str]]:
        """Run a command that does not end by itself; yields its output after the line with `ready`.

        At the end it is interrupted as by Ctrl-C, and must end well.
        """
        with subprocess.Popen(
            [*PROGRAM, *self.words(command)],
            cwd=self.folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            try:
                wait_for_line(process.stdout, ready)
                yield process.stdout
                process.send_signal(signal.SIGINT)
                rest = process.communicate(timeout=_SECONDS)[0]
                assert process.returncode == 0, f"{command}: {rest}"
            finally:
                process.kill()

    def _expanded(self, word: str) -> list[str]:
        if "*" not in word:
            return [word]
        found = sorted(str(path.relative_to(self.folder)) for path in self.folder.glob(word))
        assert found, f"{word} stands for nothing"
        return found


def wait_for_line(output: IO[str], wanted: str) -> None:
    """Read lines until one has the wanted text; a process that ends before is a failure."""
    seen = []
    for line in output:
        if wanted in line:
            return
        seen.append(line)
    raise AssertionError(f"no line has {wanted!r}: {''.join(seen)}")
