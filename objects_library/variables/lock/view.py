# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared lock: a padlock, who holds it, and one button."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.runtime.library import Context, Endpoint, view_of
from objects_library.variables.lock.proxy import SharedLock
from objects_library.widgets.appearance import GAP, SoftButton, colour_of, draw_lock, plain_label, set_font_size
from objects_library.widgets.live_view import LiveView


class _Padlock(QWidget):
    """Open or closed; in the colour of whoever holds it."""

    def __init__(self) -> None:
        super().__init__()
        self.holder = ""
        self.setFixedSize(72, 72)

    def sizeHint(self) -> QSize:
        """A fixed size."""
        return QSize(72, 72)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the padlock."""
        painter = QPainter(self)
        free = self.palette().placeholderText().color()
        colour = colour_of(self.holder, self.palette()) if self.holder else free
        draw_lock(painter, QRectF(4, 4, 64, 64), colour, closed=bool(self.holder))


@view_of(SharedLock)
class SharedLockView(LiveView):
    """Take the lock, wait for it, or give it back."""

    lock = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._mine = self._waits = False
        self._padlock = _Padlock()
        self.holder = plain_label(self.tr("Nobody holds it"))
        self.holder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_font_size(self.holder, 16)
        self.line = plain_label("", "muted")
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = SoftButton(self.tr("&Take it"), main=True)
        self.button.clicked.connect(self._press)
        centre = Qt.AlignmentFlag.AlignHCenter
        self.content.addStretch(1)
        self.content.addWidget(self._padlock, alignment=centre)
        self.content.addWidget(self.holder)
        self.content.addWidget(self.line)
        self.content.addSpacing(GAP)
        self.content.addWidget(self.button, alignment=centre)
        self.content.addStretch(1)
        self.setFocusProxy(self.button)

    @lock.outgoing
    def acquire(self) -> None: ...

    @lock.outgoing
    def release(self) -> None: ...

    @lock.incoming
    def granted(self, fence: int) -> None:  # noqa: ARG002 - people need no number
        """The lock is held here."""
        self._mine, self._waits = True, False

    @lock.incoming
    def lost(self, fence: int) -> None:  # noqa: ARG002 - people need no number
        """The lock was lost."""
        self._mine = False

    @lock.incoming("state")
    def lock_state(self, holder: str, mine: bool, fence: int, waiting: int) -> None:  # noqa: ARG002 - people need no number
        """Who holds it, and how many wait."""
        self._mine = mine
        if mine or not holder:
            self._waits = False
        self._padlock.holder = holder
        self._padlock.update()
        if mine:
            self.holder.setText(self.tr("You hold it"))
        elif holder:
            self.holder.setText(self.tr("{name} holds it").format(name=holder))
        else:
            self.holder.setText(self.tr("Nobody holds it"))
        self.line.setText(
            ""
            if not waiting
            else self.tr("one waits for it")
            if waiting == 1
            else self.tr("{count} wait for it").format(count=waiting)
        )
        self._name_button()

    @lock.incoming
    def refused(self, reason: str) -> None:
        """The change was refused."""
        self._waits = False
        self.refuse(reason)
        self._name_button()

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.button.setEnabled(writable)

    def _press(self) -> None:
        if self._mine or self._waits:
            self._waits = False
            self.act(self.release)
        else:
            self._waits = True
            self.act(self.acquire)
        self._name_button()

    def _name_button(self) -> None:
        if self._mine:
            text = self.tr("&Give it back")
        elif self._waits:
            text = self.tr("&Wait no longer")
        elif self._padlock.holder:
            text = self.tr("&Wait for it")
        else:
            text = self.tr("&Take it")
        self.button.setText(text)
        self.button.setAccessibleName(text.replace("&", ""))
