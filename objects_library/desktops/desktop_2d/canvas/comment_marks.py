# SPDX-License-Identifier: BSD-3-Clause
"""The marks at items of a desktop that have comments."""

from __future__ import annotations

from uuid import UUID

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent

from objects_library.desktops.desktop_2d.canvas.canvas import Canvas
from objects_library.replication.desktop.items import Item
from objects_library.widgets.comment_mark import CommentedThings

_LONGEST = 60


class CommentMarks(QObject):
    """Shows how many threads are open about each item, and says which item the user means."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.things = CommentedThings(self)
        self._canvas = canvas
        self._counts: dict[str, int] = {}
        self.things.counted.connect(self._count)
        self.things.looked.connect(self._look)
        canvas.chosen_changed.connect(self._tell_chosen)
        canvas.viewport().installEventFilter(self)

    def mark(self, name: UUID) -> None:
        """Show the mark at an item, if it has comments."""
        piece = self._canvas.pieces.get(name)
        count = self._counts.get(str(name), 0)
        if piece is not None and piece.comments != count:
            piece.comments = count
            piece.update()

    def ask(self, name: UUID) -> None:
        """The user wants to comment on an item."""
        self.things.asked.emit(str(name), self.title(self._canvas.pieces[name].item))

    def title(self, item: Item) -> str:
        """How people call an item."""
        text = item.text if item.kind == "text" else item.title
        return " ".join(text.split())[:_LONGEST] or self.tr("Text")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press on a mark shows the comments; everything else is for the canvas."""
        if (
            event.type() is QEvent.Type.MouseButtonPress
            and isinstance(event, QMouseEvent)
            and event.button() is Qt.MouseButton.LeftButton
        ):
            point = event.position().toPoint()
            piece = self._canvas.graphics_item_at(point)
            if piece is not None and piece.comments:
                inside = piece.mapFromScene(self._canvas.mapToScene(point))
                if piece.comment_mark().contains(inside):
                    self.ask(piece.item.item)
                    return True
        return super().eventFilter(watched, event)

    def _count(self, counts: dict[str, int]) -> None:
        self._counts = counts
        for name in self._canvas.pieces:
            self.mark(name)

    def _look(self, name: str) -> None:
        piece = next((each for key, each in self._canvas.pieces.items() if str(key) == name), None)
        if piece is not None:
            self._canvas.choose([piece.item.item], whole_groups=False)
            self._canvas.ensureVisible(piece, 40, 40)

    def _tell_chosen(self) -> None:
        chosen = self._canvas.chosen
        if len(chosen) == 1:
            self.things.chosen.emit(str(chosen[0]), self.title(self._canvas.pieces[chosen[0]].item))
        else:
            self.things.chosen.emit("", "")
