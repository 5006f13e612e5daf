"""ruff, mypy and the import contracts as items of a test run, so that its closing line counts them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

_IMPORT_CONTRACTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
_COMMANDS = {
    "ruff": ["-m", "ruff", "check", "--no-fix"],
    "mypy": ["-m", "mypy"],
    "import contracts": ["-c", _IMPORT_CONTRACTS],
}


class StaticCheckError(Exception):
    """The tool's own words."""


class StaticCheck(pytest.Item):
    """One tool over the whole project."""

    command: list[str]

    def runtest(self) -> None:
        """Fail with what the tool printed."""
        finished = subprocess.run(
            [sys.executable, *self.command], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if finished.returncode != 0:
            raise StaticCheckError(finished.stdout + finished.stderr)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, None, str]:
        return ROOT / "pyproject.toml", None, self.name


def static_checks(session: pytest.Session) -> list[pytest.Item]:
    """The checks, in the order in which they are worth knowing."""
    items: list[pytest.Item] = []
    for name, command in _COMMANDS.items():
        item: StaticCheck = StaticCheck.from_parent(session, name=name, nodeid=f"checks::{name}")
        item.command = command
        items.append(item)
    return items
