# SPDX-License-Identifier: BSD-3-Clause
"""Writes measurements into the documentation, between two comments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

PERFORMANCE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines)


def replace_section(name: str, text: str, path: Path = PERFORMANCE) -> None:
    """Replace the text between `<!-- name -->` and `<!-- end of name -->`, which must exist."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    page = path.read_text()
    if page.count(begin) != 1 or page.count(end) != 1:
        raise ValueError(f"{path.name} needs the lines {begin} and {end}, once each")
    before, _, rest = page.partition(begin)
    after = rest.partition(end)[2]
    path.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}")
