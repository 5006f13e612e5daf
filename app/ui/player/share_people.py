# SPDX-License-Identifier: BSD-3-Clause
"""The people of a page in the share panel: who is let in, and what they may do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.runtime.references import Addressee
from app.runtime.trust import Identity, People, TrustError, card_of, fingerprint, read_card
from app.runtime.trust.member_list import Right
from app.ui.composer.panels.widgets import column, escape_ampersands, link_button, scroll_area, words
from app.ui.player.local_user import sender_name

_HIGHEST = 176
_ROW = 34


class SharePeople(QWidget):
    """A row for each person with a check box and a right; contact codes add people."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, people: People | None = None) -> None:
        super().__init__()
        self._people = people or People()
        self._rows: dict[str, _Row] = {}
        self._nobody = words(
            self.tr("You know nobody yet. Ask somebody for their contact code, and paste it below."), "muted"
        )
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(12, 8, 12, 8)
        self._list.setSpacing(4)
        self._list.addWidget(self._nobody)
        self._list.addStretch()
        inside.setMinimumHeight(_ROW + 16)
        self._area = scroll_area(inside)
        card = QFrame()
        card.setProperty("role", "card")
        column(card).addWidget(self._area)
        self.code = QLineEdit()
        self.code.setPlaceholderText(self.tr("Paste a contact code here"))
        self.code.setAccessibleName(self.tr("Contact code"))
        self.code.returnPressed.connect(self.add_code)
        self.add = QPushButton(self.tr("&Add"))
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self.add_code)
        self.mine = link_button(self.tr("Copy my contact code for others"))
        self.mine.setAutoDefault(False)
        self.mine.clicked.connect(self.copy_code)
        adding = QHBoxLayout()
        adding.setSpacing(8)
        adding.addWidget(self.code, stretch=1)
        adding.addWidget(self.add)
        layout = column(self, spacing=8)
        layout.addWidget(card)
        layout.addLayout(adding)
        layout.addWidget(self.mine)
        for each in self._people.all():
            self.add_person(each.addressee)

    def show_people(self, people: Iterable[Addressee], rights: Mapping[str, Right]) -> None:
        """Check these people, with their rights, and nobody else."""
        members = {each.key: each for each in people}
        for each in members.values():
            self.add_person(each)
        for key, row in self._rows.items():
            row.show_state(key in members, rights.get(key, Right.EDIT))

    def add_person(self, person: Addressee) -> None:
        """Add a row, unless there is one."""
        if person.key in self._rows:
            return
        row = self._rows[person.key] = _Row(person)
        row.changed.connect(self.changed)
        self._list.insertWidget(self._list.count() - 1, row)
        self._nobody.hide()
        self._area.setFixedHeight(min(_HIGHEST, len(self._rows) * _ROW + 16))

    def chosen(self) -> dict[Addressee, Right]:
        """The checked people with their rights."""
        return {row.person: row.right for row in self._rows.values() if row.box.isChecked()}

    def row(self, name: str) -> _Row | None:
        """The row of a person."""
        return next((row for row in self._rows.values() if row.person.name == name), None)

    def add_code(self) -> None:
        """Add the person of a pasted contact code and check them."""
        try:
            card = read_card(self.code.text())
            person = self._people.add(card.key, card.name).addressee
        except TrustError as error:
            self.failed.emit(f"{error.what[:1].upper()}{error.what[1:]}; {error.hint}.")
            return
        self.code.clear()
        self.add_person(person)
        self._rows[person.key].box.setChecked(True)

    def copy_code(self) -> None:
        """Copy the user's own contact code to the clipboard."""
        QGuiApplication.clipboard().setText(card_of(Identity.of_user(), sender_name() or "somebody"))
        self.mine.setText(self.tr("Your contact code is on the clipboard"))


class _Row(QWidget):
    """One person."""

    changed = Signal()

    def __init__(self, person: Addressee) -> None:
        super().__init__()
        self.person = person
        name = person.name or fingerprint(person.key)
        self.box = QCheckBox(escape_ampersands(name))
        self.box.setToolTip(fingerprint(person.key, 8))
        self.rights = QComboBox()
        self.rights.setAccessibleName(self.tr("What {name} may do").format(name=name))
        for right, text in (
            (Right.EDIT, self.tr("can edit")),
            (Right.COMMENT, self.tr("can comment")),
            (Right.VIEW, self.tr("can view")),
        ):
            self.rights.addItem(text, int(right))
        self.rights.setEnabled(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.box, stretch=1)
        row.addWidget(words(fingerprint(person.key), "help", wrap=False))
        row.addWidget(self.rights)
        self.box.toggled.connect(self.rights.setEnabled)
        self.box.toggled.connect(self.changed)
        self.rights.currentIndexChanged.connect(self.changed)

    @property
    def right(self) -> Right:
        """The chosen right."""
        return Right(self.rights.currentData())

    def show_state(self, is_in: bool, right: Right) -> None:
        """Show whether the person is let in, and what they may do."""
        self.box.setChecked(is_in)
        self.rights.setCurrentIndex(self.rights.findData(int(right)))
