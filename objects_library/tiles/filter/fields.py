# SPDX-License-Identifier: BSD-3-Clause
"""The fields of filters: values to tick, two ends of a range, a part of a text, how far back in time."""

from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QDoubleValidator, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from objects_library.values.filters import FilterSetting
from objects_library.widgets.appearance import GAP, elide, format_count
from objects_library.widgets.tile_text import describe_span, figure

_LOOK = "QListWidget { background: transparent; border: none; outline: none; }"
_SPANS = (60, 300, 900, 3600, 6 * 3600, 86400, 7 * 86400)
_COUNT = Qt.ItemDataRole.UserRole


class _Ticks(QStyledItemDelegate):
    """A box to tick, the value, and how many rows have it."""

    def paint(self, painter: QPainter, option: Any, index: Any) -> None:
        """Paint box, value and count in the colours of the palette."""
        palette, room = option.widget.parentWidget().palette(), QRectF(option.rect).adjusted(2, 1, -2, -1)
        on = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        under_mouse = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if under_mouse or option.state & QStyle.StateFlag.State_HasFocus:
            focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(palette.highlight().color(), 1.4) if focus else Qt.PenStyle.NoPen)
            painter.setBrush(palette.alternateBase())
            painter.drawRoundedRect(room, 6, 6)
        box = QRectF(room.left() + 6, room.center().y() - 8, 16, 16)
        painter.setPen(QPen(palette.highlight().color() if on else palette.placeholderText().color(), 1.4))
        painter.setBrush(palette.highlight() if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 4, 4)
        if on:
            painter.setPen(QPen(palette.highlightedText().color(), 2))
            line = [box.center() + QPointF(-4, 0), box.center() + QPointF(-1, 3.2), box.center() + QPointF(4, -3)]
            painter.drawPolyline(QPolygonF(line))
        count = index.data(_COUNT)
        text = "" if count is None else format_count(count, option.locale)
        count_width = option.fontMetrics.horizontalAdvance(text) + 8
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(palette.placeholderText().color())
        painter.drawText(room.adjusted(0, 0, -8, 0), Qt.AlignmentFlag.AlignRight | middle, text)
        painter.setPen((palette.text() if count else palette.placeholderText()).color())
        left = room.adjusted(32, 0, -8 - count_width, 0)
        painter.drawText(left, middle, elide(str(index.data()), option.font, round(left.width())))
        painter.restore()

    def sizeHint(self, option: Any, index: Any) -> QSize:
        """High enough for a finger."""
        return QSize(super().sizeHint(option, index).width(), 28)

    def editorEvent(self, event: Any, model: Any, option: Any, index: Any) -> bool:
        """A click anywhere on a value ticks it."""
        pressed = (QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick)
        if event.type() in pressed and event.button() == Qt.MouseButton.LeftButton:
            on = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
            other = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
            return bool(model.setData(index, other.value, Qt.ItemDataRole.CheckStateRole))
        if event.type() in (*pressed, QEvent.Type.MouseButtonPress):
            return True
        return super().editorEvent(event, model, option, index)


