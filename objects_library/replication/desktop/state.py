"""What all copies of a desktop agree on: things by name, changed in one order; without I/O."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
from uuid import UUID

from app.runtime.references import Reference, canonical_form
from objects_library.replication.replica import RefusedChangeError

LARGEST_REFERENCE = 256 * 1024
"""Bytes of a reference as it is written."""
NOBODY = UUID(int=0)
"""Stands for no group, and for no step."""


class NamedItem(Protocol):
    """Something on a desktop."""

    @property
    def item(self) -> UUID:
        """Its name, made up by whoever put it there."""

    @property
    def locked(self) -> bool:
        """Whether it stays as it is."""


class ItemPatch(Protocol):
    """What is other than before about one thing; null is what stays as it is."""

    @property
    def item(self) -> UUID:
        """Of which thing."""

    @property
    def locked(self) -> bool | None:
        """Whether it is to be locked or unlocked."""


I = TypeVar("I", bound=NamedItem)  # noqa: E741 - items
P = TypeVar("P", bound=ItemPatch)


class AppliedChange(NamedTuple, Generic[I, P]):
    """What became of a change: only what is other than before."""

    put: list[I]
    patches: list[P]
    removed: list[UUID]

    @property
    def items(self) -> set[UUID]:
        """The title."""
        return {each.item for each in self.put} | {each.item for each in self.patches} | set(self.removed)


class ReplicatedItems(Generic[I, P]):
    """Things by name. What is locked stays as it is until somebody unlocks it.

    Subclasses say what may lie there, and how much of it.
    """

    most: ClassVar[int]
    heaviest: ClassVar[int]
    """Bytes of all things together."""
    fields: ClassVar[tuple[str, ...]]
    """What a patch can change."""

    def __init__(self, items: Iterable[I] = ()) -> None:
        self.items: dict[UUID, I] = {}
        self._bytes = 0
        for item in items:
            if len(self.items) < self.most and not self._objection(item):
                self._put(item)

    @abstractmethod
    def new_patch(self, item: UUID, **changed: Any) -> P:
        """A patch of one thing."""

    @abstractmethod
    def wrong_item(self, item: I) -> str:
        """What is wrong with something that is to be put there; nothing: empty."""

    @abstractmethod
    def wrong_patch(self, patch: P) -> str:
        """What is wrong with a patch, whatever it is put on; nothing: empty."""

    @abstractmethod
    def unfit(self, item: I, patch: P) -> str:
        """Why a patch cannot be put on this thing; nothing: empty."""

    @abstractmethod
    def weight(self, item: I) -> int:
        """How many bytes a thing has."""

    @abstractmethod
    def references(self, item: I | P) -> list[Reference]:
        """Of which objects it tells."""

    def apply(self, wanted: list[I], changes: list[P], unwanted: list[UUID]) -> AppliedChange[I, P]:
        """Make a change; parts that make no sense any more are left out, and without any it is refused."""
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
        """The thing with what is other."""
        told = {name: getattr(patch, name) for name in cls.fields}
        changed = {name: value for name, value in told.items() if value is not None}
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

    def _long_reference(self, told: I | P) -> str:
        if any(len(canonical_form(each)) > LARGEST_REFERENCE for each in self.references(told)):
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
