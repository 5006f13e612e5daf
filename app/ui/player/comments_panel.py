# SPDX-License-Identifier: BSD-3-Clause
"""The panel with the comments on a page, beside what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout

from app.ui.execution.page_comments import CommentTarget, PageComments
from app.ui.icons import bind_icon
from app.ui.translations import translated
from objects_library.replication.comments.shown import ShownThread
from objects_library.widgets.appearance import plain_label
from objects_library.widgets.comment_list import CommentList
from objects_library.widgets.live_view import Notice

if TYPE_CHECKING:
    from app.ui.theme import Theme

WIDTH = 320
_PAGE = CommentTarget()


class CommentsPanel(QFrame):
    """Threads, replies, and a field for a new thread about the page or something on it."""

    closed = Signal()
    looked = Signal(object)
    """Emitted with a target to bring into sight."""
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._comments: PageComments | None = None
        self._targets: list[CommentTarget] = [_PAGE]
        self._item: CommentTarget | None = None
        self.setAccessibleName(self.tr("Comments"))
        self.setMinimumWidth(312)
        title = plain_label(self.tr("Comments"), "subtitle", wrap=False)
        close = QToolButton()
        close.setIconSize(QSize(16, 16))
        bind_icon(theme, close, "close")
        close.setAccessibleName(self.tr("Close the comments"))
        close.setToolTip(self.tr("Close the comments"))
        close.clicked.connect(lambda _: self.closed.emit())
        self.list = CommentList()
        self.list.added.connect(self._add)
        self.list.chosen.connect(self._look)
        self.list.left.connect(self.left)
        self.about = QComboBox()
        self.about.setAccessibleName(self.tr("What the comment is about"))
        self.about.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.about.currentIndexChanged.connect(lambda _: self._show_right())
        self.list.put_beside_button(self.about)
        self.notice = Notice()
        head = QHBoxLayout()
        head.addWidget(title, stretch=1)
        head.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.list, stretch=1)
        column.addWidget(self.notice)
        theme.changed.connect(self._draw)
        self._draw()
        self._show_targets()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 400)

    def follow(self, comments: PageComments) -> None:
        """Show the comments of a page."""
        if comments is not self._comments:
            self._comments = comments
            comments.on_refused = self._refuse
            for signal, do in (
                (self.list.replied, self._reply),
                (self.list.rewritten, self._rewrite),
                (self.list.taken_back, self._take_back),
                (self.list.resolved, self._resolve),
                (self.list.removed, self._remove),
            ):
                signal.connect(do, Qt.ConnectionType.UniqueConnection)
        self.list.show_threads(comments.threads(), self._place, lambda thread: comments.may_answer(thread.thread))
        self._show_right()

    def offer(self, targets: Sequence[CommentTarget]) -> None:
        """Offer the objects of the page to comment on."""
        if self._targets[1:] != list(targets):
            self._targets = [_PAGE, *targets]
            self._show_targets()

    def offer_item(self, item: CommentTarget | None) -> None:
        """Offer something that the user has chosen on a desktop; it is what the next comment is about."""
        if self._item != item:
            self._item = item
            self._show_targets(item or _PAGE)

    def choose(self, target: CommentTarget) -> None:
        """Make something what the next comment is about, if it is offered."""
        self._show_targets(target)

    def begin(self, target: CommentTarget) -> None:
        """Show what was said about something, or begin a thread about it."""
        if target.item:
            self._item = target
        self._show_targets(target)
        comments = self._comments
        if comments is None:
            return
        for thread in comments.threads():
            found = comments.target(thread)
            if not thread.resolved and (found.path, found.item) == (target.path, target.item):
                self.list.choose(thread.thread, reply=True)
                return
        self.list.field.setFocus()

    @property
    def target(self) -> CommentTarget:
        """What a new thread is about."""
        found = self.about.currentData()
        return found if isinstance(found, CommentTarget) else _PAGE

    def _show_targets(self, chosen: CommentTarget | None = None) -> None:
        wanted = chosen or self.target
        offered = [*self._targets, *([self._item] if self._item is not None else [])]
        self.about.blockSignals(True)
        self.about.clear()
        for each in offered:
            self.about.addItem(self._name(each), each)
        places = [(each.path, each.item) for each in offered]
        key = (wanted.path, wanted.item)
        self.about.setCurrentIndex(places.index(key) if key in places else 0)
        self.about.blockSignals(False)
        self.about.setVisible(len(offered) > 1)
        self._show_right()

    def _name(self, target: CommentTarget) -> str:
        if not target.path and not target.item:
            return self.tr("About the page")
        title = target.title or (target.path[-1] if target.path else "")
        return self.tr("About: {name}").format(name=title)

    def _place(self, thread: ShownThread) -> str:
        """What a thread is about, in words; nothing for the page."""
        if self._comments is None or not thread.about:
            return ""
        target = self._comments.target(thread)
        if target.item or not target.path:
            return thread.title
        return target.path[-1]

    def _show_right(self) -> None:
        if self._comments is not None:
            may, reason = self._comments.may_comment(self.target)
            self.list.set_writable(may, translated(reason))

    def _look(self, thread: UUID) -> None:
        if self._comments is None:
            return
        found = next((each for each in self._comments.threads() if each.thread == thread), None)
        if found is not None:
            self.looked.emit(self._comments.target(found))

    def _add(self, text: str) -> None:
        if self._comments is not None:
            self.notice.show_message("")
            self._comments.add(self.target, text)

    def _reply(self, thread: UUID, text: str) -> None:
        if self._comments is not None:
            self.notice.show_message("")
            self._comments.reply(thread, text)

    def _rewrite(self, message: UUID, text: str) -> None:
        if self._comments is not None:
            self._comments.rewrite(message, text)

    def _take_back(self, message: UUID) -> None:
        if self._comments is not None:
            self._comments.take_back(message)

    def _resolve(self, thread: UUID, resolved: bool) -> None:
        if self._comments is not None:
            self._comments.resolve(thread, resolved)

    def _remove(self, thread: UUID) -> None:
        if self._comments is not None:
            self._comments.remove(thread)

    def _refuse(self, reason: str, text: str) -> None:
        self.list.give_back(text)
        self.notice.show_message(translated(reason))

    def _draw(self) -> None:
        self.setStyleSheet(f"CommentsPanel {{ border-left: 1px solid {self._theme.colors.border}; }}")
