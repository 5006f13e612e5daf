# SPDX-License-Identifier: BSD-3-Clause
"""Editors of choices: yes or no, and one of a few."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit

from app.runtime.references import Value
from app.ui.composer.panels.editors.value_editor import ValueEditor
from app.ui.translations import translated


class PickBox(QComboBox):
    """A combo box that ignores the wheel unless it has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class WriteOrPickBox(PickBox):
    """An editable combo box."""

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.setEditable(True)
        self.setLineEdit(self.line)
        self.setInsertPolicy(PickBox.InsertPolicy.NoInsert)


class YesNoEditor(ValueEditor):
    """A check box with a label that wraps."""

    def __init__(self, label: str = "") -> None:
        super().__init__()
        self.field = QCheckBox()
        self.field.toggled.connect(self._emit_edited)
        self.label = _Words(label or self.tr("Yes"))
        self.label.clicked.connect(self.field.click)
        self._lay_out_row(self.field, self.label)
        self._stretch(self.label)

    def _show(self, value: Value) -> None:
        self.field.setChecked(value is True)


class _Words(QLabel):
    """A clickable label that wraps."""

    clicked = Signal()

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.isEnabled():
            self.clicked.emit()


class ChoiceEditor(ValueEditor):
    """One of a few texts; an unknown value from a file is kept until the user chooses."""

    def __init__(self, options: Sequence[str]) -> None:
        super().__init__()
        self.field = PickBox()
        for option in options:
            self.field.addItem(translated(option), option)
        self._known = len(options)
        self.field.activated.connect(lambda row: self._emit_edited(self.field.itemData(row)))
        self._lay_out_row(self.field)

    def _show(self, value: Value) -> None:
        while self.field.count() > self._known:
            self.field.removeItem(self._known)
        row = self.field.findData(value)
        if row < 0 and isinstance(value, str) and value:
            self.field.addItem(self.tr("{text} (unknown here)").format(text=value), value)
            row = self._known
        self.field.setCurrentIndex(row)
