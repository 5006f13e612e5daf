# SPDX-License-Identifier: BSD-3-Clause
"""The view of a slider: its number, and a track with a knob."""

from PySide6.QtCore import Qt, QTimer

from app.runtime.library import Context, Endpoint, view_of
from objects_library.controls.slider.proxy import Slider
from objects_library.values.scale import Scale
from objects_library.widgets.appearance import plain_label, set_font_size
from objects_library.widgets.dial_view import Track
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.number_view import format_number

_AGAIN = 25
"""Milliseconds between two numbers while it is dragged; the last one is always sent."""


@view_of(Slider)
class SliderView(LiveView):
    """A number that everyone moves; while it is dragged here, others do not move it away."""

    shared = Endpoint(name="value")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.title = plain_label("", "muted", wrap=False)
        self.shown = plain_label("–", wrap=False)
        set_font_size(self.shown, 24)
        for label in (self.title, self.shown):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.track = Track(Scale(0, 1, 0, "", ""))
        self.track.setAccessibleName(self.tr("Number"))
        self.content.addStretch(1)
        for widget in (self.title, self.shown, self.track):
            self.content.addWidget(widget)
        self.content.addStretch(1)
        self.setFocusProxy(self.track)
        self._others: float | None = None
        self._unsent: float | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_AGAIN)
        self._pause.timeout.connect(self._send)
        self.track.wanted.connect(self._want)
        self.track.let_go.connect(self._let_go)
        self.set_writable(False)

    @shared.outgoing("set")
    def set_value(self, value: float) -> None: ...

    @shared.incoming
    def scale(self, low: float, high: float, step: float, title: str, unit: str) -> None:
        """The ends of the scale."""
        self.track.scale = Scale(low, high, step, title, unit)
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.track.setAccessibleName(title or self.tr("Number"))
        self.track.update()

    @shared.incoming
    def changed(self, value: float) -> None:
        """Show the present number."""
        self._others = value
        if not self.track.dragging and self._unsent is None:
            self._show(value)

    @shared.incoming
    def refused(self, reason: str) -> None:
        """The number was refused: show the present one."""
        self.refuse(reason)
        if self._others is not None:
            self._show(self._others)

    def set_writable(self, writable: bool) -> None:
        """Make the slider read-only while the object is not live."""
        self.track.setEnabled(writable)

    def _want(self, value: float) -> None:
        self._show_text(value)
        self._unsent = value
        if not self._pause.isActive():
            self._send()
            self._pause.start()

    def _send(self) -> None:
        value, self._unsent = self._unsent, None
        if value is not None and self.writable:
            self.act(self.set_value, value)
            self._pause.start()

    def _let_go(self) -> None:
        self._send()
        if self._others is not None:
            self._show(self._others)

    def _show(self, value: float) -> None:
        self.track.set_value(value)
        self._show_text(value)

    def _show_text(self, value: float) -> None:
        text = format_number(value, self.track.scale, self.locale())
        self.shown.setText(text)
        self.track.setAccessibleDescription(text)
