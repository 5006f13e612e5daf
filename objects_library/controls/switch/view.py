# SPDX-License-Identifier: BSD-3-Clause
"""The view of a switch: its title, the switch, and a word."""

from PySide6.QtCore import Qt

from app.runtime.library import Context, Endpoint, view_of
from objects_library.controls.switch.proxy import SharedSwitch
from objects_library.widgets.appearance import GAP, plain_label, set_font_size
from objects_library.widgets.fields import Switch
from objects_library.widgets.live_view import LiveView


@view_of(SharedSwitch)
class SharedSwitchView(LiveView):
    """On or off, in words, too; Space moves it."""

    shared = Endpoint(name="value")
    label = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.title = plain_label("", "muted", wrap=False)
        self.title.hide()
        self.shown = plain_label(self.tr("nobody has set it yet"))
        set_font_size(self.shown, 20)
        self.switch = Switch()
        self.switch.setAccessibleName(self.tr("Switch"))
        self.switch.clicked.connect(self._move)
        self.content.addStretch(1)
        for text in (self.title, self.shown):
            text.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self.content.addWidget(text)
        self.content.addSpacing(GAP)
        self.content.addWidget(self.switch, alignment=Qt.AlignmentFlag.AlignCenter)
        self.content.addStretch(1)
        self.setFocusProxy(self.switch)
        self.set_writable(False)

    @shared.outgoing("set")
    def set_value(self, value: bool) -> None: ...

    @shared.incoming
    def changed(self, value: bool) -> None:
        """Show where it is."""
        self.switch.setChecked(value)
        self.shown.setText(self.tr("On") if value else self.tr("Off"))

    @shared.incoming
    def refused(self, reason: str) -> None:
        """It was not moved."""
        self.refuse(reason)

    @label.incoming
    def titled(self, title: str) -> None:
        """What is switched."""
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.switch.setAccessibleName(title or self.tr("Switch"))

    def set_writable(self, writable: bool) -> None:
        """Disable the switch while the object is not live."""
        self.switch.setEnabled(writable)

    def _move(self, on: bool) -> None:
        if self.writable:
            self.act(self.set_value, on)
