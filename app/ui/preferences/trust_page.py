# SPDX-License-Identifier: BSD-3-Clause
"""The settings page of trust: the user's contact code, the people they know, and the answers they gave."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout

from app.errors import LiveObjectsError
from app.runtime.trust import (
    EVERYTHING,
    Identity,
    People,
    Person,
    StoredAnswer,
    TrustStore,
    card_of,
    fingerprint,
    read_card,
)
from app.ui.composer.panels.widgets import empty, link_button, words
from app.ui.player.local_user import sender_name
from app.ui.player.permission_texts import permission_text
from app.ui.preferences.page import Row, SettingsPage, ask_before, push_button
from app.ui.translations import translated

_MOST = 500
"""Rows that are shown of each list."""


class TrustPage(SettingsPage):
    """Known people and remembered answers; each can be removed."""

    icon = "lock"

    def __init__(self) -> None:
        super().__init__(
            self.tr("Trust"),
            self.tr("People whom you know by their key, and what you have allowed objects to do on this computer."),
            self.tr("people permissions contact code key allow"),
        )
        self.own = link_button(self.tr("Copy my contact code for others"))
        self.own.clicked.connect(self.copy_code)
        self._layout.addWidget(self.own)
        self._add_section(self.tr("People"))
        self.people = _rows(self)
        self.code = QLineEdit()
        self.code.setPlaceholderText(self.tr("Paste a contact code here"))
        self.code.setAccessibleName(self.tr("Somebody else"))
        self.code.returnPressed.connect(self.add_person)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.code, stretch=1)
        row.addWidget(push_button(self.tr("&Add"), self.add_person))
        self._layout.addLayout(row)
        self.problem = words(role="bad")
        self.problem.hide()
        self._layout.addWidget(self.problem)
        self._add_section(self.tr("Answers that are remembered"))
        self.answers = _rows(self)

    def refresh(self) -> None:
        """Show what is stored now."""
        for rows, fill in ((self.people, self._fill_people), (self.answers, self._fill_answers)):
            empty(rows)
            try:
                fill()
            except LiveObjectsError as error:
                rows.addWidget(words(translated(str(error)), "bad"))

    def copy_code(self) -> None:
        """Copy the user's own contact code to the clipboard."""
        QGuiApplication.clipboard().setText(card_of(Identity.of_user(), sender_name() or "somebody"))
        self.own.setText(self.tr("Your contact code is on the clipboard"))

    def add_person(self) -> None:
        """Add the person of a pasted contact code."""
        try:
            person = read_card(self.code.text())
            People().add(person.key, person.name)
        except LiveObjectsError as error:
            self._complain(error)
            return
        self._complain(None)
        self.code.clear()
        self.refresh()

    def remove_person(self, person: Person) -> None:
        """Forget a person."""
        self._change(lambda: People().remove(person))

    def revoke(self, answer: StoredAnswer) -> None:
        """Forget an answer, so that the user is asked again."""
        self._change(lambda: TrustStore().revoke(answer))

    def _fill_people(self) -> None:
        people = People().all()
        for person in people[:_MOST]:
            ask = push_button(self.tr("Remove…"), partial(self._ask, person), person.name)
            self.people.addWidget(Row(person.name, fingerprint(person.key), [ask]))
        if not people:
            self.people.addWidget(words(self.tr("You know nobody yet."), "muted"))

    def _fill_answers(self) -> None:
        answers = list(reversed(TrustStore().answers()))
        names = People()
        for answer in answers[:_MOST]:
            what = self.tr("everything of this kind") if answer.what == EVERYTHING else answer.what
            says = permission_text(answer.permission, what)
            forget = push_button(self.tr("Ask again"), partial(self.revoke, answer), says)
            self.answers.addWidget(Row(says, self._about(answer, names), [forget]))
        if not answers:
            self.answers.addWidget(words(self.tr("You have not allowed or denied anything yet."), "muted"))

    def _about(self, answer: StoredAnswer, names: People) -> str:
        word = self.tr("Allowed") if answer.allowed else self.tr("Not allowed")
        who = self.tr("nobody has signed it")
        if answer.signer is not None:
            name = names.name_of(answer.signer) or fingerprint(answer.signer)
            who = self.tr("signed by {who}").format(who=name)
        moment = QDateTime.fromSecsSinceEpoch(int(answer.when.timestamp()))
        when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        return f"{word} · {who} · {when}"

    def _ask(self, person: Person) -> None:
        ask_before(
            self,
            self.tr("Remove somebody"),
            self.tr("Remove {name}?").format(name=person.name),
            self.tr("You need their contact code to know them again. What you have shared with them stays shared."),
            self.tr("Remove"),
            lambda: self.remove_person(person),
        )

    def _change(self, do: object) -> None:
        assert callable(do)
        try:
            do()
        except LiveObjectsError as error:
            self._complain(error)
        self.refresh()

    def _complain(self, error: LiveObjectsError | None) -> None:
        self.problem.setText("" if error is None else translated(str(error)))
        self.problem.setVisible(error is not None)


def _rows(page: SettingsPage) -> QVBoxLayout:
    rows = QVBoxLayout()
    rows.setSpacing(4)
    layout = page.layout()
    assert isinstance(layout, QVBoxLayout)
    layout.addLayout(rows)
    return rows
