# SPDX-License-Identifier: BSD-3-Clause
"""The share panel: who can take part in a page, and how it gets to them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.errors import one_line
from app.runtime.references import Addressee, Document
from app.runtime.trust import Identity
from app.runtime.trust.member_list import MemberList, Right
from app.ui.composer.panels.widgets import column, line, link_button, words
from app.ui.icons import bind_icon
from app.ui.player.share_people import SharePeople
from app.ui.player.share_words import explanation_of, present_of, result_of, title_of, warning_of
from objects_library.channels.document.circle import member_lists, open_circle
from objects_library.channels.native.sharing import SharingReport, Who, share, sharing_of
from objects_library.installed import installed_catalogue

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.ui.player.share import ShareActions
    from app.ui.theme import Theme

_WIDTH = 600


class SharePanel(QDialog):
    """Shows and changes who can take part; hands out links, codes, files, messages and documents."""

    ready = Signal()
    """Emitted when the panel shows the page, at first and after each change."""

    def __init__(self, actions: ShareActions, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._identity: Identity | None = None
        self._catalogue: Catalogue | None = None
        self.report = SharingReport()
        self.who = Who.ANYONE
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.setWindowTitle(self.tr("Share"))
        self.setMinimumWidth(_WIDTH)
        title = self._document.title or self.tr("this page")
        self.choices = {who: QRadioButton(title_of(who)) for who in Who}
        self._group = QButtonGroup(self)
        self.people = SharePeople()
        self.people.changed.connect(self._people_changed)
        self.people.failed.connect(self._say)
        self.people.hide()
        self.let_in = QPushButton(self.tr("&Let only these people in"))
        self.let_in.setProperty("role", "main")
        self.let_in.clicked.connect(lambda: self.change(Who.PEOPLE))
        self.let_in.hide()
        self.outcome, self.present = words(), words(role="muted")
        self.warning = words(role="bad")
        self.mend = self._mend_button()
        self.said, self.with_content = words(role="muted"), self._content_choice()
        self.handed_out = self._hand_out_buttons(theme)
        buttons = QDialogButtonBox()
        buttons.addButton(self.tr("&Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout = column(self, spacing=8, margins=24)
        layout.addWidget(words(self.tr("Share “{title}”").format(title=title), "heading"))
        layout.addWidget(words(self.tr("Who can take part?"), "section"))
        for who, choice in self.choices.items():
            self._group.addButton(choice)
            layout.addLayout(self._choice(who, choice))
        layout.addWidget(self.people)
        layout.addWidget(self.let_in)
        layout.addWidget(line())
        layout.addWidget(self.outcome)
        layout.addWidget(self.present)
        layout.addLayout(_side_by_side(self.warning, self.mend))
        layout.addWidget(self.with_content)
        layout.addLayout(self._hand_out_rows())
        layout.addWidget(self.said)
        layout.addWidget(buttons)
        actions.done.connect(self._say)
        actions.failed.connect(self._say)
        self.finished.connect(self._leave)
        self._set_enabled(False)
        self.spawn(self._load())

    @property
    def _document(self) -> Document:
        return self._actions.page.shared_document()

    def _content_choice(self) -> QCheckBox:
        choice = QCheckBox(self.tr("&With content: files and messages show it to somebody who opens them alone"))
        choice.setChecked(self._actions.with_content)
        choice.toggled.connect(self._carry)
        return choice

    def _mend_button(self) -> QPushButton:
        button = QPushButton(self.tr("Let others &in"))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.change(Who.ANYONE))
        return button

    def _carry(self, wanted: bool) -> None:
        self._actions.with_content = wanted

    def _choice(self, who: Who, choice: QRadioButton) -> QVBoxLayout:
        choice.clicked.connect(lambda: self._choose(who))
        about = words(explanation_of(who), "help")
        about.setContentsMargins(24, 0, 0, 4)
        box = column(spacing=0)
        box.addWidget(choice)
        box.addWidget(about)
        return box

    def _hand_out_buttons(self, theme: Theme) -> dict[str, QPushButton]:
        actions = self._actions
        found = {}
        for name, text, drawing, do in (
            ("link", self.tr("Copy &link"), "link", actions.copy_link),
            ("code", self.tr("&QR code"), "share", actions.show_code),
            ("file", self.tr("Save a &file…"), "save", actions.ask_for_place),
            ("mail", self.tr("&E-mail…"), "mail", lambda: actions.prepared(actions.mail)),
            ("document", self.tr("Put into a &document…"), "file", actions.ask_for_document),
        ):
            button = QPushButton(text)
            button.setAutoDefault(False)
            bind_icon(theme, button, drawing)
            button.clicked.connect(lambda _on=False, do=do: do())
            found[name] = button
        for name, text, do in (
            ("clipboard", self.tr("Copy to the clipboard"), lambda: actions.prepared(actions.copy)),
            ("message", self.tr("Save as a message…"), actions.ask_for_message),
        ):
            button = link_button(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, do=do: do())
            found[name] = button
        return found

    def _hand_out_rows(self) -> QVBoxLayout:
        rows = column(spacing=8)
        for names in (("link", "code", "file"), ("mail", "document"), ("clipboard", "message")):
            row = QHBoxLayout()
            row.setSpacing(8)
            for name in names:
                row.addWidget(self.handed_out[name])
            row.addStretch()
            rows.addLayout(row)
        return rows

    # ---- what the page is like

    async def _load(self) -> None:
        self._identity = await asyncio.to_thread(Identity.of_user)
        self._catalogue = await asyncio.to_thread(installed_catalogue)
        await self._show()

    async def _show(self, chosen: Who | None = None) -> None:
        assert self._identity is not None
        assert self._catalogue is not None
        me = self._identity.public
        self.report = sharing_of(self._document.reference, self._catalogue)
        lists = await asyncio.to_thread(member_lists, self.report, me)
        if lists or self._document.sealed_for:
            self.who = Who.PEOPLE
        elif self.report.only_here > self.report.local:
            self.who = Who.ME
        else:  # both are the same network today
            self.who = chosen if chosen is Who.NETWORK else Who.ANYONE
        self.choices[self.who].setChecked(True)
        self._show_people(lists)
        self._set_enabled(True)
        self._show_result(self.report, self.who)
        self._choose(self.who, change=False)
        self.ready.emit()

    def _show_people(self, lists: Sequence[MemberList]) -> None:
        assert self._identity is not None
        me = self._identity.public
        here = {each.key: each for door in self._actions.page.admissions() for each in door.attendants}
        met = [Addressee(each.key, each.name) for each in here.values() if each.key != me]
        self.present.setText(present_of([each.name for each in met]))
        self.present.setVisible(bool(met))
        if lists:
            people = [each.person for each in lists[0].members if each.key != me]
            self.people.show_people(people, {each.key: lists[0].right_of(each.key) for each in people})
            return
        self.people.show_people((*self._document.sealed_for, *met), {})

    def _show_result(self, report: SharingReport, who: Who) -> None:
        assert self._identity is not None
        self.outcome.setText(result_of(report, who, self._identity.public))
        warning = warning_of(report, who)
        self.warning.setText(warning)
        self.warning.setVisible(bool(warning))
        self.mend.setVisible(report.only_here > report.local and self.choices[Who.ANYONE].isEnabled())

    def _set_enabled(self, on: bool) -> None:
        can = on and self._actions.page.can_be_shared
        me = self._identity.public if self._identity is not None else ""
        foreign = any(each not in ("", me) for each in self.report.owners)
        closed = self.who is Who.PEOPLE
        for who, choice in self.choices.items():
            allowed = who is self.who or (can and not (foreign and who is Who.PEOPLE))
            if closed and who in (Who.NETWORK, Who.ANYONE):
                allowed = False
                choice.setToolTip(self.tr("You chose its people: add others to them, or make a new page."))
            choice.setEnabled(allowed and on)
        self.people.setEnabled(can and not foreign)
        for each in (*self.handed_out.values(), self.mend):
            each.setEnabled(on)
        self._people_changed()

    def _people_changed(self) -> None:
        self.let_in.setEnabled(self.people.isEnabled() and bool(self.people.chosen()))

    # ---- changes

    def _choose(self, who: Who, *, change: bool = True) -> None:
        self.people.setVisible(who is Who.PEOPLE)
        self.let_in.setVisible(who is Who.PEOPLE)
        self.adjustSize()
        if who is not Who.PEOPLE and change and who is not self.who:
            self.change(who)

    def change(self, who: Who) -> None:
        """Share the page with these people from now on."""
        people = self.people.chosen() if who is Who.PEOPLE else {}
        self._set_enabled(False)
        self.let_in.setEnabled(False)
        self._say(self.tr("One moment …"))
        self.spawn(self._change(who, people))

    async def _change(self, who: Who, people: dict[Addressee, Right]) -> None:
        assert self._identity is not None
        assert self._catalogue is not None
        page, document = self._actions.page, self._document
        try:
            _, expected = share(document, who, self._identity.public, self._catalogue, tuple(people))
            if expected.moves:
                await page.rest()
            rights = {each.key: right for each, right in people.items()}
            shared, _ = await open_circle(
                document, who, self._identity, self._catalogue, tuple(people), page.admissions(), rights
            )
            await page.take_shared(shared)
            self._say("")
        except Exception as error:  # noqa: BLE001 - any error is shown to the user
            self._say(one_line(error))
        await self._show(who)

    def _say(self, what: str) -> None:
        self.said.setText(what)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not self._tasks and self._closed:
            self.deleteLater()

    def _leave(self) -> None:
        """End when no change is under way any more."""
        self._closed = True
        if not self._tasks:
            self.deleteLater()


def _side_by_side(wide: QWidget, narrow: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(wide, stretch=1)
    row.addWidget(narrow)
    return row
