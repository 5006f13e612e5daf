# SPDX-License-Identifier: BSD-3-Clause
"""The model and list of tasks: check box, text, and who ticked it."""

from typing import Any
from uuid import UUID

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from objects_library.documents.checklist.proxy import Task
from objects_library.widgets.appearance import tip
from objects_library.widgets.rows import handle_row_key, paint_placeholder

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole
_BOX = 18
_LOOK = """
    QListView { background: palette(base); border: 1px solid palette(mid); border-radius: 10px; padding: 6px;
        selection-background-color: palette(highlight); selection-color: palette(highlighted-text); }
    QListView:focus { border: 1px solid palette(highlight); }
    QListView::item { padding: 6px 8px; border-radius: 6px; }
    QListView QLineEdit { border: 1px solid palette(highlight); padding: 0 6px; background: palette(base); }
"""


class Tasks(QAbstractListModel):
    """Tasks in order; `ticked` and `rewritten` are emitted for edits of the user."""

    ticked = Signal(object, bool)
    rewritten = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self.tasks: list[Task] = []
        self.writable = True

    def place_of(self, item: UUID | None) -> int:
        """The row of a task, or -1."""
        return next((place for place, task in enumerate(self.tasks) if task.item == item), -1)

    def replace_all(self, tasks: list[Task]) -> None:
        """Show other tasks."""
        self.beginResetModel()
        self.tasks = list(tasks)
        self.endResetModel()

    def put(self, task: Task, after: UUID | None) -> None:
        """Insert or move a task behind another one."""
        old, behind = self.place_of(task.item), self.place_of(after)
        if old >= 0 and behind in (old - 1, old):
            self.tasks[old] = task
            self.dataChanged.emit(self.index(old), self.index(old))
            return
        if old < 0:
            self.beginInsertRows(_NOWHERE, behind + 1, behind + 1)
            self.tasks.insert(behind + 1, task)
            self.endInsertRows()
            return
        self.beginMoveRows(_NOWHERE, old, old, _NOWHERE, behind + 1)
        self.tasks.pop(old)
        self.tasks.insert(behind + 1 - (behind >= old), task)
        self.endMoveRows()

    def take(self, item: UUID) -> None:
        """Remove a task."""
        place = self.place_of(item)
        if place >= 0:
            self.beginRemoveRows(_NOWHERE, place, place)
            del self.tasks[place]
            self.endRemoveRows()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """How many tasks there are."""
        return 0 if parent.isValid() else len(self.tasks)

    def data(self, index: _Index, role: int = _ROLE.DisplayRole) -> Any:
        """Text, check box and appearance of a row."""
        if not index.isValid():
            return None
        task = self.tasks[index.row()]
        if role in (_ROLE.DisplayRole, _ROLE.EditRole):
            return " ".join(task.text.split()) if role == _ROLE.DisplayRole else task.text
        if role == _ROLE.CheckStateRole:
            return Qt.CheckState.Checked if task.done else Qt.CheckState.Unchecked
        if role == _ROLE.FontRole and task.done:
            font = QFont(QGuiApplication.font())
            font.setStrikeOut(True)
            return font
        if role == _ROLE.ForegroundRole and task.done:
            return QGuiApplication.palette().placeholderText().color()
        return tip(task.by) if role == _ROLE.ToolTipRole else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """All tasks can be ticked and edited."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.isValid() and self.writable:
            flags |= Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: _Index, value: Any, role: int = _ROLE.EditRole) -> bool:
        """Emit an edit; the row changes when the object confirms it."""
        task = self.tasks[index.row()]
        if role == _ROLE.CheckStateRole:
            self.ticked.emit(task.item, Qt.CheckState(value) == Qt.CheckState.Checked)
        elif role == _ROLE.EditRole and str(value) != task.text:
            self.rewritten.emit(task.item, str(value))
        return False


def _box(palette: QPalette, ratio: float, *, ticked: bool) -> QIcon:
    """A check box in the colours of the palette; that of the style is hard to see in dark themes."""
    picture = QPixmap(round(_BOX * ratio), round(_BOX * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rim = palette.highlight().color() if ticked else palette.placeholderText().color()
    painter.setPen(QPen(rim, 1.5))
    painter.setBrush(palette.highlight() if ticked else palette.base())
    painter.drawRoundedRect(QRectF(1, 1, _BOX - 2, _BOX - 2), 4, 4)
    if ticked:
        painter.setPen(QPen(palette.base().color(), 2))
        painter.drawPolyline(QPolygonF([QPointF(4.5, 9.5), QPointF(7.5, 12.5), QPointF(13.5, 6)]))
    painter.end()
    return QIcon(picture)


class _Row(QStyledItemDelegate):
    """A row with a check box that reacts to clicks."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        feature = QStyleOptionViewItem.ViewItemFeature
        ticked = option.checkState == Qt.CheckState.Checked
        option.features = (option.features & ~feature.HasCheckIndicator) | feature.HasDecoration
        option.decorationSize = QSize(_BOX, _BOX)
        widget = option.widget
        option.icon = _box(widget.palette(), widget.devicePixelRatioF(), ticked=ticked)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: _Index
    ) -> bool:
        """Tick on a click into the box; Qt handles the space bar."""
        if isinstance(event, QMouseEvent) and event.position().x() < option.rect.left() + 2 * _BOX:
            may = model.flags(index) & Qt.ItemFlag.ItemIsUserCheckable
            if may and event.type() == QEvent.Type.MouseButtonRelease:
                done = index.data(_ROLE.CheckStateRole) == Qt.CheckState.Checked
                wanted = Qt.CheckState.Unchecked if done else Qt.CheckState.Checked
                model.setData(index, wanted, _ROLE.CheckStateRole)
            return event.type() in (QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick)
        return super().editorEvent(event, model, option, index)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape ends writing; it throws no text away."""
        pressed = event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key()
        if pressed == Qt.Key.Key_Escape and isinstance(watched, QWidget):
            self.commitData.emit(watched)
            self.closeEditor.emit(watched)
            return True
        return super().eventFilter(watched, event)


class TaskList(QListView):
    """Space ticks, F2 edits, Delete removes, Alt+arrow moves."""

    remove_asked = Signal(object)
    move_asked = Signal(object, int)

    def __init__(self, tasks: Tasks, name: str, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._empty = empty
        self.setModel(tasks)
        self.setAccessibleName(name)
        self.setStyleSheet(_LOOK)
        self.setItemDelegate(_Row(self))
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)

    @property
    def chosen(self) -> UUID | None:
        """The task that is selected."""
        row = self.currentIndex().row()
        return self._tasks.tasks[row].item if 0 <= row < len(self._tasks.tasks) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tasks, or a placeholder."""
        super().paintEvent(event)
        if not self._tasks.tasks:
            paint_placeholder(self, self._empty)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for the selected task."""
        if not handle_row_key(self, event):
            super().keyPressEvent(event)
