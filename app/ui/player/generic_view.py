# SPDX-License-Identifier: BSD-3-Clause
"""The generic view of an object without its own: fields to send events, and a list of received ones."""

from __future__ import annotations

from collections import deque
from functools import partial
from itertools import count
from typing import Any

from PySide6.QtCore import QLocale, Qt, QTime
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from app.runtime.activation import ActivationError, Node, Proxy
from app.runtime.library import ValueRefusedError
from app.runtime.types import EndpointType, ValueType, dual
from objects_library.widgets.appearance import GAP, Panel, SoftButton, plain_label
from objects_library.widgets.fields import ValueField, field_for
from objects_library.widgets.live_view import Notice, heading, state_name
from objects_library.widgets.rows import Rows, RowsTable
from objects_library.widgets.value_text import format_value

_MOST = 500
"""The number of received events shown."""


class GenericView(QWidget):
    """Shows each free port with fields to send and the received events."""

    def __init__(
        self, node: Node, proxy: Proxy, wired: frozenset[str] = frozenset(), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.notice = Notice()
        self._state = plain_label("", "muted")
        self.rows = Rows([self.tr("Time"), self.tr("What came"), self.tr("Value")])
        self.table = RowsTable(self.rows, self.tr("What came"), empty=self.tr("What comes is listed here."), narrow=1)
        self.senders: dict[tuple[str, str], tuple[ValueField, SoftButton]] = {}
        self._node = node
        self._endings: list[Any] = []
        self._numbers = count()
        self._shown: deque[int] = deque()
        sending = QVBoxLayout()
        sending.setContentsMargins(0, 0, GAP, 0)
        sending.setSpacing(2 * GAP)
        if proxy.definition is not None and proxy.definition.has_own_look:
            sending.addWidget(
                plain_label(
                    self.tr(
                        "It runs in a sandbox, so its own view is not drawn here. These are its values and controls."
                    ),
                    "muted",
                )
            )
        for name, outer in proxy.endpoints().items():
            if not outer.connected and name not in wired:
                self._show_port(name, proxy, sending)
        if not self._endings:
            sending.addWidget(plain_label(self.tr("There is nothing to see: this object works for others."), "muted"))
        sending.addStretch(1)
        self._lay_out(sending)
        self._endings.append(proxy.watch(lambda state: self._state_changed(str(state))))
        self._state_changed(str(proxy.state))

    def close(self) -> bool:
        """Detach from the object."""
        for end in reversed(self._endings):
            end()
        self._endings.clear()
        return super().close()

    def _lay_out(self, sending: QVBoxLayout) -> None:
        ports = QWidget()
        ports.setLayout(sending)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(ports)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        layout.setSpacing(GAP)
        layout.addWidget(scroll, stretch=1)
        layout.addWidget(self.table, stretch=1)
        layout.addWidget(self._state)
        layout.addWidget(self.notice)

    def _show_port(self, name: str, proxy: Proxy, sending: QVBoxLayout) -> None:
        outer = proxy.endpoint(name)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        handlers: dict[str, Any] = {
            event.name: partial(self._came, name, event.name, event.type) for event in inner.incoming
        }
        mine = self._node.new_endpoint(inner, **handlers)
        try:
            connection = self._node.connect(mine, outer)
        except ActivationError as error:
            self._node.release(mine)
            sending.addWidget(plain_label(f"{_readable_name(name)}: {error}", "muted"))
            return
        self._endings += [partial(self._node.release, mine), connection.close]
        panel = Panel()
        grid = QGridLayout(panel)
        grid.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        grid.setSpacing(GAP)
        grid.setColumnStretch(1, 1)
        grid.addWidget(heading(_readable_name(name)), 0, 0, 1, 3)
        for row, event in enumerate(inner.outgoing, start=1):
            self._add_sender(grid, row, mine, name, event.name, event.type)
        if not inner.outgoing:
            grid.addWidget(plain_label(self.tr("Only tells; nothing can be sent to it."), "muted"), 1, 0, 1, 3)
        sending.addWidget(panel)

    def _add_sender(self, grid: QGridLayout, row: int, mine: Any, port: str, event: str, wanted: ValueType) -> None:
        field = field_for(wanted)
        field.set_name(f"{_readable_name(port)}: {_readable_name(event)}")
        button = SoftButton(self.tr("Send"), self.tr("Send: {what}").format(what=_readable_name(event)))
        button.clicked.connect(lambda: self._send(mine, event, field))
        field.done.connect(lambda: self._send(mine, event, field))
        self.senders[port, event] = field, button
        top = Qt.AlignmentFlag.AlignTop
        label = plain_label(_readable_name(event), wrap=False)
        label.setMinimumHeight(32)
        grid.addWidget(label, row, 0, top)
        grid.addWidget(field, row, 1, top)
        grid.addWidget(button, row, 2, top)

    def _send(self, mine: Any, event: str, field: ValueField) -> None:
        try:
            mine.emit(event, field.value())
        except (ValueRefusedError, ActivationError) as error:
            self.notice.show_message(self.tr("Not sent: {reason}").format(reason=error))
            return
        self.notice.show_message("")
        field.clear()

    def _came(self, port: str, event: str, wanted: ValueType, *value: Any) -> None:
        number = next(self._numbers)
        self._shown.append(number)
        if len(self._shown) > _MOST:
            self.rows.take(self._shown.popleft())
        when = self.locale().toString(QTime.currentTime(), QLocale.FormatType.ShortFormat)
        text = format_value(wanted, value[0]) if value else ""
        self.rows.put(number, when, f"{_readable_name(port)}: {_readable_name(event)}", text, first=True)

    def _state_changed(self, state: str) -> None:
        self._state.setText(state_name(state))
        self._state.setVisible(bool(self._state.text()))


def _readable_name(name: str) -> str:
    return name.replace("_", " ")
