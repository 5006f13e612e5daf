# SPDX-License-Identifier: BSD-3-Clause
"""A MkDocs hook that adds the pages outside `docs/` to the site and adapts their links.

In the repository, links are relative to the files themselves, so that they work in any viewer. On the site,
these pages are below `project/` and `objects/`. Links to files that the site does not have become plain text.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROJECT_PAGES = {
    "README.md": "project/readme.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
    "installer/README.md": "project/releasing.md",
}
OBJECT_PAGES = {
    page.relative_to(ROOT).as_posix(): f"objects/{'/'.join(page.parent.parts[-2:])}.md"
    for page in sorted((ROOT / "objects_library").glob("*/*/README.md"))
}
_PAGES = {**PROJECT_PAGES, **OBJECT_PAGES}
_PICTURES = {"app/ui/icons/liveobjects.svg": "pictures/liveobjects.svg"}
_FENCE = re.compile(r"(^ *```.*?^ *```)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the project and of the objects, and the logo."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - only where the documentation is built

    for source, place in {**_PAGES, **_PICTURES}.items():
        files.append(File.generated(config, place, content=(ROOT / source).read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Adapt the links of a page."""
    return adapt_links(markdown, page.file.src_uri)


def adapt_links(markdown: str, place: str) -> str:
    """The text of the page at a place of the site, with links to where their targets are on the site."""
    sources = {site: source for source, site in _PAGES.items()}
    source = sources.get(place, f"docs/{place}")

    def adapted(match: re.Match[str]) -> str:
        image, text, target = match.groups()
        path, mark, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return match.group()
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        there = _PAGES.get(file, file.removeprefix("docs/") if file.startswith("docs/") else "")
        if not there:
            return text
        return f"{image}[{text}]({posixpath.relpath(there, posixpath.dirname(place) or '.')}{mark}{anchor})"

    parts = _FENCE.split(markdown)
    return "".join(part if part.lstrip().startswith("```") else _LINK.sub(adapted, part) for part in parts)
