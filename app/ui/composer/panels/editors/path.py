# SPDX-License-Identifier: BSD-3-Clause
"""Editors of files and directories."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit

from app.runtime.references import Value
from app.ui.composer.panels.editors.value_editor import EditorContext, ValueEditor
from app.ui.composer.panels.widgets import tool_button


class PathEditor(ValueEditor):
    """A path field with a file dialog that accepts drops."""

    def __init__(self, kit: EditorContext, *, directory: bool = False, name_filter: str = "") -> None:
        super().__init__()
        self._directory = directory
        self._filter = name_filter
        self.field = _DropField()
        self.field.textEdited.connect(lambda text: self._emit_edited(text, in_progress=True))
        self.field.dropped.connect(self._take)
        label = self.tr("Choose a folder…") if directory else self.tr("Choose a file…")
        self.browse = tool_button(kit.theme, "folder" if directory else "open", label)
        self.browse.clicked.connect(self._choose)
        self._lay_out_row(self.field, self.browse)

    def _show(self, value: Value) -> None:
        text = value if isinstance(value, str) else ""
        if self.field.text() != text:
            self.field.setText(text)

    def _choose(self) -> None:
        dialog = QFileDialog(self, self.browse.toolTip(), self.field.text())
        if self._directory:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        else:
            dialog.setFileMode(QFileDialog.FileMode.AnyFile)
            if self._filter:
                dialog.setNameFilters([self._filter, self.tr("All files (*)")])
        dialog.fileSelected.connect(self._take)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take(self, name: str) -> None:
        self.field.setText(name)
        self._emit_edited(name)


class _DropField(QLineEdit):
    """A line edit that accepts a dropped file."""

    dropped = Signal(str)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        local = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if local:
            event.acceptProposedAction()
            self.dropped.emit(local[0])
        else:
            super().dropEvent(event)
