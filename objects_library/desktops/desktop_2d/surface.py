# SPDX-License-Identifier: BSD-3-Clause
"""The replicated items of a 2D desktop, and their limits."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from app.runtime.references import Reference
from objects_library.replication.desktop.items import LARGEST_IN_ALL, MOST, Item, Patch, wrong_item, wrong_patch
from objects_library.replication.desktop.state import ReplicatedItems


class Surface(ReplicatedItems[Item, Patch]):
    """The replicated items of a 2D desktop."""

    most = MOST
    heaviest = LARGEST_IN_ALL
    fields = ("place", "layer", "group", "locked", "title", "text")

    def new_patch(self, item: UUID, **changed: Any) -> Patch:
        """Make a patch of one item."""
        return Patch(item, **changed)

    def wrong_item(self, item: Item) -> str:
        """What is wrong with a new item; empty if nothing is."""
        return wrong_item(item)

    def wrong_patch(self, patch: Patch) -> str:
        """What is wrong with a patch; empty if nothing is."""
        return wrong_patch(patch)

    def unfit(self, item: Item, patch: Patch) -> str:  # noqa: ARG002 - every patch fits every thing
        """Why a patch does not fit this item; always empty."""
        return ""

    def weight(self, item: Item) -> int:
        """The size of its picture, file or text in bytes."""
        return len(item.data) + len(item.text)

    def references(self, item: Item | Patch) -> list[Reference]:
        """The reference of a live object."""
        return item.reference if isinstance(item, Item) else []


def patched(item: Item, patch: Patch) -> Item:
    """The item with the fields of the patch."""
    return Surface.patched(item, patch)
