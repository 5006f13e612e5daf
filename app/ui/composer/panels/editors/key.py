# SPDX-License-Identifier: BSD-3-Clause
"""The editor of a key, which can be generated and is shown abbreviated."""

from __future__ import annotations

import secrets

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication
from PySide6.QtWidgets import QLineEdit

from app.runtime.references import Value
from app.ui.composer.panels.editors.value_editor import EditorContext, ValueEditor
from app.ui.composer.panels.widgets import tool_button

_BYTES = 32
_SHOWN_WHOLE = 24
_SHOWN_PART = 8


class KeyEditor(ValueEditor):
    """A key to generate and copy; a long one is shown in full only while it has the focus."""

    def __init__(self, kit: EditorContext) -> None:
        super().__init__()
        self._key = ""
        self.field = _KeyField()
        self.field.textEdited.connect(self._read)
        self.field.entered.connect(lambda: self.field.setText(self._key))
        self.field.left.connect(self._leave)
        self.make = tool_button(kit.theme, "make", self.tr("Make a new one at random"))
        self.make.clicked.connect(self._make)
        self.copy = tool_button(kit.theme, "copy", self.tr("Copy"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._key))
        self._lay_out_row(self.field, self.make, self.copy)

    def _show(self, value: Value) -> None:
        self._key = value if isinstance(value, str) else ""
        text = self._key if self.field.hasFocus() else shown_short(self._key)
        if self.field.text() != text:
            self.field.setText(text)
            self.field.setCursorPosition(0)
        self.copy.setEnabled(bool(self._key))

    def _read(self, text: str) -> None:
        self._key = text
        self.copy.setEnabled(bool(self._key))
        self._emit_edited(self._key, in_progress=True)

    def _leave(self) -> None:
        """Strip spaces around the key."""
        if self._key != self._key.strip():
            self._key = self._key.strip()
            self._emit_edited(self._key, in_progress=True)
        self.field.setText(shown_short(self._key))

    def _make(self) -> None:
        key = secrets.token_hex(_BYTES)
        self.show_value(key)
        self._emit_edited(key)


def shown_short(key: str) -> str:
    """The start of a long key; a short one unchanged."""
    return key if len(key) <= _SHOWN_WHOLE else f"{key[:_SHOWN_PART]}…{key[-4:]}"


class _KeyField(QLineEdit):
    entered = Signal()
    left = Signal()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.entered.emit()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()
