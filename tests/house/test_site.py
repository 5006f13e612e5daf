# SPDX-License-Identifier: BSD-3-Clause
"""The documentation site has every page, every public name, and the right links."""

import importlib
import re
from pathlib import Path

import pytest

from installer.site_links import PROJECT_PAGES, adapt_links

ROOT = Path(__file__).resolve().parent.parent.parent
_SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(r"^ +- (?:[^:\n]+: )?([\w/-]+\.md)$", _SETTINGS, re.MULTILINE)
    pages = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted({*pages, *PROJECT_PAGES.values()})


def test_every_public_name_is_in_the_reference() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    shown = set(re.findall(r"^::: liveobjects\.(\w+)$", text, re.MULTILINE))
    modules = {"spark", "testing", "views"}
    public = set(importlib.import_module("liveobjects").__all__) - {"__version__"}
    assert shown == public | modules
    assert "`liveobjects.__version__`" in text


@pytest.mark.parametrize(
    ("place", "text", "adapted"),
    [
        ("types.md", "[a](library.md#trust)", "[a](library.md#trust)"),
        ("types.md", "[a](../CHANGELOG.md)", "[a](project/changelog.md)"),
        ("api/README.md", "[a](../../CHANGELOG.md)", "[a](../project/changelog.md)"),
        ("types.md", "[the code](../app/cli.py)", "the code"),
        ("project/readme.md", "![a](docs/pictures/window.png)", "![a](../pictures/window.png)"),
        ("project/releasing.md", "[a](../docs/set-up.md)", "[a](../set-up.md)"),
        ("types.md", "[a](https://example.org/x.md) [b](#here)", "[a](https://example.org/x.md) [b](#here)"),
        ("types.md", "```\n[a](../CHANGELOG.md)\n```\n", "```\n[a](../CHANGELOG.md)\n```\n"),
    ],
)
def test_links_lead_to_pages_of_the_site(place: str, text: str, adapted: str) -> None:
    assert adapt_links(text, place) == adapted
