"""The sheets of a document, and what is on which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.runtime.references import Path
from app.ui.composer.model.edits import EditError
from app.ui.composer.model.sheet_view import look_at

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


class Sheets:
    """Looks at the sheets of the document of a canvas, also at those that are not shown."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def block_at(self, sheet: Path, path: Path) -> str | None:
        """The name of the block with this path on a sheet."""
        try:
            view = look_at(self._canvas.document, sheet, self._canvas.catalogue)
        except EditError:
            return None
        return next((name for name, block in view.blocks.items() if block.path == path), None)

    def around(self, sheet: Path) -> Path:
        """The sheet on which a sheet is a block, or in a slot of one."""
        for length in range(len(sheet) - 1, -1, -1):
            outer = sheet[:length]
            try:
                view = look_at(self._canvas.document, outer, self._canvas.catalogue)
            except EditError:
                continue
            if any(sheet[: len(block.path)] == block.path for block in view.blocks.values()):
                return outer
        return ()
