# SPDX-License-Identifier: BSD-3-Clause
"""The view of a sensor: a row for each computer, with what it is like now and a line of what it was like."""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.runtime.library import Context, Endpoint, view_of
from objects_library.feeds.sensor.proxy import LONGEST_NAME, Sensor, SensorReading
from objects_library.widgets.appearance import GAP, blend, colour_of, elide, plain_label, warning_colour
from objects_library.widgets.live_view import LiveView

Readings = list[SensorReading]
_MOST_MACHINES = 200
_KEPT = 120
_SILENT = 15.0
"""Seconds of silence after which a computer is greyed out."""
_HIGH = 90.0
_NUMBERS = ("processor", "memory", "disk", "received", "sent")


class MachineRow(QWidget):
    """One computer: its name, three bars and a line of its processor."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.reading: SensorReading | None = None
        self.past: deque[float] = deque(maxlen=_KEPT)
        self.silent = False
        self.setFixedHeight(84)
        self.setMinimumWidth(300)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(420, 84)

    def show_reading(self, reading: SensorReading) -> None:
        """The present state."""
        shares: dict[str, Any] = {name: _sane(getattr(reading, name)) for name in _NUMBERS}
        self.reading = reading = replace(reading, **shares)
        self.past.append(reading.processor)
        self.silent = False
        texts = (f"{label} {_percent(value)}" for label, value in self._bars(reading))
        self.setAccessibleName(f"{self.name}: {', '.join(texts)}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Name and network on top, bars left, the line right."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        painter.setPen(QPen(palette.mid().color(), 1))
        painter.setBrush(palette.base())
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        if self.reading is None:
            return
        if self.silent:
            painter.setOpacity(0.5)
        half = self.width() * 0.55
        painter.setPen(colour_of(self.name, palette))
        painter.drawText(QPointF(12, 20), elide(self.name, self.font(), round(half) - 20))
        painter.setPen(palette.placeholderText().color())
        network = f"↓ {_rate(self.reading.received)}  ↑ {_rate(self.reading.sent)}"
        painter.drawText(QRectF(half, 6, self.width() - half - 12, 20), Qt.AlignmentFlag.AlignRight, network)
        for number, (label, value) in enumerate(self._bars(self.reading)):
            self._bar(painter, QRectF(12, 28 + number * 18, half - 20, 14), label, value)
        self._line(painter, QRectF(half, 30, self.width() - half - 12, 44))

    def _bars(self, reading: SensorReading) -> tuple[tuple[str, float], ...]:
        return (
            (self.tr("Processor"), reading.processor),
            (self.tr("Memory"), reading.memory),
            (self.tr("Disk"), reading.disk),
        )

    def _bar(self, painter: QPainter, box: QRectF, label: str, value: float) -> None:
        palette = self.palette()
        painter.setPen(palette.text().color())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, elide(label, self.font(), 76))
        track = box.adjusted(80, 3, -52, -3)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, _percent(value))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(blend(palette.text().color(), palette.base().color(), 0.15))
        painter.drawRoundedRect(track, 4, 4)
        painter.setBrush(warning_colour(palette) if value >= _HIGH else palette.highlight())
        if value > 0:
            track.setWidth(max(8.0, track.width() * min(value, 100) / 100))
            painter.drawRoundedRect(track, 4, 4)

    def _line(self, painter: QPainter, box: QRectF) -> None:
        step = box.width() / (_KEPT - 1)
        left = box.right() - step * (len(self.past) - 1)
        points = [
            QPointF(left + number * step, box.bottom() - box.height() * min(max(value, 0), 100) / 100)
            for number, value in enumerate(self.past)
        ]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.palette().highlight().color(), 1.5))
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(QPen(blend(self.palette().text().color(), self.palette().base().color(), 0.2), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())


@view_of(Sensor)
class SensorView(LiveView):
    """All reporting computers."""

    sensor = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.machines: dict[str, MachineRow] = {}
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP)
        self._column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self._list)
        area.setAccessibleName(self.tr("Computers"))
        self.empty = plain_label(self.tr("Waiting for the first reading …"), "muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.content.addWidget(self.empty)
        self.content.addWidget(area, stretch=1)
        self._look = QTimer(self)
        self._look.setInterval(5000)
        self._look.timeout.connect(self._grey_out)
        self._look.start()

    @property
    def settled(self) -> bool:
        """Whether there is a first reading."""
        return super().settled and (not self.writable or bool(self.machines))

    @sensor.incoming
    def readings(self, readings: Readings) -> None:
        """All stored readings."""
        for row in self.machines.values():
            row.past.clear()
        self._take(readings)

    @sensor.incoming
    def read(self, reading: SensorReading) -> None:
        """A reading of one computer."""
        self._take([reading])

    @sensor.incoming
    def refused(self, reason: str) -> None:
        """The message was refused."""
        self.refuse(reason)

    def _take(self, readings: Iterable[SensorReading]) -> None:
        for reading in readings:
            name = reading.machine[:LONGEST_NAME]
            row = self.machines.get(name)
            if row is None:
                if len(self.machines) >= _MOST_MACHINES:
                    continue
                row = self.machines[name] = MachineRow(name)
                self._column.insertWidget(self._column.count() - 1, row)
            row.show_reading(reading)
        self.empty.setVisible(not self.machines)

    def _grey_out(self) -> None:
        now = datetime.now(UTC)
        for row in self.machines.values():
            silent = row.reading is not None and abs((now - row.reading.at).total_seconds()) > _SILENT
            if silent != row.silent:
                row.silent = silent
                row.update()


def _sane(value: float) -> float:
    """The value; -1, which means unknown, for one that is no finite number."""
    return value if isfinite(value) else -1.0


def _percent(value: float) -> str:
    return "–" if value < 0 else f"{value:.0f} %"


def _rate(value: float) -> str:
    if value < 0:
        return "–"
    return f"{value / 1000:.1f} MB/s" if value >= 1000 else f"{value:.0f} kB/s"
