# SPDX-License-Identifier: BSD-3-Clause
"""The tree of attached sources with their size and columns, whose types can be corrected."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QHeaderView,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.runtime.directories import data_directory, make_private
from app.spark.errors import SparkError
from app.spark.sources import FILE_FORMATS
from app.ui.composer.panels.drag_data import dropped_document
from app.ui.composer.panels.widgets import tip
from app.ui.icons import bind_icon, icon
from app.ui.spark.attach_dialogs import (
    CatalogDialog,
    DatabaseDialog,
    KafkaDialog,
    RateDialog,
    SocketDialog,
    SourceDialog,
)
from app.ui.spark.workspace import Source, SparkWorkspace
from app.ui.theme import Theme
from app.ui.translations import translated

TYPES = (
    "STRING", "BIGINT", "INT", "DOUBLE", "FLOAT", "BOOLEAN", "DATE", "TIMESTAMP", "DECIMAL(18,2)", "SMALLINT",
    "TINYINT", "BINARY",
)  # fmt: skip
_NAME = Qt.ItemDataRole.UserRole
_COLUMN = Qt.ItemDataRole.UserRole + 1
_FACTS = Qt.ItemDataRole.UserRole + 2
_WRONG = Qt.ItemDataRole.UserRole + 3
_TYPE_WIDTH = 96
_ICONS = {"folder": "folder", "channel": "wire", "jdbc": "versions", "kafka": "network", "rate": "clock"}


class SourcesTree(QTreeWidget):
    """Sources with their columns; files, folders and channels can be dropped on it."""

    chosen = Signal(str)
    """A source was selected."""
    name_wanted = Signal(str)
    """A table or column name is to be inserted into the query."""
    complained = Signal(str)

    def __init__(self, workspace: SparkWorkspace, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._theme = workspace, theme
        self._filling = False
        self.setAccessibleName(self.tr("Sources"))
        self.setProperty("role", "plain")
        self.setHeaderHidden(True)
        self.setColumnCount(2)
        self.setIndentation(14)
        self.setAcceptDrops(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, _TYPE_WIDTH)
        self.setItemDelegateForColumn(0, _SourceDelegate(theme, self))
        self.setItemDelegateForColumn(1, _TypeDelegate(self))
        self.currentItemChanged.connect(self._looked_at)
        self.itemChanged.connect(self._corrected)
        self.itemActivated.connect(self._activated)
        workspace.sources_changed.connect(self.refresh)
        theme.changed.connect(self.refresh)
        self.refresh()

    def attach_paths(self, paths: list[Path]) -> None:
        """Attach files and folders."""
        for path in paths:
            try:
                self._workspace.attach_text(str(path))
            except SparkError as error:
                self.complained.emit(translated(str(error)))

    def source_of(self, item: QTreeWidgetItem | None) -> Source | None:
        """The source of a row."""
        return None if item is None else self._workspace.sources.get(item.data(0, _NAME))

    def select(self, name: str) -> None:
        """Select a source."""
        item = self._items().get(name)
        if item is not None:
            self.setCurrentItem(item)

    def _items(self) -> dict[str, QTreeWidgetItem]:
        found = (self.topLevelItem(row) for row in range(self.topLevelItemCount()))
        return {item.data(0, _NAME): item for item in found if item is not None}

    def refresh(self) -> None:
        """Show the present sources; expanded rows stay expanded."""
        self._filling = True
        known = self._items()
        for name in [name for name in known if name not in self._workspace.sources]:
            self.takeTopLevelItem(self.indexOfTopLevelItem(known.pop(name)))
        for name, source in self._workspace.sources.items():
            item = known.get(name)
            if item is None:
                item = QTreeWidgetItem(self)
                item.setData(0, _NAME, name)
                item.setFirstColumnSpanned(True)
            self._fill(item, source)
        self._filling = False

    def _fill(self, item: QTreeWidgetItem, source: Source) -> None:
        item.setText(0, source.name)
        item.setIcon(0, icon(_ICONS.get(source.spec.kind, "file")))
        label = describe_source(source)
        item.setData(0, _FACTS, label)
        item.setData(0, _WRONG, bool(source.problem))
        item.setToolTip(0, tip(f"{source.spec.location}\n{source.problem}".strip()))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{source.name}, {label}")
        columns = [] if source.attached is None else source.attached.columns
        children = (item.child(row) for row in range(item.childCount()))
        before = [(child.text(0), child.text(1)) for child in children if child is not None]
        if before == [(each.name, each.type.upper()) for each in columns]:
            return
        fresh = not before
        item.takeChildren()
        for each in columns:
            child = QTreeWidgetItem(item)
            child.setText(0, each.name)
            child.setText(1, each.type.upper())
            child.setData(0, _NAME, source.name)
            child.setData(0, _COLUMN, each.name)
            child.setFlags(child.flags() | Qt.ItemFlag.ItemIsEditable)
            child.setToolTip(1, tip(self.tr("Double click or F2: say which type it really has")))
            child.setForeground(1, QColor(self._theme.colors.muted))
        if fresh and columns and self.topLevelItemCount() == 1:
            item.setExpanded(True)

    def _looked_at(self, item: QTreeWidgetItem | None) -> None:
        source = self.source_of(item)
        if source is not None and not self._filling:
            self.chosen.emit(source.name)

    def _activated(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0 or item.data(0, _COLUMN) is None:
            self.name_wanted.emit(item.data(0, _COLUMN) or item.data(0, _NAME))

    def _corrected(self, item: QTreeWidgetItem, column: int) -> None:
        source = self.source_of(item)
        if self._filling or column != 1 or item.data(0, _COLUMN) is None or source is None:
            return
        if source.attached is not None:
            kinds = [
                (each.name, item.text(1) if each.name == item.data(0, _COLUMN) else each.type)
                for each in source.attached.columns
            ]
            if kinds != [(each.name, each.type) for each in source.attached.columns]:
                self._workspace.correct(source.name, kinds)

    def edit(self, *arguments: object) -> bool:  # type: ignore[override]  # Qt has two of them
        index = arguments[0]
        if isinstance(index, QModelIndex) and index.column() == 0 and len(arguments) == 3:
            index = index.siblingAtColumn(1)
            if self.itemFromIndex(index).data(0, _COLUMN) is None:
                return False
            return bool(super().edit(index, *arguments[1:]))  # type: ignore[call-overload]
        return bool(super().edit(*arguments))  # type: ignore[call-overload]

    # ---- keys, menu, drops

    def keyPressEvent(self, event: QKeyEvent) -> None:
        source = self.source_of(self.currentItem())
        if event.key() == Qt.Key.Key_Delete and source is not None:
            self._workspace.detach(source.name)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        source = self.source_of(self.currentItem())
        if source is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Write its name into the query"), lambda: self.name_wanted.emit(source.name))
        menu.addAction(self.tr("Look at it again"), lambda: self._workspace.attach(source.spec))
        if source.spec.schema:
            menu.addAction(
                self.tr("Let Spark guess the types again"), lambda: self._workspace.attach(source.spec.with_schema(""))
            )
        menu.addAction(self.tr("Detach"), lambda: self._workspace.detach(source.name))
        menu.popup(event.globalPos() if event.reason() is not event.Reason.Keyboard else self._menu_place())

    def _menu_place(self) -> QPoint:
        item = self.currentItem()
        area = self.rect() if item is None else self.visualItemRect(item)
        return self.viewport().mapToGlobal(area.center())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or dropped_document(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        data = event.mimeData()
        event.acceptProposedAction()
        document = dropped_document(data)
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if document is not None and paths:
            self.attach_paths([copy_channel_file(paths[0])])  # the file of a dragged block is temporary
        else:
            self.attach_paths(paths)


class AttachButton(QPushButton):
    """The menu of sources to attach."""

    def __init__(
        self, workspace: SparkWorkspace, tree: SourcesTree, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._tree = workspace, tree
        self.setText(self.tr("Attach data"))
        bind_icon(theme, self, "add")
        menu = QMenu(self)
        menu.aboutToShow.connect(self._draw)
        self._pictures: dict[QAction, str] = {}
        self._pictures[menu.addAction(self.tr("Files…"), self.ask_for_files)] = "file"
        self._pictures[menu.addAction(self.tr("A folder that grows…"), self.ask_for_folder)] = "folder"
        menu.addSeparator()
        for picture, label, dialog in (
            ("versions", self.tr("A table of a database…"), DatabaseDialog),
            ("network", self.tr("A topic of Kafka…"), KafkaDialog),
            ("connected", self.tr("Lines from a socket…"), SocketDialog),
            ("clock", self.tr("Test rows…"), RateDialog),
            ("group-folders", self.tr("A table of the catalog…"), CatalogDialog),
        ):
            self._pictures[menu.addAction(label, partial(self.ask, dialog))] = picture
        menu.addSeparator()
        self._pictures[menu.addAction(self.tr("A live channel…"), self.ask_for_channel)] = "wire"
        self.setMenu(menu)

    def _draw(self) -> None:
        """Draw the icons in the colours of the theme."""
        for action, picture in self._pictures.items():
            action.setIcon(icon(picture))

    def ask(self, kind: Callable[[Callable[[str], str], QWidget], SourceDialog]) -> SourceDialog:
        """Ask for a source that is not a file."""
        dialog = kind(self._workspace.free_name, self.window())
        dialog.given.connect(self._workspace.attach)
        dialog.open()
        return dialog

    def ask_for_files(self) -> QFileDialog:
        """Ask for data files."""
        endings = " ".join(f"*{ending} *{ending}.gz" for ending in FILE_FORMATS)
        return self._ask_for(self.tr("Data ({endings})").format(endings=endings), QFileDialog.FileMode.ExistingFiles)

    def ask_for_folder(self) -> QFileDialog:
        """Ask for a folder."""
        return self._ask_for("", QFileDialog.FileMode.Directory)

    def ask_for_channel(self) -> QFileDialog:
        """Ask for the file of a channel."""
        return self._ask_for(self.tr("Live objects (*.liveobject)"), QFileDialog.FileMode.ExistingFiles)

    def _ask_for(self, filters: str, mode: QFileDialog.FileMode) -> QFileDialog:
        dialog = QFileDialog(self.window(), self.tr("Attach data"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        if filters:
            dialog.setNameFilters([filters, self.tr("All files (*)")])
        dialog.filesSelected.connect(lambda names: self._tree.attach_paths([Path(name) for name in names]))
        dialog.open()
        return dialog


class _SourceDelegate(QStyledItemDelegate):
    """Draws the name of a source, and its statistics below."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        size = super().sizeHint(option, index)
        if index.data(_FACTS):
            size.setHeight(size.height() + option.fontMetrics.height())
        return size

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        facts = index.data(_FACTS)
        if not facts:
            super().paint(painter, option, index)
            return
        made = QStyleOptionViewItem(option)
        self.initStyleOption(made, index)
        name, made.text = made.text, ""
        style = made.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, made, painter, made.widget)
        area = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, made, made.widget)
        area.setRight(made.rect.right() - 4)
        half = area.height() // 2
        colors = self._theme.colors
        painter.save()
        painter.setPen(QColor(colors.text))
        line = option.fontMetrics.elidedText(name, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area.adjusted(0, 0, 0, -half), int(Qt.AlignmentFlag.AlignBottom), line)
        painter.setPen(QColor(colors.bad if index.data(_WRONG) else colors.muted))
        line = option.fontMetrics.elidedText(facts, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area.adjusted(0, half, 0, 0), int(Qt.AlignmentFlag.AlignTop), line)
        painter.restore()


