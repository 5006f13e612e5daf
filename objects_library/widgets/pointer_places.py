# SPDX-License-Identifier: BSD-3-Clause
"""Points of a view that mean the same in a window of another size: a character, a cell, a point of a canvas.

A point belongs to the innermost widget below it, which is found in another window by its path in the view: the kind
of each widget and its number among those of one kind, from top to bottom. Where the other window has no such widget,
the share of width and height of the whole view is used.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QGraphicsView, QPlainTextEdit, QTextEdit, QWidget

from objects_library.replication.shared_pointers import LONGEST_PART, ViewPlace


@runtime_checkable
class ContentPlane(Protocol):
    """A widget whose content has coordinates of its own, such as a plane that pans and zooms."""

    def content_at(self, at: QPointF) -> tuple[float, float] | None:
        """The point of the content at a point of the widget."""

    def pixel_of(self, x: float, y: float) -> QPointF | None:
        """The point of the widget at a point of the content."""


_Anchor = tuple[int, float, float]
"""An index and two coordinates in a widget."""
_CONTENTS = (QTextEdit, QPlainTextEdit, QGraphicsView, QAbstractItemView)
"""Widgets that know where in their content a point is."""
_LONGEST_NUMBER = 6


def place_at(view: QWidget, at: QPoint) -> ViewPlace | None:
    """The place in a view at a point of it."""
    size = view.size()
    if size.isEmpty() or not view.rect().contains(at):
        return None
    widget = _anchoring_widget(view, view.childAt(at) or view)
    anchor = _anchor_at(widget, widget.mapFrom(view, at))
    part = _path(view, widget)
    if anchor is None or len(part) > LONGEST_PART:
        return None
    return ViewPlace(part, *anchor, at.x() / size.width(), at.y() / size.height())


def pixel_of(view: QWidget, place: ViewPlace) -> QPointF | None:
    """The point of a view at a place; None if it is out of sight."""
    widget = _widget_at(view, place.part)
    if widget is None or not widget.isVisibleTo(view):
        whole = QPointF(place.across * view.width(), place.down * view.height())
        return whole if QRect(QPoint(), view.size()).contains(whole.toPoint()) else None
    found = _pixel_in(widget, place)
    if found is None:
        return None
    point = QPointF(widget.mapTo(view, QPoint())) + found
    return point if _is_in_sight(view, widget, point) else None


def _anchoring_widget(view: QWidget, widget: QWidget) -> QWidget:
    """The widget itself, or what it is the inside of."""
    each: QWidget | None = widget
    while each is not None:
        if isinstance(each, ContentPlane) or (isinstance(each, _CONTENTS) and _is_within(each.viewport(), widget)):
            return each
        each = None if each is view else each.parentWidget()
    return widget


def _anchor_at(widget: QWidget, at: QPoint) -> _Anchor | None:
    if isinstance(widget, ContentPlane):
        point = widget.content_at(QPointF(at))
        return None if point is None else (0, *point)
    if isinstance(widget, _CONTENTS):
        inside = at - widget.viewport().pos()
        if isinstance(widget, QTextEdit | QPlainTextEdit):
            cursor = widget.cursorForPosition(inside)
            by = inside - widget.cursorRect(cursor).topLeft()
            return cursor.position(), by.x(), by.y()
        if isinstance(widget, QGraphicsView):
            scene = widget.viewportTransform().inverted()[0].map(QPointF(inside))
            return 0, scene.x(), scene.y()
        cell = widget.indexAt(inside)
        if cell.isValid() and not cell.parent().isValid():
            box = widget.visualRect(cell)
            across, down = (inside.x() - box.x()) / max(1, box.width()), (inside.y() - box.y()) / max(1, box.height())
            return cell.row(), cell.column() + min(across, 0.999), down
    return -1, at.x() / max(1, widget.width()), at.y() / max(1, widget.height())


def _pixel_in(widget: QWidget, place: ViewPlace) -> QPointF | None:
    if place.index < 0:
        return QPointF(place.x * widget.width(), place.y * widget.height())
    if isinstance(widget, ContentPlane):
        return widget.pixel_of(place.x, place.y)
    if not isinstance(widget, _CONTENTS):
        return None
    origin = QPointF(widget.viewport().pos())
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        cursor = QTextCursor(widget.document())
        cursor.setPosition(min(place.index, max(0, widget.document().characterCount() - 1)))
        return origin + QPointF(widget.cursorRect(cursor).topLeft()) + QPointF(place.x, place.y)
    if isinstance(widget, QGraphicsView):
        return origin + widget.viewportTransform().map(QPointF(place.x, place.y))
    cell = widget.model().index(place.index, int(place.x))
    if not cell.isValid():
        return None
    box = widget.visualRect(cell)
    if box.isEmpty():
        return None
    return origin + QPointF(box.x() + (place.x % 1) * box.width(), box.y() + place.y * box.height())


def _is_in_sight(view: QWidget, widget: QWidget, point: QPointF) -> bool:
    """Whether no scrolling area around the widget hides the point."""
    each: QWidget | None = widget
    while each is not None:
        shown = each.viewport() if isinstance(each, QAbstractScrollArea) and _is_within(each, widget) else each
        inside = shown is not each and (each is widget or _is_within(shown, widget))
        if (inside or each is view) and not shown.rect().contains(shown.mapFrom(view, point.toPoint())):
            return False
        each = None if each is view else each.parentWidget()
    return True


def _path(view: QWidget, widget: QWidget) -> str:
    steps: list[str] = []
    each = widget
    while each is not view and (around := each.parentWidget()) is not None:
        steps.append(f"{type(each).__name__}.{_alike(around, type(each).__name__).index(each)}")
        each = around
    return "/".join(reversed(steps))


def _widget_at(view: QWidget, path: str) -> QWidget | None:
    found = view
    for step in path.split("/") if path else ():
        kind, _, number = step.rpartition(".")
        alike = _alike(found, kind)
        if not (number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER and int(number) < len(alike)):
            return None
        found = alike[int(number)]
    return found


def _alike(around: QWidget, kind: str) -> list[QWidget]:
    """The visible children of one kind, from top to bottom."""
    children = [each for each in around.children() if isinstance(each, QWidget) and type(each).__name__ == kind]
    shown = [each for each in children if not each.isHidden() and not each.isWindow()]
    return sorted(shown, key=lambda each: (each.y(), each.x()))


def _is_within(outer: QWidget, inner: QWidget) -> bool:
    return outer is inner or outer.isAncestorOf(inner)
