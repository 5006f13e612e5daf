# SPDX-License-Identifier: BSD-3-Clause
"""A bar that shows the connection state while the object is not live."""

import time

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.runtime.activation import State
from app.ui.execution import RunningSheet
from app.ui.execution.wait_reasons import waiting_words
from app.ui.player.condition import deepest_failures
from app.ui.player.message_bar import MessageBar
from app.ui.theme import Theme
from app.ui.translations import translated


class ConnectionBar(MessageBar):
    """Visible while the object is not live, except right after the start."""

    again_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "network", parent)
        self.keep()
        self._again = self.offer(self.tr("&Try again"), self.again_asked.emit)
        self._state: State | None = None
        self._since = 0.0
        self.hide()

    def follow(self, sheet: RunningSheet) -> None:
        """Show the current problem, or hide."""
        state = sheet.overall()
        if state is not self._state:
            self._state, self._since = state, time.monotonic()
        words = (
            {
                State.JOINING: self._waiting(sheet) or self.tr("Joining the others …"),
                State.CATCHING_UP: self._waiting(sheet) or self.tr("Catching up with what the others did …"),
                State.READ_ONLY: self._outside(sheet)
                or self.tr(
                    "Cut off from most of the others. You can read; what you write waits until the connection is back."
                ),
                State.FAILED: self._failures(sheet),
            }.get(state, "")
            if state is not None
            else ""
        )
        self._again.setVisible(state is State.FAILED)
        self.show_message(words, "problem" if state is State.FAILED else "network")
        self.setVisible(bool(words))

    def _waiting(self, sheet: RunningSheet) -> str:
        """What it waits for, if that takes long."""
        seconds = int(time.monotonic() - self._since)
        return waiting_words(sheet.channels(), self._state, seconds) if self._state else ""

    def _outside(self, sheet: RunningSheet) -> str:
        """Why this user is not admitted."""
        barred = [admission for admission in sheet.admissions() if admission.barred]
        if not barred:
            return ""
        if barred[0].was_removed:
            words = self.tr("You were removed by {name}. Nothing new comes here any more.")
        else:
            words = self.tr("{name} has not let you in. Ask them to admit you.")
        return words.format(name=barred[0].owner_name)

    def _failures(self, sheet: RunningSheet) -> str:
        deepest = deepest_failures(sheet)
        lines = []
        for path in deepest[:3]:
            name = path[-1] if path else sheet.document.title or self.tr("The object")
            lines.append(
                self.tr("{name} has failed: {why}").format(name=name, why=translated(sheet.failure(path) or ""))
            )
        if len(deepest) > 3:
            lines.append(self.tr("and {number} more").format(number=len(deepest) - 3))
        return "\n".join(lines)
