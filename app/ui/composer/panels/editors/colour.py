# SPDX-License-Identifier: BSD-3-Clause
"""The editor of a colour."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QColorDialog, QLineEdit, QToolButton

from app.runtime.references import Value
from app.ui.composer.panels.editors.value_editor import ValueEditor
from app.ui.composer.panels.widgets import restyle

_NO_COLOUR = "#000000"


class ColourEditor(ValueEditor):
    """A colour patch that opens a picker, and the text `#rrggbb`."""

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setPlaceholderText("#rrggbb")
        self.field.textEdited.connect(self._read)
        self.patch = QToolButton()
        self.patch.setIconSize(QSize(40, 16))
        self.patch.setToolTip(self.tr("Pick a colour"))
        self.patch.setAccessibleName(self.tr("Pick a colour"))
        self.patch.clicked.connect(self._pick)
        self._lay_out_row(self.field, self.patch)
        self._paint(_NO_COLOUR)

    def _show(self, value: Value) -> None:
        text = value if isinstance(value, str) else ""
        if not text or QColor(self.field.text().strip()) != QColor(text):
            self.field.setText(text)
        self._paint(text)

    def _read(self, text: str) -> None:
        good = QColor.isValidColorName(text.strip()) and text.strip().startswith("#")
        restyle(self.field, "wrong", not good)
        if not good:
            self._complain(self.tr("A colour is written # and six hexadecimal digits, such as #4454d6."))
            return
        self._paint(text.strip())
        self._emit_edited(QColor(text.strip()).name(), in_progress=True)

    def _pick(self) -> None:
        dialog = QColorDialog(QColor(self.field.text() or _NO_COLOUR), self)
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        dialog.setWindowTitle(self.tr("Pick a colour"))
        dialog.colorSelected.connect(self._take)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take(self, color: QColor) -> None:
        self.field.setText(color.name())
        restyle(self.field, "wrong", False)
        self._paint(color.name())
        self._emit_edited(color.name())

    def _paint(self, text: str) -> None:
        patch = QPixmap(40, 16)
        patch.fill(QColor(text) if QColor.isValidColorName(text) else QColor(_NO_COLOUR))
        self.patch.setIcon(QIcon(patch))
