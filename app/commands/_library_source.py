# SPDX-License-Identifier: BSD-3-Clause
"""References whose objects come from a packed library, for people who do not have its code."""

from __future__ import annotations

from app.runtime import references as refs
from app.runtime.library import digest_of
from app.runtime.library.archive_reader import MAX_ARCHIVE, open_archive
from app.runtime.library.download import fetch


async def from_library(reference: refs.Reference, url: str) -> tuple[refs.Reference, list[str]]:
    """The reference with the objects of the library at a URL taken from there, and their names."""
    data = await fetch(url, MAX_ARCHIVE, _allow)
    entries = {(int(each.id, 16), each.version): each for each in open_archive(data).manifest.offer.entries}
    source = refs.Parameterized(
        refs.Primitive(refs.LIBRARY_ID, name="Library"),
        (("URL", refs.ValueArgument(url)), ("digest", refs.ValueArgument(digest_of(data)))),
    )
    found: dict[str, None] = {}

    def changed(part: refs.Reference) -> refs.Reference:
        entry = entries.get((part.id, part.version)) if isinstance(part, refs.Primitive) else None
        if entry is None:
            return refs.with_children(part, changed)
        found[entry.name] = None
        return refs.External(entry.name, entry.type, source)

    return changed(reference), [*found]


async def _allow(_host: str) -> None:
    """The user has given the URL."""
