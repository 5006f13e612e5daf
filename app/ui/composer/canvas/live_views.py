# SPDX-License-Identifier: BSD-3-Clause
"""The views of running objects inside of their blocks, where they are near enough to be read."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPointF, QSizeF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QGraphicsItem, QGraphicsProxyWidget, QGraphicsView, QHBoxLayout, QWidget

from app.runtime.activation import AttachedView, Proxy, State
from app.runtime.references import Path
from app.ui.composer.canvas.items.block_item import NEAR, BlockItem
from app.ui.composer.canvas.items.block_layout import HEADER
from app.ui.composer.canvas.live_states import Running
from app.ui.composer.canvas.view_rooms import LEAST, view_rooms
from app.ui.execution import RunningSheet
from app.ui.player.view_pointers import ViewPointers
from objects_library.widgets.embedding import escapes_within
from objects_library.widgets.first_size import first_size

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_PERIOD_MS = 100
_AT_ONCE = 4
"""How many views are created before the canvas is painted again."""
_BEYOND = 0.25
"""The margin around the window, relative to its size, in which blocks count as visible."""
_KEPT = 5.0
"""Seconds for which the view of a block out of sight is kept."""
_SHARP = QGraphicsItem.CacheMode.DeviceCoordinateCache
_READABLE = 0.65
"""The least scale to which the page is zoomed out to show all views."""
_SHARP_MS = 200
"""Milliseconds after the last zoom step until views are painted sharply again."""
_EDGE = 20.0
"""What a block has around its view besides the header."""


@runtime_checkable
class ShowsViews(Running, Protocol):
    """A running sheet whose objects have views."""

    def proxy(self, path: Path, /) -> Proxy | None:
        """The proxy at a path."""

    def has_view(self, path: Path, /) -> bool:
        """Whether the object at a path has a view."""

    def attach_views(self, path: Path, /) -> list[AttachedView]:
        """Create the views of the object at a path."""


class _Shown:
    """The views of one block."""

    def __init__(self, item: BlockItem, proxy: Proxy, views: list[AttachedView], content: QGraphicsProxyWidget) -> None:
        self.item = item
        self.proxy = proxy
        self.views = views
        self.content = content
        self.pointers: ViewPointers | None = None
        self.seen_at = monotonic()

    def follow(self) -> None:
        """Show where others point, if there are any."""
        if self.pointers is not None:
            self.pointers.follow()

    def close(self) -> None:
        """Remove the views; the object keeps running."""
        if self.pointers is not None:
            self.pointers.close()
        for view in self.views:
            view.close()
        self.item.set_content(None)
        scene = self.content.scene()
        if scene is not None:
            scene.removeItem(self.content)
        self.content.deleteLater()


class LiveViews(QObject):
    """Puts views into the blocks in sight, and passes mouse and keys on to them."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._running: ShowsViews | None = None
        self._shown: dict[str, _Shown] = {}
        self._failed: set[Proxy | None] = set()
        """Objects whose view has raised an error; their blocks are drawn without."""
        self._rooms: dict[str, QSizeF] = {}
        self._laid_out: object = None
        self._timer = QTimer(self, interval=_PERIOD_MS, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        self._sleeping = QTimer(self, interval=round(_KEPT * 1000), singleShot=True)
        self._sleeping.timeout.connect(self.refresh)
        self._zooming = QTimer(self, interval=_SHARP_MS, singleShot=True)
        self._zooming.timeout.connect(lambda: self._cache(_SHARP))
        canvas.installEventFilter(self)

    def set_running(self, running: Running | None) -> None:
        """Follow a running sheet, or none."""
        self._running = running if isinstance(running, ShowsViews) else None
        self._laid_out = None
        self._failed.clear()
        self.refresh()

    def schedule(self) -> None:
        """Schedule a refresh after something was moved or has changed."""
        if self._running is not None and not self._timer.isActive():
            self._timer.start()

    def refresh(self) -> None:
        """Give the blocks room for their views, create those in sight and remove others."""
        scene = self._canvas.sheet_scene
        for name in [name for name, shown in self._shown.items() if self._is_gone(name, shown)]:
            self._shown.pop(name).close()
        self._lay_out()
        near = scene.scale >= NEAR
        seen = self._in_sight() if near and self._canvas.isVisible() else set()
        now, made, later = monotonic(), 0, False
        for name in seen:
            if name in self._shown:
                self._shown[name].seen_at = now
            elif made < _AT_ONCE:
                made += self._show(scene.blocks[name])
            else:
                later = True
        for name, shown in list(self._shown.items()):
            shown.follow()
            if shown.content.isVisible() != near:
                shown.content.setVisible(near)
            used = shown.content.hasFocus()
            if name not in seen and not used and now - shown.seen_at > _KEPT:
                self._shown.pop(name).close()
            elif name not in seen:
                self._sleeping.start()
        if later:
            self._timer.start()

    def follow_scale(self) -> None:
        """Hide or show all views at once when the scale passes the limit of what can be read.

        While the scale changes, pictures of the views are scaled; painting all views for each frame is too slow.
        """
        near = self._canvas.sheet_scene.scale >= NEAR
        for shown in self._shown.values():
            if shown.content.isVisible() != near:
                shown.content.setVisible(near)
        if not self._zooming.isActive():
            self._cache(QGraphicsItem.CacheMode.ItemCoordinateCache)
        self._zooming.start()
        self.schedule()

    def _cache(self, mode: QGraphicsItem.CacheMode) -> None:
        for shown in self._shown.values():
            shown.content.setCacheMode(mode)

    @property
    def settled(self) -> bool:
        """Whether all blocks in sight show their views."""
        near = self._canvas.sheet_scene.scale >= NEAR
        return not self._timer.isActive() and (not near or self._in_sight() <= self._shown.keys())

    @property
    def present(self) -> bool:
        """Whether a block shows a view."""
        return bool(self._shown)

    def widgets(self, name: str) -> list[QWidget]:
        """The view widgets of a block."""
        shown = self._shown.get(name)
        return [] if shown is None else [view.widget for view in shown.views if isinstance(view.widget, QWidget)]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remove the views while the canvas is hidden, as in a presentation, which has views of its own."""
        if watched is self._canvas and event.type() == QEvent.Type.Hide:
            for name in list(self._shown):
                self._shown.pop(name).close()
        elif watched is self._canvas and event.type() == QEvent.Type.Show:
            self.schedule()
        return False

    # Mouse and keys.

    def has_view_at(self, place: QPointF) -> bool:
        """Whether a position of the sheet is inside of a view, and no port is nearer."""
        hit = self._canvas.sheet_scene.hit(place, 8.0 / self._canvas.sheet_scene.scale)
        if hit.block is None or hit.port is not None:
            return False
        shown = self._shown.get(hit.block.name)
        return shown is not None and shown.content.isVisible() and shown.content.sceneBoundingRect().contains(place)

    def scrolls(self, event: QWheelEvent) -> bool:
        """Whether the wheel scrolls inside of the view under the pointer: only if it has the focus."""
        entered = self.entered()
        if entered is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        return entered.sceneBoundingRect().contains(self._canvas.mapToScene(event.position().toPoint()))

    def takes_menu(self, event: QContextMenuEvent, place: QPointF) -> bool:
        """Whether the menu of the view is wanted."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            return self.has_view_at(place)
        return self.entered() is not None

    def entered(self) -> QGraphicsItem | None:
        """The view that has the focus."""
        return self._canvas.sheet_scene.focusItem()

    def leave(self) -> None:
        """Give the focus back to the sheet."""
        entered = self.entered()
        if entered is not None:
            entered.clearFocus()

    def press_key(self, event: QKeyEvent) -> bool:
        """Pass a key on to the view with the focus; Escape leaves it unless the view uses it."""
        entered = self.entered()
        if entered is None:
            return False
        if event.key() != Qt.Key.Key_Escape:
            QGraphicsView.keyPressEvent(self._canvas, event)
        elif not escapes_within(entered, event):
            self.leave()
            block = entered.parentItem()
            if isinstance(block, BlockItem):
                self._canvas.selection.set([block.name])
        event.accept()
        return True

    def overrides(self, event: QEvent) -> bool:
        """Whether the view with the focus gets a key that is also a shortcut of the canvas."""
        if self.entered() is None or not isinstance(event, QKeyEvent):
            return False
        pressed = QKeySequence(event.keyCombination())
        actions = self._canvas.actions_by_name.values()
        return event.key() == Qt.Key.Key_Escape or any(pressed in action.shortcuts() for action in actions)

    # Implementation.

    def _is_gone(self, name: str, shown: _Shown) -> bool:
        running, item = self._running, self._canvas.sheet_scene.blocks.get(name)
        if any(view.failure is not None for view in shown.views):
            self._failed.add(shown.proxy)
            return True
        return running is None or item is not shown.item or running.proxy(item.block.path) is not shown.proxy

    def _in_sight(self) -> set[str]:
        window = self._canvas.visible_area()
        across, down = window.width() * _BEYOND, window.height() * _BEYOND
        found = self._canvas.sheet_scene.index.within(window.adjusted(-across, -down, across, down))
        return {name for name in found if name in self._rooms}

    def _lay_out(self) -> None:
        """Give each block with a view as much room as it wants and others leave."""
        blocks = self._canvas.sheet_scene.blocks
        running = self._running
        with_view = {} if running is None else {name: item for name, item in blocks.items() if self._is_alive(item)}
        key = [(id(item.block), name in with_view) for name, item in blocks.items()]
        if key == self._laid_out or self._canvas.gesture is not None:
            return
        self._laid_out = key
        plain = {name: item.plain_area() for name, item in blocks.items()}
        wanted = {name: _wanted(item) for name, item in with_view.items()}
        self._rooms = view_rooms(plain, wanted)
        whole = self._canvas.visible_area().contains(self._canvas.content)
        changed = [name for name, item in blocks.items() if item.set_view_room(self._rooms.get(name))]
        for name in changed:
            if name in self._shown and name not in self._rooms:
                self._shown.pop(name).close()
        if changed:
            self._canvas.sheet_scene.moved(changed)
            self._canvas.moved()
            if whole and with_view:
                self._fit_page()

    def _fit_page(self) -> None:
        """Show the whole page as before the views needed room, if they can still be read."""
        canvas = self._canvas
        room, content = canvas.viewport().rect(), canvas.content
        scale = min(room.width() / max(1.0, content.width()), room.height() / max(1.0, content.height()))
        if scale > _READABLE and not canvas.visible_area().contains(content):
            canvas.zoom_to_fit()

    def _is_alive(self, item: BlockItem) -> bool:
        assert self._running is not None
        path = item.block.path
        state = self._running.state(path)
        usable = state not in (None, State.CREATED, State.FAILED, State.ENDED)
        if not usable or item.block.placed.collapsed or self._running.proxy(path) in self._failed:
            return False
        return self._running.has_view(path)

    def _show(self, item: BlockItem) -> int:
        """Create the view of a block; returns how many there are."""
        assert self._running is not None
        path = item.block.path
        proxy = self._running.proxy(path)
        views = [] if proxy is None else self._running.attach_views(path)
        widgets = [view.widget for view in views if isinstance(view.widget, QWidget)]
        if proxy is None or not widgets:
            return 0
        content = QGraphicsProxyWidget(item)
        content.setCacheMode(_SHARP)
        content.setWidget(_side_by_side(widgets))
        self._shown[item.name] = shown = _Shown(item, proxy, views, content)
        if isinstance(self._running, RunningSheet) and not proxy.components:
            shown.pointers = ViewPointers(self._running, path, proxy, widgets[0], self._canvas.viewport())
        item.set_content(content)
        return 1


def _wanted(item: BlockItem) -> QSizeF:
    """The size of a block with its view: as the user has set it, or as large as such an object usually is."""
    width, height = first_size(item.block.reference)
    placed = item.block.placed
    wanted = QSizeF(placed.width or width + _EDGE, placed.height or height + HEADER - _EDGE)
    return wanted.expandedTo(LEAST)


def _side_by_side(widgets: list[QWidget]) -> QWidget:
    holder = QWidget()
    # The card is the background; that of a window would leave a rim at fractional pixels.
    holder.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        row.addWidget(widget)
    return holder
