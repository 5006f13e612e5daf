# SPDX-License-Identifier: BSD-3-Clause
"""The documentation leads somewhere: links resolve, pages are in the index, commands exist."""

import re
from pathlib import Path

import pytest

from app.cli import command_names

ROOT = Path(__file__).resolve().parent.parent.parent
_PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)|<(?:img|a)\b[^>]*?(?:src|href)=\"([^\"]+)\"")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def _links(page: Path) -> list[str]:
    prose = _CODE.sub("", _FENCE.sub("", page.read_text(encoding="utf-8")))
    return [first or second for first, second in _LINK.findall(prose)]


def _anchors(page: Path) -> set[str]:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+\s+(.*?)\s*$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", _PAGES, ids=_name)
def test_links_resolve(page: Path) -> None:
    broken = []
    for link in _links(page):
        if re.match(r"https?:|mailto:", link):
            continue
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in _anchors(file)):
            broken.append(link)
    assert not broken


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in _links(index)}
    pages = {page for page in (ROOT / "docs").rglob("*.md") if page != index}
    assert not {_name(page) for page in pages - linked}


def test_commands_in_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?m)^(?:liveobjects|\./run) ([a-z]+)\b", text))
    assert named <= {*command_names(), "docs"}  # `./run docs` is a word of the installer


def test_every_dependency_has_its_reason() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = re.findall(r'(?m)^    "([A-Za-z][\w-]*)(?:>=|==)', project)
    assert len(wanted) > 10
    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").lower()
    assert not [name for name in wanted if name.lower() not in reasons]


@pytest.mark.parametrize("page", _PAGES, ids=_name)
def test_prose_lines_are_short(page: Path) -> None:
    text = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), page.read_text(encoding="utf-8"))
    long = {number: line for number, line in enumerate(text.splitlines(), start=1) if len(line) > 120}
    assert not [number for number, line in long.items() if not line.lstrip().startswith("|")]