class _TypeDelegate(QStyledItemDelegate):
    """Edits a type by choosing or typing."""

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        box = QComboBox(parent)
        box.setEditable(True)
        box.setAccessibleName(self.tr("Type of the column"))
        now = str(index.data())
        box.addItems([now, *(kind for kind in TYPES if kind != now)])
        box.activated.connect(lambda _: self._done(box))
        return box

    def setModelData(self, editor: QWidget, model: object, index: QModelIndex | QPersistentModelIndex) -> None:
        assert isinstance(editor, QComboBox)
        model.setData(index, editor.currentText().strip())  # type: ignore[attr-defined]  # a model of Qt

    def _done(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box, QStyledItemDelegate.EndEditHint.NoHint)


def describe_source(source: Source) -> str:
    """The known row count and size of a source, as text."""
    locale = QLocale()
    if source.problem:
        return "✕ " + translated(source.problem)
    if source.busy:
        return "…"
    texts = []
    if source.rows >= 0:
        texts.append(_rows(locale.toString(source.rows)))
    if source.size >= 0:
        texts.append(locale.formattedDataSize(source.size))
    if source.attached is not None and source.attached.grows and not texts:
        texts.append(source.spec.kind)
    return " · ".join(texts)


def _rows(number: str) -> str:
    from PySide6.QtCore import QCoreApplication  # noqa: PLC0415

    from app.ui.translations import CONTEXT  # noqa: PLC0415

    return QCoreApplication.translate(CONTEXT, "{number} rows").format(number=number)


def copy_channel_file(file: Path) -> Path:
    """Copy a channel's file permanently, since a feed may keep reading it."""
    folder = make_private(make_private(data_directory()) / "spark") / "channels-read"
    place = make_private(folder) / file.name
    shutil.copyfile(file, place)
    return place
