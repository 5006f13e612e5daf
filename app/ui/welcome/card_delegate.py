# SPDX-License-Identifier: BSD-3-Clause
"""The delegate that draws gallery entries."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.icons import paint_icon
from app.ui.theme import Colors, Theme
from app.ui.translations import translated
from app.ui.welcome.card_picture import card_picture
from app.ui.welcome.gallery import Entry, State, picture_of
from app.ui.welcome.gallery_model import ENTRY_ROLE, PICTURE_ROLE
from app.ui.welcome.verdicts import verdict_text

_LEAST_WIDTH = 216
_LEAST_WIDTH_OF_TEXT = 300
_TEXT_HEIGHT = 146
_PICTURE_RATIO = 0.62
"""The height of a picture by its width."""
_CAPTION_HEIGHT = 78
_LINE_SPACING = 1.2
CARD_GAP = 8
_PADDING = 14.0
_RADIUS = 12.0


class CardDelegate(QStyledItemDelegate):
    """Draws an entry as a card: picture, title, description, and a check result that is not good."""

    def __init__(self, theme: Theme, view: QListView, *, pictures: bool = True) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._pictures = pictures

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002 - Qt's signature
        available = self._view.viewport().width()
        columns = max(1, available // (_LEAST_WIDTH if self._pictures else _LEAST_WIDTH_OF_TEXT))
        width = max(1, available // columns - 1)
        if not self._pictures:
            return QSize(width, _TEXT_HEIGHT)
        return QSize(width, round((width - 2 * CARD_GAP) * _PICTURE_RATIO) + _CAPTION_HEIGHT + 2 * CARD_GAP)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry = index.data(ENTRY_ROLE)
        assert isinstance(entry, Entry)
        colors = self._theme.colors
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        card = QRectF(option.rect).adjusted(CARD_GAP, CARD_GAP, -CARD_GAP, -CARD_GAP)
        _draw_frame(painter, card, colors, option.state)
        below = QRectF(card)
        if self._pictures:
            below.setTop(card.top() + card.width() * _PICTURE_RATIO)
            picture = index.data(PICTURE_ROLE)
            file = picture_of(entry.path, colors.name)
            ratio = painter.device().devicePixelRatioF()
            pixmap = card_picture(picture if isinstance(picture, QImage) else file, card.width(), _PICTURE_RATIO, ratio)
            _draw_picture(painter, card, below.top(), pixmap, colors)
        inside = below.adjusted(_PADDING, _PADDING - 4, -_PADDING, -_PADDING + 4)
        room = 26.0 if entry.state in (State.NEEDS, State.WRONG, State.UNREADABLE) else 0.0
        _draw_texts(painter, inside.adjusted(0, 0, 0, -room), entry, colors, option.font)
        if room:
            _draw_verdict(painter, inside, entry, colors, option.font)
        if option.state & (QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_Selected):
            painter.setPen(QPen(QColor(colors.accent), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card, _RADIUS, _RADIUS)
        painter.restore()


def _draw_picture(painter: QPainter, card: QRectF, bottom: float, picture: QPixmap | None, colors: Colors) -> None:
    """Draw a picture, or a mark instead of one, in the upper part of a card."""
    area = QRectF(card.left() + 1, card.top() + 1, card.width() - 2, bottom - card.top() - 1)
    corners = QPainterPath()
    corners.addRoundedRect(card.adjusted(1, 1, -1, -1), _RADIUS - 1, _RADIUS - 1)
    painter.save()
    painter.setClipPath(corners)
    painter.fillRect(area, QColor(colors.raised))
    if picture is None:
        side = min(48.0, area.height() / 2)
        middle = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
        paint_icon(painter, middle, "object", colors.muted)
    else:
        painter.drawPixmap(area, picture, QRectF(picture.rect()))
    painter.restore()
    painter.setPen(QColor(colors.border))
    painter.drawLine(QPointF(area.left(), bottom), QPointF(area.right(), bottom))


def _draw_frame(painter: QPainter, card: QRectF, colors: Colors, state: QStyle.StateFlag) -> None:
    flag = QStyle.StateFlag
    focused = bool(state & (flag.State_HasFocus | flag.State_Selected))
    hovered = bool(state & flag.State_MouseOver)
    painter.setPen(QPen(QColor(colors.accent if focused else colors.border), 2.0 if focused else 1.0))
    painter.setBrush(QColor(colors.raised if hovered else colors.surface))
    painter.drawRoundedRect(card, 12, 12)


def _draw_texts(painter: QPainter, inside: QRectF, entry: Entry, colors: Colors, font: QFont) -> None:
    title_font = QFont(font)
    title_font.setPointSizeF(font.pointSizeF() * 1.1)
    title_font.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetricsF(title_font)
    painter.setFont(title_font)
    painter.setPen(QColor(colors.text))
    title = metrics.elidedText(translated(entry.title), Qt.TextElideMode.ElideRight, inside.width())
    painter.drawText(inside, int(Qt.AlignmentFlag.AlignTop), title)
    painter.setPen(QColor(colors.muted))
    _draw_paragraph(painter, inside.adjusted(0, metrics.height() + 4, 0, 0), translated(entry.description), font)


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
        if top + 2 * spacing > area.bottom() + 4:
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
    painter.setPen(QColor(colors.good if good else colors.warning if entry.state is State.NEEDS else colors.bad))
    bottom = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
    painter.drawText(inside, bottom, f"{'✓' if good else '!'}  {verdict}")
