# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared counter: a large number with a button on each side."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout

from app.runtime.library import Context, Endpoint, view_of
from objects_library.variables.counter.proxy import SharedCounter
from objects_library.widgets.appearance import GAP, SoftButton, format_count, plain_label, set_font_size
from objects_library.widgets.live_view import LiveView

_STEPS = {
    Qt.Key.Key_Plus: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageUp: 10,
    Qt.Key.Key_Minus: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_PageDown: -10,
}


@view_of(SharedCounter)
class SharedCounterView(LiveView):
    """A number that everyone adds to; the keys + and - do it, too."""

    counter = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.number = plain_label("–", wrap=False)
        self.number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.number.setMinimumWidth(120)
        set_font_size(self.number, 34)
        self.less = SoftButton("−", self.tr("One less"))
        self.more = SoftButton("+", self.tr("One more"), main=True)
        for button, step in ((self.less, -1), (self.more, 1)):
            button.setFixedSize(56, 56)
            button.setStyleSheet(button.styleSheet() + "QPushButton { font-size: 20pt; padding: 0 0 4px 0; }")
            button.setAutoRepeat(True)
            button.clicked.connect(lambda _=False, step=step: self.act(self.add, step))
        row = QHBoxLayout()
        row.setSpacing(2 * GAP)
        row.addStretch(1)
        row.addWidget(self.less)
        row.addWidget(self.number)
        row.addWidget(self.more)
        row.addStretch(1)
        self.content.addStretch(1)
        self.content.addLayout(row)
        self.content.addStretch(1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocusProxy(self.more)

    @counter.outgoing
    def add(self, amount: int) -> None: ...

    @counter.incoming
    def value(self, total: int) -> None:
        """Show the number as it is written here."""
        text = format_count(total, self.locale())
        self.number.setText(text)
        self.number.setAccessibleName(text)
        set_font_size(self.number, max(14, 34 - max(0, len(text) - 7)))

    @counter.incoming
    def refused(self, reason: str) -> None:
        """The change was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable the buttons while the object is not live."""
        self.less.setEnabled(writable)
        self.more.setEnabled(writable)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Count with the keyboard."""
        step = _STEPS.get(Qt.Key(event.key()), 0)
        if step and self.writable:
            self.act(self.add, step)
        else:
            super().keyPressEvent(event)
