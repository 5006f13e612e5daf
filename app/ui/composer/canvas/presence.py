"""Several people on one sheet: where the others are, and telling them where one is oneself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.ui.composer.canvas.overlays.cursors import OtherCursor
from app.ui.composer.model.shared_editor import SharedEditor, Visitor

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_PERIOD_MS = 50


class Presence(QObject):
    """Joins a canvas and a shared editor, in both directions."""

    def __init__(self, canvas: Canvas, editor: SharedEditor) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._editor = editor
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PERIOD_MS)
        self._timer.timeout.connect(self._tell)
        canvas.pointer_moved.connect(self._tell_soon)
        canvas.selection_changed.connect(self._tell_soon)
        canvas.open_subsheet.connect(self._tell_soon)
        canvas.open_subsheet.connect(lambda _: self._show(editor.visitors))
        self.stop: Callable[[], None] = editor.listen_visitors(self._show)
        self._show(editor.visitors)

    def _tell_soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _tell(self) -> None:
        at = self._canvas.hands.last_place
        self._editor.show(self._canvas.sheet, at.x(), at.y(), self._canvas.selected_paths())

    def _show(self, visitors: tuple[Visitor, ...]) -> None:
        """Only those who look at the same sheet."""
        canvas = self._canvas
        names = {block.path: name for name, block in canvas.view.blocks.items()}
        canvas.set_cursors(
            OtherCursor(
                visitor.name,
                visitor.colour,
                visitor.x,
                visitor.y,
                tuple(names[path] for path in visitor.selection if path in names),
            )
            for visitor in visitors
            if visitor.sheet == canvas.sheet
        )
