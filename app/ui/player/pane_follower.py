# SPDX-License-Identifier: BSD-3-Clause
"""Keeps a pane up to date with a running sheet, and stores a picture of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer

from app.runtime.activation import State
from app.runtime.references import Document
from app.ui.execution import RunningSheet
from app.ui.execution.running_sheet import Stop
from app.ui.player.pane import PlayerPane
from app.ui.thumbnails import remember_thumbnail

_MEASURE_INTERVAL = 2000
"""Milliseconds between two measurements."""
_FIRST_PICTURE_DELAY = 1500
"""Milliseconds from live to the first stored picture, so that a crash leaves one, too."""


class PaneFollower(QObject):
    """Follows the sheet that a pane shows."""

    def __init__(
        self, pane: PlayerPane, spawn: Callable[[Coroutine[Any, Any, object]], None], document: Callable[[], Document]
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._spawn = spawn
        self._document = document
        self._sheet: RunningSheet | None = None
        self._stop: Stop | None = None
        self._is_measuring = False
        self._has_picture = False
        self._measuring = QTimer(self)
        self._measuring.setInterval(_MEASURE_INTERVAL)
        self._measuring.timeout.connect(self._measure)
        self._first_picture = QTimer(self)
        self._first_picture.setSingleShot(True)
        self._first_picture.setInterval(_FIRST_PICTURE_DELAY)
        self._first_picture.timeout.connect(self._remember)

    def show(self, sheet: RunningSheet) -> None:
        """Show a running sheet in the pane."""
        if sheet is self._sheet:
            return
        self.leave()
        self._sheet = sheet
        self._has_picture = False
        self._stop = sheet.listen(self._follow)
        self._pane.views.show_sheet(sheet)
        self._measuring.start()
        self._follow()

    def leave(self) -> None:
        """Remove the views; the sheet keeps running."""
        if self._stop is not None:
            self._stop()
            self._stop = None
        self._sheet = None
        self._measuring.stop()
        self._first_picture.stop()
        self._pane.views.leave()

    def remember_picture(self) -> None:
        """Store a picture of what the pane shows, for the recent files; does nothing while it shows nothing."""
        document = self._document()
        picture = None if self._sheet is None else self._pane.picture(self._sheet)
        if picture is not None and not document.sealed_for:
            remember_thumbnail(document, picture)

    def _remember(self) -> None:
        if self._sheet is not None and not self._pane.is_settled(self._sheet):
            self._first_picture.start()
        else:
            self.remember_picture()

    def _follow(self) -> None:
        if self._sheet is None:
            return
        self._pane.follow(self._sheet)
        if self._sheet.overall() is State.LIVE and not self._first_picture.isActive() and not self._has_picture:
            self._has_picture = True
            self._first_picture.start()

    def _measure(self) -> None:
        if self._sheet is not None and not self._is_measuring:
            self._spawn(self._measured(self._sheet))

    async def _measured(self, sheet: RunningSheet) -> None:
        self._is_measuring = True
        try:
            await sheet.measure()
        finally:
            self._is_measuring = False
        self._follow()
