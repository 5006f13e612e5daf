# SPDX-License-Identifier: BSD-3-Clause
"""The base class of edits: frozen values that map a document to another one and have an inverse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, TypeVar

from app.runtime.references import Document

_EditClass = TypeVar("_EditClass", bound="type[Edit]")

EDITS: dict[str, type[Edit]] = {}
"""Edit classes by their kind in JSON."""


class Edit(ABC):
    """A change of a document."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def label(self) -> str:
        """The undo label, such as "Add Shared text"."""

    @abstractmethod
    def apply(self, document: Document) -> Document:
        """The document after the edit; raises `EditError`."""

    def inverse(self, before: Document) -> Edit:
        """The edit that undoes exactly this one; later edits of others stay."""
        from app.ui.composer.model.edits.difference import difference  # noqa: PLC0415 - patches are edits too

        return difference(self.apply(before), before, self.label)


def edit(kind: str) -> _Register:
    """Register a class under the name of its kind in JSON."""
    return _Register(kind)


class _Register:
    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __call__(self, made: _EditClass) -> _EditClass:
        made.kind = self._kind
        EDITS[self._kind] = made
        return made
