"""What every edit is: a small frozen value that maps a document to another one, and knows its inverse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, TypeVar

from app.runtime.references import Document

_EditClass = TypeVar("_EditClass", bound="type[Edit]")

EDITS: dict[str, type[Edit]] = {}
"""Every kind of edit, by the name that its JSON form has."""


class Edit(ABC):
    """One change of a document, as a value."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def label(self) -> str:
        """Words for the undo menu, such as "Add Shared text"."""

    @abstractmethod
    def apply(self, document: Document) -> Document:
        """The document after the edit, or an `EditError`."""

    def inverse(self, before: Document) -> Edit:
        """The edit that takes back exactly what this one does; what others did meanwhile stays."""
        from app.ui.composer.model.edits.difference import difference  # noqa: PLC0415 - patches are edits too

        return difference(self.apply(before), before, self.label)


def edit(kind: str) -> _Register:
    """Makes a class known as a kind of edit."""
    return _Register(kind)


class _Register:
    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __call__(self, made: _EditClass) -> _EditClass:
        made.kind = self._kind
        EDITS[self._kind] = made
        return made
