# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared value: a field for its type; a switch for yes or no."""

from typing import Generic, TypeVar, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout

from app.runtime.library import Context, Endpoint, ValueRefusedError, view_of
from app.runtime.types import Scalar, ValueType
from objects_library.variables.value.proxy import SharedValue
from objects_library.widgets.appearance import GAP, SoftButton, plain_label, set_font_size
from objects_library.widgets.fields import field_for
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.value_text import format_value

T = TypeVar("T")


@view_of(SharedValue)
class SharedValueView(LiveView, Generic[T]):
    """What the value is, and a field for another one."""

    shared = Endpoint(name="value")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._type = cast(ValueType, context.types["T"])
        self._is_switch = isinstance(self._type, Scalar) and self._type.kind == "bool"
        self.shown = plain_label(self.tr("nobody has set it yet"))
        self.shown.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_font_size(self.shown, 20)
        self.field = field_for(self._type)
        self.field.set_name(self.tr("New value"))
        self.set_button = SoftButton(self.tr("&Set"), self.tr("Set the value for everyone"), main=True)
        self.set_button.clicked.connect(self._send)
        self.field.done.connect(self._send)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        if self._is_switch:
            row.addStretch(1)
            self.set_button.hide()
        row.addWidget(self.field, stretch=0 if self._is_switch else 1)
        row.addWidget(self.set_button, alignment=Qt.AlignmentFlag.AlignTop)
        if self._is_switch:
            row.addStretch(1)
        self.content.addStretch(1)
        self.content.addWidget(self.shown)
        self.content.addSpacing(GAP)
        self.content.addLayout(row)
        self.content.addStretch(1)
        self.setFocusProxy(self.field)

    @shared.outgoing("set")
    def set_value(self, value: T) -> None: ...

    @shared.incoming
    def changed(self, value: T) -> None:
        """Show it; what somebody is writing here meanwhile is left alone."""
        text = format_value(self._type, value)
        self.shown.setText((self.tr("On") if value else self.tr("Off")) if self._is_switch else text or "–")
        if self._is_switch:
            self.field.set_value(value)

    @shared.incoming
    def refused(self, reason: str) -> None:
        """The value was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.field.set_writable(writable)
        self.set_button.setEnabled(writable)

    def _send(self) -> None:
        if not self.writable:
            return
        try:
            value = self.field.value()
        except ValueRefusedError as error:
            self.refuse(str(error))
            return
        self.act(self.set_value, value)
        if not self._is_switch:
            self.field.clear()
