# SPDX-License-Identifier: BSD-3-Clause
"""The bar that offers crash recovery."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, Signal
from PySide6.QtWidgets import QWidget

from app.ui.player.message_bar import MessageBar
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.ui.composer.model import Recovery


class RecoveryBar(MessageBar):
    """Lists the sheets that were open at a crash and restores them on a click."""

    recover_asked = Signal(list)
    discard_asked = Signal(list)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "recover", parent)
        self._found: list[Recovery] = []
        self.recover = self.offer(self.tr("&Recover"), lambda: self.recover_asked.emit(self._take()), main=True)
        self.discard = self.offer(self.tr("&Discard"), lambda: self.discard_asked.emit(self._take()))
        self.hide()

    def show_found(self, found: Sequence[Recovery]) -> None:
        """Offer these sheets; hide the bar if there are none."""
        self._found = list(found)
        if not found:
            self.hide()
            return
        names = [one.title or (one.file.stem if one.file else self.tr("New page")) for one in found]
        when = QDateTime.fromSecsSinceEpoch(int(found[0].when))
        time = QLocale().toString(when, QLocale.FormatType.ShortFormat)
        if len(found) == 1:
            words = self.tr("“{name}” had changes that were not saved when the program ended ({time}).")
        else:
            words = self.tr("These had changes that were not saved when the program ended: {name} ({time}).")
        self.show_message(words.format(name=", ".join(names), time=time))
        self.show()

    def _take(self) -> list[Recovery]:
        found, self._found = self._found, []
        self.hide()
        return found
