# SPDX-License-Identifier: BSD-3-Clause
"""The visible part of a plane, and its scale."""

from __future__ import annotations

import math
from time import monotonic

from PySide6.QtCore import QPointF, QRectF, QSize

_LASTS = 0.14
"""The duration of a zoom in seconds."""


class Camera:
    """The view of a plane: its centre, and pixels per unit."""

    def __init__(self, scales: tuple[float, float]) -> None:
        self.x = self.y = 0.0
        self.scale = 1.0
        self.scales = scales
        self.size = QSize(1, 1)
        self._goal: tuple[float, QPointF, QPointF] | None = None
        """The target scale, the fixed point of the plane, and its position in the window."""
        self._began = 0.0
        self._from = 1.0

    @property
    def moving(self) -> bool:
        """Whether a zoom is in progress."""
        return self._goal is not None

    @property
    def goal(self) -> float:
        """The scale after the zoom."""
        return self._goal[0] if self._goal else self.scale

    def to_window(self, x: float, y: float) -> QPointF:
        """Map a point of the plane to the window."""
        return QPointF(
            (x - self.x) * self.scale + self.size.width() / 2, (y - self.y) * self.scale + self.size.height() / 2
        )

    def to_plane(self, point: QPointF) -> QPointF:
        """Map a point of the window to the plane."""
        return QPointF(
            (point.x() - self.size.width() / 2) / self.scale + self.x,
            (point.y() - self.size.height() / 2) / self.scale + self.y,
        )

    def seen(self) -> QRectF:
        """The visible part of the plane."""
        width, height = self.size.width() / self.scale, self.size.height() / self.scale
        return QRectF(self.x - width / 2, self.y - height / 2, width, height)

    def look_at(self, x: float, y: float, scale: float | None = None) -> None:
        """Set the centre and scale."""
        self._goal = None
        self.x, self.y = x, y
        if scale is not None:
            self.scale = self._within(scale)

    def push(self, by: QPointF) -> None:
        """Pan by pixels."""
        self.x -= by.x() / self.scale
        self.y -= by.y() / self.scale
        if self._goal is not None:
            scale, _, at = self._goal
            self._goal = scale, self.to_plane(at), at

    def zoom(self, factor: float, at: QPointF, *, smoothly: bool = True) -> None:
        """Zoom around a point of the window."""
        goal = self._within(self.goal * factor)
        self._goal = goal, self.to_plane(at), at
        self._began, self._from = monotonic(), self.scale
        if not smoothly:
            self._began = 0.0
            self.advance(monotonic())

    def show(self, area: QRectF, margin: float = 40.0) -> None:
        """Show an area."""
        room = (max(1.0, self.size.width() - 2 * margin), max(1.0, self.size.height() - 2 * margin))
        scale = min(room[0] / max(area.width(), 1e-9), room[1] / max(area.height(), 1e-9))
        self.look_at(area.center().x(), area.center().y(), scale)

    def advance(self, now: float) -> bool:
        """Advance the zoom; returns whether it continues."""
        if self._goal is None:
            return False
        scale, stays, at = self._goal
        share = min(1.0, (now - self._began) / _LASTS)
        eased = 1 - (1 - share) ** 3
        self.scale = math.exp(math.log(self._from) * (1 - eased) + math.log(scale) * eased)
        if share >= 1:
            self.scale = scale
            self._goal = None
        self.x = stays.x() - (at.x() - self.size.width() / 2) / self.scale
        self.y = stays.y() - (at.y() - self.size.height() / 2) / self.scale
        return self._goal is not None

    def _within(self, scale: float) -> float:
        return max(self.scales[0], min(self.scales[1], scale))
