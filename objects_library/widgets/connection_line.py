# SPDX-License-Identifier: BSD-3-Clause
"""The status line of a connection to an external system."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from objects_library.replication.external_bridge import BridgeStatus
from objects_library.widgets.appearance import GAP, SoftButton, is_dark, plain_label, warning_colour


def _tr(text: str) -> str:
    return QCoreApplication.translate("BridgeLine", text)


class _Lamp(QWidget):
    """A dot: filled when connected."""

    def __init__(self) -> None:
        super().__init__()
        self.lit = False
        self.setFixedSize(12, 12)

    def sizeHint(self) -> QSize:
        """A fixed size."""
        return QSize(12, 12)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint a green dot, or a ring in the warning colour; the text says the same."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        green = QColor("#8ce99a" if is_dark(self.palette()) else "#2b8a3e")
        colour = green if self.lit else warning_colour(self.palette())
        painter.setPen(colour)
        painter.setBrush(colour if self.lit else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QRectF(2, 2, 8, 8))


class BridgeLine(QWidget):
    """Shows the status of a bridge, and offers to connect from this computer."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what
        self._lamp = _Lamp()
        self.label = plain_label("", "muted", wrap=True)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.connect_button = SoftButton(_tr("&Connect from this computer"))
        self.connect_button.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(GAP)
        row.addWidget(self._lamp)
        row.addWidget(self.label, stretch=1)
        row.addWidget(self.connect_button)

    def show_message(self, status: BridgeStatus) -> None:
        """Show a status."""
        self._lamp.lit = status.up
        self._lamp.update()
        self.label.setText(describe_status(status, self._what))
        self.setAccessibleName(self.label.text())
        self.connect_button.setVisible(not status.up and not status.mine)


def describe_status(status: BridgeStatus, what: str) -> str:
    """The status of a bridge as text."""
    if status.up:
        who = _tr("this computer") if status.mine else status.keeper
        text = _tr("Connected by {who}").format(who=who)
        return f"{text} · {status.text}" if status.text else text
    if status.since is None:
        text = _tr("Nobody who has access to {what} is here yet.").format(what=what)
    else:
        text = _tr("Not connected to {what} since {when}.").format(what=what, when=_when(status.since))
        if status.text:
            text = f"{text} {_sentence(status.text)}"
    if status.here and status.here != status.text:
        text = f"{text} {_sentence(status.here)}"
    return text


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _when(at: datetime) -> str:
    local, now = at.astimezone(), datetime.now().astimezone()
    return local.strftime("%H:%M:%S" if local.date() == now.date() else "%Y-%m-%d %H:%M")
