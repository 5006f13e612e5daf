# SPDX-License-Identifier: BSD-3-Clause
"""The log of a sheet: a document and the edits since, in total order."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from objects_library.replication.replica import RefusedChangeError

LARGEST_EDIT = 16 * 1024 * 1024
"""Bytes of one edit; a whole document fits."""
MOST_AUTHORS = 10_000


class SheetLog:
    """The edits in total order; editors replace the oldest ones by a document."""

    def __init__(self, document: bytes = b"") -> None:
        self.document = document
        self.count = 0
        self.edits: list[dict[str, Any]] = []
        self._authors: dict[UUID, int] = {}

    @staticmethod
    def of(state: dict[str, Any]) -> SheetLog:
        """The log in the state of another copy."""
        log = SheetLog(state["document"])
        log.count = state["count"]
        log.edits = list(state["edits"])
        log._authors = {author["by"]: author["number"] for author in state["authors"]}
        return log

    @property
    def length(self) -> int:
        """The number of all edits so far."""
        return self.count + len(self.edits)

    def state(self) -> dict[str, Any]:
        """The state for newcomers."""
        authors = [{"by": by, "number": number} for by, number in self._authors.items()]
        return {"document": self.document, "count": self.count, "edits": list(self.edits), "authors": authors}

    def knows(self, by: UUID, number: int) -> bool:
        """Whether an edit was applied already."""
        return number <= self._authors.get(by, 0)

    def add(self, edit: dict[str, Any]) -> None:
        """Append an edit; all copies refuse duplicates alike."""
        if self.knows(edit["by"], edit["number"]):
            raise RefusedChangeError("this edit was made already")
        if len(edit["content"]) > LARGEST_EDIT:
            raise RefusedChangeError("an edit is too large")
        if edit["by"] not in self._authors and len(self._authors) >= MOST_AUTHORS:
            raise RefusedChangeError("too many people have edited this page")
        self._authors[edit["by"]] = edit["number"]
        self.edits.append(edit)

    def shorten(self, count: int, document: bytes) -> None:
        """Replace the first edits by a document."""
        if self.count < count <= self.length:
            del self.edits[: count - self.count]
            self.count, self.document = count, document
