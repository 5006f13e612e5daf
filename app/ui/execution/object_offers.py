# SPDX-License-Identifier: BSD-3-Clause
"""The palette's entries as objects to add to a running page, those for everyday use first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.ui.composer.model.palette import Entry
    from objects_library.widgets.object_offers import ObjectOffer

_EVERYDAY = (
    "Note", "Checklist", "Chat", "Whiteboard", "Image", "Video", "Map", "Clock", "Shared counter", "Slider",
    "Switch", "Button", "Presence list", "Shared text", "Web link", "File link", "Chart", "Table",
)  # fmt: skip
_GROUPS = ("Shared documents", "Media", "Data and feeds", "My objects", "Desktops")
"""The groups of objects that are seen; all others, such as channels, come last."""


def object_offers(catalogue: Catalogue) -> list[ObjectOffer]:
    """All entries of the palette, in the order in which people look for them."""
    from app.ui.composer.model import palette  # noqa: PLC0415 - slow, and needed only when somebody adds something
    from app.ui.icons import icon_of_file  # noqa: PLC0415 - with Qt
    from app.ui.translations import translated  # noqa: PLC0415 - with Qt
    from objects_library.widgets.object_offers import ObjectOffer  # noqa: PLC0415

    found = sorted(palette.entries(catalogue), key=_rank)
    return [
        ObjectOffer(
            translated(entry.title),
            translated(entry.description),
            f"{entry.title} {entry.group} {translated(entry.group)}",
            entry.make,
            partial(icon_of_file, entry.icon),
        )
        for entry in found
    ]


def _rank(entry: Entry) -> tuple[int, int]:
    everyday = _EVERYDAY.index(entry.title) if entry.title in _EVERYDAY else len(_EVERYDAY)
    group = _GROUPS.index(entry.group) if entry.group in _GROUPS else len(_GROUPS)
    return everyday, group
