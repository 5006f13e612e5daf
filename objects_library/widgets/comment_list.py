# SPDX-License-Identifier: BSD-3-Clause
"""All comment threads of a page, and a field for a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from objects_library.replication.comments.shown import ShownThread
from objects_library.widgets.appearance import GAP, SoftButton, plain_label
from objects_library.widgets.comment_card import CommentCard, CommentField


class CommentList(QWidget):
    """Open threads, the newest first; resolved ones on demand."""

    added = Signal(str)
    chosen = Signal(object)
    """Emitted with the thread that the user looks at."""
    replied = Signal(object, str)
    rewritten = Signal(object, str)
    taken_back = Signal(object)
    resolved = Signal(object, bool)
    removed = Signal(object)
    left = Signal()
    """Escape was pressed where nothing is written."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[UUID, CommentCard] = {}
        self._threads: list[ShownThread] = []
        self._place: Callable[[ShownThread], str] = lambda thread: thread.title
        self._writable: Callable[[ShownThread], bool] = lambda _: True
        self._chosen: UUID | None = None
        self.show_resolved = QCheckBox()
        self.show_resolved.toggled.connect(lambda _: self._show())
        self.empty = plain_label("", "muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(GAP)
        self._column.addWidget(self.empty)
        self._column.addStretch(1)
        inside = QWidget()
        inside.setLayout(self._column)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inside)
        self.field = CommentField(self.tr("Write a comment; Enter sends it"))
        self.field.sent.connect(self._add)
        self.field.left.connect(self._leave)
        self.field.textChanged.connect(self._follow_field)
        self.why_not = plain_label("", "muted")
        self.button = SoftButton(self.tr("Comment"), main=True)
        self.button.clicked.connect(lambda _: self._add())
        self._lay_out()
        self.set_writable(True)

    def _lay_out(self) -> None:
        self.new = QWidget()
        self._row = QHBoxLayout()
        self._row.addStretch()
        self._row.addWidget(self.button)
        writing = QVBoxLayout(self.new)
        writing.setContentsMargins(0, 0, 0, 0)
        writing.setSpacing(6)
        writing.addWidget(self.why_not)
        writing.addWidget(self.field)
        writing.addLayout(self._row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.show_resolved)
        column.addWidget(self.area, stretch=1)
        column.addWidget(self.new)
        self.setFocusProxy(self.field)

    def set_writable(self, writable: bool, reason: str = "") -> None:
        """Whether a thread can be begun; else why not."""
        self.field.setVisible(writable)
        self.button.setVisible(writable)
        self.why_not.setText(reason)
        self.why_not.setVisible(not writable and bool(reason))
        self._follow_field()

    def put_beside_button(self, widget: QWidget) -> None:
        """Add a widget to the line below the field."""
        self._row.insertWidget(0, widget, stretch=4)

    def show_threads(
        self,
        threads: Sequence[ShownThread],
        place: Callable[[ShownThread], str] | None = None,
        writable: Callable[[ShownThread], bool] | None = None,
    ) -> None:
        """Show threads; `place` says what each is about, `writable` whether the user may answer."""
        self._threads = list(threads)
        self._place = place or self._place
        self._writable = writable or self._writable
        self._show()

    def choose(self, thread: UUID | None, *, reply: bool = False) -> None:
        """Show one thread; with `reply`, the next keys are for it."""
        self._chosen = thread
        for name, each in self.cards.items():
            each.choose(name == thread)
        card = self.cards.get(thread) if thread is not None else None
        if card is None:
            return
        if reply:
            (card if card.field.isHidden() else card.field).setFocus()
        QTimer.singleShot(0, card, lambda: self.area.ensureWidgetVisible(card))

    def give_back(self, text: str) -> None:
        """Put a text that was refused back into the field."""
        if text and not self.field.text:
            self.field.setPlainText(text)

    def _show(self) -> None:
        count = sum(each.resolved for each in self._threads)
        self.show_resolved.setText(self.tr("Show resolved ({count})").format(count=count))
        self.show_resolved.setVisible(bool(count))
        shown = [each for each in self._threads if not each.resolved or self.show_resolved.isChecked()]
        shown.sort(key=lambda each: (each.resolved, -each.messages[0].at))
        names = display_names(self._threads)
        for name in [name for name in self.cards if name not in {each.thread for each in shown}]:
            card = self.cards.pop(name)
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        for place, each in enumerate(shown, start=1):
            card = self._card(each)
            if self._column.indexOf(card) != place:
                self._column.insertWidget(place, card)
            card.show_thread(each, self._place(each), names, writable=self._writable(each))
            card.choose(each.thread == self._chosen)
        self.empty.setText(self.tr("No open comments") if self._threads else self.tr("Nobody has commented yet"))
        self.empty.setVisible(not shown)

    def _card(self, thread: ShownThread) -> CommentCard:
        card = self.cards.get(thread.thread)
        if card is None:
            card = self.cards[thread.thread] = CommentCard(thread)
            card.chosen.connect(self._choose)
            card.left.connect(self.left)
            for name in ("replied", "rewritten", "taken_back", "resolved", "removed"):
                getattr(card, name).connect(getattr(self, name))
        return card

    def _choose(self, thread: UUID) -> None:
        if thread != self._chosen:
            self.choose(thread)
            self.chosen.emit(thread)

    def _add(self) -> None:
        text = self.field.text
        if text:
            self.field.clear()
            self.added.emit(text)

    def _leave(self) -> None:
        if not self.field.text:
            self.left.emit()

    def _follow_field(self) -> None:
        self.button.setEnabled(bool(self.field.text))


def display_names(threads: Sequence[ShownThread]) -> dict[str, str]:
    """The name of each author; of those with one name, with the beginning of the key."""
    latest = {each.author: each.name for thread in threads for each in thread.messages}
    names = list(latest.values())
    return {key: name if names.count(name) == 1 else f"{name} ({key[:4]})" for key, name in latest.items()}
