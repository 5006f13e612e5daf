# SPDX-License-Identifier: BSD-3-Clause
"""What can be exported or printed: the whole content of views, or a page of the composer."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QPainter, QPicture, QRegion
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QGraphicsItem,
    QGraphicsView,
    QPlainTextEdit,
    QScrollBar,
    QWidget,
)

from app.ui.theme import Choice, Theme

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

LARGEST = QSize(8_000, 40_000)
"""Pixels; of a larger view the beginning is taken."""
_MARGIN = 24.0
_MOST_PASSES = 12
_LEAST_ROW = 16


class Drawing(Protocol):
    """Something that paints itself, in pixels of the screen; paints vectors where it can."""

    @property
    def size(self) -> QSizeF:
        """The size of all of it."""

    @property
    def truncated(self) -> bool:
        """Whether it is only the beginning."""

    @property
    def background(self) -> QColor:
        """The colour below it on the screen."""

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint the part of it in an area, where the painter is."""

    def prepared(self) -> contextlib.AbstractContextManager[None]:
        """The time in which it is measured and painted."""


class ViewDrawing:
    """A view with all of its content, also what is scrolled out of sight."""

    def __init__(self, view: QWidget) -> None:
        self._view = view
        self.truncated = False

    @property
    def size(self) -> QSizeF:
        """The size of the view, which `prepared` has enlarged."""
        return QSizeF(self._view.size())

    @property
    def background(self) -> QColor:
        """The colour of the window."""
        return self._view.palette().window().color()

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint a part of the view; the origin of the painter is that of the view."""
        part = area.toAlignedRect().intersected(self._view.rect())
        # Qt renders widgets for printers as pixels. A recording keeps vectors; it is in dots of the screen.
        recording = QPicture()
        recorder = QPainter(recording)
        self._view.render(recorder, part.topLeft(), QRegion(part), QWidget.RenderFlag.DrawChildren)
        recorder.end()
        device = painter.device()
        painter.save()
        painter.scale(recording.logicalDpiX() / device.logicalDpiX(), recording.logicalDpiY() / device.logicalDpiY())
        painter.drawPicture(0, 0, recording)
        painter.restore()

    @contextlib.contextmanager
    def prepared(self) -> Iterator[None]:
        """Enlarge the view until nothing is scrolled out of sight; it is as before afterwards."""
        size, places = self._view.size(), _scroll_positions(self._view)
        try:
            self._enlarge()
            yield
        finally:
            self._view.resize(size)
            for bar, value in places:
                bar.setValue(value)

    def _enlarge(self) -> None:
        for _ in range(_MOST_PASSES):
            more = _hidden_part(self._view)
            wanted = (self._view.size() + more).boundedTo(LARGEST.expandedTo(self._view.size()))
            if wanted == self._view.size():
                break
            self._view.resize(wanted)
            # Layouts and scroll bars follow; events that paint are left for later.
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            for area in _areas(self._view):
                QApplication.sendPostedEvents(area, QEvent.Type.MetaCall.value)
        self.truncated = not _hidden_part(self._view).isNull()


class PageDrawing:
    """A page of the composer with its blocks and wires."""

    truncated = False

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    @property
    def size(self) -> QSizeF:
        """The size of all blocks, with a margin."""
        return self._area().size()

    @property
    def background(self) -> QColor:
        """The colour of the page."""
        return self._canvas.appearance.paper

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint a part of the page; its upper left corner is the origin of the painter."""
        source = area.translated(self._area().topLeft())
        self._canvas.sheet_scene.render(painter, area, source)

    @contextlib.contextmanager
    def prepared(self) -> Iterator[None]:
        """Draw in full detail, as vectors, and without the selection, whatever the zoom is."""
        scene, selection = self._canvas.sheet_scene, self._canvas.selection
        scale, parts, caches = scene.scale, selection.parts, [(item, item.cacheMode()) for item in scene.items()]
        selection.set([])
        scene.scale = 1.0
        for item, _ in caches:
            item.setCacheMode(QGraphicsItem.CacheMode.NoCache)  # a cache is a picture
        try:
            yield
        finally:
            scene.scale = scale
            selection.set(parts)
            for item, mode in caches:
                item.setCacheMode(mode)

    def _area(self) -> QRectF:
        return self._canvas.sheet_scene.content().adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)


@contextlib.contextmanager
def light_colours(theme: Theme) -> Iterator[None]:
    """Use the light theme for a moment, because paper is white; nothing is painted on the screen meanwhile."""
    if theme.colors.name == "light":
        yield
        return
    before = theme.choice
    theme.choose(Choice.LIGHT)
    try:
        yield
    finally:
        theme.choose(before)


def _areas(view: QWidget) -> list[QAbstractScrollArea]:
    """The scroll areas of a view; those of planes without an end do not count."""
    inside = [view] if isinstance(view, QAbstractScrollArea) else []
    found = [*inside, *view.findChildren(QAbstractScrollArea)]
    return [area for area in found if not isinstance(area, QGraphicsView) and area.isVisibleTo(view)]


def _scroll_positions(view: QWidget) -> list[tuple[QScrollBar, int]]:
    bars = [bar for area in _areas(view) for bar in (area.horizontalScrollBar(), area.verticalScrollBar())]
    return [(bar, bar.value()) for bar in bars]


def _hidden_part(view: QWidget) -> QSize:
    """The size that the view lacks, in pixels; some bars count lines or rows."""
    width = height = 0
    for area in _areas(view):
        across, down = area.horizontalScrollBar(), area.verticalScrollBar()
        unit_across, unit_down = _units(area)
        width = max(width, (across.maximum() - across.minimum()) * unit_across)
        height = max(height, (down.maximum() - down.minimum()) * unit_down)
    return QSize(min(width, LARGEST.width()), min(height, LARGEST.height()))


def _units(area: QAbstractScrollArea) -> tuple[int, int]:
    """The pixels for a step of the bars across and down."""
    if isinstance(area, QPlainTextEdit):
        return 1, area.fontMetrics().lineSpacing()
    if isinstance(area, QAbstractItemView):
        by_item = QAbstractItemView.ScrollMode.ScrollPerItem
        row = max(_LEAST_ROW, area.sizeHintForRow(0))
        column = max(_LEAST_ROW, area.sizeHintForColumn(0))
        return (
            column if area.horizontalScrollMode() is by_item else 1,
            row if area.verticalScrollMode() is by_item else 1,
        )
    return 1, 1
