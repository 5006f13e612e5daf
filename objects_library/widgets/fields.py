# SPDX-License-Identifier: BSD-3-Clause
"""Fields in which people write a value of a given type."""

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.runtime.library import ValueRefusedError
from app.runtime.types import TEXT, Record, Scalar, ValueType
from app.runtime.types.type_descriptions import describe_type
from objects_library.widgets.appearance import GAP, blend, plain_label, warning_colour
from objects_library.widgets.value_text import from_text, to_text

_LINE = """
    QLineEdit, QPlainTextEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 8px;
        padding: 7px 10px; selection-background-color: palette(highlight); }
    QLineEdit:focus, QPlainTextEdit:focus { border: 2px solid palette(highlight); padding: 6px 9px; }
    QLineEdit:read-only { background: transparent; }
"""


class ValueField(QWidget):
    """An editor of a value. Signals: `edited` at each change, `done` at Enter, `left` without the focus."""

    edited = Signal()
    done = Signal()
    left = Signal()

    @abstractmethod
    def value(self) -> Any:
        """The value; raises `ValueRefusedError` if the input is not valid."""

    @abstractmethod
    def set_value(self, value: Any) -> None:
        """Show a value, without emitting signals."""

    @abstractmethod
    def clear(self) -> None:
        """Make the editor empty."""

    @abstractmethod
    def set_writable(self, writable: bool) -> None:
        """Make the editor writable or read-only."""

    def set_name(self, name: str) -> None:
        """Set the name that screen readers use."""
        self.setAccessibleName(name)

    def set_hint(self, hint: str) -> None:
        """Set the placeholder text."""

    def is_empty(self) -> bool:
        """Whether the editor is empty."""
        return False

    def is_being_written(self) -> bool:
        """Whether there is input that was not sent yet."""
        return False

    def accept(self) -> None:
        """Mark the input as sent."""


