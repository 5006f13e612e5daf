# SPDX-License-Identifier: BSD-3-Clause
"""The delegate that draws palette rows."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from app.ui.composer.model.palette import Entry
from app.ui.composer.panels.palette.model import COUNT_ROLE, ENTRY_ROLE
from app.ui.icons import paint_icon
from app.ui.theme import Theme
from app.ui.translations import translated

_GROUP_HEIGHT = 32
_LINES = 2
_ELIDE = Qt.TextElideMode.ElideRight
_ICON = 22.0
_GROUP_ICONS = {
    "Channels": "group-channels",
    "Membership": "group-membership",
    "Shared documents": "group-documents",
    "Desktops": "group-desktops",
    "Data and feeds": "group-feeds",
    "Operators": "group-operators",
    "Media": "group-media",
    "Services and protocols": "group-services",
    "My objects": "group-mine",
}
_Index = QModelIndex | QPersistentModelIndex


class PaletteDelegate(QStyledItemDelegate):
    """Draws groups as headings and entries as two lines beside an icon."""

    def __init__(self, theme: Theme, view: QTreeView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        entry = index.data(ENTRY_ROLE)
        if not isinstance(entry, Entry):
            return QSize(120, _GROUP_HEIGHT)
        small = QFontMetricsF(_small(option.font)).height()
        lines = _LINES + bool(entry.limits)
        return QSize(120, round(option.fontMetrics.height() + 2 + lines * small + 18))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        entry = index.data(ENTRY_ROLE)
        area = QRectF(option.rect)
        area.setLeft(8)
        if isinstance(entry, Entry):
            self._draw_background(painter, area, option.state)
            self._draw_entry(painter, area, entry, option.font)
        else:
            self._draw_group(painter, area, index, option)
        painter.restore()

    def _draw_background(self, painter: QPainter, area: QRectF, state: QStyle.StateFlag) -> None:
        flag, colors = QStyle.StateFlag, self._theme.colors
        selected, hovered = bool(state & flag.State_Selected), bool(state & flag.State_MouseOver)
        if not selected and not hovered:
            return
        focused = selected and bool(state & flag.State_HasFocus or self._view.hasFocus())
        painter.setBrush(QColor(colors.accent_soft if selected else colors.raised))
        painter.setPen(QPen(QColor(colors.accent), 1.0) if focused else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(area.adjusted(0.5, 1.5, -8.5, -1.5), 8, 8)

    def _draw_entry(self, painter: QPainter, area: QRectF, entry: Entry, font: QFont) -> None:
        colors = self._theme.colors
        left = area.left() + 12
        paint_icon(painter, QRectF(left, area.top() + 11, _ICON, _ICON), entry.icon or "composite", colors.accent)
        title_font, small = QFont(font), _small(font)
        title_font.setWeight(QFont.Weight.DemiBold)
        texts = area.adjusted(_ICON + 24, 8, -20, -8)
        metrics = QFontMetricsF(title_font)
        painter.setFont(title_font)
        painter.setPen(QColor(colors.text))
        title = metrics.elidedText(translated(entry.title), _ELIDE, texts.width())
        top_left = int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        painter.drawText(texts, top_left, title)
        painter.setPen(QColor(colors.muted))
        below = texts.adjusted(0, metrics.height() + 2, 0, 0)
        _draw_lines(painter, below, translated(entry.description), small)
        if entry.limits:
            painter.setPen(QColor(colors.accent))
            bottom_left = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
            painter.drawText(texts, bottom_left, translated(entry.limits))

    def _draw_group(self, painter: QPainter, area: QRectF, index: _Index, option: QStyleOptionViewItem) -> None:
        colors = self._theme.colors
        is_open = isinstance(index, QModelIndex) and self._view.isExpanded(index)
        focused = bool(option.state & QStyle.StateFlag.State_Selected) and self._view.hasFocus()
        color = colors.accent if focused else colors.muted
        middle = area.center().y()
        paint_icon(painter, QRectF(area.left(), middle - 6, 12, 12), "down" if is_open else "right", color)
        icon = _GROUP_ICONS.get(str(index.data(ENTRY_ROLE)), "group-mine")
        paint_icon(painter, QRectF(area.left() + 18, middle - 8, 16, 16), icon, color)
        font = QFont(option.font)
        font.setPointSizeF(option.font.pointSizeF() * 0.88)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(color))
        texts = area.adjusted(42, 0, -16, 0)
        middle_left = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        count, metrics = str(index.data(COUNT_ROLE)), QFontMetricsF(font)
        room = texts.width() - metrics.horizontalAdvance(count) - 8
        painter.drawText(texts, middle_left, metrics.elidedText(str(index.data()), _ELIDE, room))
        middle_right = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        painter.drawText(texts, middle_right, count)


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.88)
    return small


def _draw_lines(painter: QPainter, area: QRectF, text: str, font: QFont) -> None:
    """Draw as many lines as fit; elide the last one."""
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    layout = QTextLayout(text, font)
    layout.beginLayout()
    top = area.top()
    for number in range(_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(area.width())
        if number == _LINES - 1:
            rest = metrics.elidedText(text[line.textStart() :], _ELIDE, area.width())
            painter.drawText(QPointF(area.left(), top + metrics.ascent()), rest)
        else:
            line.draw(painter, QPointF(area.left(), top))
        top += metrics.height()
    layout.endLayout()
