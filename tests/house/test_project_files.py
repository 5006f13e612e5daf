# SPDX-License-Identifier: BSD-3-Clause
"""The files that people and platforms look for in a public project exist, and say what is true."""

import re
import tomllib
from pathlib import Path

import pytest

from app import __version__
from app.cli import command_names

ROOT = Path(__file__).resolve().parent.parent.parent


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name",
    [
        *("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"),
        *(".editorconfig", ".pre-commit-config.yaml", ".github/PULL_REQUEST_TEMPLATE.md"),
        *(".github/ISSUE_TEMPLATE/bug.yml", ".github/ISSUE_TEMPLATE/feature.yml", "liveobjects/py.typed"),
        *("app/py.typed", "objects_library/py.typed"),  # what `liveobjects` exports is defined there
    ],
)
def test_it_exists(name: str) -> None:
    assert (ROOT / name).is_file()


def test_the_version_has_one_source() -> None:
    project = tomllib.loads(_text("pyproject.toml"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "app.__version__"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)


def test_the_changelog_has_a_section_for_what_comes_next() -> None:
    assert re.search(r"^## Unreleased$", _text("CHANGELOG.md"), re.MULTILINE)


def test_the_workflow_runs_the_tests_that_everyone_runs() -> None:
    workflow = _text(".github/workflows/test.yml")
    assert "run: ./test\n" in workflow
    assert "run: ./run docs\n" in workflow


@pytest.mark.parametrize("what", ["an object", "a channel", "a command", "a packet"])
def test_the_guide_says_how_to_add(what: str) -> None:
    assert f"## Add {what}\n" in _text("CONTRIBUTING.md")


def test_the_guide_names_commands_and_files_that_exist() -> None:
    guide = _text("CONTRIBUTING.md")
    commands = set(re.findall(r"(?:liveobjects|\./run) ([a-z]+)\b", guide))
    assert commands <= {*command_names(), "docs"}
    files = re.findall(r"`((?:app|tests|objects_library|installer|docs)/[\w/.]+\.(?:py|c|h|md))`", guide)
    assert files
    examples = ("NAME", "/x.py", "test_x.py")
    assert not [name for name in files if not any(each in name for each in examples) and not (ROOT / name).exists()]
