# SPDX-License-Identifier: BSD-3-Clause
"""Several edits as one undo step."""

from __future__ import annotations

from dataclasses import dataclass

from app.runtime.references import Document
from app.ui.composer.model.edits.base import Edit, edit


@edit("several")
@dataclass(frozen=True)
class CompoundEdit(Edit):
    """Applies edits in sequence, all or none."""

    edits: tuple[Edit, ...]
    words: str = ""

    @property
    def label(self) -> str:
        return self.words or next((each.label for each in self.edits), "Change")

    def apply(self, document: Document) -> Document:
        """The document after all operations."""
        for each in self.edits:
            document = each.apply(document)
        return document
