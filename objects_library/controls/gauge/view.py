# SPDX-License-Identifier: BSD-3-Clause
"""The view of a gauge: a dial."""

from PySide6.QtCore import Qt

from app.runtime.library import Context, Endpoint, view_of
from objects_library.controls.gauge.proxy import Gauge
from objects_library.values.scale import Scale
from objects_library.widgets.appearance import plain_label
from objects_library.widgets.dial_view import Dial
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.number_view import format_number


@view_of(Gauge)
class GaugeView(LiveView):
    """A number on a dial; what is too high is said in words, too."""

    shared = Endpoint(name="value")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.title = plain_label("", "muted", wrap=False)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.dial = Dial(Scale(0, 1, 0, "", ""), 1)
        self.warning = plain_label("", wrap=False)
        self.warning.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.content.addWidget(self.title)
        self.content.addWidget(self.dial, stretch=1)
        self.content.addWidget(self.warning)

    @shared.incoming
    def scale(self, low: float, high: float, warning: float, title: str, unit: str) -> None:
        """The ends of the scale, and the warning limit."""
        self.dial.scale, self.dial.warning = Scale(low, high, 0, title, unit), warning
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.dial.update()

    @shared.incoming
    def changed(self, value: float) -> None:
        """Show the present number."""
        text = format_number(value, self.dial.scale, self.locale())
        self.dial.set_value(value, text)
        self.warning.setText(self.tr("Too high") if self.dial.too_high else "")
        name = f"{self.title.text()}: {text} {self.warning.text()}".strip(" :")
        self.dial.setAccessibleName(name)
        self.setAccessibleName(name)

    @shared.incoming
    def refused(self, reason: str) -> None:
        """The number was refused."""
        self.refuse(reason)