class ChoiceField(QWidget):
    """Values to tick; none ticked lets everything through."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setStyleSheet(_LOOK)
        self.list.setItemDelegate(_Ticks(self.list))
        self.list.setAccessibleName(self.tr("Values"))
        self.list.setMouseTracking(True)
        self.list.itemChanged.connect(lambda _: self.changed.emit())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        self.setFocusProxy(self.list)
        self._values: dict[str, QListWidgetItem] = {}

    def offer(self, found: list[tuple[str, int]]) -> None:
        """These values are there now; those that are ticked stay, though no row has them."""
        ticked = self._ticked()
        wanted = [*found, *((value, 0) for value in ticked if value not in dict(found))]
        with QSignalBlocker(self.list):
            if [value for value, _ in wanted] != list(self._values):
                self._fill(wanted, ticked)
            for value, count in wanted:
                self._values[value].setData(_COUNT, count)
        self.list.viewport().update()

    def show_setting(self, setting: FilterSetting) -> None:
        """Tick these values."""
        missing = [(value, 0) for value in setting.values if value not in self._values]
        with QSignalBlocker(self.list):
            if missing:
                self._fill([*((value, 0) for value in self._values), *missing], [])
            for value, item in self._values.items():
                on = value in setting.values
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def chosen(self) -> dict[str, Any]:
        """What is ticked."""
        return {"values": self._ticked()}

    def _ticked(self) -> list[str]:
        return [value for value, item in self._values.items() if item.checkState() == Qt.CheckState.Checked]

    def _fill(self, wanted: list[tuple[str, int]], ticked: list[str]) -> None:
        self.list.clear()
        self._values = {}
        for value, _ in wanted:
            item = QListWidgetItem(value[:200])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if value in ticked else Qt.CheckState.Unchecked)
            self.list.addItem(item)
            self._values[value] = item


class RangeField(QWidget):
    """The least and the greatest number; an empty field is no end."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.low, self.high = QLineEdit(), QLineEdit()
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        for row, (field, name) in enumerate(((self.low, self.tr("from")), (self.high, self.tr("to")))):
            field.setValidator(QDoubleValidator(self))
            field.setAccessibleName(name)
            field.setClearButtonEnabled(True)
            field.editingFinished.connect(self._done)
            field.textChanged.connect(lambda text: None if text else self._done())
            label = QLabel(name)
            label.setProperty("role", "muted")
            layout.addWidget(label, row, 0)
            layout.addWidget(field, row, 1)
        layout.setRowStretch(2, 1)
        self.setFocusProxy(self.low)
        self._before: tuple[float | None, float | None] = (None, None)

    def offer(self, ends: tuple[float, float] | None) -> None:
        """What the numbers are between now."""
        for field, end in zip((self.low, self.high), ends or (None, None), strict=True):
            field.setPlaceholderText("" if end is None else figure(end, self.locale()))

    def show_setting(self, setting: FilterSetting) -> None:
        """Show the ends of the range."""
        self._before = setting.low, setting.high
        for field, end in ((self.low, setting.low), (self.high, setting.high)):
            with QSignalBlocker(field):
                if self._end(field) != end:
                    field.setText("" if end is None else self.locale().toString(end, "g", 12))

    def chosen(self) -> dict[str, Any]:
        """Both ends."""
        return {"values": [], "low": self._end(self.low), "high": self._end(self.high)}

    def _end(self, field: QLineEdit) -> float | None:
        value, read = self.locale().toDouble(field.text())
        return value if field.text().strip() and read else None

    def _done(self) -> None:
        now = self._end(self.low), self._end(self.high)
        if now != self._before:
            self._before = now
            self.changed.emit()


class TextField(QWidget):
    """A part of a text, whatever its capitals."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setMaxLength(200)
        self.field.setPlaceholderText(self.tr("has in it …"))
        self.field.setAccessibleName(self.tr("has in it"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _: self.changed.emit())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.field)
        layout.addStretch(1)
        self.setFocusProxy(self.field)

    def show_setting(self, setting: FilterSetting) -> None:
        """Show the text to find."""
        if self.field.text() != setting.text:
            with QSignalBlocker(self.field):
                self.field.setText(setting.text)

    def chosen(self) -> dict[str, Any]:
        """The setting with the text to find."""
        return {"values": [], "text": self.field.text()}


class TimeField(QWidget):
    """How far back from the newest row: so nothing on the screen grows old by itself."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.box = QComboBox()
        self.box.setAccessibleName(self.tr("How far back"))
        self.box.addItem(self.tr("everything"), None)
        for seconds in _SPANS:
            self.box.addItem(self.tr("the last {time}").format(time=describe_span(seconds)), float(seconds))
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.box)
        layout.addStretch(1)
        self.setFocusProxy(self.box)

    def show_setting(self, setting: FilterSetting) -> None:
        """Show the time span."""
        with QSignalBlocker(self.box):
            self.box.setCurrentIndex(max(0, self.box.findData(setting.low)))

    def chosen(self) -> dict[str, Any]:
        """The setting with the time span."""
        return {"values": [], "low": self.box.currentData()}
