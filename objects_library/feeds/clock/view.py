# SPDX-License-Identifier: BSD-3-Clause
"""The view of a clock: a face with hands, the time in words, and the stopwatch below."""

from datetime import datetime
from math import cos, pi, sin
from time import monotonic
from zoneinfo import ZoneInfo

from PySide6.QtCore import QDate, QPointF, QSize, Qt, QTime, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QWidget

from app.runtime.library import Context, Endpoint, view_of
from objects_library.feeds.clock.proxy import Clock
from objects_library.widgets.appearance import GAP, SoftButton, blend, plain_label, set_font_size
from objects_library.widgets.live_view import LiveView


class Face(QWidget):
    """Twelve marks and three hands."""

    def __init__(self) -> None:
        super().__init__()
        self.time = QTime(0, 0)
        self.setMinimumSize(110, 110)

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(180, 180)

    def show_time(self, time: QTime) -> None:
        """Move the hands."""
        self.time = time
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the face as large as there is room."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        radius = min(self.width(), self.height()) / 2 - 6
        painter.translate(self.width() / 2, self.height() / 2)
        painter.setPen(QPen(palette.mid().color(), 2))
        painter.setBrush(palette.base())
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        quiet = blend(palette.text().color(), palette.base().color(), 0.5)
        for hour in range(12):
            length = 0.12 if hour % 3 == 0 else 0.06
            self._hand(painter, hour / 12, radius * (0.94 - length), radius * 0.94, QPen(quiet, 2))
        seconds, minutes = self.time.second(), self.time.minute()
        text = palette.text().color()
        self._hand(painter, (self.time.hour() % 12 + minutes / 60) / 12, 0, radius * 0.52, QPen(text, 5))
        self._hand(painter, (minutes + seconds / 60) / 60, 0, radius * 0.78, QPen(text, 3))
        accent = palette.highlight().color()
        self._hand(painter, seconds / 60, -radius * 0.12, radius * 0.84, QPen(accent, 1.5))
        painter.setBrush(accent)
        painter.drawEllipse(QPointF(0, 0), 3, 3)

    def _hand(self, painter: QPainter, share: float, start: float, end: float, pen: QPen) -> None:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        direction = QPointF(sin(share * 2 * pi), -cos(share * 2 * pi))
        painter.drawLine(direction * start, direction * end)


@view_of(Clock)
class ClockView(LiveView):
    """The time, and a stopwatch that everyone starts and stops."""

    clock = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.face = Face()
        self.shown = plain_label("–", wrap=False)
        self.day = plain_label("", "muted", wrap=False)
        self.watch = plain_label("0:00.0", wrap=False)
        self.last = plain_label("", "muted", wrap=False)
        set_font_size(self.shown, 18)
        set_font_size(self.watch, 18)
        for label in (self.shown, self.day, self.watch, self.last):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.toggle = SoftButton(self.tr("&Start"), main=True)
        self.reset_button = SoftButton(self.tr("&Reset"))
        self.limit = QDoubleSpinBox()
        self.limit.setRange(0, 60_000)
        self.limit.setDecimals(1)
        self.limit.setSuffix(self.tr(" min"))
        self.limit.setSpecialValueText(self.tr("count up"))
        self.limit.setAccessibleName(self.tr("Count down from"))
        self.limit.setKeyboardTracking(False)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        for widget in (self.toggle, self.reset_button, self.limit):
            row.addWidget(widget)
        self.content.addWidget(self.face, stretch=1)
        for label in (self.shown, self.day, self.watch, self.last):
            self.content.addWidget(label)
        self.content.addLayout(row)
        self.setFocusProxy(self.toggle)
        self._running, self._seconds, self._since, self._limit = False, 0.0, monotonic(), 0.0
        self._frames = QTimer(self)
        self._frames.setInterval(100)
        self._frames.timeout.connect(self._show_watch)
        self.toggle.clicked.connect(lambda: self._do(self.stop if self._running else self.start))
        self.reset_button.clicked.connect(lambda: self._do(self.reset))
        self.limit.valueChanged.connect(lambda minutes: self._do(self.count_down, minutes * 60))
        self.set_writable(False)

    @clock.outgoing
    def start(self) -> None: ...

    @clock.outgoing
    def stop(self) -> None: ...

    @clock.outgoing
    def reset(self) -> None: ...

    @clock.outgoing
    def count_down(self, seconds: float) -> None: ...

    @clock.incoming
    def time(self, time: datetime, zone: str) -> None:
        """What time it is."""
        local = time.astimezone(ZoneInfo(zone) if zone else None)
        moment = QTime(local.hour, local.minute, local.second)
        self.face.show_time(moment)
        self.shown.setText(self.locale().toString(moment, "HH:mm:ss"))
        day = self.locale().toString(QDate(local.year, local.month, local.day), self.locale().FormatType.LongFormat)
        self.day.setText(f"{day} · {zone}" if zone else day)

    @clock.incoming
    def stopwatch(self, running: bool, seconds: float, limit: float, by: str) -> None:
        """What the stopwatch does from now on."""
        self._running, self._seconds, self._since, self._limit = running, seconds, monotonic(), limit
        self.toggle.setText(self.tr("&Stop") if running else self.tr("&Start"))
        self.toggle.setAccessibleName(self.tr("Stop the stopwatch") if running else self.tr("Start the stopwatch"))
        self.last.setText(self.tr("{name} touched it last").format(name=by) if by else "")
        blocked = self.limit.blockSignals(True)
        self.limit.setValue(limit / 60)
        self.limit.blockSignals(blocked)
        self._run_frames()
        self._show_watch()

    @clock.incoming
    def refused(self, reason: str) -> None:
        """The change was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        for widget in (self.toggle, self.reset_button, self.limit):
            widget.setEnabled(writable)

    def showEvent(self, event: QShowEvent) -> None:
        """Let the stopwatch move."""
        super().showEvent(event)
        self._run_frames()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop drawing while the view is hidden."""
        super().hideEvent(event)
        self._frames.stop()

    def _run_frames(self) -> None:
        if self._running and self.isVisible():
            self._frames.start()
        else:
            self._frames.stop()

    def _show_watch(self) -> None:
        passed = self._seconds + (monotonic() - self._since if self._running else 0.0)
        left = max(0.0, self._limit - passed)
        self.watch.setText(in_words(left if self._limit else passed))
        if self._limit and not left and self._running:
            self.last.setText(self.tr("Time is up"))

    def _do(self, call: object, *arguments: object) -> None:
        if self.writable and callable(call):
            self.act(call, *arguments)


def in_words(seconds: float) -> str:
    """Hours, minutes, seconds and tenths, the hours only where there are any."""
    tenths = int(seconds * 10)
    hours, minutes = tenths // 36000, tenths // 600 % 60
    rest = f"{tenths // 10 % 60:02}.{tenths % 10}"
    return f"{hours}:{minutes:02}:{rest}" if hours else f"{minutes}:{rest}"
