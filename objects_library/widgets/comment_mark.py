# SPDX-License-Identifier: BSD-3-Clause
"""The mark at something that has comments, and what a view tells about the things in it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPaintEvent, QPalette
from PySide6.QtWidgets import QToolButton

MARK = QSize(26, 22)


class CommentedThings(QObject):
    """The things in a view that can be commented on, such as those on a desktop.

    A view with such things has one of these as `commented`; whoever shows comments beside the view connects to it.
    """

    chosen = Signal(str, str)
    """The user has chosen something, given by id and title; empty if nothing."""
    asked = Signal(str, str)
    """The user wants to comment on something, or to read what others said about it."""
    counted = Signal(object)
    """Told to the view: the number of open threads by id."""
    looked = Signal(str)
    """Told to the view: something to bring into sight."""


class CommentMark(QToolButton):
    """A button with a bubble and the number of open threads; hidden without any."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(MARK)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.count = 0
        self.show_count(0)

    def show_count(self, count: int) -> None:
        """Show how many threads are open."""
        self.count = count
        self.setVisible(bool(count))
        words = self.tr("Show the comments ({count})").format(count=count)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the bubble."""
        painter = QPainter(self)
        draw_comment_mark(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self.count, self.palette())
        if self.hasFocus():
            painter.setPen(self.palette().text().color())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


def draw_comment_mark(painter: QPainter, area: QRectF, count: int, palette: QPalette) -> None:
    """Draw a filled bubble with a number."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = area.height() / 20
    body = area.adjusted(0, 0, 0, -4 * unit)
    path = QPainterPath()
    path.addRoundedRect(body, 5 * unit, 5 * unit)
    tail = QPainterPath(QPointF(area.left() + 5 * unit, body.bottom() - unit))
    tail.lineTo(area.left() + 5 * unit, area.bottom())
    tail.lineTo(area.left() + 11 * unit, body.bottom() - unit)
    path = path.united(tail)
    painter.fillPath(path, palette.highlight())
    font = QFont(painter.font())
    font.setPixelSize(max(6, round(11 * unit)))
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(palette.highlightedText().color())
    painter.drawText(body, Qt.AlignmentFlag.AlignCenter, str(count) if count < 100 else "99+")
    painter.restore()
