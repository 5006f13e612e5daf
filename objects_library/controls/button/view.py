# SPDX-License-Identifier: BSD-3-Clause
"""The view of a button: one large button, and the person who pressed last."""

from datetime import datetime

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QSizePolicy

from app.runtime.library import Context, Endpoint, view_of
from objects_library.controls.button.proxy import Button
from objects_library.widgets.appearance import SoftButton, format_count, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.message_view import format_time

_LIT = 200
"""Milliseconds for which a remote press is shown."""


@view_of(Button)
class ButtonView(LiveView):
    """One button for everyone; Space and Enter press it."""

    shared = Endpoint(name="button")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.button = SoftButton("", main=True)
        self.button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.button.setMinimumSize(160, 72)
        self.button.setStyleSheet(self.button.styleSheet() + "QPushButton { font-size: 16pt; }")
        self.button.setAutoDefault(True)
        self.last = plain_label(self.tr("nobody has pressed it yet"), "muted")
        self.last.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lit = QTimer(self)
        self._lit.setSingleShot(True)
        self._lit.setInterval(_LIT)
        self._lit.timeout.connect(lambda: self.button.setDown(False))
        self.content.addStretch(1)
        self.content.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignCenter)
        self.content.addWidget(self.last)
        self.content.addStretch(1)
        self.setFocusProxy(self.button)
        self.button.clicked.connect(self._press)
        self.set_writable(False)

    @shared.outgoing
    def press(self) -> None: ...

    @shared.incoming("so_far")
    def show_state(self, title: str, count: int, by: str, at: datetime | None) -> None:
        """Show title and count."""
        self.button.setText(title.replace("&", "&&"))
        self.button.setAccessibleName(title)
        if count and at is not None:
            self._show_presses(count, by, at)

    @shared.incoming
    def pressed(self, count: int, by: str, at: datetime) -> None:
        """Animate a remote press."""
        self._show_presses(count, by, at)
        self.button.setDown(True)
        self._lit.start()

    @shared.incoming
    def refused(self, reason: str) -> None:
        """The press was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable the button while the object is not live."""
        self.button.setEnabled(writable)

    def _press(self) -> None:
        if self.writable:
            self.act(self.press)

    def _show_presses(self, count: int, by: str, at: datetime) -> None:
        text = self.tr("{name} pressed it last, {time}").format(name=by, time=format_time(at))
        times = format_count(count, self.locale())
        self.last.setText(f"{text} · " + self.tr("pressed so far: {count}").format(count=times))
