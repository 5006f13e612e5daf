# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared label: one large line edit."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from app.runtime.library import Context, Endpoint, view_of
from objects_library.documents.shared_label.proxy import SharedLabel
from objects_library.widgets.live_view import LiveView

_LOOK = """
    QLineEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 10px;
        padding: 14px 18px; font-size: 20pt; font-weight: 600; }
    QLineEdit:focus { border: 2px solid palette(highlight); padding: 13px 17px; }
"""


@view_of(SharedLabel)
class SharedLabelView(LiveView):
    """A line edit; every key press reaches the others."""

    label = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.line = QLineEdit()
        self.line.setStyleSheet(_LOOK)
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setMaxLength(10_000)
        self.line.setAccessibleName(self.tr("Shared label"))
        self.line.setPlaceholderText(self.tr("Write something for everyone"))
        self.line.textEdited.connect(lambda text: self.act(self.set, text))
        self.content.addStretch(1)
        self.content.addWidget(self.line)
        self.content.addStretch(1)
        self.setFocusProxy(self.line)

    @label.outgoing
    def set(self, text: str) -> None: ...

    @label.incoming
    def changed(self, text: str) -> None:
        """Show the text; the cursor stays if possible."""
        if text != self.line.text():
            at = self.line.cursorPosition()
            self.line.setText(text)
            self.line.setCursorPosition(min(at, len(text)))

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.line.setReadOnly(not writable)
