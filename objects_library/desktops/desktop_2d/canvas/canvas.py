# SPDX-License-Identifier: BSD-3-Clause
"""The canvas: an infinite page with items, in a scrolling and zooming view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmapCache,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsItem, QGraphicsScene, QGraphicsView, QWidget

from objects_library.desktops.desktop_2d.canvas.animation import PositionAnimator
from objects_library.desktops.desktop_2d.canvas.geometry import around
from objects_library.desktops.desktop_2d.canvas.gestures import (
    Gesture,
    Grip,
    PanGesture,
    SelectGesture,
    grip_at,
    handles,
)
from objects_library.desktops.desktop_2d.canvas.graphics_item import GraphicsItem
from objects_library.desktops.desktop_2d.canvas.snapping import Guide
from objects_library.replication.desktop.items import FARTHEST, NOBODY, Item, Placement
from objects_library.widgets.embedding import escapes_within

_DOTS = 32
_MARGIN = 40
"""Pixels around an item to which the page is scrolled."""
_CACHE = 128 * 1024
"""Kilobytes of the pixmap cache; Qt's default of 10 MB holds only a few pictures."""
_SCALES = (0.05, 4.0)
_WORLD = QRectF(-1.1 * FARTHEST, -1.1 * FARTHEST, 2.2 * FARTHEST, 2.2 * FARTHEST)


