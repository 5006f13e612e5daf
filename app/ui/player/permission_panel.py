# SPDX-License-Identifier: BSD-3-Clause
"""The permission panel: who signed an object, what it requests, and the user's answer."""

import asyncio
from collections import deque

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.runtime.directories import DirectoryError
from app.runtime.trust import Answer, People, Permission, Question, Remember, TrustError, fingerprint
from app.ui.icons import pixmap
from app.ui.player.permission_texts import consequence_text, request_text
from app.ui.theme import Theme


class PermissionPanel(QFrame):
    """Asks one question at a time inside the window; implements `Decider` of the trust package."""

    asked = Signal()
    answered = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._waiting: deque[tuple[Question, asyncio.Future[Answer]]] = deque()
        self.setProperty("role", "card")
        self._picture = QLabel()
        self._wants = _label("heading")
        self._signer = _label("")
        self._meaning = _label("muted")
        self._remember = QCheckBox()
        self.allow = QPushButton(self.tr("&Allow"))
        self.allow.setProperty("role", "main")
        self.allow.clicked.connect(lambda: self._answer(allowed=True))
        self.trust = QPushButton(self.tr("&Trust fully"))
        self.trust.setToolTip(self.tr("Without a sandbox: the code can do what you can do"))
        self.trust.clicked.connect(lambda: self._answer(allowed=True, freely=True))
        self.refuse = QPushButton(self.tr("&Do not allow"))
        self.refuse.clicked.connect(lambda: self._answer(allowed=False))
        words = QVBoxLayout()
        words.setSpacing(8)
        for widget in (self._wants, self._signer, self._meaning, self._remember):
            words.addWidget(widget)
        buttons = QVBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.allow)
        buttons.addWidget(self.refuse)
        buttons.addWidget(self.trust)
        buttons.addStretch()
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 16, 16, 16)
        row.setSpacing(16)
        row.addWidget(self._picture, alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, stretch=1)
        row.addLayout(buttons)
        theme.changed.connect(self._draw)
        self._draw()
        self.hide()

    async def ask(self, question: Question) -> Answer:
        """Ask the user; further questions wait in a queue."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, answer))
        self._show_next()
        try:
            return await answer
        finally:
            if not answer.done() or answer.cancelled():
                self._withdraw(answer)

    def question(self) -> Question | None:
        """The current question."""
        return self._waiting[0][0] if self._waiting else None

    def _withdraw(self, answer: asyncio.Future[Answer]) -> None:
        self._waiting = deque(each for each in self._waiting if each[1] is not answer)
        self._show_next()

    def _show_next(self) -> None:
        question = self.question()
        self.setVisible(question is not None)
        if question is None:
            return
        self._wants.setText(request_text(question))
        self._signer.setText(self._signed_by(question))
        self._meaning.setText(consequence_text(question))
        is_code = question.permission is Permission.RUN_CODE
        self.allow.setText(self.tr("&Allow in a sandbox") if is_code else self.tr("&Allow"))
        self.trust.setVisible(is_code)
        self._remember.setText(self._rule(question))
        self._remember.setChecked(False)
        self.setAccessibleName(f"{self._wants.text()} {self._signer.text()}")
        self.refuse.setFocus()  # a stray key press must not grant permission
        self.asked.emit()

    def _signed_by(self, question: Question) -> str:
        if question.signer is None:
            return self.tr("Nobody has signed it.")
        return self.tr("It is signed by {who}.").format(who=_who(question.signer))

    def _rule(self, question: Question) -> str:
        if question.signer is None:
            return self.tr("Remember the answer for exactly this")
        return self.tr("Remember the answer for everything of this kind by this signer")

    def _answer(self, *, allowed: bool, freely: bool = False) -> None:
        if not self._waiting:
            return
        question, waiting = self._waiting.popleft()
        scope = Remember.ONCE
        if self._remember.isChecked():
            scope = Remember.THIS if question.signer is None else Remember.SIGNER
        if not waiting.done():
            waiting.set_result(Answer(allowed, scope, freely))
        self._show_next()
        self.answered.emit()

    def _draw(self) -> None:
        picture = pixmap("lock", 32, self._theme.colors.accent, self.devicePixelRatioF())
        self._picture.setPixmap(picture)


def _who(signer: str) -> str:
    """The user's name for a signer, and the fingerprint."""
    try:
        name = People().name_of(signer)
    except (TrustError, DirectoryError):
        name = ""
    return f"{name} ({fingerprint(signer)})" if name else fingerprint(signer)


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
