# SPDX-License-Identifier: BSD-3-Clause
"""Editors of unions and optional values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QStackedLayout, QWidget

from app.runtime.references import Value
from app.ui.composer.panels.editors.choice import PickBox
from app.ui.composer.panels.editors.value_editor import ValueEditor
from app.ui.composer.panels.widgets import column


@dataclass(frozen=True)
class Option:
    """One alternative: name, test, editor and initial value."""

    words: str
    holds: Callable[[Value], bool]
    editor: ValueEditor | None  # None: a single value without an editor
    start: Callable[[], Value]


class OptionsEditor(ValueEditor):
    """A list of alternatives, and the editor of the chosen one."""

    def __init__(self, options: Sequence[Option]) -> None:
        super().__init__()
        self._options = options
        self.field = PickBox()
        self._stack = QStackedLayout()
        self._stack.setSizeConstraint(QStackedLayout.SizeConstraint.SetMinAndMaxSize)
        for option in options:
            self.field.addItem(option.words)
            self._stack.addWidget(option.editor or QWidget())
            if option.editor is not None:
                option.editor.edited.connect(
                    lambda value, in_progress: self._emit_edited(value, in_progress=in_progress)
                )
                option.editor.complained.connect(self._complain)
        self.field.activated.connect(self._pick)
        self._holder = QWidget()
        self._holder.setLayout(self._stack)
        layout = column(self, spacing=4)
        layout.addWidget(self.field)
        layout.addWidget(self._holder)
        self.setFocusProxy(self.field)

    def _show(self, value: Value) -> None:
        kind = next((row for row, option in enumerate(self._options) if option.holds(value)), -1)
        self.field.setCurrentIndex(kind)
        self._reveal(kind)
        editor = self._options[kind].editor if kind >= 0 else None
        if editor is not None:
            editor.show_value(value)

    def _pick(self, kind: int) -> None:
        option = self._options[kind]
        value = option.start()
        self._reveal(kind)
        if option.editor is not None:
            option.editor.show_value(value)
        self._emit_edited(value)

    def _reveal(self, kind: int) -> None:
        """Show only the editor in use."""
        self._holder.setVisible(kind >= 0 and self._options[kind].editor is not None)
        if kind >= 0:
            self._stack.setCurrentIndex(kind)
