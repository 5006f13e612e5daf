# SPDX-License-Identifier: BSD-3-Clause
"""The common base of views: the state of the object, and messages."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.runtime.library import Context
from objects_library.widgets.appearance import GAP, SoftButton, blend, plain_label, warning_colour


def _tr(text: str) -> str:
    return QCoreApplication.translate("LiveView", text)


def state_name(state: str) -> str:
    """The state of an object as text; the window shows why it failed."""
    match state:
        case "created" | "joining":
            return _tr("Looking for the others …")
        case "catching up":
            return _tr("Getting what the others have …")
        case "read-only":
            return _tr("Cut off from the others: you can read; what you would change waits.")
        case "ended":
            return _tr("This has been closed.")
    return ""


class Notice(QWidget):
    """A line with a message, until the next one, or until it is closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = plain_label()
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.offer = SoftButton("")
        self.offer.hide()
        self._offered: Callable[[], object] | None = None
        self.offer.clicked.connect(self._take_offer)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * GAP, GAP, GAP, GAP)
        layout.addWidget(self._label, stretch=1)
        layout.addWidget(self.offer)
        self.hide()

    @property
    def text(self) -> str:
        """The present message; empty when hidden."""
        return self._label.text() if not self.isHidden() else ""

    def show_message(self, text: str, offer: str = "", action: Callable[[], object] | None = None) -> None:
        """Show a message with an optional button; an empty message hides the line."""
        self._label.setText(text)
        self.setAccessibleName(text)
        self._offered = action
        self.offer.setText(offer)
        self.offer.setAccessibleName(offer)
        self.offer.setVisible(bool(offer))
        self.setVisible(bool(text))
        if text:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint a tinted line; the colour only supports the text."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = warning_colour(self.palette())
        painter.setPen(QPen(blend(colour, self.palette().base().color(), 0.5), 1))
        painter.setBrush(blend(colour, self.palette().base().color(), 0.12))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _take_offer(self) -> None:
        if self._offered is not None:
            self._offered()
        self.show_message("")


class LiveView(QWidget):
    """The base of views: a layout `content` that subclasses fill, and messages about the object below it."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._state = "created"
        self.notice = Notice()
        self._waiting = plain_label("", "muted")
        self._waiting.hide()
        self.content = QVBoxLayout()
        self.content.setSpacing(GAP)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        layout.setSpacing(GAP)
        layout.addLayout(self.content, stretch=1)
        layout.addWidget(self._waiting)
        layout.addWidget(self.notice)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=False)

    @property
    def state(self) -> str:
        """The state of the object."""
        return self._state

    @property
    def writable(self) -> bool:
        """Whether changes reach the other members now."""
        return self._state == "live"

    @property
    def settled(self) -> bool:
        """Whether the content is complete, so that a screenshot can be taken."""
        return self._state not in ("created", "joining", "catching up")

    def object_state(self, state: str, reason: str = "") -> None:  # noqa: ARG002 - said by whoever shows the view
        """Follow the state of the object; called by the runtime."""
        self._state = state
        text = state_name(state)
        self._waiting.setText(text)
        self._waiting.setVisible(bool(text))
        self.set_writable(self.writable)

    def set_writable(self, writable: bool) -> None:
        """Make the content editable or read-only; subclasses override it."""

    def act(self, call: Callable[..., object], *arguments: object) -> None:
        """Send events for user input; returns after all answers were delivered (see `Context.act`)."""
        self._context.act(call, *arguments)

    def refuse(self, reason: str, offer: str = "", action: Callable[[], object] | None = None) -> None:
        """Show that a change was rejected and why, with an optional button."""
        self.notice.show_message(self.tr("Not done: {reason}").format(reason=reason), offer, action)

    async def write_file(self, path: Path, data: bytes) -> None:
        """Write a file, and show why if that fails."""
        try:
            await asyncio.to_thread(path.write_bytes, data)
        except OSError as error:
            self.refuse(f"{path.name}: {error.strerror}")


def heading(text: str) -> QLabel:
    """A heading above a group."""
    return plain_label(text, "heading", wrap=False)
