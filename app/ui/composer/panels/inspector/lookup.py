# SPDX-License-Identifier: BSD-3-Clause
"""Finds the block at a path and its enclosing sheet. No Qt in this file."""

from __future__ import annotations

from app.runtime.library import Catalogue
from app.runtime.references import Composite, Document, Path
from app.runtime.references.model import BODY_STEP, TEMPLATE_STEP
from app.ui.composer.model.blocks import Block
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.sheet_view import build_sheet_view
from app.ui.composer.model.tree import reference_at, sheet_path


def block_at(document: Document, path: Path, catalogue: Catalogue) -> Block | None:
    """The block at a path, also in a slot; `None` if it does not exist."""
    try:
        reference_at(document, path)
        inside, _ = enclosing(document, path)
        blocks = build_sheet_view(document, inside, catalogue).blocks.values()
    except EditError:
        return None
    outer = next((block for block in blocks if block.path == path[: len(block.path)]), None)
    while outer is not None and outer.path != path:
        slot = outer.slot(path[len(outer.path)])
        outer = None if slot is None else slot.embedded
    return outer


def enclosing(document: Document, path: Path) -> tuple[Path, Path]:
    """The content path of the enclosing sheet, and the block's path relative to it."""
    for length in range(len(path) - 1, -1, -1):
        if isinstance(reference_at(document, path[:length]), Composite):
            return path[:length], path[length:]
    inside = sheet_path(document, ())
    return inside, path[len(inside) :]


def sheet_of(inside: Path) -> Path:
    """The path of the sheet whose content is at a path, without template steps."""
    while inside and inside[-1] in (BODY_STEP, TEMPLATE_STEP):
        inside = inside[:-1]
    return inside
