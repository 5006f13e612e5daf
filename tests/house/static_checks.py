# SPDX-License-Identifier: BSD-3-Clause
"""ruff, mypy and the import contracts as items of a test run, so that its closing line counts them."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

_IMPORT_CONTRACTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
_COMMANDS = {
    "ruff": ["-m", "ruff", "check", "--no-fix"],
    "ruff format": ["-m", "ruff", "format", "--check"],
    "mypy": ["-m", "mypy"],
    "import contracts": ["-c", _IMPORT_CONTRACTS],
}
_OUTPUT = "static check output"


class StaticCheckError(Exception):
    """A static check failed; the text is the output of the tool."""


class StaticCheck(pytest.Item):
    """One tool over the whole project."""

    command: list[str]

    def runtest(self) -> None:
        """Fail with the output of the tool; the lines about import contracts are kept also on success."""
        finished = subprocess.run(
            [sys.executable, *self.command], cwd=ROOT, capture_output=True, text=True, check=False
        )
        for line in finished.stdout.splitlines():
            if " KEPT" in line or " BROKEN" in line or line.startswith("Contracts:"):
                self.user_properties.append((_OUTPUT, line))
        if finished.returncode != 0:
            raise StaticCheckError(finished.stdout + finished.stderr)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, None, str]:
        return ROOT / "pyproject.toml", None, self.name


class CheckOutput:
    """Prints the import contracts in the summary of a run."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self._lines += [str(line) for name, line in report.user_properties if name == _OUTPUT]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._lines:
            terminalreporter.section("import contracts")
            for line in self._lines:
                terminalreporter.write_line(line)


def static_checks(session: pytest.Session) -> Iterable[pytest.Item]:
    """The checks, the fastest first; each counts as a file, so that workers share them."""
    for name, command in _COMMANDS.items():
        item: StaticCheck = StaticCheck.from_parent(session, name=name, nodeid=f"checks/{name}::{name}")
        item.command = command
        yield item
