# SPDX-License-Identifier: BSD-3-Clause
"""The help pages: those of the documentation that are for people, and the pages of the objects. No Qt in this file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import app

ROOT = Path(app.__file__).resolve().parent.parent
_FIRST = "docs/using.md"
_DOCS = ("docs/first-two-minutes.md", "docs/dashboards.md", "docs/space.md", "docs/spark.md")
_LAST = ("docs/commands.md", "docs/tutorial.md", "docs/glossary.md")
_LARGEST_PAGE = 500_000
_EXCERPT = 160
_MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*`|#]+|^-{3,}$", re.MULTILINE)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class HelpPage:
    """One page; `text` is its Markdown."""

    path: Path
    title: str
    text: str

    @property
    def plain(self) -> str:
        """The words of the page without markup."""
        return _SPACE.sub(" ", _MARKUP.sub(lambda found: f" {found[1] or ''} ", self.text)).strip()


@dataclass(frozen=True)
class Found:
    """A page that a search has found, with the words around the first place."""

    page: HelpPage
    excerpt: str


def load_pages(language: str = "", root: Path = ROOT) -> list[HelpPage]:
    """All pages that are there, the most general first; in the language where a page has it."""
    objects = sorted((root / "objects_library").glob("*/*/README.md"))
    general, special = [root / name for name in (_FIRST, *_DOCS)], [root / name for name in _LAST]
    return [
        *_read_all(_in_language(path, language) for path in general),
        *sorted(_read_all(objects), key=lambda page: page.title.casefold()),
        *_read_all(_in_language(path, language) for path in special),
    ]


def search(pages: Iterable[HelpPage], words: str) -> list[Found]:
    """The pages that have all the words; titles count most, then how often the words occur."""
    wanted = words.casefold().split()
    ranked = []
    for number, page in enumerate(pages):
        title, text = page.title.casefold(), page.plain.casefold()
        if all(word in text for word in wanted):
            in_title = sum(word in title for word in wanted)
            often = sum(text.count(word) for word in wanted)
            ranked.append((-in_title, -often, number, Found(page, _excerpt(page.plain, wanted))))
    return [found for *_, found in sorted(ranked, key=lambda each: each[:3])]


def _excerpt(text: str, wanted: Sequence[str]) -> str:
    folded = text.casefold()
    places = [at for word in wanted if (at := folded.find(word)) >= 0]
    start = max(0, min(places, default=0) - _EXCERPT // 4)
    if start:
        start = text.find(" ", start) + 1
    end = start + _EXCERPT
    return ("… " if start else "") + text[start:end].strip() + (" …" if end < len(text) else "")


def _in_language(path: Path, language: str) -> Path:
    translated = path.with_name(f"{path.stem}-{language}.md")
    return translated if language and translated.exists() else path


def _read_all(paths: Iterable[Path]) -> list[HelpPage]:
    return [page for path in paths if (page := _read(path)) is not None]


def _read(path: Path) -> HelpPage | None:
    try:
        if path.stat().st_size > _LARGEST_PAGE:
            return None
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    title = next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), path.stem)
    return HelpPage(path, title, text)
