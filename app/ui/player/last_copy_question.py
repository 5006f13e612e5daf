# SPDX-License-Identifier: BSD-3-Clause
"""Asks before the last copy of something goes that is only in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from app.runtime.references import Document
from app.ui.execution import RunningSheet

_LONGEST_TITLE = 80


class LastCopyQuestion(QMessageBox):
    """What to do with content that nobody else has and that is not kept: keep it, lose it, or go on."""

    def __init__(self, parent: QWidget, title: str, *, can_be_kept: bool) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(_tr("It is only in memory"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(
            _tr("Nobody else has “{title}” open, and it is only in memory.").format(title=title[:_LONGEST_TITLE])
        )
        loses = _tr("What was changed is lost when you close it.")
        cannot = _tr("It cannot be kept as it is: what it is made of accepts only channels that store nothing.")
        keeps = _tr("Keep it, and it is there when you open it again.")
        self.setInformativeText(f"{loses} {keeps if can_be_kept else cannot}")
        self.keep: QPushButton | None = None
        if can_be_kept:
            self.keep = self.addButton(_tr("&Keep it"), QMessageBox.ButtonRole.AcceptRole)
        self.lose = self.addButton(_tr("Close and &lose it"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(self.keep or cancel)
        self.setEscapeButton(cancel)

    async def answer(self) -> QPushButton | None:
        """Show the question, and wait for the button that is pressed; None if nothing is to be closed."""
        answered = asyncio.Event()
        self.finished.connect(answered.set)
        self.open()
        try:
            await answered.wait()
            return next((each for each in (self.keep, self.lose) if each is self.clickedButton()), None)
        finally:
            self.deleteLater()


async def may_close(
    parent: QWidget, title: str, sheet: RunningSheet | None, keep: Callable[[Document], Awaitable[None]]
) -> bool:
    """Whether a running sheet may be closed; asks if content would be lost, and keeps it if that is the answer.

    `keep` continues with a document whose channels keep their content.
    """
    copies = None if sheet is None or not sheet.running else sheet.last_copies
    endangered = [] if copies is None else await copies.find()
    if sheet is None or copies is None or not endangered:
        return True
    kept = copies.kept_document(sheet.document, endangered)
    question = LastCopyQuestion(parent, title, can_be_kept=kept is not None)
    pressed = await question.answer()
    if pressed is None:
        return False
    if pressed is question.lose or kept is None:
        return True
    from objects_library.volatile_content import restore  # noqa: PLC0415 - rarely needed

    await keep(kept)
    results = [await restore(each.channel, each.state) for each in endangered]
    return all(results)


def _tr(text: str) -> str:
    return QCoreApplication.translate("LastCopyQuestion", text)
