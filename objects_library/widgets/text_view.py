# SPDX-License-Identifier: BSD-3-Clause
"""The common base of views of shared texts."""

from collections.abc import Callable

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout

from app.runtime.library import Context, Endpoint
from objects_library.replication.text.presence import Person
from objects_library.widgets.appearance import GAP, SoftButton, format_count, plain_label
from objects_library.widgets.avatars import PeopleRow
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.text_marks import Mark, refuse_edit
from objects_library.widgets.text_pane import TextPane


class TextView(LiveView):
    """A text editor with the cursors of others, the user's own undo, and the people."""

    text = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._echoed = False
        self._introduced = False
        self.pane = TextPane()
        self.people_row = PeopleRow()
        self._count = plain_label("", "muted", wrap=False)
        self.undo_button = SoftButton(self.tr("Undo"), self.tr("Undo what you typed last"))
        self.redo_button = SoftButton(self.tr("Redo"), self.tr("Type again what you have undone"))
        self.undo_button.setToolTip(self.tr("Undo what you typed last ({keys})").format(keys=_keys("Undo")))
        self.redo_button.setToolTip(self.tr("Redo ({keys})").format(keys=_keys("Redo")))
        self.tools = QHBoxLayout()
        self.tools.setSpacing(GAP)
        self.tools.addWidget(self.undo_button)
        self.tools.addWidget(self.redo_button)
        self.tools.addStretch(1)
        self.tools.addWidget(self.people_row)
        self.content.addLayout(self.tools)
        self.content.addWidget(self.pane, stretch=1)
        self.content.addWidget(self._count)
        self.setFocusProxy(self.pane)
        self.pane.edited.connect(self._edited)
        self.pane.moved.connect(lambda start, end: self.act(self.select, start, end))
        for signal in (self.pane.undo_asked, self.undo_button.clicked):
            signal.connect(lambda: self._when_writable(self.undo))
        for signal in (self.pane.redo_asked, self.redo_button.clicked):
            signal.connect(lambda: self._when_writable(self.redo))
        self._show_count()
        self.set_writable(False)

    @text.outgoing
    def edit(self, at: int, delete: int, insert: str) -> None: ...

    @text.outgoing
    def undo(self) -> None: ...

    @text.outgoing
    def redo(self) -> None: ...

    @text.outgoing
    def select(self, start: int, end: int) -> None: ...

    @text.incoming
    def changed(self, at: int, delete: int, insert: str, by: str, echo: bool) -> None:  # noqa: ARG002 - whose it is shows its cursor
        """Show a change; the user's own is in the pane already."""
        if echo:
            self._echoed = True
        else:
            self.pane.apply(at, delete, insert)
        self._show_count()

    @text.incoming
    def people(self, people: list[Person]) -> None:
        """The other people and their selections."""
        self.people_row.show_people([each.name for each in people], [each.id for each in people])
        self.pane.show_cursors([Mark(each.id, each.name, each.start, each.end) for each in people])
        if not self._introduced:  # whoever opens the text is visible to the others before the first click
            self._introduced = True
            self.select(*self.pane.selection)

    @text.incoming
    def refused(self, reason: str, lost: str) -> None:
        """Show a refusal, and offer the lost text."""
        refuse_edit(self, reason, lost)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.pane.set_writable(writable)
        self.undo_button.setEnabled(writable)
        self.redo_button.setEnabled(writable)

    def _when_writable(self, call: Callable[[], object]) -> None:
        if self.writable:
            self.act(call)

    def _edited(self, at: int, removed: str, inserted: str) -> None:
        self._echoed = False
        self.act(self.edit, at, len(removed), inserted)
        if not self._echoed:
            self.pane.apply(at, len(inserted), removed)
        self._show_count()

    def _show_count(self) -> None:
        text = self.pane.text
        count = len(text.split()) if len(text) < 50_000 else 0
        characters = self.tr("{count} characters").format(count=format_count(len(text), self.locale()))
        if count:
            self._count.setText(
                self.tr("{count} words").format(count=format_count(count, self.locale())) + " · " + characters
            )
        else:
            self._count.setText(characters)


def _keys(which: str) -> str:
    return QKeySequence(QKeySequence.StandardKey[which]).toString(QKeySequence.SequenceFormat.NativeText)
