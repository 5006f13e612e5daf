# SPDX-License-Identifier: BSD-3-Clause
"""The delegate that draws gallery entries."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.theme import Colors, Theme
from app.ui.translations import translated
from app.ui.welcome.gallery import Entry, State
from app.ui.welcome.gallery_model import ENTRY_ROLE
from app.ui.welcome.verdicts import verdict_text

_LEAST_WIDTH = 300
_HEIGHT = 162
_LINE_SPACING = 1.2
CARD_GAP = 8
_PADDING = 18.0


class CardDelegate(QStyledItemDelegate):
    """Draws an entry as a card with title, description and check result, never by colour alone."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002 - Qt's signature
        # The view reserves space for a scroll bar even while it is hidden.
        scroll_bar = self._view.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        available = self._view.maximumViewportSize().width() - scroll_bar
        columns = max(1, available // _LEAST_WIDTH)
        return QSize(max(1, available // columns - 1), _HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry = index.data(ENTRY_ROLE)
        assert isinstance(entry, Entry)
        colors = self._theme.colors
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(option.rect).adjusted(CARD_GAP, CARD_GAP, -CARD_GAP, -CARD_GAP)
        _draw_frame(painter, card, colors, option.state)
        inside = card.adjusted(_PADDING, _PADDING - 2, -_PADDING, -_PADDING + 4)
        _draw_texts(painter, inside, entry, colors, option.font)
        _draw_verdict(painter, inside, entry, colors, option.font)
        painter.restore()


def _draw_frame(painter: QPainter, card: QRectF, colors: Colors, state: QStyle.StateFlag) -> None:
    flag = QStyle.StateFlag
    focused = bool(state & (flag.State_HasFocus | flag.State_Selected))
    hovered = bool(state & flag.State_MouseOver)
    painter.setPen(QPen(QColor(colors.accent if focused else colors.border), 2.0 if focused else 1.0))
    painter.setBrush(QColor(colors.raised if hovered else colors.surface))
    painter.drawRoundedRect(card, 12, 12)


def _draw_texts(painter: QPainter, inside: QRectF, entry: Entry, colors: Colors, font: QFont) -> None:
    title_font = QFont(font)
    title_font.setPointSizeF(font.pointSizeF() * 1.2)
    title_font.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetricsF(title_font)
    painter.setFont(title_font)
    painter.setPen(QColor(colors.text))
    title = metrics.elidedText(translated(entry.title), Qt.TextElideMode.ElideRight, inside.width())
    painter.drawText(inside, int(Qt.AlignmentFlag.AlignTop), title)
    painter.setPen(QColor(colors.muted))
    _draw_paragraph(painter, inside.adjusted(0, metrics.height() + 6, 0, -26), translated(entry.description), font)


def _draw_paragraph(painter: QPainter, area: QRectF, text: str, font: QFont) -> None:
    """Draw as many lines as fit; elide the last one."""
    metrics = QFontMetricsF(font)
    spacing = metrics.lineSpacing() * _LINE_SPACING
    layout = QTextLayout(text, font)
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    layout.beginLayout()
    painter.setFont(font)
    top = area.top()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(area.width())
        if top + 2 * spacing > area.bottom() + 1:
            rest = metrics.elidedText(text[line.textStart() :], Qt.TextElideMode.ElideRight, area.width())
            painter.drawText(QPointF(area.left(), top + metrics.ascent()), rest)
            break
        line.draw(painter, QPointF(area.left(), top))
        top += spacing
    layout.endLayout()


def _draw_verdict(painter: QPainter, inside: QRectF, entry: Entry, colors: Colors, font: QFont) -> None:
    verdict = verdict_text(entry)
    if not verdict:
        return
    good = entry.state is State.GOOD
    painter.setFont(font)
    painter.setPen(QColor(colors.good if good else colors.bad))
    bottom = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
    painter.drawText(inside, bottom, f"{'✓' if good else '!'}  {verdict}")
