# SPDX-License-Identifier: BSD-3-Clause
"""Markers of items and quotes (bullets, numbers, check boxes, bars), painted beside the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextBlock, QTextCursor
from PySide6.QtWidgets import QTextEdit

from objects_library.documents.note.editor.formats import look_in
from objects_library.replication.text.rich_text import LISTS, Look
from objects_library.widgets.appearance import blend

_BOX = 15
_FARTHEST = 2_000
"""How many paragraphs back the start of a list is searched."""


class Marker(NamedTuple):
    """A paragraph with a marker, and its position."""

    look: Look
    block: QTextBlock
    first: QRect
    """The start of the first line."""

    @property
    def box(self) -> QRectF:
        """The rectangle of the check box."""
        middle = self.first.center().y() + 0.5
        return QRectF(self.first.left() - _BOX - 8, middle - _BOX / 2, _BOX, _BOX)


def markers(pane: QTextEdit) -> Iterator[Marker]:
    """All visible markers."""
    block = pane.cursorForPosition(pane.viewport().rect().topLeft()).block()
    bottom = pane.viewport().rect().bottom()
    while block.isValid():
        rect = pane.cursorRect(QTextCursor(block))
        if rect.top() > bottom:
            return
        look = look_in(block.blockFormat())
        if look.get("block") in (*LISTS, "quote"):
            yield Marker(look, block, rect)
        block = block.next()


def paint_markers(pane: QTextEdit) -> None:
    """Paint the markers of the paragraphs into the pane."""
    painter = QPainter(pane.viewport())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    text, base = pane.palette().text().color(), pane.palette().base().color()
    for marker in markers(pane):
        kind = marker.look["block"]
        if kind == "quote":
            _paint_bar(pane, painter, marker, blend(text, base, 0.28))
        elif kind == "bullet":
            _paint_dot(painter, marker, text)
        elif kind == "number":
            painter.setPen(blend(text, base, 0.75))
            painter.setFont(pane.document().defaultFont())
            line = marker.first
            number = f"{_number(marker)}."
            place = QRectF(line.left() - 60, line.top(), 52, line.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
        else:
            _paint_tick(painter, marker, pane.palette().highlight().color(), blend(text, base, 0.5), base)
    painter.end()


def _paint_dot(painter: QPainter, marker: Marker, colour: QColor) -> None:
    place = QPointF(marker.first.left() - 15, marker.first.center().y() + 0.5)
    depth = int(marker.look.get("indent", "0")) % 3
    painter.setPen(QPen(colour, 1.3))
    painter.setBrush(colour if depth != 1 else Qt.BrushStyle.NoBrush)
    if depth == 2:
        painter.drawRect(QRectF(place.x() - 2.5, place.y() - 2.5, 5, 5))
    else:
        painter.drawEllipse(place, 2.6, 2.6)


def _paint_tick(painter: QPainter, marker: Marker, done: QColor, rim: QColor, base: QColor) -> None:
    ticked = marker.look["block"] == "done"
    painter.setPen(QPen(done if ticked else rim, 1.4))
    painter.setBrush(done if ticked else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(marker.box, 3.5, 3.5)
    if ticked:
        pen = QPen(base, 1.8)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corner = marker.box.topLeft()
        points = [QPointF(3.6, 7.8), QPointF(6.4, 10.6), QPointF(11.4, 4.8)]
        painter.drawPolyline([corner + point for point in points])


def _paint_bar(pane: QTextEdit, painter: QPainter, marker: Marker, colour: QColor) -> None:
    last = QTextCursor(marker.block)
    last.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    bottom = pane.cursorRect(last).bottom()
    follows = look_in(marker.block.next().blockFormat()).get("block") == "quote"
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    top = marker.first.top()
    painter.drawRect(QRectF(marker.first.left() - 14, top, 3, bottom - top + (8 if follows else 2)))


def _number(marker: Marker) -> int:
    depth, number = marker.look.get("indent", "0"), 1
    block = marker.block.previous()
    for _ in range(_FARTHEST):
        if not block.isValid():
            break
        look = look_in(block.blockFormat())
        inner = look.get("block") in LISTS and look.get("indent", "0") > depth
        if look.get("block") == "number" and look.get("indent", "0") == depth:
            number += 1
        elif not inner:
            break
        block = block.previous()
    return number
