# SPDX-License-Identifier: BSD-3-Clause
"""The canvas widget."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QCloseEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView, QToolTip, QWidget

from app.runtime.gc_pause import gc_paused
from app.runtime.library import Catalogue
from app.runtime.references import Document, EndpointPath, Path, Problem
from app.ui.composer.canvas import background
from app.ui.composer.canvas.actions import context_menu, make_actions
from app.ui.composer.canvas.appearance import Appearance, make_appearance
from app.ui.composer.canvas.block_insertion import BlockInserter
from app.ui.composer.canvas.commands import Commands
from app.ui.composer.canvas.gestures.base import Gesture
from app.ui.composer.canvas.input_controller import InputController
from app.ui.composer.canvas.items.block_item import BlockItem
from app.ui.composer.canvas.items.block_layout import SlotArea
from app.ui.composer.canvas.keyboard import Keyboard
from app.ui.composer.canvas.live_states import LiveStates, Running
from app.ui.composer.canvas.live_views import LiveViews
from app.ui.composer.canvas.navigation import Navigation, set_up
from app.ui.composer.canvas.overlays.breadcrumb import Breadcrumb
from app.ui.composer.canvas.overlays.bubble import Bubble, Tone
from app.ui.composer.canvas.overlays.find_bar import FindBar
from app.ui.composer.canvas.overlays.minimap import Minimap
from app.ui.composer.canvas.overlays.quick_add import QuickAdd
from app.ui.composer.canvas.overlays.remote_cursors import RemoteCursor, RemoteCursors
from app.ui.composer.canvas.overview import FAR, Overview
from app.ui.composer.canvas.paint_errors import report_paint_errors
from app.ui.composer.canvas.scene import Part, SheetScene
from app.ui.composer.canvas.selection import Selection
from app.ui.composer.canvas.sheets import Sheets
from app.ui.composer.canvas.tool_tips import tip_at
from app.ui.composer.canvas.translation import tr
from app.ui.composer.canvas.worker_thread import WorkerThread
from app.ui.composer.model.clipboard import copy_fragment
from app.ui.composer.model.editor import Change, Editor
from app.ui.composer.model.edits import Edit, EditError
from app.ui.composer.model.palette import Entry
from app.ui.composer.model.sheet_view import SheetView, build_sheet_view
from app.ui.theme import Theme
from app.ui.translations import translated

_MARGIN = 12
_COMPLAINT_SECONDS = 6.0


class Canvas(QGraphicsView):
    """Shows a sheet and turns gestures and keys into edits."""

    selection_changed = Signal(list)
    open_subsheet = Signal(object)
    pointer_moved = Signal(QPointF)
    message = Signal(str)
    data_dropped = Signal(list, QPointF)
    """Data files were dropped at a position of the sheet."""
    scale_changed = Signal(float)
    history_asked = Signal(object)
    """The path of a block whose content is to be looked back at."""

    def __init__(
        self, editor: Editor, catalogue: Catalogue, theme: Theme, sheet: Path = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.editor = editor
        self.catalogue = catalogue
        self.sheet = sheet
        self.appearance: Appearance = make_appearance(theme.colors)
        self._theme = theme
        self.sheet_scene = SheetScene(self.appearance, self)  # owned by the canvas
        self.overview = Overview(self.sheet_scene)
        self._content: QRectF | None = None
        self.selection = Selection(self.sheet_scene, self)
        self.worker = WorkerThread(self)
        self.navigation = Navigation(self)
        self.live = LiveStates(self.sheet_scene, lambda: not self.sheet, self)
        self.live_views = LiveViews(self)
        self.live.refreshed.connect(self.live_views.schedule)
        self.scale_changed.connect(self.live_views.follow_scale)
        self.cursors = RemoteCursors(self.sheet_scene)
        self.commands = Commands(self)
        self.inserter = BlockInserter(self)
        self.keyboard = Keyboard(self)
        self.sheets = Sheets(self)
        self.input = InputController(self)
        set_up(self)
        self.bubble = Bubble(self)
        self.minimap = Minimap(self)
        self.breadcrumb = Breadcrumb(self)
        self.find_bar = FindBar(self)
        self.quick_adder = QuickAdd(self)
        self.actions_by_name: dict[str, QAction] = make_actions(self, theme)
        with gc_paused():
            self.view: SheetView = build_sheet_view(editor.document, sheet, catalogue)
        self._stops: list[Callable[[], None]] = [
            editor.listen(self._changed),
            editor.listen_problems(self._show_problems),
        ]
        theme.changed.connect(self._apply_appearance)
        self.selection.changed.connect(self._notify_selection)
        self._apply_appearance()
        self._refresh()
        self.navigation.fit_on_first_show()

    # The sheet.

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return self.editor.document

    @property
    def title(self) -> str:
        """The title of the document."""
        named = self.document.title or (self.editor.file.stem if self.editor.file is not None else "")
        return named or tr("Page")

    def do(self, edit: Edit, *, continues: str = "") -> bool:
        """Apply an edit; on failure, show the reason and return `False`."""
        try:
            self.editor.do(edit, continues=continues)
        except EditError as error:
            self.complain(str(error))
            return False
        self.message.emit("")  # clear an earlier error
        return True

    def complain(self, words: str) -> None:
        """Show an error at the pointer and in the status line."""
        words = translated(words)
        self.bubble.show_text(words, self._pointer_in_view(), Tone.BAD, seconds=_COMPLAINT_SECONDS)
        self.message.emit(words)
        self.announce(words)

    def show_sheet(self, sheet: Path) -> None:
        """Show another sheet of the document."""
        if sheet == self.sheet:
            return
        self.cancel_gesture()
        came_from = self.sheet
        self.sheet = sheet
        self.selection.set([])
        self._refresh()
        self.navigation.zoom_to_fit()
        if came_from[: len(sheet)] == sheet:
            inside = came_from[len(self.view.path) : len(self.view.path) + 1]
            self.selection.set(inside)
        self.open_subsheet.emit(sheet)
        self.announce(tr("Page {name}").format(name=sheet[-1] if sheet else self.title))

    def fragment(self, names: list[str]) -> bytes | None:
        """Blocks as file content, for the clipboard and drags."""
        try:
            return copy_fragment(self.document, self.sheet, names)
        except EditError as error:
            self.complain(str(error))
            return None

    # The public interface.

    def select(self, paths: Iterable[Path]) -> None:
        """Select the blocks at these paths that are on this sheet."""
        wanted = set(paths)
        self.selection.set([name for name, block in self.view.blocks.items() if block.path in wanted])

    def selected_paths(self) -> list[Path]:
        """The paths of the selected blocks."""
        return [self.view.blocks[name].path for name in self.selection.blocks if name in self.view.blocks]

    def reveal(self, path: Path) -> None:
        """Show the sheet of a part, scroll to the part and flash it."""
        self.navigation.reveal(path)

    def show_part(self, part: Part) -> None:
        """Scroll to a part of this sheet and select it."""
        self.selection.set([part])
        self.navigation.centre_and_flash(part)

    def zoom_to_fit(self) -> None:
        """Show the whole sheet."""
        self.navigation.zoom_to_fit()

    def add_entry(self, entry: Entry, position: QPointF | None = None, *, continues: str = "") -> bool:
        """Insert a palette entry; without a position, at a free one in view."""
        return self.inserter.add(entry, position, continues=continues)

    def entry_titled(self, title: str) -> Entry | None:
        """The palette entry with that title."""
        return self.inserter.entry_titled(title)

    def quick_add(self, at: QPointF | None = None, wire_from: EndpointPath | None = None) -> None:
        """Open the quick search at a position; the new block is wired to the port if it fits."""
        self.inserter.ask(at, wire_from)

    def set_running(self, running: Running | None) -> None:
        """Show states, values and views of a running sheet, or none."""
        self.live.set_running(running)
        self.live_views.set_running(running)

    def set_cursors(self, others: Iterable[RemoteCursor]) -> None:
        """Show the cursors of other people."""
        if self.cursors.set(others):
            self.viewport().update()

    def visible_area(self) -> QRectF:
        """The visible area of the sheet."""
        return self.navigation.visible_area()

    @property
    def content(self) -> QRectF:
        """The bounding rectangle of all parts."""
        if self._content is None:
            self._content = self.sheet_scene.content()
        return self._content

    def pan_by(self, pixels: QPoint) -> None:
        """Scroll by pixels."""
        self.navigation.pan_by(pixels)

    def bring_into_view(self, part: Part) -> None:
        """Scroll as little as needed to show a part."""
        self.navigation.bring_into_view(part)

    def announce(self, words: str) -> None:
        """Announce a text to screen readers."""
        self.setAccessibleDescription(words)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    # Used by gestures.

    @property
    def gesture(self) -> Gesture | None:
        """The active gesture."""
        return self.input.gesture

    def start(self, gesture: Gesture) -> None:
        """Start a gesture from a key or menu."""
        self.input.start(gesture)

    def cancel_gesture(self) -> None:
        """Cancel the active gesture and restore the previous state."""
        self.input.cancel_gesture()

    def end_gesture(self) -> None:
        """End the active gesture."""
        self.input.end()

    def mark_port(self, port: EndpointPath | None) -> None:
        """Highlight a port."""
        self.input.mark_port(port)

    def hover_slot(self, item: BlockItem | None, slot_area: SlotArea | None) -> None:
        """Highlight a slot."""
        self.input.hover(item, slot="" if slot_area is None else slot_area.slot.parameter)

    def moved(self) -> None:
        """Update after items were moved by a gesture."""
        self._invalidate_caches()
        self.viewport().update()

    def moved_view(self) -> None:
        """Update after scrolling or zooming."""
        scale = self.transform().m11()
        if scale != self.sheet_scene.scale:
            self.sheet_scene.scale = scale
            self.scale_changed.emit(scale)
        self.minimap.update()
        self.place_overlays()
        self.live_views.schedule()
        self.viewport().update()

    def place_overlays(self) -> None:
        """Position the overlays."""
        room = self.viewport().geometry().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        self.minimap.move(room.right() - self.minimap.width() + 1, room.bottom() - self.minimap.height() + 1)
        self.minimap.setVisible(self.navigation.needs_map(room.size()))
        self.breadcrumb.move(room.topLeft())
        self.find_bar.move(room.right() - self.find_bar.width() + 1, room.top())

    # Qt's events.

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.sheet_scene.scale >= FAR:
            super().paintEvent(event)
            return
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self.appearance.paper)
        painter.setTransform(self.viewportTransform())
        self.overview.paint(painter, self.sheet_scene.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.drawForeground(painter, self.visible_area())

    @report_paint_errors
    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        background.paint(painter, QRectF(rect), self.appearance, self.sheet_scene.scale)

    @report_paint_errors
    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: ARG002 - Qt's signature
        if not self.view.blocks and not self.view.notes and not self.view.zones:
            background.paint_welcome(painter, self)
        self.navigation.paint_flash(painter)
        if self.gesture is not None:
            self.gesture.paint(painter)
        self.cursors.paint(painter, self.appearance, self.viewportTransform())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.input.enters_view(event):
            super().mousePressEvent(event)
        else:
            self.input.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.input.move(event)
        if self.gesture is None and self.live_views.present:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.gesture is None and self.live_views.present:
            super().mouseReleaseEvent(event)
        self.input.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.input.enters_view(event):
            super().mouseDoubleClickEvent(event)
        else:
            self.input.double_click(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.input.drag_enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self.input.drag_move(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002 - Qt's signature
        self.input.drag_leave()

    def dropEvent(self, event: QDropEvent) -> None:
        self.input.drop(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.live_views.scrolls(event):
            super().wheelEvent(event)
        else:
            self.navigation.wheel(event)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.gesture is None and self.live_views.press_key(event):
            return
        if (self.gesture is not None and self.gesture.key(event)) or self.keyboard.press(event):
            event.accept()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self.keyboard.release(event)
        super().keyReleaseEvent(event)

    def event(self, event: QEvent) -> bool:
        # During a keyboard gesture, or inside of a view, keys must not trigger shortcuts of the canvas.
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if pressed and (self.gesture is not None or self.live_views.overrides(event)):
            event.accept()
            return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        if self.gesture is not None:
            return True
        if self.live_views.entered() is not None:
            return super().focusNextPrevChild(forward)
        return self.keyboard.step(forward=forward) or super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            return self.navigation.pinch(event)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = "" if self.gesture is not None else tip_at(self, self.mapToScene(event.pos()))
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.cancel_gesture()
        if self.live_views.takes_menu(event, self.mapToScene(event.pos())):
            super().contextMenuEvent(event)
            return
        part = self.sheet_scene.hit(self.mapToScene(event.pos()), 8.0 / self.sheet_scene.scale).part
        if event.reason() == QContextMenuEvent.Reason.Mouse and part is not None and part not in self.selection:
            self.selection.set([part])
        context_menu(self).popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.navigation.resized()
        self.place_overlays()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.minimap.update()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.detach()
        super().closeEvent(event)

    def detach(self) -> None:
        """Unsubscribe from the editor."""
        for stop in self._stops:
            stop()
        self._stops = []
        self.set_running(None)

    # Implementation.

    def _changed(self, change: Change) -> None:  # noqa: ARG002 - the whole view is rebuilt
        self._refresh()

    def _refresh(self) -> None:
        was_empty = not self.sheet_scene.blocks
        with gc_paused():
            self.sheet, view = self.sheets.nearest_sheet_view(self.sheet)
            if self.gesture is not None and self.gesture.is_invalidated_by(view):
                self.cancel_gesture()
            self.view = view
            self.sheet_scene.show_view(view)
        self._invalidate_caches()
        self.selection.refresh()
        self.live.refresh()
        self._show_problems(self.editor.problems)
        self.breadcrumb.show_path(self.title, self.sheet)
        self.commands.update_actions()
        self.place_overlays()
        if self.sheet_scene.scale < FAR or was_empty != (not self.view.blocks):
            self.viewport().update()

    def _invalidate_caches(self) -> None:
        """Invalidate the overview and the minimap."""
        self._content = None
        self.overview.invalidate()
        self.minimap.invalidate()

    def _show_problems(self, problems: tuple[Problem, ...]) -> None:
        found = self.sheets.problems_of_blocks(problems)
        for item in self.sheet_scene.blocks.values():
            item.show_problems(found.get(item.block.path, ()))

    def _apply_appearance(self) -> None:
        self.appearance = make_appearance(self._theme.colors)
        self.setBackgroundBrush(self.appearance.paper)
        self.sheet_scene.set_appearance(self.appearance)
        self.overview.invalidate()
        for overlay in (self.bubble, self.breadcrumb, self.find_bar, self.quick_adder):
            overlay.set_appearance(self.appearance)
        self.minimap.invalidate()
        self.viewport().update()

    def _notify_selection(self) -> None:
        self.commands.update_actions()
        self.selection_changed.emit(self.selected_paths())
        self.minimap.invalidate()
        if self.sheet_scene.scale < FAR:
            self.viewport().update()

    def _pointer_in_view(self) -> QPoint:
        at = self.mapFromScene(self.input.last_place)
        return at if self.viewport().rect().contains(at) else self.viewport().rect().center()
