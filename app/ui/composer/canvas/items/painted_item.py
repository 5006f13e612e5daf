# SPDX-License-Identifier: BSD-3-Clause
"""The base class of graphics items that paint themselves whole."""

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.ui.composer.canvas.paint_errors import report_paint_errors


class PaintedItem(QGraphicsItem):
    """A graphics item with one paint method, whose errors are reported."""

    @report_paint_errors
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        self.draw(painter)

    def draw(self, painter: QPainter) -> None:
        """Paint the item."""
        raise NotImplementedError
