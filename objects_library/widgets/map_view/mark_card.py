# SPDX-License-Identifier: BSD-3-Clause
"""The card of a mark, editable by everybody."""

from __future__ import annotations

from uuid import UUID

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from objects_library.replication.drawing.shapes import ICONS, LONGEST_NOTE, LONGEST_TEXT, Shape, ShapePatch
from objects_library.widgets.appearance import GAP, Panel, SoftButton, plain_label
from objects_library.widgets.map_view.marks import draw_sign
from objects_library.widgets.plane.button_rows import Chooser, PaintedButton, colour_chooser


class MarkCard(Panel):
    """Name, note, colour and symbol of the selected mark."""

    patched = Signal(object)
    removed = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shape: Shape | None = None
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_TEXT)
        self.name.setPlaceholderText(self.tr("Name"))
        self.name.setAccessibleName(self.tr("Name"))
        self.note = QPlainTextEdit()
        self.note.setPlaceholderText(self.tr("Note"))
        self.note.setAccessibleName(self.tr("Note"))
        self.note.setTabChangesFocus(True)
        self.note.setFixedHeight(64)
        self.colours = colour_chooser(self.tr("Colour"))
        self.signs = Chooser([PaintedButton(icon, icon, _paint_sign, 26) for icon in ICONS], self.tr("Sign"))
        self.facts = plain_label("", "muted")
        self.remove_button = SoftButton(self.tr("&Delete"), self.tr("Delete this mark"))
        self.done_button = SoftButton(self.tr("D&one"))
        row = QHBoxLayout()
        row.addWidget(self.remove_button)
        row.addStretch(1)
        row.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(GAP)
        for widget in (self.name, self.note, self.colours, self.signs, self.facts):
            column.addWidget(widget)
        column.addLayout(row)
        self.name.editingFinished.connect(self._write)
        self.colours.chosen.connect(lambda colour: self._change(colour=colour))
        self.signs.chosen.connect(lambda icon: self._change(icon=icon))
        self.remove_button.clicked.connect(self._remove)
        self.done_button.clicked.connect(self._done)
        self.setFixedWidth(300)
        self.hide()

    @property
    def item(self) -> UUID | None:
        """The id of the mark."""
        return self._shape.item if self._shape is not None else None

    def show_shape(self, shape: Shape | None, facts: str, *, writable: bool) -> None:
        """Show a mark; input in progress stays."""
        same = shape is not None and self.item == shape.item
        if not same:
            self.commit()
        before, self._shape = self._shape, shape
        self.setVisible(shape is not None)
        if shape is None:
            return
        if not same or (before is not None and self.name.text() == before.text):
            self.name.setText(shape.text)
        if not same or (before is not None and self.note.toPlainText() == before.note):
            self.note.setPlainText(shape.note)
        self.colours.choose(shape.colour)
        self.signs.choose(shape.icon or "pin")
        self.signs.setVisible(shape.kind == "marker")
        self.facts.setText(facts)
        for widget in (self.name, self.note, self.colours, self.signs, self.remove_button):
            widget.setEnabled(writable and not shape.locked)
        self.adjustSize()

    def commit(self) -> None:
        """Send pending input."""
        if self._shape is not None and self.isVisible():
            self._write()

    def _write(self) -> None:
        shape = self._shape
        if shape is None or not self.name.isEnabled():
            return
        text, note = self.name.text(), self.note.toPlainText()[:LONGEST_NOTE]
        changed = {}
        if text != shape.text:
            changed["text"] = text
        if note != shape.note:
            changed["note"] = note
        if changed:
            self._change(**changed)

    def _change(self, **changed: str) -> None:
        if self._shape is not None:
            self.patched.emit(ShapePatch(self._shape.item, **changed))  # type: ignore[arg-type]

    def _remove(self) -> None:
        if self._shape is not None:
            name, self._shape = self._shape.item, None
            self.removed.emit(name)

    def _done(self) -> None:
        self.commit()
        self.closed.emit()


def _paint_sign(painter: QPainter, box: QRectF, button: PaintedButton) -> None:
    painter.translate(box.center().x() - 8, box.center().y() - 8)
    draw_sign(painter, button.name, 16, button.palette().text().color())
    painter.setPen(Qt.PenStyle.NoPen)
