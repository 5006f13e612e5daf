# SPDX-License-Identifier: BSD-3-Clause
"""The gesture that drags blocks out of the sheet to other programs or sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QDrag, QPainter, QPixmap

from app.ui.composer.canvas.appearance import faded
from app.ui.composer.canvas.gestures.base import Gesture, Pointer
from app.ui.composer.canvas.transfer import outgoing

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_CLICK_TOLERANCE = 5
_PICTURE = QRectF(0, 0, 200, 44)


class DragOut(Gesture):
    """Started with Alt or on the handle in a block's corner."""

    cursor = Qt.CursorShape.DragCopyCursor

    def __init__(self, canvas: Canvas, at: Pointer, block: str) -> None:
        super().__init__(canvas)
        self._start = at
        if block not in canvas.selection:
            canvas.selection.set([block])

    def move(self, to: Pointer) -> None:
        if (to.view - self._start.view).manhattanLength() < _CLICK_TOLERANCE:
            return
        canvas, names = self.canvas, self.canvas.selection.blocks
        fragment = canvas.fragment(names)
        canvas.end_gesture()  # the window system takes over
        if fragment is None:
            return
        title = names[0] if len(names) == 1 else canvas.title
        drag = QDrag(canvas)
        drag.setMimeData(outgoing(fragment, title))
        drag.setPixmap(_picture(canvas, names))
        drag.setHotSpot(QPoint(24, 22))
        drag.exec(Qt.DropAction.CopyAction)


def _picture(canvas: Canvas, names: list[str]) -> QPixmap:
    """The drag image: a card with the name."""
    appearance = canvas.appearance
    ratio = canvas.devicePixelRatioF()
    picture = QPixmap((_PICTURE.size() * ratio).toSize())
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(appearance.accent)
    painter.setBrush(faded(appearance.block, 0.95))
    painter.drawRoundedRect(_PICTURE.adjusted(1, 1, -1, -1), 8, 8)
    painter.setPen(appearance.text)
    painter.setFont(appearance.title_font)
    words = names[0] if len(names) == 1 else f"{names[0]} + {len(names) - 1}"
    painter.drawText(_PICTURE.adjusted(14, 0, -10, 0), int(Qt.AlignmentFlag.AlignVCenter), words)
    painter.end()
    return picture
