# SPDX-License-Identifier: BSD-3-Clause
"""A dialog with the people present, authenticated by their keys; the owner can remove somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.runtime.references import Addressee
from app.runtime.trust import People, TrustError, fingerprint
from app.ui.composer.panels.widgets import column, selectable, words

if TYPE_CHECKING:
    from objects_library.channels.native.admission import AdmissionScope
    from objects_library.channels.native.admission_messages import AdmittedPerson

_TIMEOUT = 5.0


class PeopleDialog(QDialog):
    """One row per person, updated while the dialog is open."""

    def __init__(
        self, admissions: Sequence[AdmissionScope], names: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._admissions = tuple(admissions)
        self._names = tuple(names)
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown: list[AdmittedPerson] | None = None
        self.setWindowTitle(self.tr("People here"))
        self.setMinimumWidth(460)
        self._about = words(role="muted")
        self._error_label = words(role="bad")
        self._error_label.hide()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(8)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = column(self, spacing=8, margins=24)
        layout.addWidget(words(self.tr("People here"), "heading"))
        layout.addWidget(self._about)
        layout.addSpacing(8)
        layout.addLayout(self._rows)
        layout.addStretch()
        layout.addWidget(self._error_label)
        layout.addSpacing(8)
        layout.addWidget(buttons)
        for admission in self._admissions:
            admission.watchers.append(self.refresh)
        self.finished.connect(self._leave)
        self.refresh()

    def attendants(self) -> list[AdmittedPerson]:
        """All people in the admission scopes, without duplicates."""
        found = {each.key: each for admission in self._admissions for each in admission.attendants}
        return list(found.values())

    def refresh(self) -> None:
        """Show the people present now."""
        people = self.attendants()
        if people == self._shown:
            return
        self._shown = people
        while self._rows.count():
            item = self._rows.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        self._about.setText(self._rule())
        for each in people:
            self._rows.addWidget(self._row(each))
        for name in self._names if not self._admissions else ():
            self._rows.addWidget(words(name))

    def _rule(self) -> str:
        if not self._admissions:
            return self.tr("This object has no owner: whoever has the file can take part, and nobody can be removed.")
        admission = self._admissions[0]
        if admission.is_owner:
            owner = self.tr("You are the owner.")
        else:
            owner = self.tr("{name} is the owner, and can remove others.").format(name=admission.owner_name)
        if admission.member_list is None:
            return f"{owner} {self.tr('Whoever has the file can take part.')}"
        return f"{owner} {self.tr('Only those take part whom the owner lets in.')}"

    def _row(self, person: AdmittedPerson) -> QWidget:
        mine = any(admission.me == person.key for admission in self._admissions)
        owner = any(admission.owner == person.key for admission in self._admissions)
        card = QFrame()
        card.setProperty("role", "card")
        row = QHBoxLayout(card)
        row.setContentsMargins(12, 8, 8, 8)
        row.setSpacing(8)
        about = [self.tr("you")] if mine else []
        about += [self.tr("owner")] if owner else []
        name = words(f"{person.name} ({', '.join(about)})" if about else person.name, wrap=False)
        print_of = selectable(words(fingerprint(person.key), "help", wrap=False))
        print_of.setToolTip(fingerprint(person.key, 8))
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(name)
        column.addWidget(print_of)
        row.addLayout(column, stretch=1)
        if not mine and not person.known:
            know = self._button(self.tr("I know them"), lambda: self._know(person))
            know.setToolTip(self.tr("Keep the key, to share something with only them"))
            row.addWidget(know)
        if not mine and not owner and any(admission.is_owner for admission in self._admissions):
            row.addWidget(self._button(self.tr("Remove…"), lambda: self.ask(person)))
        return card

    def _button(self, text: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(lambda _checked: do())
        return button

    def ask(self, person: AdmittedPerson) -> QMessageBox:
        """Ask for confirmation and remove a person."""
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("Remove somebody"))
        box.setText(self.tr("Remove {name}?").format(name=person.name))
        box.setInformativeText(
            self.tr(
                "The others go on under a new key. {name} keeps what is there now and sees nothing new, "
                "with this file or a copy of it."
            ).format(name=person.name)
        )
        yes = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        yes.clicked.connect(lambda _checked: self._spawn(self._remove(person)))
        box.finished.connect(box.deleteLater)
        box.open()
        return box

    async def _remove(self, person: AdmittedPerson) -> None:
        gone = Addressee(person.key, person.name)
        try:
            for admission in self._admissions:
                if admission.is_owner:
                    await admission.remove([gone])
            late = [each for each in self._admissions if each.is_owner and not await each.caught_up(_TIMEOUT)]
        except TrustError as error:
            self._show_result(str(error))
        else:
            self._show_result(self.tr("Some have not heard of it yet; they will from the others.") if late else "")

    def _know(self, person: AdmittedPerson) -> None:
        try:
            People().add(person.key, person.name)
        except TrustError as error:
            self._show_result(str(error))
        self._shown = None
        self.refresh()

    def _show_result(self, what: str) -> None:
        self._error_label.setText(what)
        self._error_label.setVisible(bool(what))

    def _spawn(self, work: object) -> None:
        assert asyncio.iscoroutine(work)
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _leave(self) -> None:
        for admission in self._admissions:
            if self.refresh in admission.watchers:
                admission.watchers.remove(self.refresh)
        self.deleteLater()
