# SPDX-License-Identifier: BSD-3-Clause
"""The dialog to choose who can open a sealed copy, and to add people."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.runtime.references import Addressee
from app.runtime.trust import Identity, People, TrustError, card_of, fingerprint, read_card
from app.ui.composer.panels.form_dialog import FormDialog
from app.ui.composer.panels.widgets import link_button, words
from app.ui.player.local_user import sender_name

_ROWS = 208


def _tr(text: str) -> str:
    return QCoreApplication.translate("SealDialog", text)


class SealDialog(FormDialog):
    """One row with a check box per known person."""

    save_asked = Signal(tuple)
    mail_asked = Signal(tuple)

    def __init__(self, parent: QWidget | None = None, people: People | None = None) -> None:
        super().__init__(
            _tr("Seal for chosen people"),
            _tr("Only they, and you, can open the copy. Whoever else gets hold of it sees their names."),
            _tr("&Save a sealed copy…"),
            parent,
        )
        self.setMinimumWidth(520)
        self._people = people or People()
        self._boxes: dict[Addressee, QCheckBox] = {}
        self._nobody = words(self.tr("You know nobody yet. Ask somebody for their card, and paste it below."), "muted")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self._layout.addWidget(self._list())
        self.card = QLineEdit()
        self.card.setPlaceholderText(self.tr("Paste a card here"))
        self._add_button = QPushButton(self.tr("&Add"))
        self._add_button.clicked.connect(self.add_card)
        self.card.returnPressed.connect(self.add_card)
        self._layout.addSpacing(4)
        self._layout.addWidget(words(self.tr("Somebody else")))
        self._layout.addLayout(_side_by_side(self.card, self._add_button))
        self._mine = link_button(self.tr("Copy my card for others"))
        self._mine.clicked.connect(self.copy_card)
        self.mail = self._buttons.addButton(self.tr("Send by &e-mail…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.mail.clicked.connect(lambda: self._finish_with(self.mail_asked))
        self.asked.connect(lambda: self._finish_with(self.save_asked))
        self._finish(self._mine)
        for each in self._people.all():
            self._add_row(each.addressee)
        self._follow()

    def chosen(self) -> tuple[Addressee, ...]:
        """The checked people."""
        return tuple(person for person, box in self._boxes.items() if box.isChecked())

    def choose(self, name: str) -> None:
        """Check a person."""
        for person, box in self._boxes.items():
            if person.name == name:
                box.setChecked(True)

    def add_card(self) -> None:
        """Add the person of a pasted card and check them."""
        try:
            card = read_card(self.card.text())
            person = self._people.add(card.key, card.name).addressee
        except TrustError as error:
            self.complain(f"{error.what[:1].upper()}{error.what[1:]}; {error.hint}.")
            return
        self.complain("")
        self.card.clear()
        if person not in self._boxes:
            self._add_row(person)
        self._boxes[person].setChecked(True)
        self._follow()

    def copy_card(self) -> None:
        """Copy the user's own card to the clipboard."""
        card = card_of(Identity.of_user(), sender_name() or "somebody")
        QGuiApplication.clipboard().setText(card)
        self._mine.setText(self.tr("Your card is on the clipboard"))

    def _list(self) -> QWidget:
        inside = QWidget()
        inside.setLayout(self._rows)
        self._rows.setContentsMargins(12, 8, 12, 8)
        self._rows.addWidget(self._nobody)
        self._rows.addStretch()
        area = QScrollArea()
        area.setProperty("role", "plain")
        area.setWidgetResizable(True)
        area.setWidget(inside)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumHeight(96)
        area.setMaximumHeight(_ROWS)
        card = QFrame()
        card.setProperty("role", "card")
        around = QVBoxLayout(card)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(area)
        return card

    def _add_row(self, person: Addressee) -> None:
        box = QCheckBox(person.name.replace("&", "&&"))
        box.setToolTip(fingerprint(person.key, 8))
        box.toggled.connect(self._follow)
        print_of = words(fingerprint(person.key), "muted", wrap=False)
        self._boxes[person] = box
        row = QWidget()
        row.setLayout(_side_by_side(box, print_of))
        self._rows.insertWidget(self._rows.count() - 1, row)

    def _follow(self) -> None:
        self._nobody.setVisible(not self._boxes)
        some = bool(self.chosen())
        self.do_it.setEnabled(some)
        self.mail.setEnabled(some)

    def _finish_with(self, signal: object) -> None:
        assert hasattr(signal, "emit")
        chosen = self.chosen()
        self.accept()
        signal.emit(chosen)


def _side_by_side(wide: QWidget, narrow: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(wide, stretch=1)
    row.addWidget(narrow)
    return row
