# SPDX-License-Identifier: BSD-3-Clause
"""A dashboard page: the filters and the selection that its tiles share.

A page is a desktop, a tab or a window. It belongs to whoever looks; nothing of it goes to anybody else.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID
from weakref import WeakValueDictionary

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from objects_library.replication.filter_registry import BOARD
from objects_library.values.filters import FilterSetting, Selection


class DashboardPage(QObject):
    """The filters and the selection of one page."""

    changed = Signal()

    _homes: ClassVar[WeakValueDictionary[UUID, DashboardPage]] = WeakValueDictionary()
    """The page of each filter; a filter that moves leaves its former page."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._sources: dict[UUID, None] = {}
        self.selection: Selection | None = None
        self.destroyed.connect(BOARD.listen(self._filters_changed))

    @property
    def filters(self) -> list[FilterSetting]:
        """The filters of this page, in the order of arrival; a filter whose view sleeps counts, too."""
        found = (BOARD.of(source) for source in self._sources)
        return [setting for setting in found if setting is not None and setting.active]

    def add(self, source: UUID) -> None:
        """Add a filter."""
        before = self._homes.get(source)
        if before is self:
            return
        if before is not None:
            before.remove(source)
        self._homes[source] = self
        self._sources[source] = None
        self.changed.emit()

    def remove(self, source: UUID) -> None:
        """Remove a filter."""
        if self._sources.pop(source, self) is None:
            self._homes.pop(source, None)
            self.changed.emit()

    def select(self, selection: Selection | None) -> None:
        """Set or clear the selected rows."""
        if selection != self.selection:
            self.selection = selection
            self.changed.emit()

    def _filters_changed(self, source: UUID) -> None:
        if source in self._sources:
            if BOARD.of(source) is None:
                del self._sources[source]
            self.changed.emit()


def page_of(widget: QWidget) -> DashboardPage:
    """The page of a widget."""
    place = _place_of(widget)
    found = place.findChild(DashboardPage, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if found is not None else DashboardPage(place)


def _place_of(widget: QWidget) -> QObject:
    """The innermost desktop, tab or window around a widget."""
    around: QWidget = widget
    while True:
        holder = around.graphicsProxyWidget()
        if holder is not None and holder.scene() is not None:
            return holder.scene()
        parent = around.parentWidget()
        if parent is None or around.isWindow() or isinstance(parent, QStackedWidget):
            return around
        around = parent
