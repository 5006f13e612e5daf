"""Several edits that are one step for whoever undoes them."""

from __future__ import annotations

from dataclasses import dataclass

from app.runtime.references import Document
from app.ui.composer.model.edits.base import Edit, edit


@edit("several")
@dataclass(frozen=True)
class CompoundEdit(Edit):
    """Edits one after another; all of them happen, or none."""

    edits: tuple[Edit, ...]
    words: str = ""

    @property
    def label(self) -> str:
        """The given words, or those of the first edit."""
        return self.words or next((each.label for each in self.edits), "Change")

    def apply(self, document: Document) -> Document:
        """The document after all of them."""
        for each in self.edits:
            document = each.apply(document)
        return document
