# SPDX-License-Identifier: BSD-3-Clause
"""Edits of the whole document."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.runtime.references import Document
from app.ui.composer.model import drawings
from app.ui.composer.model.edits.base import Edit, edit


@edit("title")
@dataclass(frozen=True)
class SetTitle(Edit):
    """Sets the title and description."""

    title: str
    description: str

    @property
    def label(self) -> str:
        return "Change title"

    def apply(self, document: Document) -> Document:
        """The document with this title and description."""
        title, description = drawings.checked_text(self.title), drawings.checked_text(self.description)
        return replace(document, title=title, description=description)


@edit("restore version")
@dataclass(frozen=True)
class RestoreVersion(Edit):
    """Restores an earlier version of the document."""

    document: Document
    when: str = ""

    @property
    def label(self) -> str:
        return f"Restore version of {self.when}" if self.when else "Restore version"

    def apply(self, document: Document) -> Document:  # noqa: ARG002 - replaces the whole document
        """The restored document."""
        return self.document
