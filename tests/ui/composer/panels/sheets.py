# SPDX-License-Identifier: BSD-3-Clause
"""Sheets for the tests of the panels."""

from app.runtime.library import Catalogue
from app.runtime.references import Reference
from app.ui.composer.model.editor import Editor
from app.ui.composer.model.edits import AddBlock
from app.ui.composer.model.palette import entries


def default_object(catalogue: Catalogue, title: str) -> Reference:
    """A new object as the palette gives it."""
    return next(entry for entry in entries(catalogue) if entry.title == title).make().reference


def sheet_with(catalogue: Catalogue, *titles: str) -> Editor:
    """A sheet with these objects, each under its title."""
    editor = Editor.new(catalogue)
    for number, title in enumerate(titles):
        editor.do(AddBlock((), title, default_object(catalogue, title), 240.0 * number, 0.0))
    return editor
