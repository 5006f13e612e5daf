"""What all editors of values have in common."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.runtime.library import Catalogue
from app.runtime.references import Value
from app.ui.theme import Theme


@dataclass(frozen=True)
class EditorContext:
    """What editors are made with."""

    theme: Theme
    catalogue: Catalogue


class ValueEditor(QWidget):
    """Shows a value and lets a person change it.

    `edited` carries the new value; its second part is false when the change is a gesture of its own, such as
    a click, and true while a person goes on typing or dragging. `complained` says what is wrong with the
    input, which stays as it is, or "" when all is well again.
    """

    edited = Signal(object, bool)
    complained = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = False

    def show_value(self, value: Value) -> None:
        """Show a value without telling anyone; what is shown already is left alone."""
        self._showing = True
        try:
            self._show(value)
        finally:
            self._showing = False

    def set_accessible_name(self, name: str) -> None:
        """What screen readers call the field; also where the keyboard goes first."""
        target = self.focusProxy() or self
        target.setAccessibleName(name)

    def _show(self, value: Value) -> None:
        raise NotImplementedError

    def _emit_edited(self, value: Value, *, in_progress: bool = False) -> None:
        """Hand a good value on; called by the widgets inside when a person uses them."""
        if not self._showing:
            self.complained.emit("")
            self.edited.emit(value, in_progress)

    def _complain(self, what: str) -> None:
        if not self._showing:
            self.complained.emit(what)

    def _in_a_row(self, *widgets: QWidget) -> None:
        """Lay out the parts of the editor; the first one takes the room and the focus."""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for position, widget in enumerate(widgets):
            row.addWidget(widget, stretch=1 if position == 0 else 0)
        self.setFocusProxy(widgets[0])

    def _give_room(self, widget: QWidget) -> None:
        """Let another part than the first take the room that is left."""
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.setStretch(0, 0)
        row.setStretchFactor(widget, 1)
