# SPDX-License-Identifier: BSD-3-Clause
"""The view of an invitation."""

from datetime import datetime
from typing import Generic, TypeVar

from PySide6.QtCore import QDateTime, QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from app.runtime.library import Context, Endpoint, ObjectReference, view_of
from app.runtime.references import Document
from app.runtime.types import TEXT, ObjectType
from objects_library.folders.invitation.proxy import Answers, Invitation
from objects_library.widgets.appearance import GAP, SoftButton, plain_label, set_font_size
from objects_library.widgets.fields import LineField
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.rows import Rows, RowsTable

T = TypeVar("T", bound=ObjectType)


@view_of(Invitation)
class InvitationView(LiveView, Generic[T]):
    """The view of an invitation; `open_asked` is emitted with the document to open."""

    open_asked = Signal(object)
    invitation = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.purpose = plain_label("")
        set_font_size(self.purpose, 16)
        self.facts = plain_label("", "muted")
        self.name = LineField(TEXT)
        self.note = LineField(TEXT)
        self._prepare(self.name.line, self.tr("Your name"))
        self._prepare(self.note.line, self.tr("A note, if you like"))
        self.accept_button = SoftButton(self.tr("I &come"), main=True)
        self.decline_button = SoftButton(self.tr("I ca&nnot come"))
        self.open_button = SoftButton(self.tr("&Open it"), self.tr("Open what this invites to"))
        self.accept_button.clicked.connect(lambda: self._answer(accepts=True))
        self.decline_button.clicked.connect(lambda: self._answer(accepts=False))
        self.open_button.clicked.connect(lambda: self.act(self.come))
        self.rows = Rows([self.tr("Name"), self.tr("Answer"), self.tr("Note")])
        self.table = RowsTable(self.rows, self.tr("Answers"), empty=self.tr("Nobody has answered yet."))
        asking, buttons = QHBoxLayout(), QHBoxLayout()
        for row in (asking, buttons):
            row.setSpacing(GAP)
        asking.addWidget(self.name, stretch=1)
        asking.addWidget(self.note, stretch=2)
        for button in (self.accept_button, self.decline_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.open_button)
        self.content.addWidget(self.purpose)
        self.content.addWidget(self.facts)
        self.content.addLayout(asking)
        self.content.addLayout(buttons)
        self.content.addWidget(self.table, stretch=1)

    @invitation.outgoing
    def come(self) -> None: ...

    @invitation.outgoing
    def answer(self, accepts: bool, name: str, note: str) -> None: ...

    @invitation.incoming
    def details(self, host: str, purpose: str, until: datetime | None, open_now: bool) -> None:
        """Show who invites, what for, and until when."""
        self.purpose.setText(purpose or self.tr("You are invited"))
        facts = [self.tr("by {name}").format(name=host)] if host else []
        if until is not None:
            moment = QDateTime.fromSecsSinceEpoch(int(until.timestamp()))
            when = self.locale().toString(moment, QLocale.FormatType.ShortFormat)
            text = self.tr("until {time}") if open_now else self.tr("it ended {time}")
            facts.append(text.format(time=when))
        self.facts.setText(" · ".join(facts))

    @invitation.incoming
    def invited(self, reference: ObjectReference[T]) -> None:
        """Open the object of the invitation."""
        self.open_asked.emit(Document(reference, self.purpose.text()[:100]))

    @invitation.incoming
    def answers(self, answers: Answers) -> None:
        """Show all answers."""
        texts = {True: self.tr("comes"), False: self.tr("does not come")}
        self.rows.replace_all((each.who, (each.name, texts[each.accepts], each.note)) for each in answers)

    @invitation.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.accept_button.setEnabled(writable)
        self.decline_button.setEnabled(writable)

    def _prepare(self, line: QLineEdit, name: str) -> None:
        line.setPlaceholderText(name)
        line.setAccessibleName(name)

    def _answer(self, *, accepts: bool) -> None:
        self.act(self.answer, accepts, str(self.name.value()), str(self.note.value()))