class LineField(ValueField):
    """One line: text, a number, a date, or anything else in its written form."""

    def __init__(self, wanted: ValueType, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._type = wanted
        self.line = QLineEdit()
        self.line.setStyleSheet(_LINE)
        self.line.setMaxLength(100_000)
        self.line.setPlaceholderText(_hint(wanted))
        self._problem = plain_label("", "", wrap=True)
        self._problem.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.line)
        layout.addWidget(self._problem)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._on_edit)
        self.line.returnPressed.connect(self.done)
        self.line.editingFinished.connect(self._on_leaving)

    def value(self) -> Any:
        """The value of the line."""
        return read_value(self._type, self.line.text())

    def set_value(self, value: Any) -> None:
        """Show a value; the cursor stays if possible."""
        text = to_text(self._type, value)
        if text != self.line.text():
            at = self.line.cursorPosition()
            self.line.setText(text)
            self.line.setCursorPosition(min(at, len(text)))
        self._show_problem("")

    def clear(self) -> None:
        """Clear the line."""
        self.line.clear()
        self._show_problem("")

    def is_empty(self) -> bool:
        """Whether the line is empty."""
        return not self.line.text()

    def is_being_written(self) -> bool:
        """Whether the user has changed it."""
        return self.line.isModified()

    def accept(self) -> None:
        """Mark the input as valid."""
        self.line.setModified(False)

    def set_writable(self, writable: bool) -> None:
        """Set read-only; the text can still be copied."""
        self.line.setReadOnly(not writable)

    def set_hint(self, hint: str) -> None:
        """Set the placeholder text."""
        self.line.setPlaceholderText(" – ".join(each for each in (hint, _hint(self._type)) if each))

    def set_name(self, name: str) -> None:
        """Name the line for screen readers."""
        super().set_name(name)
        self.line.setAccessibleName(name)

    def _on_leaving(self) -> None:
        if self.is_being_written():
            self.left.emit()

    def _on_edit(self) -> None:
        try:
            self.value()
        except ValueRefusedError as error:
            self._show_problem(str(error).split(";", maxsplit=1)[0] if self.line.text() else "")
        else:
            self._show_problem("")
        self.edited.emit()

    def _show_problem(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self._problem.setStyleSheet(f"color: {warning_colour(self.palette()).name()}")
        self.line.setAccessibleDescription(problem)


class LinesField(ValueField):
    """Text of several lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = QPlainTextEdit()
        self.lines.setStyleSheet(_LINE)
        self.lines.setTabChangesFocus(True)
        self.lines.setFixedHeight(88)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.lines)
        self.setFocusProxy(self.lines)
        self.lines.textChanged.connect(self.edited)

    def value(self) -> Any:
        """The whole text."""
        return self.lines.toPlainText()

    def set_value(self, value: Any) -> None:
        """Show a text without emitting signals."""
        if str(value) != self.lines.toPlainText():
            self.lines.blockSignals(True)
            self.lines.setPlainText(str(value))
            self.lines.blockSignals(False)

    def clear(self) -> None:
        """Clear the text."""
        self.set_value("")

    def is_empty(self) -> bool:
        """Whether there is no text."""
        return not self.lines.toPlainText()

    def set_writable(self, writable: bool) -> None:
        """Set read-only; the text can still be copied."""
        self.lines.setReadOnly(not writable)

    def set_name(self, name: str) -> None:
        """Name the pane for screen readers."""
        super().set_name(name)
        self.lines.setAccessibleName(name)


class Switch(QAbstractButton):
    """A sliding switch with a mark inside, which is readable without colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(48, 28)

    def sizeHint(self) -> QSize:
        """A fixed size."""
        return QSize(48, 28)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint track, knob and mark."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, on = self.palette(), self.isChecked()
        track = palette.highlight().color() if on else blend(palette.text().color(), palette.base().color(), 0.3)
        if not self.isEnabled():
            track = blend(track, palette.window().color(), 0.5)
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        if self.hasFocus():
            painter.setPen(QPen(palette.highlight().color(), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 13, 13)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(track)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setBrush(palette.base())
        knob = box.height() - 6
        x = box.right() - knob - 3 if on else box.left() + 3
        painter.drawEllipse(QRectF(x, box.top() + 3, knob, knob))
        painter.setPen(QPen(palette.base().color(), 2))
        if on:
            mark = QPointF(box.left() + 9, box.center().y())
            painter.drawLine(mark - QPointF(0, 4), mark + QPointF(0, 4))


class SwitchField(ValueField):
    """Yes or no."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switch = Switch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.switch, alignment=Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.switch)
        self.switch.clicked.connect(self.edited)
        self.switch.clicked.connect(self.done)

    def value(self) -> Any:
        """Whether it is on."""
        return self.switch.isChecked()

    def set_value(self, value: Any) -> None:
        """Turn it on or off."""
        self.switch.setChecked(bool(value))

    def clear(self) -> None:
        """Off."""
        self.switch.setChecked(False)

    def set_writable(self, writable: bool) -> None:
        """Disable the switch."""
        self.switch.setEnabled(writable)

    def set_name(self, name: str) -> None:
        """Name the switch for screen readers."""
        super().set_name(name)
        self.switch.setAccessibleName(name)


class RecordField(ValueField):
    """The fields of a record; optional ones may stay empty."""

    def __init__(self, wanted: Record, parent: QWidget | None = None, level: int = 0) -> None:
        super().__init__(parent)
        self._optional = {field.name for field in wanted.fields if field.optional}
        self.fields: dict[str, ValueField] = {}
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(2 * GAP)
        layout.setVerticalSpacing(GAP)
        layout.setColumnStretch(1, 1)
        for row, field in enumerate(wanted.fields):
            made = field_for(field.type, level=level + 1)
            made.set_name(field.name)
            made.edited.connect(self.edited)
            made.done.connect(self.done)
            self.fields[field.name] = made
            label = plain_label(field.name, wrap=False)
            label.setBuddy(made)
            layout.addWidget(label, row, 0, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
            layout.addWidget(made, row, 1)
        if self.fields:
            self.setFocusProxy(next(iter(self.fields.values())))

    def value(self) -> Any:
        """The record; empty optional fields are left out."""
        return {
            name: field.value()
            for name, field in self.fields.items()
            if not (name in self._optional and field.is_empty())
        }

    def set_value(self, value: Any) -> None:
        """Fill in every field."""
        for name, field in self.fields.items():
            if name in value:
                field.set_value(value[name])
            else:
                field.clear()

    def clear(self) -> None:
        """Empty every field."""
        for field in self.fields.values():
            field.clear()

    def set_writable(self, writable: bool) -> None:
        """Make every field writable or read-only."""
        for field in self.fields.values():
            field.set_writable(writable)


class NothingField(ValueField):
    """For events without a value."""

    def value(self) -> Any:
        """Nothing."""
        return None

    def set_value(self, value: Any) -> None:
        """The only value."""

    def clear(self) -> None:
        """The only value."""

    def set_writable(self, writable: bool) -> None:
        """Nothing to edit."""


def field_for(wanted: ValueType, *, lines: bool = False, level: int = 0) -> ValueField:
    """Create the editor that suits a type: a switch, a line, several lines, or an editor per field."""
    if isinstance(wanted, Scalar) and wanted.kind == "bool":
        return SwitchField()
    if isinstance(wanted, Scalar) and wanted.kind == "null":
        return NothingField()
    if isinstance(wanted, Record) and 0 < len(wanted.fields) <= 24 and level <= 2:
        return RecordField(wanted, level=level)
    if wanted == TEXT and lines:
        return LinesField()
    return LineField(wanted)


def _hint(wanted: ValueType) -> str:
    match wanted:
        case Scalar(kind="text"):
            return ""
        case Scalar(kind="timestamp"):
            return "2026-01-31 12:00:00Z"
    return type_label(wanted)


def type_label(wanted: ValueType) -> str:
    """The name of a type in the user's language."""
    return QCoreApplication.translate("Fields", describe_type(wanted))


def read_value(wanted: ValueType, text: str) -> Any:
    """The value of a text; error messages are in the user's language."""
    try:
        return from_text(wanted, text)
    except ValueRefusedError:
        message = QCoreApplication.translate("Fields", "this is not {kind}").format(kind=type_label(wanted))
        hint = QCoreApplication.translate("Fields", "write it differently")
        raise ValueRefusedError(message, hint) from None
