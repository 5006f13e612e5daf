# SPDX-License-Identifier: BSD-3-Clause
"""The dialog of the history of a page's content: look at a version, name it, restore it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.errors import LiveObjectsError
from app.runtime.references import Path
from app.runtime.references.names import format_path
from app.runtime.trust import Identity
from app.runtime.trust.people import People
from app.ui.composer.panels.widgets import column, words
from app.ui.history.page_history import HistoryVersion, PageHistory
from app.ui.history.preview import Preview
from app.ui.history.version_words import version_name, when, who
from app.ui.translations import translated
from objects_library.document_content import HeldDocument

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.references import Document
    from app.runtime.trust import Gate

_VERSION = Qt.ItemDataRole.UserRole
_LONGEST_NAME = 100


class HistoryDialog(QDialog):
    """The objects of the page, the versions of the chosen one, and the object as it was then."""

    settled = Signal()
    """Emitted when what was asked for is done and shown."""

    def __init__(self, history: PageHistory, parent: QWidget | None = None, block: Path = ()) -> None:
        super().__init__(parent)
        self._history = history
        self._block = block
        self._tasks: set[asyncio.Task[None]] = set()
        self._me = Identity.of_user().public
        self._people = People()
        self._documents: list[HeldDocument] = []
        self.setWindowTitle(self.tr("History"))
        self.resize(960, 600)
        self.objects = QComboBox()
        self.objects.setAccessibleName(self.tr("Objects"))
        self.objects.hide()
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Versions"))
        self.list.setWordWrap(True)
        self.name = QLineEdit()
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.setPlaceholderText(self.tr("Name of this version"))
        self.name.setAccessibleName(self.tr("Name of this version"))
        self.name_button = QPushButton(self.tr("&Name this version"))
        self.name_button.setToolTip(self.tr("Versions with a name are never thinned out."))
        self.summary = words(role="heading")
        self.problem = words(role="bad")
        self.problem.hide()
        self.preview = Preview(history.catalogue, history.document.title)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.restore = self._buttons.addButton(self.tr("&Restore"), QDialogButtonBox.ButtonRole.ActionRole)
        self.restore.setProperty("role", "main")
        self.restore.setToolTip(self.tr("Everyone gets this version; what is there now stays as a version."))
        self._lay_out()
        self._follow()
        self.objects.currentIndexChanged.connect(lambda _: self._spawn(self._list()))
        self.list.currentItemChanged.connect(lambda *_: self._choose())
        self.name_button.clicked.connect(lambda _on=False: self._spawn(self._name()))
        self.restore.clicked.connect(lambda _on=False: self._spawn(self._restore()))
        self._buttons.rejected.connect(self.reject)
        self.finished.connect(self._end)
        self._spawn(self._fill())

    def _lay_out(self) -> None:
        left = column(spacing=8)
        for widget in (self.objects, self.list, self.name, self.name_button):
            widget.setFixedWidth(260)
            left.addWidget(widget, stretch=1 if widget is self.list else 0)
        right = column(spacing=8)
        right.addWidget(self.summary)
        right.addWidget(self.problem)
        right.addWidget(self.preview, stretch=1)
        row = QHBoxLayout()
        row.setSpacing(24)
        row.addLayout(left)
        row.addLayout(right, stretch=1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(16)
        layout.addLayout(row, stretch=1)
        layout.addWidget(self._buttons)
        self.name_button.setAutoDefault(False)
        self.name.returnPressed.connect(self.name_button.click)

    @property
    def busy(self) -> bool:
        """Whether something that was asked for is not done yet."""
        return bool(self._tasks)

    @property
    def document(self) -> HeldDocument | None:
        """The chosen object's document."""
        row = self.objects.currentIndex()
        return self._documents[row] if 0 <= row < len(self._documents) else None

    @property
    def version(self) -> HistoryVersion | None:
        """The chosen version."""
        items = self.list.selectedItems()
        found = items[0].data(_VERSION) if items else None
        return found if isinstance(found, HistoryVersion) else None

    async def _fill(self) -> None:
        self._documents = await self._history.documents()
        self.objects.blockSignals(True)
        self.objects.addItems([self._history.title_of(each) for each in self._documents])
        inside = f"{format_path(self._block)}/" if self._block else ""
        chosen = next((row for row, each in enumerate(self._documents) if each.path.startswith(inside)), 0)
        self.objects.setCurrentIndex(chosen)
        self.objects.blockSignals(False)
        self.objects.setVisible(len(self._documents) > 1)
        await self._list()
        if not self._documents:
            self.summary.setText(self.tr("There is no history yet: it begins with the first change."))

    async def _list(self, serial: int | None = None) -> None:
        held = self.document
        found = [] if held is None else await self._history.versions(held)
        self.list.blockSignals(True)
        self.list.clear()
        for number, version in enumerate(found):
            item = QListWidgetItem(self._line(version, newest=number == 0))
            item.setData(_VERSION, version)
            item.setSizeHint(QSize(0, 64 if version.stored.name else 46))
            self.list.addItem(item)
        serials = [each.stored.serial for each in found]
        self.list.setCurrentRow(serials.index(serial) if serial in serials else 0 if found else -1)
        self.list.blockSignals(False)
        await self._show()

    def _line(self, version: HistoryVersion, *, newest: bool) -> str:
        stored = version.stored
        time = when(stored.time)
        lines = [version_name(stored.name)] if stored.name else []
        lines += [self.tr("{time} (now)").format(time=time) if newest else time]
        return "\n".join([*lines, who(version.authors, self._name_of)])

    def _name_of(self, key: str) -> str:
        return self.tr("you") if key == self._me else self._people.name_of(key)

    def _choose(self) -> None:
        self._spawn(self._show())

    async def _show(self) -> None:
        held, version = self.document, self.version
        self._follow()
        if held is None or version is None:
            await self.preview.leave()
            return
        state = await self._history.state_of(held, version.stored)
        states = await self._history.states_at(held, version.stored)
        text = self._history.as_text(state)
        if version is self.version:  # nobody has chosen another one meanwhile
            await self.preview.show_state(held.user, states, text)

    def _follow(self) -> None:
        version, newest = self.version, self.list.currentRow() == 0
        self.restore.setEnabled(version is not None and not newest)
        self.name.setEnabled(version is not None)
        self.name_button.setEnabled(version is not None)
        self.name.setText("" if version is None else version.stored.name)
        self.problem.hide()
        if version is not None:
            self.summary.setText(self.tr("As it is now") if newest else when(version.stored.time))

    async def _name(self) -> None:
        held, version = self.document, self.version
        if held is not None and version is not None:
            await self._history.name(held, version.stored, self.name.text())
            await self._list()

    async def _restore(self) -> None:
        held, version = self.document, self.version
        if held is None or version is None:
            return
        self.restore.setEnabled(False)
        await self._history.restore(held, version.stored)
        await self._list()
        self.summary.setText(self.tr("It is restored, for everyone. What was there before is a version."))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not self._tasks:
            self.settled.emit()

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except LiveObjectsError as error:
            self._follow()
            self.problem.setText(translated(str(error)))
            self.problem.show()

    def _end(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        self._spawn(self._stop())

    async def _stop(self) -> None:
        await self.preview.leave()
        self.deleteLater()


def show_history(
    parent: QWidget, document: Document, catalogue: Catalogue, gate: Gate | None = None, block: Path = ()
) -> HistoryDialog:
    """Open the history of a page's content, first that of a block."""
    dialog = HistoryDialog(PageHistory(document, catalogue, gate), parent, block)
    dialog.open()
    return dialog
