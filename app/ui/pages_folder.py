# SPDX-License-Identifier: BSD-3-Clause
"""The folder of the pages that this user made and stored nowhere else. No Qt in this file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from app.runtime.directories import make_private, pages_directory

if TYPE_CHECKING:
    from app.runtime.references import Document

SUFFIX = ".liveobject"
_LONGEST = 60


def is_own_page(file: Path) -> bool:
    """Whether a file is one of the pages in the folder."""
    return file.absolute().parent == pages_directory().absolute()


def own_pages() -> list[Path]:
    """All pages of the folder, the last changed first."""
    try:
        with os.scandir(pages_directory()) as entries:
            found = [
                (entry.stat().st_mtime, Path(entry.path))
                for entry in entries
                if entry.name.endswith(SUFFIX) and not entry.name.startswith(".") and entry.is_file()
            ]
    except OSError:
        return []
    return [path for _, path in sorted(found, reverse=True)]


def _free_stem(title: str) -> str:
    """A file name for a title, with the first number that no page has if it is taken."""
    used = {path.stem.casefold() for path in own_pages()}
    stem = _stem(title)
    names = (stem if number == 1 else f"{stem} {number}" for number in count(1))
    return next(name for name in names if name.casefold() not in used)


def numbered_title(word: str, taken: Collection[str] = ()) -> str:
    """The word and the first number that neither a page nor `taken` has."""
    used = {path.stem.casefold() for path in own_pages()} | {each.casefold() for each in taken}
    names = (f"{word} {number}" for number in count(1))
    return next(name for name in names if _stem(name).casefold() not in used)


def page_file(title: str) -> Path:
    """Create a file in the folder, named for a title and a number if it is taken; it is an empty page."""
    from app.runtime.references import Composite, Document, write  # noqa: PLC0415 - imported after the window is painted

    folder = make_private(pages_directory())
    while True:
        file = folder / f"{_free_stem(title)}{SUFFIX}"
        try:
            with file.open("xb") as created:  # another program may choose the same name at this moment
                created.write(write(Document(Composite())))
        except FileExistsError:
            continue
        return file


def store_page(document: Document, title: str, sign: Callable[[Document], Document]) -> Path:
    """Write a document as a new page; its title gets a number if another page has it."""
    from app.ui.composer.model.atomic_file import save_document  # noqa: PLC0415 - imported after the window is painted

    file = page_file(title)
    number = file.stem.removeprefix(_stem(title)).strip()
    save_document(file, sign(replace(document, title=f"{title} {number}".strip())))
    return file


def _stem(title: str) -> str:
    """A file name for a title; a title comes from a file and may have any characters."""
    return " ".join(re.sub(r"[^\w\- ]+", " ", title).split())[:_LONGEST].strip() or "Page"
