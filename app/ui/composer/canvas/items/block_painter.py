# SPDX-License-Identifier: BSD-3-Clause
"""Paints a block: a card with header, ports and slots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QStaticText

from app.ui.composer.canvas.appearance import GRID, Appearance, faded, mix
from app.ui.composer.canvas.items.block_layout import BlockLayout, PortAnchor, SlotArea
from app.ui.composer.canvas.items.port_highlights import Highlight
from app.ui.composer.canvas.items.port_shapes import RADIUS, shape_of
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model.families import Family
from app.ui.composer.model.sheet_view import Block
from app.ui.icons import pixmap
from app.ui.translations import translated

CORNER = 10.0
_CHIP = QRectF(12, 10, 28, 28)
_TEXT_LEFT = 50.0
_PICTURES = {
    "composite": "composite",
    "external": "external-object",
    "missing": "missing-object",
    "parameter": "parameter-object",
}


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """The status line of a running block."""

    words: str
    tone: str  # "good", "bad" or "muted"


class BlockFace:
    """The prepared texts and colours of one block, cached between paints."""

    def __init__(
        self,
        block: Block,
        layout: BlockLayout,
        appearance: Appearance,
        live: LiveStatus | None,
        problems: tuple[str, ...],
    ) -> None:
        self.block = block
        self.problems = problems
        self.layout = layout
        self.appearance = appearance
        self.live = live
        given = appearance.tint(block.placed.colour)
        self.tint = appearance.family(main_family(block)) if given is None else appearance.seen(given, 3.0)
        width = layout.body.width() - _TEXT_LEFT - 2 * GRID - (20 if problems else 0)
        self.title = _prepared(block.name or block.title, appearance.title_font, width - 12)
        self.subtitle = _prepared(_second_line(block, live), appearance.small_font, width - (14 if live else 0))
        shown = () if block.placed.collapsed or layout.view is not None else layout.ports
        self.labels = [_label(place, layout, appearance) for place in shown]
        self.slots = [_slot_texts(place, appearance) for place in layout.slots]
        picture = block.icon or _PICTURES.get(block.kind)
        self.icon = None if picture is None else _icon(picture, self.tint.name())
        self.letter = (block.title or block.name or "?")[:1].upper()


def main_family(block: Block) -> Family:
    """The family that gives a block its colour; offered ports come first."""
    offered = [port.family for port in block.ports if not port.required]
    return (offered or [port.family for port in block.ports] or [Family.OTHER])[0]


def paint_body(painter: QPainter, face: BlockFace, scale: float, *, selected: bool, hovered: bool) -> None:
    """Paint shadow, card and header."""
    appearance, body = face.appearance, face.layout.body
    if scale > 0.8:  # invisible at smaller scales
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(appearance.shadow)
        painter.drawRoundedRect(body.adjusted(-1, 1, 1, 4), CORNER + 2, CORNER + 2)
    if face.block.kind == "composite":  # a second card shows that there is a sheet inside
        painter.setPen(QPen(appearance.block_border, 1))
        painter.setBrush(appearance.header)
        painter.drawRoundedRect(body.adjusted(5, 5, -5, 5), CORNER, CORNER)
    painter.setPen(_border(face, selected=selected, hovered=hovered))
    painter.setBrush(appearance.block)
    painter.drawRoundedRect(body, CORNER, CORNER)
    if face.layout.body.height() > face.layout.header.height():
        painter.setPen(QPen(faded(appearance.block_border, 0.7), 1))
        bottom = face.layout.header.bottom()
        painter.drawLine(QPointF(1, bottom), QPointF(body.width() - 1, bottom))


def paint_details(painter: QPainter, face: BlockFace, highlights: list[Highlight] | None, marked_slot: str) -> None:
    """Paint texts and slots, readable only at a large scale."""
    _paint_chip(painter, face)
    appearance = face.appearance
    left = _TEXT_LEFT
    painter.setFont(appearance.title_font)
    painter.setPen(appearance.text)
    painter.drawStaticText(QPointF(left, 7), face.title)
    painter.setFont(appearance.small_font)
    if face.live is not None:
        tone = {"good": appearance.good, "bad": appearance.bad}.get(face.live.tone, appearance.muted)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        painter.drawEllipse(QPointF(left + 4, 33), 3.5, 3.5)
        painter.setPen(tone)
        left += 14
    else:
        painter.setPen(appearance.bad if face.block.kind == "missing" else appearance.muted)
    painter.drawStaticText(QPointF(left, 26), face.subtitle)
    if face.problems:
        _paint_warning(painter, QPointF(face.layout.body.right() - 16, 16), appearance)
    painter.setFont(appearance.body_font)
    for number, (label, at) in enumerate(face.labels):
        dim = highlights is not None and highlights[number] is Highlight.DIM
        painter.setPen(faded(appearance.muted, 0.4) if dim else appearance.muted)
        painter.drawStaticText(at, label)
    for place, texts in zip(face.layout.slots, face.slots, strict=True):
        _paint_slot(painter, place, texts, appearance, marked=place.slot.parameter == marked_slot)


def paint_ports(
    painter: QPainter, face: BlockFace, highlights: list[Highlight] | None, marked: str, scale: float
) -> None:
    """Paint the ports, highlighted, dimmed or plain."""
    appearance = face.appearance
    for number, place in enumerate(face.layout.ports):
        highlight = Highlight.PLAIN if highlights is None else highlights[number]
        color = appearance.family(place.port.family)
        painter.save()
        painter.translate(place.anchor)
        if scale < 0.6:
            painter.scale(1.25, 1.25)  # visible at small scales
        if highlight in {Highlight.FITS, Highlight.SOURCE, Highlight.MENDABLE} or place.port.name == marked:
            glow = appearance.bad if highlight is Highlight.MENDABLE else color
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faded(glow, 0.30))
            painter.drawEllipse(QPointF(0, 0), RADIUS + 6, RADIUS + 6)
        if highlight is Highlight.DIM:
            color = mix(color, appearance.block, 0.75)
        filled = bool(place.port.wires) or highlight in {Highlight.FITS, Highlight.SOURCE}
        painter.setPen(QPen(color, 1.8))
        painter.setBrush(color if filled else appearance.block)
        painter.drawPath(shape_of(place.port.family))
        if place.port.exported_as:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(color, 1.2))
            painter.drawEllipse(QPointF(0, 0), RADIUS + 4, RADIUS + 4)
        painter.restore()


def paint_simplified(painter: QPainter, face: BlockFace, *, selected: bool, scale: float) -> None:
    """Paint a simplified card with a colour stripe and a large title."""
    appearance, body = face.appearance, face.layout.body
    painter.setPen(_border(face, selected=selected, hovered=False))
    painter.setBrush(appearance.block)
    painter.drawRoundedRect(body, CORNER, CORNER)
    painter.fillRect(QRectF(1, 10, 6, body.height() - 20), face.tint)
    font = QFont(appearance.title_font)
    font.setPixelSize(min(24, round(10.5 / scale)))
    painter.setFont(font)
    painter.setPen(appearance.text)
    area = body.adjusted(16, 4, -8, -4)
    text = face.block.name or face.block.title
    painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text)


def paint_handle(painter: QPainter, face: BlockFace) -> None:
    """Paint the drag handle: six dots."""
    area = face.layout.handle
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(face.appearance.header)
    painter.drawRoundedRect(area, 5, 5)
    painter.setBrush(face.appearance.muted)
    for column in (-3, 3):
        for row in (-5, 0, 5):
            painter.drawEllipse(area.center() + QPointF(column, row), 1.3, 1.3)


def paint_resizer(painter: QPainter, face: BlockFace) -> None:
    """Paint the resize handle: two strokes."""
    corner = face.layout.body.bottomRight()
    painter.setPen(QPen(face.appearance.muted, 1.2))
    for step in (4, 8):
        painter.drawLine(corner + QPointF(-step - 2, -3), corner + QPointF(-3, -step - 2))


def _border(face: BlockFace, *, selected: bool, hovered: bool) -> QPen:
    appearance = face.appearance
    if selected:
        return QPen(appearance.accent, 2)
    if face.block.kind in {"missing", "parameter"}:
        return QPen(appearance.bad if face.block.kind == "missing" else appearance.accent, 1.4, Qt.PenStyle.DashLine)
    if face.problems:
        return QPen(mix(appearance.block_border, appearance.bad, 0.7), 1.4)
    return QPen(mix(appearance.block_border, appearance.muted, 0.6) if hovered else appearance.block_border, 1)


def _paint_chip(painter: QPainter, face: BlockFace) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(face.tint, 0.22 if face.appearance.dark else 0.14))
    painter.drawRoundedRect(_CHIP, 7, 7)
    if face.icon is not None:
        painter.drawPixmap(_CHIP.adjusted(5, 5, -5, -5), face.icon, QRectF(face.icon.rect()))
        return
    painter.setFont(face.appearance.title_font)
    painter.setPen(face.tint)
    painter.drawText(_CHIP, int(Qt.AlignmentFlag.AlignCenter), face.letter)


def _paint_warning(painter: QPainter, at: QPointF, appearance: Appearance) -> None:
    sign = QPainterPath(at + QPointF(0, -7))
    sign.lineTo(at + QPointF(7.5, 6))
    sign.lineTo(at + QPointF(-7.5, 6))
    sign.closeSubpath()
    painter.setPen(QPen(appearance.bad, 1.6, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(faded(appearance.bad, 0.18))
    painter.drawPath(sign)
    painter.drawLine(at + QPointF(0, -2.5), at + QPointF(0, 1))
    painter.drawPoint(at + QPointF(0, 3.6))


def _paint_slot(
    painter: QPainter,
    slot_area: SlotArea,
    texts: tuple[QStaticText, QStaticText],
    appearance: Appearance,
    *,
    marked: bool,
) -> None:
    slot, area = slot_area.slot, slot_area.area
    if slot.embedded is not None:
        tint = appearance.family(main_family(slot.embedded))
        painter.setPen(QPen(faded(tint, 0.5), 1))
        painter.setBrush(faded(tint, 0.14 if appearance.dark else 0.08))
    else:
        color = appearance.bad if slot.missing else appearance.block_border
        painter.setPen(QPen(color, 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(appearance.header)
    if marked:
        painter.setPen(QPen(appearance.accent, 2))
    painter.drawRoundedRect(area, 6, 6)
    caption, value = texts
    painter.setFont(appearance.small_font)
    painter.setPen(appearance.muted)
    painter.drawStaticText(area.topLeft() + QPointF(8, 2), caption)
    painter.setPen(
        appearance.text if slot.embedded is not None else appearance.bad if slot.missing else appearance.muted
    )
    painter.drawStaticText(area.topLeft() + QPointF(8, 17), value)


def _second_line(block: Block, live: LiveStatus | None) -> str:
    if live is not None:
        return live.words
    if block.kind == "missing":
        return tr("not on this computer")
    if block.kind == "parameter":
        return tr("filled in later")
    if block.kind == "external":
        return tr("fetched by name")
    if block.title and block.title != block.name:
        return translated(block.title)
    return translated(block.description)


def _prepared(text: str, font: QFont, width: float) -> QStaticText:
    """Text elided to a width, with cached layout."""
    line = " ".join(text.split())
    static = QStaticText(QFontMetricsF(font).elidedText(line, Qt.TextElideMode.ElideRight, max(8.0, width)))
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    static.prepare(font=font)
    return static


def _label(anchor: PortAnchor, layout: BlockLayout, appearance: Appearance) -> tuple[QStaticText, QPointF]:
    text = anchor.port.exported_as or anchor.port.name
    alone = all(other.on_left == anchor.on_left for other in layout.ports)
    room = layout.body.width() * (0.85 if alone else 0.5) - 18
    label = _prepared(text, appearance.body_font, room)
    width = label.size().width()
    x = anchor.anchor.x() + 14 if anchor.on_left else anchor.anchor.x() - 14 - width
    return label, QPointF(x, anchor.anchor.y() - label.size().height() / 2)


def _slot_texts(slot_area: SlotArea, appearance: Appearance) -> tuple[QStaticText, QStaticText]:
    slot, room = slot_area.slot, slot_area.area.width() - 16
    if slot.embedded is not None:
        value = translated(slot.embedded.title) or slot.embedded.name
    elif slot.kind == "reference":
        value = tr("drop an object here")
    else:
        value = tr("not given yet")
    return _prepared(translated(slot.label), appearance.small_font, room), _prepared(value, appearance.small_font, room)


@lru_cache(maxsize=256)
def _icon(path: Path | str, colour: str) -> QPixmap:
    """The icon of an object in its colour, large enough for every zoom."""
    return pixmap(path, 18, colour, 3.0)
