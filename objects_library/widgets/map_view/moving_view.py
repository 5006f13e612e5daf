# SPDX-License-Identifier: BSD-3-Clause
"""The view of a map with moving things."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QTimer

from app.runtime.library import Context, Endpoint
from objects_library.values.position_reader import NUMBERS
from objects_library.values.world import to_square
from objects_library.widgets.appearance import format_count, plain_label
from objects_library.widgets.map_view.map_view import MapView

_LOOK = 5_000
"""Milliseconds between two checks for silent things."""


class MovingMapView(MapView):
    """A map with moving things."""

    positions = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._title = ""
        self._shown_once = False
        self.count = plain_label("", "muted", wrap=False)
        self.tool_row.add(self.count, before=self.people_button)
        self._look = QTimer(self, interval=_LOOK)
        self._look.timeout.connect(self._expire)
        self._pending_notify = QTimer(self, interval=250, singleShot=True)
        self._pending_notify.timeout.connect(self._show_count)

    @positions.incoming
    def settings(self, title: str, tail: float, silent: float) -> None:
        """Set the display settings."""
        self._title = title
        self.plane.markers.tail, self.plane.markers.silent = tail, silent
        self._show_count()

    @positions.incoming
    def placed(self, names: list[str], numbers: list[float], fresh: bool) -> None:
        """Move things."""
        markers, now = self.plane.markers, monotonic()
        if not fresh:
            markers.clear()
        for at, name in enumerate(names):
            longitude, latitude, heading = numbers[NUMBERS * at : NUMBERS * at + NUMBERS]
            markers.place(name, *to_square(longitude, latitude), heading if heading >= 0 else None, now)
        if names:
            self._see()
        if not self._pending_notify.isActive():
            self._pending_notify.start()

    @positions.incoming
    def gone(self, names: list[str]) -> None:
        """Remove things."""
        self.plane.markers.remove(names)
        self._show_count()
        self.plane.update()

    def _see(self) -> None:
        if not self._shown_once and self.plane.terrain is not None:
            self._shown_once = True
            self.plane.show_shapes()
        if not self._look.isActive():
            self._look.start()
        if self.plane.isVisible():
            self.plane.keep_moving()

    def _expire(self) -> None:
        self.plane.markers.expire(monotonic())
        self._show_count()
        self.plane.update()  # silent things are grey
        if not self.plane.markers.things:
            self._look.stop()

    def _show_count(self) -> None:
        moving = self.tr("{count} moving").format(count=format_count(len(self.plane.markers.things), self.locale()))
        self.count.setText(f"{self._title} · {moving}" if self._title else moving)