class Canvas(QGraphicsView):
    """Shows items and emits what the user wants: select, move, resize, rotate."""

    moved = Signal(object, bool)
    """New frames by id, and whether the drag has ended."""
    chosen_changed = Signal()
    view_changed = Signal()
    dropped = Signal(object, QPointF)
    menu_asked = Signal(QPoint)
    page_pressed = Signal(QPointF)
    """A double-click on the empty page."""
    entered = Signal(object)
    """The user wants to work in an item: double-click or Enter."""
    rename_asked = Signal(object)
    """The user wants to change the title of an item: double-click on it, or F2."""
    key_pressed = Signal(QKeyEvent)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = QGraphicsScene(self)
        self.page.setSceneRect(_WORLD)
        self.page.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(self.page)
        self.pieces: dict[UUID, GraphicsItem] = {}
        self.chosen: list[UUID] = []
        self.dragged: set[UUID] = set()
        self.writable = False
        self.band: QRectF | None = None
        self.guides: list[Guide] = []
        self.empty_words = ""
        """The text of an empty page."""
        self.glide = PositionAnimator(self)
        self.glide.stepped.connect(self.show_handles)
        self._gesture: Gesture | None = None
        self._handles: list[QRect] = []
        QPixmapCache.setCacheLimit(max(_CACHE, QPixmapCache.cacheLimit()))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Desktop"))
        self.horizontalScrollBar().valueChanged.connect(lambda _: self.view_changed.emit())
        self.verticalScrollBar().valueChanged.connect(lambda _: self.view_changed.emit())
        self.centerOn(0, 0)

    # Items

    def put(self, item: Item) -> GraphicsItem:
        """Add an item."""
        piece = GraphicsItem(item)
        if not self.pieces:
            self.viewport().update()  # removes the placeholder text
        self.pieces[item.item] = piece
        self.page.addItem(piece)
        return piece

    def take(self, name: UUID) -> None:
        """Remove an item."""
        piece = self.pieces.pop(name, None)
        if piece is None:
            return
        self.glide.stop(piece)
        piece.set_content(None)
        self.page.removeItem(piece)
        if not self.pieces:
            self.viewport().update()
        self.dragged.discard(name)
        if name in self.chosen:
            self.choose([each for each in self.chosen if each != name])

    def layer(self) -> None:
        """Order all items by layer; ids break ties, alike for everyone."""
        order = sorted(self.pieces.values(), key=lambda each: (each.item.layer, each.item.item.bytes))
        for height, piece in enumerate(order):
            piece.setZValue(height)

    def choose(self, names: Iterable[UUID], *, whole_groups: bool = True) -> None:
        """Select items; a group is selected as a whole."""
        wanted = [name for name in dict.fromkeys(names) if name in self.pieces]
        if whole_groups:
            groups = {self.pieces[name].item.group for name in wanted} - {NOBODY}
            wanted += [name for name, piece in self.pieces.items() if piece.item.group in groups and name not in wanted]
        self.chosen = wanted
        for name, piece in self.pieces.items():
            if piece.chosen != (name in wanted):
                piece.chosen = name in wanted
                piece.update()
        self.viewport().update()
        self.chosen_changed.emit()

    def chosen_places(self, *, movable: bool = True) -> dict[UUID, Placement]:
        """The placements of the selected items that are not locked."""
        return {
            name: self.pieces[name].place for name in self.chosen if not (movable and self.pieces[name].item.locked)
        }

    def show_places(self, places: Mapping[UUID, Placement]) -> None:
        """Draw items at their dragged placements."""
        for name, place in places.items():
            piece = self.pieces.get(name)
            if piece is not None:
                self.glide.stop(piece)
                piece.set_place(place)
        self.show_handles()

    def drag_items(self, places: Mapping[UUID, Placement]) -> None:
        """Draw dragged items together with other moving items, once per frame."""
        for name, place in places.items():
            piece = self.pieces.get(name)
            if piece is not None:
                self.glide.at_once(piece, place)

    def show_handles(self) -> None:
        """Redraw only the handles, because redrawing the whole page is expensive."""
        points = list(handles(self).values())
        now = [QRect(round(point.x()) - 9, round(point.y()) - 9, 18, 18) for point in points]
        for area in (*self._handles, *now):
            self.viewport().update(area)
        self._handles = now

    def show_guides(self, guides: list[Guide]) -> None:
        """Show the lines along which the dragged items meet others."""
        if guides == self.guides:
            return
        for guide in (*self.guides, *guides):
            line = self._line_of(guide)
            self.viewport().update(line.toAlignedRect().adjusted(-2, -2, 3, 3))
        self.guides = guides

    def _line_of(self, guide: Guide) -> QRectF:
        """A guide in the window, as a rectangle without width or height."""
        start = QPointF(guide.at, guide.start) if guide.upright else QPointF(guide.start, guide.at)
        end = QPointF(guide.at, guide.end) if guide.upright else QPointF(guide.end, guide.at)
        to_window = self.viewportTransform()
        return QRectF(to_window.map(start), to_window.map(end))

    # View

    @property
    def scale_now(self) -> float:
        """The zoom factor."""
        return self.transform().m11()

    def seen(self) -> QRectF:
        """The visible part of the page."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def zoom_by(self, factor: float, about: QPoint | None = None) -> None:
        """Zoom; the point under the pointer stays."""
        wanted = max(_SCALES[0], min(_SCALES[1], self.scale_now * factor))
        point = about if about is not None else self.viewport().rect().center()
        before = self.mapToScene(point)
        self.resetTransform()
        self.scale(wanted, wanted)
        after = self.mapToScene(point)
        self.look_by(before.x() - after.x(), before.y() - after.y())
        self.view_changed.emit()

    def look_by(self, across: float, down: float) -> None:
        """Scroll by a distance on the page."""
        middle = self.mapToScene(self.viewport().rect().center())
        self.centerOn(middle.x() + across, middle.y() + down)

    def show_all(self) -> None:
        """Show all items."""
        if not self.pieces:
            self.resetTransform()
            self.centerOn(0, 0)
            return
        box = around([piece.place for piece in self.pieces.values()])
        area = QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom)).adjusted(
            -_MARGIN, -_MARGIN, _MARGIN, _MARGIN
        )
        room = self.viewport().rect()
        scale = min(room.width() / area.width(), room.height() / area.height(), 1.0)
        self.resetTransform()
        self.scale(max(_SCALES[0], scale), max(_SCALES[0], scale))
        self.centerOn(area.center())
        self.view_changed.emit()

    def reveal(self, names: Iterable[UUID]) -> None:
        """Scroll until items are in view, as far as they fit into it."""
        box = around([self.pieces[name].place for name in names])
        self.ensureVisible(box.left, box.top, box.right - box.left, box.bottom - box.top, _MARGIN, _MARGIN)
        self.view_changed.emit()

    def graphics_item_at(self, point: QPoint) -> GraphicsItem | None:
        """The topmost item at a point of the window."""
        found = self.itemAt(point)
        while found is not None and not isinstance(found, GraphicsItem):
            found = found.parentItem()
        return found

    def entered_item(self) -> QGraphicsItem | None:
        """The content in which the user works."""
        return self.page.focusItem()

    def leave_content(self) -> None:
        """Take the focus away from the content in which the user works.

        Not with `clearFocus` of the scene, which would restore it with the next activation of the window.
        """
        inside = self.entered_item()
        if inside is not None:
            inside.clearFocus()

    # Qt events

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the page with dots."""
        painter.fillRect(rect, self.palette().window())
        if self.scale_now < 0.4:
            return
        painter.setPen(QPen(self.palette().mid().color(), 0))
        left, top = int(rect.left()) // _DOTS * _DOTS, int(rect.top()) // _DOTS * _DOTS
        painter.drawPoints(
            [
                QPointF(x, y)
                for x in range(left, int(rect.right()) + 1, _DOTS)
                for y in range(top, int(rect.bottom()) + 1, _DOTS)
            ]
        )

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the handles of the selection, at the same size at any zoom."""
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.pieces:
            painter.setPen(self.palette().placeholderText().color())
            flags = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value
            painter.drawText(self.viewport().rect().adjusted(16, 16, -16, -16), flags, self.empty_words)
        painter.setPen(QPen(self.palette().highlight().color(), 1.5))
        painter.setBrush(self.palette().base())
        for grip, point in handles(self).items():
            if grip is Grip.TURN:
                painter.drawEllipse(point, 6, 6)
            else:
                painter.drawRoundedRect(QRectF(point.x() - 5, point.y() - 5, 10, 10), 2, 2)
        painter.setPen(QPen(self.palette().highlight().color(), 1, Qt.PenStyle.DashLine))
        for guide in self.guides:
            line = self._line_of(guide)
            painter.drawLine(line.topLeft(), line.bottomRight())
        if self.band is not None:
            colour = self.palette().highlight().color()
            colour.setAlpha(40)
            painter.setBrush(colour)
            painter.drawRect(self.mapFromScene(self.band).boundingRect())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a handle, an item or the page; presses inside an object belong to it."""
        point = event.position().toPoint()
        if event.button() is Qt.MouseButton.MiddleButton:
            self._gesture = PanGesture(self, point)
            return
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        grip = grip_at(self, point)
        if grip is not None:
            self._gesture = Gesture.drag_handle(self, grip, point)
            return
        piece = self.graphics_item_at(point)
        if piece is None:
            self.setFocus()
            self._gesture = SelectGesture(self, point, add=_adds(event))
            return
        forced = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if not forced and not piece.holds_at(piece.mapFromScene(self.mapToScene(point))):
            self.choose([])
            super().mousePressEvent(event)
            return
        self.setFocus()
        self.leave_content()
        self._press(piece, point, _adds(event))

    def _press(self, piece: GraphicsItem, point: QPoint, add: bool) -> None:
        name = piece.item.item
        if add:
            others = [each for each in self.chosen if each != name]
            self.choose(others if name in self.chosen else [*self.chosen, name], whole_groups=name not in self.chosen)
        elif name not in self.chosen:
            self.choose([name])
        if self.writable and self.chosen_places():
            self._gesture = Gesture.drag(self, point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Continue the gesture."""
        if self._gesture is not None:
            self._gesture.go(event.position().toPoint(), event.modifiers())
            return
        grip = grip_at(self, event.position().toPoint())
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor if grip is None else grip.cursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the gesture."""
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.end()
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Work in the item under the pointer."""
        point = self.mapToScene(event.position().toPoint())
        piece = self.graphics_item_at(event.position().toPoint())
        if piece is None:
            self.page_pressed.emit(point)
            return
        inside = piece.mapFromScene(point)
        if piece.has_header and piece.header().contains(inside):
            self.rename_asked.emit(piece.item.item)
            return
        if piece.holds_at(inside):
            self.entered.emit(piece.item.item)
            return
        super().mouseDoubleClickEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl, zoom. A focused widget inside scrolls itself."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(1.0015 ** event.angleDelta().y(), event.position().toPoint())
            event.accept()
            return
        piece = self.graphics_item_at(event.position().toPoint())
        if piece is not None and piece.content is not None and piece.content.hasFocus():
            super().wheelEvent(event)
            return
        by = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            by = QPoint(by.y(), by.x())
        self.look_by(-by.x() / self.scale_now, -by.y() / self.scale_now)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys to the focused object, otherwise to the desktop."""
        if event.key() == Qt.Key.Key_Escape and self._gesture is not None:
            gesture, self._gesture = self._gesture, None
            gesture.cancel()
            return
        inside = self.entered_item()
        if inside is not None and event.key() == Qt.Key.Key_Escape:
            if not escapes_within(inside, event):
                self.leave_content()
                self.setFocus()
                if isinstance(left := inside.parentItem(), GraphicsItem):
                    self.choose([left.item.item])
            event.accept()
            return
        if inside is not None:
            super().keyPressEvent(event)
            return
        event.ignore()
        self.key_pressed.emit(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab selects the next item; after the last one it leaves the canvas."""
        if self.page.focusItem() is not None or not self.pieces:
            return super().focusNextPrevChild(forward)
        order = sorted(self.pieces.values(), key=lambda each: (each.place.y, each.place.x))
        names = [piece.item.item for piece in order]
        at = names.index(self.chosen[-1]) if self.chosen else (-1 if forward else len(names))
        at += 1 if forward else -1
        if not 0 <= at < len(names):
            self.choose([])
            return super().focusNextPrevChild(forward)
        self.choose([names[at]], whole_groups=False)
        self.ensureVisible(self.pieces[names[at]], _MARGIN, _MARGIN)
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu at the pointer."""
        piece = self.graphics_item_at(event.pos())
        if piece is not None and piece.item.item not in self.chosen:
            if not piece.holds_at(piece.mapFromScene(self.mapToScene(event.pos()))):
                super().contextMenuEvent(event)
                return
            self.choose([piece.item.item])
        self.menu_asked.emit(event.globalPos())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept data that can become items."""
        data = event.mimeData()
        if self.writable and (data.hasUrls() or data.hasText() or data.hasImage() or data.formats()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Accept a drop anywhere."""
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Insert the dropped data at the pointer."""
        event.acceptProposedAction()
        self.window().activateWindow()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.dropped.emit(event.mimeData(), self.mapToScene(event.position().toPoint()))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        if event.type() is QEvent.Type.PaletteChange:
            self.resetCachedContent()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check which items are visible."""
        super().resizeEvent(event)
        self.view_changed.emit()


def _adds(event: QMouseEvent) -> bool:
    wanted = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
    return bool(event.modifiers() & wanted)
