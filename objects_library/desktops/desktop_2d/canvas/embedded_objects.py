# SPDX-License-Identifier: BSD-3-Clause
"""The objects on a 2D desktop; each shows its view while it is visible."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from PySide6.QtWidgets import QWidget

from app.runtime.library import Context
from objects_library.desktops.desktop_2d.canvas.canvas import Canvas
from objects_library.widgets.embedding import HOST, EmbeddedPlacement, ObjectEmbedder

_BEYOND = 0.5
"""The margin around the window, relative to its size, in which objects count as visible."""


class EmbeddedObjects(ObjectEmbedder):
    """The embedded objects of a canvas."""

    def __init__(self, canvas: Canvas, context: Context) -> None:
        super().__init__(canvas, context)
        self._canvas = canvas
        canvas.page.setProperty(HOST, canvas)
        canvas.view_changed.connect(self.look_soon)

    @property
    def settled(self) -> bool:
        """Whether all visible objects show something, or never will."""
        near = self._canvas.seen()
        pieces = self._canvas.pieces.values()
        seen = [piece.item for piece in pieces if near.intersects(piece.sceneBoundingRect())]
        return not self.looking and all(self.has_settled(item.item) for item in seen if item.kind == "object")

    def placed(self) -> Iterator[EmbeddedPlacement]:
        """The objects among the items."""
        window = self._canvas.seen()
        across, down = window.width() * _BEYOND, window.height() * _BEYOND
        near = window.adjusted(-across, -down, across, down)
        for name, piece in self._canvas.pieces.items():
            if piece.item.kind == "object":
                in_sight = near.intersects(piece.sceneBoundingRect())
                distance = (piece.pos() - window.center()).manhattanLength()
                yield EmbeddedPlacement(name, piece.item.reference[0], in_sight, distance)

    def show_widget(self, name: UUID, widget: QWidget) -> None:
        """Show the widget in its item."""
        piece = self._canvas.pieces[name]
        piece.picture = None
        piece.set_content(widget)

    def put_away(self, name: UUID) -> None:
        """Keep only a picture."""
        piece = self._canvas.pieces[name]
        if piece.content is not None and piece.content.widget() is not None:
            piece.picture = piece.content.widget().grab()
        piece.set_content(None)

    def show_message(self, name: UUID, words: str) -> None:
        """Show a text instead of a view."""
        piece = self._canvas.pieces.get(name)
        if piece is not None:
            piece.words = words
            piece.update()

    def is_used(self, name: UUID) -> bool:
        """Whether the user works in it."""
        piece = self._canvas.pieces[name]
        return piece.content is not None and piece.content.hasFocus()
