# SPDX-License-Identifier: BSD-3-Clause
"""Editors of text: one line, several lines, and secrets."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from app.runtime.references import Value
from app.ui.composer.panels.editors.value_editor import EditorContext, ValueEditor
from app.ui.composer.panels.widgets import GrowingText, tool_button
from app.ui.icons import bind_icon

_LINES = 3
_MOST_LINES = 12


class TextEditor(ValueEditor):
    """One line of text."""

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.textEdited.connect(lambda text: self._emit_edited(text, in_progress=True))
        self._lay_out_row(self.field)

    def _show(self, value: Value) -> None:
        text = value if isinstance(value, str) else ""
        if self.field.text() != text:
            self.field.setText(text)


class LinesEditor(ValueEditor):
    """Several lines of text."""

    def __init__(self) -> None:
        super().__init__()
        self.field = GrowingText(least=_LINES, most=_MOST_LINES)
        self.field.textChanged.connect(lambda: self._emit_edited(self.field.toPlainText(), in_progress=True))
        self._lay_out_row(self.field)

    def _show(self, value: Value) -> None:
        text = value if isinstance(value, str) else ""
        if self.field.toPlainText() != text:
            self.field.setPlainText(text)


class SecretEditor(TextEditor):
    """A text that is masked until revealed."""

    def __init__(self, kit: EditorContext) -> None:
        super().__init__()
        self._kit = kit
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.eye = tool_button(kit.theme, "eye", self.tr("Show the secret"))
        self.eye.setCheckable(True)
        self.eye.toggled.connect(self._show_or_hide)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.eye)

    def _show_or_hide(self, shown: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        self.field.setEchoMode(mode)
        bind_icon(self._kit.theme, self.eye, "eye-off" if shown else "eye")
