# SPDX-License-Identifier: BSD-3-Clause
"""The graphics item of a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QGraphicsProxyWidget

from app.ui.composer.canvas.items import block_painter
from app.ui.composer.canvas.items.block_layout import BlockLayout, lay_out
from app.ui.composer.canvas.items.block_painter import BlockFace, LiveStatus
from app.ui.composer.canvas.items.painted_item import PaintedItem
from app.ui.composer.canvas.items.port_highlights import Highlight
from app.ui.composer.model.sheet_view import Block

if TYPE_CHECKING:
    from app.ui.composer.canvas.scene import SheetScene

NEAR = 0.5
"""The scale from which details are drawn; below, a block is a card with a title."""
_MARGIN = 14.0
_SMALLEST = 0.65
"""The smallest scale of a view that needs more room than its block has."""


class BlockItem(PaintedItem):
    """Draws one block; independent of gestures."""

    def __init__(self, block: Block, scene: SheetScene) -> None:
        super().__init__()
        self.block = block
        self.places: BlockLayout = lay_out(block)
        self._room: QSizeF | None = None
        self._content: QGraphicsProxyWidget | None = None
        self._owner = scene
        self._face: BlockFace | None = None
        self._live: LiveStatus | None = None
        self._found: tuple[str, ...] = ()
        self.is_marked = False
        self.is_hovered = False
        self.marked_port = ""
        self.marked_slot = ""
        self.setPos(block.placed.x, block.placed.y)
        self.setZValue(10)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    @property
    def name(self) -> str:
        """The name of the block on its sheet."""
        return self.block.name

    @property
    def area(self) -> QRectF:
        """The card's rectangle in scene coordinates."""
        return self.places.body.translated(self.pos())

    @property
    def live_text(self) -> str:
        """The status text; empty if it does not run."""
        return "" if self._live is None else self._live.words

    @property
    def problems(self) -> tuple[str, ...]:
        """The block's problems, including those of the static check."""
        return tuple(dict.fromkeys((*self.block.problems, *self._found)))

    def show_problems(self, found: tuple[str, ...]) -> None:
        """Set the problems found by the static check."""
        if found != self._found:
            self._found = found
            self.invalidate_face()

    def replace(self, block: Block) -> None:
        """Show a changed block."""
        self.block = block
        self._lay_out()
        self.setPos(block.placed.x, block.placed.y)
        self.invalidate_face()

    def set_view_room(self, room: QSizeF | None) -> bool:
        """Make room for the view of the running object, or none; returns whether the layout has changed."""
        before, self._room = self.places, room
        self._lay_out()
        if self.places != before:
            self.invalidate_face()
        return self.places != before

    def plain_area(self) -> QRectF:
        """The card's rectangle without a view, in scene coordinates."""
        places = self.places if self.places.view is None else lay_out(self.block)
        return places.body.translated(self.pos())

    def _lay_out(self) -> None:
        places = lay_out(self.block, self._room)
        if places != self.places:
            self.prepareGeometryChange()
            self.places = places
            self.fit_content()

    def set_content(self, content: QGraphicsProxyWidget | None) -> None:
        """Show a view inside of the block, or none."""
        self._content = content
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape, content is not None)
        self.fit_content()

    def fit_content(self) -> None:
        """Fit the view into its room; one that needs more is drawn a little smaller."""
        view = self.places.view
        if view is None or self._content is None:
            return
        least = self._content.effectiveSizeHint(Qt.SizeHint.MinimumSize)
        fits = min(1.0, view.width() / max(1.0, least.width()), view.height() / max(1.0, least.height()))
        scale = max(_SMALLEST, fits)
        self._content.setScale(scale)
        self._content.setGeometry(QRectF(view.topLeft(), view.size() / scale))

    def invalidate_face(self) -> None:
        """Discard prepared texts after colours, fonts or language have changed."""
        self._face = None
        self.update()

    def show_live(self, live: LiveStatus | None) -> None:
        """Show the status of the running object."""
        if live != self._live:
            self._live = live
            self.invalidate_face()

    def mark(self, *, marked: bool) -> None:
        """Set the selection mark."""
        if marked != self.is_marked:
            self.is_marked = marked
            self.setZValue(20 if marked else 10)
            self.update()

    def hover(self, *, hovered: bool, port: str = "", slot: str = "") -> None:
        """Set the hovered port and slot."""
        if (hovered, port, slot) != (self.is_hovered, self.marked_port, self.marked_slot):
            self.is_hovered, self.marked_port, self.marked_slot = hovered, port, slot
            self.update()

    def anchor(self, port: str) -> tuple[QPointF, bool] | None:
        """The anchor of a port in scene coordinates, and whether it is on the left."""
        place = self.places.anchor(port)
        return None if place is None else (self.pos() + place.anchor, place.on_left)

    def boundingRect(self) -> QRectF:
        return self.places.body.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self.places.body.adjusted(-8, 0, 8, 0))
        return path

    def draw(self, painter: QPainter) -> None:
        scale = self._owner.scale
        face = self._face
        if face is None or face.appearance is not self._owner.appearance:
            face = self._face = BlockFace(self.block, self.places, self._owner.appearance, self._live, self.problems)
        highlights = self._port_highlights()
        if highlights and all(highlight is Highlight.DIM for highlight in highlights):
            painter.setOpacity(0.45)
        if scale < NEAR:
            block_painter.paint_simplified(painter, face, selected=self.is_marked, scale=scale)
            block_painter.paint_ports(painter, face, highlights, self.marked_port, scale)
            return
        block_painter.paint_body(painter, face, scale, selected=self.is_marked, hovered=self.is_hovered)
        block_painter.paint_details(painter, face, highlights, self.marked_slot)
        block_painter.paint_ports(painter, face, highlights, self.marked_port, scale)
        if self.is_hovered or self.is_marked:
            if not face.problems:
                block_painter.paint_handle(painter, face)
            block_painter.paint_resizer(painter, face)

    def _port_highlights(self) -> list[Highlight] | None:
        highlights = self._owner.highlights
        if highlights is None:
            return None
        return [highlights.highlight(self.block.name, place.port.name) for place in self.places.ports]
