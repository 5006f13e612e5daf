# SPDX-License-Identifier: BSD-3-Clause
"""The settings page of what is kept: the documents of the store, their sizes, and letting go of them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Sequence
from typing import Any

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from app.errors import LiveObjectsError
from app.runtime.storage.documents import DocumentStore, Summary
from app.runtime.storage.documents.limits import TOTAL_BYTES
from app.runtime.trust import Identity
from app.ui.composer.panels.widgets import words
from app.ui.preferences.page import SettingsPage, ask_before, push_button
from app.ui.translations import translated

_NUMBER = re.compile(r" [0-9a-f]{16}\Z")
"""The random number at the end of a generated scope name."""
_DOCUMENT = Qt.ItemDataRole.UserRole
_SORTED = Qt.ItemDataRole.UserRole + 1
_MOST_NAMED = 3


class KeptPage(SettingsPage):
    """A table of the kept documents; those that are selected can be let go of, after a question."""

    icon = "save"

    def __init__(self, store: DocumentStore | None = None) -> None:
        super().__init__(
            self.tr("What is kept"),
            self.tr("What you and others made in shared things is kept on this computer, with its history."),
            self.tr("storage disk space documents history delete"),
        )
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()
        self.sum = words()
        self.problem = words(role="bad")
        self.problem.hide()
        self.table = QTreeWidget()
        self.table.setAccessibleName(self.tr("What is kept"))
        self.table.setHeaderLabels([self.tr("Title"), self.tr("Size"), self.tr("Last change")])
        self.table.setRootIsDecorated(False)
        self.table.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.table.setMinimumHeight(280)
        self.table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.header().setStretchLastSection(False)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(2, Qt.SortOrder.DescendingOrder)
        self.table.itemSelectionChanged.connect(self._follow)
        self.let_go = push_button(self.tr("&Let go…"), self.ask)
        self._layout.addWidget(self.sum)
        self._layout.addWidget(self.problem)
        self._layout.addWidget(self.table, stretch=1)
        self._layout.addWidget(self.let_go, alignment=Qt.AlignmentFlag.AlignLeft)
        self._follow()

    @property
    def store(self) -> DocumentStore:
        """The store of this user, opened when the page is first shown."""
        if self._store is None:
            self._store = DocumentStore.of_user()
        return self._store

    def refresh(self) -> None:
        """Show what is kept now, as soon as the store has answered."""
        self._spawn(self._fill())

    def selected(self) -> list[Summary]:
        """The selected documents."""
        return [item.data(0, _DOCUMENT) for item in self.table.selectedItems()]

    def ask(self) -> None:
        """Ask, and let go of the selected documents."""
        chosen = self.selected()
        if chosen:
            self._spawn(self._ask(chosen))

    async def _ask(self, chosen: Sequence[Summary]) -> None:
        consequence = self.tr(
            "The content and its history are removed from this computer. This cannot be undone. "
            "Others who have it keep it, and files stay."
        )
        mine = bytes.fromhex((await asyncio.to_thread(Identity.of_user)).public)
        alone = [each for each in chosen if not await self._has_others(each, mine)]
        if alone:
            warning = self.tr("Nobody else has ever changed {names}: unless a file has it, this is the last copy.")
            consequence = warning.format(names=_names(alone)) + "\n\n" + consequence
        ask_before(
            self,
            self.tr("Let go"),
            self.tr("Let go of {names}?").format(names=_names(chosen)),
            consequence,
            self.tr("Let go"),
            lambda: self._spawn(self._forget(chosen)),
        )

    async def _has_others(self, document: Summary, mine: bytes) -> bool:
        """Whether somebody else is known to have had a document, since they changed it."""
        stored = await self.store.read(document.id)
        heads = {} if stored is None else stored.history.heads
        return any(head.author != mine for head in heads.values())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        for task in tuple(self._tasks):
            task.cancel()

    async def _forget(self, chosen: Sequence[Summary]) -> None:
        problems = []
        for each in chosen:
            try:
                await self.store.forget(each.id)
            except LiveObjectsError as error:
                problems.append(f"{title_of(each)}: {translated(str(error))}")
        await self._fill()
        self._complain("\n".join(problems[:_MOST_NAMED]))

    async def _fill(self) -> None:
        size = await self.store.size()
        # Of what was only opened, such as comments that nobody has written, there is nothing to let go of.
        found = [each for each in await self.store.list() if each.changes or each.versions]
        self.table.clear()
        self.table.addTopLevelItems([_Item(each) for each in found])
        for column in (1, 2):
            self.table.resizeColumnToContents(column)
        locale = QLocale()
        says = self.tr("{count} documents, {size} of at most {limit}").format(
            count=locale.toString(len(found)),
            size=locale.formattedDataSize(size),
            limit=locale.formattedDataSize(TOTAL_BYTES),
        )
        if size > TOTAL_BYTES:
            says += " · " + self.tr("too much: let go of what you do not need")
        self.sum.setText(says)
        state = self.store.state
        self._complain(
            "" if state.writable else self.tr("Nothing can be kept now: {why}").format(why=state.reason or str(state))
        )
        self._follow()

    def _follow(self) -> None:
        self.let_go.setEnabled(bool(self.table.selectedItems()))

    def _complain(self, what: str) -> None:
        self.problem.setText(what)
        self.problem.setVisible(bool(what))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except LiveObjectsError as error:
            self._complain(translated(str(error)))


class _Item(QTreeWidgetItem):
    """One document; sizes and times are sorted by their numbers."""

    def __init__(self, document: Summary) -> None:
        locale = QLocale()
        changed = QDateTime.fromMSecsSinceEpoch(document.changed)
        texts = [
            title_of(document),
            locale.formattedDataSize(document.bytes),
            locale.toString(changed, QLocale.FormatType.ShortFormat),
        ]
        super().__init__(texts)
        self.setData(0, _DOCUMENT, document)
        self.setData(0, _SORTED, texts[0].casefold())
        self.setData(1, _SORTED, document.bytes)
        self.setData(2, _SORTED, document.changed)
        self.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def __lt__(self, other: QTreeWidgetItem) -> bool:
        column = self.treeWidget().sortColumn()
        return bool(self.data(column, _SORTED) < other.data(column, _SORTED))


def _names(documents: Sequence[Summary]) -> str:
    names = ", ".join(f"“{title_of(each)}”" for each in documents[:_MOST_NAMED])
    return names + (f" + {len(documents) - _MOST_NAMED}" if len(documents) > _MOST_NAMED else "")


def title_of(document: Summary) -> str:
    """The title of a document; else what it is, without the random number that makes it unique."""
    return _NUMBER.sub("", document.title or document.kind) or document.id.hex()[:8]
