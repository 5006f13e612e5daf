# SPDX-License-Identifier: BSD-3-Clause
"""The palette tab with folders of files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QModelIndex, QPersistentModelIndex, QSize, QStandardPaths, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFileSystemModel,
    QFrame,
    QHBoxLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from app.runtime.references import LiveObjectFileError, read
from app.ui.composer.panels.drag_data import SUFFIX, mime_data, start_drag
from app.ui.composer.panels.widgets import ElidedLabel, column, tool_button
from app.ui.icons import icon
from app.ui.theme import Theme


class FilesTab(QWidget):
    """Browses a folder; shows only folders and live objects."""

    opened = Signal(Path)  # a file was double-clicked
    folder_changed = Signal(str)
    message = Signal(str)

    def __init__(self, theme: Theme, folder: Path) -> None:
        super().__init__()
        self.folder: Path = folder
        self.model = QFileSystemModel(self)
        self.model.setNameFilters([f"*{SUFFIX}"])
        self.model.setNameFilterDisables(False)
        self.model.setFilter(QDir.Filter.AllDirs | QDir.Filter.Files | QDir.Filter.NoDotAndDotDot)
        self.model.setOption(QFileSystemModel.Option.DontUseCustomDirectoryIcons)
        self.list = _FileList(self.model, theme)
        self.list.setAccessibleName(self.tr("Files"))
        self.list.picked.connect(self._pick)
        self.list.failed.connect(self.message)
        self._where = ElidedLabel(role="muted")
        up = tool_button(theme, "up", self.tr("The folder above"))
        up.clicked.connect(lambda: self.show_folder(self.folder.parent))
        choose = tool_button(theme, "open", self.tr("Choose a folder…"))
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.setContentsMargins(16, 8, 8, 0)
        row.setSpacing(4)
        row.addWidget(self._where, stretch=1)
        row.addWidget(up)
        row.addWidget(choose)
        layout = column(self, spacing=8)
        layout.addLayout(row)
        layout.addWidget(self.list, stretch=1)
        self.show_folder(folder)

    def show_folder(self, folder: Path) -> None:
        """Browse a folder; falls back to the user's own."""
        if not folder.is_dir():
            folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation))
        self.folder = folder
        self._where.setText(folder.name or str(folder))
        self._where.setAccessibleName(str(folder))
        self.list.setRootIndex(self.model.setRootPath(str(folder)))
        self.folder_changed.emit(str(folder))

    def _pick(self, index: QModelIndex) -> None:
        path = Path(self.model.filePath(index))
        if path.is_dir():
            self.show_folder(path)
        else:
            self.opened.emit(path)

    def _choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a folder…"), str(self.folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: self.show_folder(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


class _FileList(QTreeView):
    """A list of files that are dragged with their content."""

    picked = Signal(QModelIndex)
    failed = Signal(str)

    def __init__(self, model: QFileSystemModel, theme: Theme) -> None:
        super().__init__()
        self._files = model
        self._theme = theme
        self.setModel(model)
        self.setItemDelegate(_FileDelegate(self))
        for column_number in range(1, model.columnCount()):
            self.setColumnHidden(column_number, True)
        self.setProperty("role", "plain")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderHidden(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QTreeView.DragDropMode.DragOnly)
        self.setExpandsOnDoubleClick(False)
        self.doubleClicked.connect(self.picked)

    def startDrag(self, supported: Qt.DropAction) -> None:  # noqa: ARG002 - Qt's signature
        path = Path(self._files.filePath(self.currentIndex()))
        if path.is_dir():
            return
        try:
            data = mime_data(read(path), path)
        except (LiveObjectFileError, OSError) as error:
            self.failed.emit(str(error))
            return
        start_drag(self, self._theme, data, "file").exec(Qt.DropAction.CopyAction)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.picked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class _FileDelegate(QStyledItemDelegate):
    """Draws readable file names with our icons."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        name = option.text
        is_file = name.endswith(SUFFIX)
        words = name.removesuffix(SUFFIX).replace("_", " ") if is_file else name
        option.text = words[:1].upper() + words[1:]
        option.icon = icon("object" if is_file else "folder")
        option.decorationSize = QSize(16, 16)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
