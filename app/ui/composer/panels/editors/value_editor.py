# SPDX-License-Identifier: BSD-3-Clause
"""The base class of value editors."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.runtime.library import Catalogue
from app.runtime.references import Value
from app.ui.theme import Theme


@dataclass(frozen=True)
class EditorContext:
    """What editors need to be created."""

    theme: Theme
    catalogue: Catalogue


class ValueEditor(QWidget):
    """Shows and edits a value.

    `edited` carries the new value, and whether the input is still in progress (typing, dragging) or a single
    action such as a click. `complained` carries the input error, or "" when it is resolved; the input stays.
    """

    edited = Signal(object, bool)
    complained = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = False

    def show_value(self, value: Value) -> None:
        """Show a value without emitting signals; an equal value changes nothing."""
        self._showing = True
        try:
            self._show(value)
        finally:
            self._showing = False

    def set_accessible_name(self, name: str) -> None:
        """Set the accessible name of the focus widget."""
        target = self.focusProxy() or self
        target.setAccessibleName(name)

    def _show(self, value: Value) -> None:
        raise NotImplementedError

    def _emit_edited(self, value: Value, *, in_progress: bool = False) -> None:
        """Emit `edited` with a valid value; called by inner widgets on user input."""
        if not self._showing:
            self.complained.emit("")
            self.edited.emit(value, in_progress)

    def _complain(self, what: str) -> None:
        if not self._showing:
            self.complained.emit(what)

    def _lay_out_row(self, *widgets: QWidget) -> None:
        """Lay out widgets in a row; the first one stretches and gets the focus."""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for position, widget in enumerate(widgets):
            row.addWidget(widget, stretch=1 if position == 0 else 0)
        self.setFocusProxy(widgets[0])

    def _stretch(self, widget: QWidget) -> None:
        """Let another widget stretch."""
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.setStretch(0, 0)
        row.setStretchFactor(widget, 1)
