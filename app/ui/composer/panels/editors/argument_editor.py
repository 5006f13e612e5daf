# SPDX-License-Identifier: BSD-3-Clause
"""The base class of argument editors, and the adapter for value editors."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.runtime.references import Argument, Value, ValueArgument
from app.ui.composer.panels.editors.value_editor import ValueEditor


class ArgumentEditor(QWidget):
    """Shows and edits a parameter's argument.

    `edited` carries the new argument, or `None` if it is removed, and whether the input is still in progress.
    `complained` carries the input error, or "" when it is resolved.
    """

    edited = Signal(object, bool)
    complained = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = False

    def show_argument(self, argument: Argument | None) -> None:
        """Show an argument without emitting signals; `None` means not given."""
        self._showing = True
        try:
            self._show(argument)
        finally:
            self._showing = False

    def set_accessible_name(self, name: str) -> None:
        """Set the accessible name of the field."""
        (self.focusProxy() or self).setAccessibleName(name)

    def _show(self, argument: Argument | None) -> None:
        raise NotImplementedError

    def _emit_edited(self, argument: Argument | None, *, in_progress: bool = False) -> None:
        if not self._showing:
            self.complained.emit("")
            self.edited.emit(argument, in_progress)

    def _complain(self, what: str) -> None:
        if not self._showing:
            self.complained.emit(what)

    def _fill(self, widget: QWidget) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(widget)
        self.setFocusProxy(widget)


class ValueArgumentEditor(ArgumentEditor):
    """Wraps a value editor; shows the default while no argument is given."""

    def __init__(self, editor: ValueEditor, default: Value = None) -> None:
        super().__init__()
        self.editor = editor
        self._default = default
        editor.edited.connect(
            lambda value, in_progress: self._emit_edited(ValueArgument(value), in_progress=in_progress)
        )
        editor.complained.connect(self._complain)
        self._fill(editor)

    def set_accessible_name(self, name: str) -> None:
        self.editor.set_accessible_name(name)

    def _show(self, argument: Argument | None) -> None:
        self.editor.show_value(argument.value if isinstance(argument, ValueArgument) else self._default)
