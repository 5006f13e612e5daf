# SPDX-License-Identifier: BSD-3-Clause
"""What the store of documents returns."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.runtime.storage.documents.change import Change
from app.runtime.storage.documents.history import DocumentHistory


@dataclass(frozen=True)
class DocumentInfo:
    """What is stored about a document beside its content; types are in the notation."""

    title: str = ""
    kind: str = ""
    """The name of the object or channel."""
    state_type: str = ""
    change_type: str = ""


@dataclass(frozen=True)
class StoredState:
    """A state with the history that it includes; `state` is a `StateStream` in bytes, empty for no state."""

    history: DocumentHistory
    state: bytes
    time: int = 0
    author: bytes = b""
    name: str = ""

    @property
    def position(self) -> int:
        """The number of changes that the state includes."""
        return self.history.count


@dataclass
class Stored:
    """The stored content of a document: a state, the changes since in order, and those that wait to be merged."""

    info: DocumentInfo
    base: StoredState
    changes: list[Change] = field(default_factory=list)
    pending: list[Change] = field(default_factory=list)
    """Changes that were made apart and are not part of the order yet."""
    floor: dict[int, int] = field(default_factory=dict)
    """Of each origin the number up to which single changes are not stored any more."""
    damage: list[str] = field(default_factory=list)
    """What was stored and cannot be read any more, for people."""

    @property
    def history(self) -> DocumentHistory:
        """The history of the present state."""
        found = self.base.history.copy()
        for change in self.changes:
            found.add(change)
        return found


@dataclass(frozen=True)
class Summary:
    """A stored document in a list; times in milliseconds since 1970."""

    id: bytes
    title: str
    kind: str
    created: int
    opened: int
    changed: int
    bytes: int
    changes: int
    versions: int
    state_type: str


@dataclass(frozen=True)
class Version:
    """A stored state that can be looked at and restored; `serial` identifies it."""

    serial: int
    position: int
    time: int
    author: bytes
    name: str
    bytes: int
