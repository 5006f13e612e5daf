# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared form: the fields of its record, each with who wrote last, and when."""

from datetime import datetime
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from app.runtime.library import Context, Endpoint, ValueRefusedError, view_of
from app.runtime.types import Record
from objects_library.variables.form.proxy import SharedForm
from objects_library.widgets.appearance import GAP, SoftButton, plain_label
from objects_library.widgets.fields import LineField, ValueField, field_for
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.value_text import format_value

T = TypeVar("T")


@view_of(SharedForm)
class SharedFormView(LiveView, Generic[T]):
    """Fields that everyone fills in; what is written counts when the field is left or Enter is pressed."""

    form = Endpoint()
    outbox = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.fields: dict[str, ValueField] = {}
        self._by: dict[str, QLabel] = {}
        record = cast(Record, context.types["T"])
        self._types = {field.name: field.type for field in record.fields}
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(0, 0, GAP, 0)
        grid.setHorizontalSpacing(2 * GAP)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for row, field in enumerate(record.fields):
            made = field_for(field.type)
            made.set_name(field.name)
            for signal in (made.done, made.left):
                signal.connect(lambda name=field.name: self._send(name))
            made.edited.connect(lambda name=field.name: self._on_edit(name))
            label = plain_label(field.name[:1].upper() + field.name[1:].replace("_", " "), wrap=False)
            label.setBuddy(made)
            by = plain_label("", "muted", wrap=False)
            self.fields[field.name], self._by[field.name] = made, by
            grid.addWidget(label, 2 * row, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(made, 2 * row, 1)
            grid.addWidget(by, 2 * row + 1, 1)
        grid.setRowStretch(2 * len(self.fields), 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(sheet)
        self.content.addWidget(scroll)
        self.send_button = SoftButton(self.tr("&Send"), self.tr("Send the form as it is filled in"), main=True)
        self.send_button.clicked.connect(lambda: self.act(self.send))
        self.send_button.hide()
        self.content.addWidget(self.send_button, alignment=Qt.AlignmentFlag.AlignRight)

    @outbox.outgoing
    def send(self) -> None: ...

    @outbox.incoming
    def wanted(self, yes: bool) -> None:
        """Whether somebody waits for the form."""
        self.send_button.setVisible(yes)

    @form.outgoing("set")
    def write(self, field: str, value: Any) -> None: ...

    @form.incoming
    def changed(self, field: str, value: Any, by: str, at: datetime) -> None:
        """A field has another value."""
        shown = self.fields.get(field)
        if shown is None:
            return
        moment, short = QDateTime.fromSecsSinceEpoch(int(at.timestamp())), QLocale.FormatType.ShortFormat
        today = moment.date() == QDate.currentDate()
        when = self.locale().toString(moment.time() if today else moment, short)
        if shown.is_being_written():  # what somebody writes here is not torn from under their fingers
            text = format_value(self._types[field], value)
            self._by[field].setText(self.tr("{name} wrote: {value}").format(name=by, value=text))
            return
        shown.set_value(value)
        self._by[field].setText(f"{by}, {when}")

    @form.incoming
    def refused(self, field: str, reason: str) -> None:
        """It was not written; what was typed stays to be corrected."""
        self.refuse(f"{field}: {reason}" if field else reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        for field in self.fields.values():
            field.set_writable(writable)
        self.send_button.setEnabled(writable)

    def _on_edit(self, name: str) -> None:
        self._by[name].setText(self.tr("press Enter to tell everyone"))

    def _send(self, name: str) -> None:
        field = self.fields[name]
        if not self.writable or (isinstance(field, LineField) and not field.is_being_written()):
            return
        try:
            value = field.value()
        except ValueRefusedError as error:
            self.refuse(f"{name}: {error}")
            return
        field.accept()
        self.act(self.write, name, value)
