# SPDX-License-Identifier: BSD-3-Clause
"""Finds the sheets of a document and the blocks on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.runtime.references import Path, Problem
from app.ui.composer.model.edits import EditError
from app.ui.composer.model.sheet_view import SheetView, build_sheet_view
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


class Sheets:
    """Queries the sheets of a canvas's document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def nearest_sheet_view(self, sheet: Path) -> tuple[Path, SheetView]:
        """A sheet, or the nearest existing one around it."""
        while True:
            try:
                return sheet, build_sheet_view(self._canvas.document, sheet, self._canvas.catalogue)
            except EditError:
                if not sheet:
                    raise
                sheet = sheet[:-1]

    def problems_of_blocks(self, problems: tuple[Problem, ...]) -> dict[Path, tuple[str, ...]]:
        """Problems by block of the current sheet, including those of inner parts."""
        view = self._canvas.view
        depth = len(view.path) + (0 if view.alone else 1)
        found: dict[Path, tuple[str, ...]] = {}
        for problem in problems:
            where = problem.path[:depth]
            found[where] = (*found.get(where, ()), translated(problem.message))
        return found

    def block_at(self, sheet: Path, path: Path) -> str | None:
        """The name of the block at a path of a sheet."""
        try:
            view = build_sheet_view(self._canvas.document, sheet, self._canvas.catalogue)
        except EditError:
            return None
        return next((name for name, block in view.blocks.items() if block.path == path), None)

    def around(self, sheet: Path) -> Path:
        """The enclosing sheet."""
        for length in range(len(sheet) - 1, -1, -1):
            outer = sheet[:length]
            try:
                view = build_sheet_view(self._canvas.document, outer, self._canvas.catalogue)
            except EditError:
                continue
            if any(sheet[: len(block.path)] == block.path for block in view.blocks.values()):
                return outer
        return ()
