# SPDX-License-Identifier: BSD-3-Clause
"""The replicated items of a desktop, changed in total order; no I/O."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
from uuid import UUID

from app.runtime.references import Reference, canonical_form
from objects_library.replication.replica import RefusedChangeError

LARGEST_REFERENCE = 256 * 1024
"""Bytes of a reference in canonical form."""
NOBODY = UUID(int=0)
"""The id for no group and no step."""


class NamedItem(Protocol):
    """Something on a desktop."""

    @property
    def item(self) -> UUID:
        """Its id, chosen by whoever put it there."""

    @property
    def locked(self) -> bool:
        """Whether it is protected from changes."""


class ItemPatch(Protocol):
    """The changed fields of one item; null fields stay unchanged."""

    @property
    def item(self) -> UUID:
        """The id of the item."""

    @property
    def locked(self) -> bool | None:
        """Whether to lock or unlock it."""


I = TypeVar("I", bound=NamedItem)  # noqa: E741 - items
P = TypeVar("P", bound=ItemPatch)


class AppliedChange(NamedTuple, Generic[I, P]):
    """The part of a change that took effect."""

    put: list[I]
    patches: list[P]
    removed: list[UUID]

    @property
    def items(self) -> set[UUID]:
        """The ids of all items concerned."""
        return {each.item for each in self.put} | {each.item for each in self.patches} | set(self.removed)


class ReplicatedItems(Generic[I, P]):
    """Items by id. A locked item stays unchanged until it is unlocked.

    Subclasses define which items are valid, and their limits.
    """

    most: ClassVar[int]
    heaviest: ClassVar[int]
    """Bytes of all items."""
    fields: ClassVar[tuple[str, ...]]
    """The fields that a patch can change."""

    def __init__(self, items: Iterable[I] = ()) -> None:
        self.items: dict[UUID, I] = {}
        self._bytes = 0
        for item in items:
            if len(self.items) < self.most and not self._objection(item):
                self._put(item)

    @abstractmethod
    def new_patch(self, item: UUID, **changed: Any) -> P:
        """Make a patch of one item."""

    @abstractmethod
    def wrong_item(self, item: I) -> str:
        """What is wrong with a new item; empty if nothing is."""

    @abstractmethod
    def wrong_patch(self, patch: P) -> str:
        """What is wrong with a patch, whatever item it changes; empty if nothing is."""

    @abstractmethod
    def unfit(self, item: I, patch: P) -> str:
        """Why a patch does not fit this item; empty if it does."""

    @abstractmethod
    def weight(self, item: I) -> int:
        """The size of an item in bytes."""

    @abstractmethod
    def references(self, item: I | P) -> list[Reference]:
        """The references in an item or patch."""

    def apply(self, wanted: list[I], changes: list[P], unwanted: list[UUID]) -> AppliedChange[I, P]:
        """Apply a change. Parts that are no longer valid are left out; if none is left, it is refused."""
        problem = ""
        put: list[I] = []
        patches: list[P] = []
        removed: list[UUID] = []
        for item in wanted:
            if objection := self._objection(item):
                problem = objection
                continue
            self._put(item)
            put.append(item)
        for patch in changes:
            if objection := self._patch_objection(patch):
                problem = objection
                continue
            known = self.items[patch.item]
            self._put(self.patched(known, patch))
            self._bytes -= self.weight(known)
            patches.append(patch)
        for name in unwanted:
            found = self.items.get(name)
            if objection := _held(found, None):
                problem = objection
                continue
            gone = self.items.pop(name)
            self._bytes -= self.weight(gone)
            removed.append(name)
        if not (put or patches or removed):
            raise RefusedChangeError(problem or "nothing is to be changed")
        return AppliedChange(put, patches, removed)

    @classmethod
    def patched(cls, item: I, patch: P) -> I:
        """The item with the fields of the patch."""
        fields = {name: getattr(patch, name) for name in cls.fields}
        changed = {name: value for name, value in fields.items() if value is not None}
        made: I = replace(item, **changed)  # type: ignore[type-var]  # things are dataclasses
        return made

    def _objection(self, item: I) -> str:
        if problem := self.wrong_item(item) or self._long_reference(item):
            return problem
        if item.item in self.items:
            return "it lies there already"
        if len(self.items) >= self.most:
            return f"the desktop holds {self.most:,} things already"
        return self._too_heavy(self.weight(item))

    def _patch_objection(self, patch: P) -> str:
        known = self.items.get(patch.item)
        if objection := self.wrong_patch(patch) or _held(known, patch) or self._long_reference(patch):
            return objection
        assert known is not None
        if objection := self.unfit(known, patch):
            return objection
        return self._too_heavy(self.weight(self.patched(known, patch)) - self.weight(known))

    def _too_heavy(self, more: int) -> str:
        if more > 0 and self._bytes + more > self.heaviest:
            return f"pictures and files have {self.heaviest // 2**20} MB together at most"
        return ""

    def _long_reference(self, part: I | P) -> str:
        if any(len(canonical_form(each)) > LARGEST_REFERENCE for each in self.references(part)):
            return f"a reference has at most {LARGEST_REFERENCE // 1024} KiB"
        return ""

    def _put(self, item: I) -> None:
        self.items[item.item] = item
        self._bytes += self.weight(item)


def _held(item: NamedItem | None, patch: ItemPatch | None) -> str:
    if item is None:
        return "it is not there any more"
    if item.locked and (patch is None or patch.locked is not False):
        return "it is locked"
    return ""
