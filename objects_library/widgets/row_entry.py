# SPDX-License-Identifier: BSD-3-Clause
"""A line in which a person writes a row of a feed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.runtime.library import ValueRefusedError
from app.runtime.types import Record, Scalar, Type
from objects_library.values.columns import Column
from objects_library.widgets.appearance import GAP, SoftButton
from objects_library.widgets.fields import LineField

_MOST = 4
"""More columns do not fit in a line."""


def can_be_written(wanted: Type, columns: Sequence[Column]) -> bool:
    """Whether a person can write a row: a few texts and numbers. Times are those of machines."""
    fits = 0 < len(columns) <= _MOST and all(column.kind in ("text", "number") for column in columns)
    return fits and isinstance(wanted, Record | Scalar) and all(isinstance(each.type, Scalar) for each in columns)


class RowEntry(QWidget):
    """A field for each column, and a button that adds the row."""

    added = Signal(object)
    """A message with one row."""

    def __init__(self, wanted: Type, columns: Sequence[Column]) -> None:
        super().__init__()
        self._single = not isinstance(wanted, Record)
        self.fields = {column.name: _field(column) for column in columns}
        self.button = SoftButton(self.tr("&Add"), self.tr("Add the row for everyone"), main=True)
        self.button.clicked.connect(self._add)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        for field in self.fields.values():
            field.done.connect(self._go_on)
            layout.addWidget(field, stretch=1, alignment=Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignTop)
        self.setFocusProxy(next(iter(self.fields.values())))

    def set_writable(self, writable: bool) -> None:
        """Make the line writable or read-only."""
        self.button.setEnabled(writable)
        for field in self.fields.values():
            field.set_writable(writable)

    def _go_on(self) -> None:
        """Enter leads to the next field that is empty, and adds the row when there is none."""
        empty = [field for field in self.fields.values() if field.is_empty()]
        if not empty:
            self._add()
        elif not empty[0].line.hasFocus():
            empty[0].setFocus(Qt.FocusReason.TabFocusReason)

    def _add(self) -> None:
        row: dict[str, Any] = {}
        for name, field in self.fields.items():
            try:
                row[name] = field.value()
            except ValueRefusedError:  # the field says why
                field.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        if not self.button.isEnabled() or all(field.is_empty() for field in self.fields.values()):
            return
        for field in self.fields.values():
            field.clear()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.added.emit(next(iter(row.values())) if self._single else row)


def _field(column: Column) -> LineField:
    assert isinstance(column.type, Scalar)
    field = LineField(column.type)
    title = column_title(column.name)
    field.line.setPlaceholderText(title)
    field.set_name(title)
    return field


def column_title(name: str) -> str:
    """The name of a column for people; the columns of a new table are named in their language."""
    known = {
        "name": QCoreApplication.translate("RowEntry", "Name"),
        "value": QCoreApplication.translate("RowEntry", "Value"),
    }
    return known.get(name, name)
