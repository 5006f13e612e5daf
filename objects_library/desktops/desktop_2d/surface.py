"""The desktop as all copies agree on it: a state machine without I/O."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from app.runtime.references import canonical_form
from objects_library.desktops.desktop_2d.items import (
    LARGEST_IN_ALL,
    LARGEST_REFERENCE,
    MOST,
    Item,
    Patch,
    wrong_item,
    wrong_patch,
)
from objects_library.variables.replica import RefusedChangeError


class Done(NamedTuple):
    """What became of a change: only what is other than before."""

    put: list[Item]
    patches: list[Patch]
    removed: list[UUID]

    @property
    def items(self) -> set[UUID]:
        """What it is about."""
        return {each.item for each in self.put} | {each.item for each in self.patches} | set(self.removed)


class Surface:
    """Things by name. What is locked stays as it is until somebody unlocks it."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self.items: dict[UUID, Item] = {}
        self._bytes = 0
        for item in items:
            if len(self.items) < MOST and not self._objection(item):
                self._put(item)

    def apply(self, wanted: list[Item], changes: list[Patch], unwanted: list[UUID]) -> Done:
        """Make a change; parts that make no sense any more are left out, and without any it is refused."""
        problem = ""
        put: list[Item] = []
        patches: list[Patch] = []
        removed: list[UUID] = []
        for item in wanted:
            if objection := self._objection(item):
                problem = objection
                continue
            self._put(item)
            put.append(item)
        for patch in changes:
            known = self.items.get(patch.item)
            if objection := wrong_patch(patch) or _hindrance(known, patch):
                problem = objection
                continue
            assert known is not None
            self.items[patch.item] = patched(known, patch)
            patches.append(patch)
        for name in unwanted:
            known = self.items.get(name)
            if objection := _hindrance(known, None):
                problem = objection
                continue
            gone = self.items.pop(name)
            self._bytes -= _weight(gone)
            removed.append(name)
        if not (put or patches or removed):
            raise RefusedChangeError(problem or "nothing is to be changed")
        return Done(put, patches, removed)

    def top(self) -> int:
        """The highest layer in use."""
        return max((each.layer for each in self.items.values()), default=0)

    def bottom(self) -> int:
        """The lowest layer in use."""
        return min((each.layer for each in self.items.values()), default=0)

    def _objection(self, item: Item) -> str:
        if problem := wrong_item(item):
            return problem
        if item.item in self.items:
            return "it lies there already"
        if len(self.items) >= MOST:
            return f"the desktop holds {MOST:,} things already"
        if item.reference and len(canonical_form(item.reference[0])) > LARGEST_REFERENCE:
            return f"a reference has at most {LARGEST_REFERENCE // 1024} KiB"
        if self._bytes + _weight(item) > LARGEST_IN_ALL:
            return f"pictures and files have {LARGEST_IN_ALL // 2**20} MB together at most"
        return ""

    def _put(self, item: Item) -> None:
        self.items[item.item] = item
        self._bytes += _weight(item)


def patched(item: Item, patch: Patch) -> Item:
    """The item with what is other."""
    told = {name: getattr(patch, name) for name in FIELDS}
    return replace(item, **{name: value for name, value in told.items() if value is not None})


FIELDS = ("place", "layer", "group", "locked", "title", "text")
"""What a patch can change."""


def _hindrance(item: Item | None, patch: Patch | None) -> str:
    if item is None:
        return "it is not there any more"
    if item.locked and (patch is None or patch.locked is not False):
        return "it is locked"
    return ""


def _weight(item: Item) -> int:
    return len(item.data) + len(item.text)
