# SPDX-License-Identifier: BSD-3-Clause
"""A window that says why a file cannot be opened, for starts without a terminal."""

from __future__ import annotations

import asyncio
import os
import sys

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QWidget

from app.runtime.trust import Identity, card_of
from app.ui.application import run_session
from app.ui.composer.panels.form_dialog import FormDialog
from app.ui.composer.panels.widgets import link_button
from app.ui.player.local_user import sender_name
from app.ui.qt_platform import QtPlatform
from app.ui.settings import Settings
from app.ui.theme import Choice, Theme

_FAILED = 1
_BY_DESKTOP = ("GIO_LAUNCHED_DESKTOP_FILE", "DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN")


def launched_by_desktop() -> bool:
    """Whether a desktop started this program, so that nobody reads its output."""
    return any(os.environ.get(name) for name in _BY_DESKTOP) and not sys.stderr.isatty()


def show_open_error(words: str, sealed: bool, theme: Choice | None = None, language: str = "") -> int:
    """Show an error window until it is closed."""

    async def session(application: QApplication, platform: QtPlatform) -> int:  # noqa: ARG001 - one signature for all sessions
        kept = Theme(application, theme or Choice(Settings().theme))
        dialog = OpenErrorDialog(words, sealed)
        closed = asyncio.Event()
        dialog.finished.connect(lambda _: closed.set())
        dialog.show()
        await closed.wait()
        kept.deleteLater()
        return _FAILED

    return run_session(session, for_picture=False, size=(520, 240), language=language)


class OpenErrorDialog(FormDialog):
    """The error, its remedy, and for a file sealed for others the user's own card to copy."""

    def __init__(self, words: str, sealed: bool, parent: QWidget | None = None) -> None:
        what, _, to_do = " ".join(words.split()).rpartition("; ")
        super().__init__(
            _tr("Only for others") if sealed else _tr("This cannot be opened"),
            _sentence(what) + (f"\n\n{_sentence(to_do)}" if what and to_do else _sentence(to_do)),
            _tr("&Close"),
            parent,
        )
        self.setMinimumWidth(520)
        cancel = self._buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self._buttons.removeButton(cancel)
        self.asked.connect(self.accept)
        self.card = link_button(self.tr("Copy my contact code, to send it to them"))
        self.card.setVisible(sealed)
        self.card.clicked.connect(self._copy)
        self._finish(self.card)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(card_of(Identity.of_user(), sender_name() or "somebody"))
        self.card.setText(self.tr("Your contact code is on the clipboard"))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("OpenErrorDialog", text)
