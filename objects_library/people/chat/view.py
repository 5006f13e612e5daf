# SPDX-License-Identifier: BSD-3-Clause
"""The view of a chat: messages, and a field for the next one."""

from datetime import datetime
from time import monotonic
from uuid import UUID, uuid4

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit

from app.runtime.library import Context, Endpoint, view_of
from objects_library.people.chat.proxy import Chat, Line
from objects_library.widgets.appearance import GAP, SoftButton, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.message_view import ChatList, Shown

Lines = list[Line]
_TYPING_INTERVAL = 2.0
"""Seconds between two reports of writing."""
_FIELD = """
    QPlainTextEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 10px;
        padding: 4px 8px; }
    QPlainTextEdit:focus { border: 1px solid palette(highlight); }
"""


class _Field(QPlainTextEdit):
    """A field: Enter sends, Shift+Enter starts a line, ↑ in the empty field rewrites the last message."""

    def __init__(self, view: "ChatView") -> None:
        super().__init__()
        self._view = view
        self.setStyleSheet(_FIELD)
        self.setTabChangesFocus(True)
        self.setFixedHeight(2 * self.fontMetrics().lineSpacing() + 22)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for whole messages."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not shift:
            self._view.send_written()
        elif key == Qt.Key.Key_Up and not self.toPlainText():
            self._view.rewrite_last()
        elif key == Qt.Key.Key_Escape and self._view.rewriting is not None:
            self._view.leave_rewriting()
        elif event.matches(QKeySequence.StandardKey.Undo) and not self.document().isUndoAvailable():
            self._view.take_back_last()
        else:
            super().keyPressEvent(event)


@view_of(Chat)
class ChatView(LiveView):
    """Messages, who is writing, and a field."""

    chat = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.rewriting: UUID | None = None
        self._original = ""
        self._sent_at = 0.0
        self.list = ChatList(self.tr("Messages"), self.tr("Nobody has said anything yet"))
        self.field = _Field(self)
        self.field.setAccessibleName(self.tr("Your message"))
        self.field.setPlaceholderText(self.tr("Write a message; Enter sends it"))
        self.send_button = SoftButton(self.tr("&Send"), self.tr("Send the message to everyone"), main=True)
        self.writers = plain_label("", "muted", wrap=False)
        self.writers.setFixedHeight(self.fontMetrics().lineSpacing() + 2)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.field, stretch=1)
        row.addWidget(self.send_button)
        self.content.addWidget(self.list, stretch=1)
        self.content.addWidget(self.writers)
        self.content.addLayout(row)
        self.setFocusProxy(self.field)
        self.send_button.clicked.connect(self.send_written)
        self.field.textChanged.connect(self._send_typing)
        self._add_actions()
        self.set_writable(False)

    @chat.outgoing
    def say(self, message: UUID, text: str) -> None: ...

    @chat.outgoing
    def rewrite(self, message: UUID, text: str) -> None: ...

    @chat.outgoing
    def remove(self, message: UUID) -> None: ...

    @chat.outgoing
    def typing(self) -> None: ...

    @chat.incoming
    def messages(self, messages: Lines) -> None:
        """Show all messages."""
        self.list.rows.replace_all([_shown(each) for each in messages])
        self.list.scrollToBottom()

    @chat.incoming
    def said(self, message: UUID, name: str, text: str, at: datetime, edited: bool, mine: bool) -> None:
        """Show a message; the scroll position stays when the user reads older ones."""
        self.list.add(Shown(message, name, text, at, edited, mine))

    @chat.incoming
    def rewritten(self, message: UUID, text: str) -> None:
        """A message was rewritten."""
        self.list.rows.rewrite(message, text)

    @chat.incoming
    def removed(self, message: UUID) -> None:
        """Remove a message."""
        self.list.rows.take(message)
        if message == self.rewriting:
            self.stop_rewriting()

    @chat.incoming
    def writing(self, names: list[str]) -> None:
        """Show who is writing."""
        if not names:
            self.writers.setText("")
        elif len(names) == 1:
            self.writers.setText(self.tr("{name} is writing …").format(name=names[0]))
        else:
            self.writers.setText(self.tr("{names} are writing …").format(names=", ".join(names[:3])))

    @chat.incoming
    def refused(self, reason: str, text: str) -> None:
        """Show a refusal, and put the text back into the field."""
        if text and not self.field.toPlainText():
            self.field.setPlainText(text)
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Without a connection, messages can be read and written, and are sent later."""
        self.send_button.setEnabled(writable)
        self.field.setReadOnly(not writable)

    def send_written(self) -> None:
        """Send the text of the field."""
        text = self.field.toPlainText().strip()
        if not text or not self.writable:
            return
        target = self.rewriting
        self.notice.show_message("")
        self.stop_rewriting()
        if target is not None:
            self.act(self.rewrite, target, text)
        else:
            self.act(self.say, uuid4(), text)
            self.list.scrollToBottom()

    def rewrite_last(self) -> None:
        """Put the last own message into the field."""
        self._begin_rewriting(self.list.rows.last_of_mine())

    def take_back_last(self) -> None:
        """Remove the last own message: the undo of a chat."""
        last = self.list.rows.last_of_mine()
        if last is not None and self.writable:
            self.act(self.remove, last.message)

    def stop_rewriting(self) -> None:
        """Return to a new message."""
        self.rewriting = None
        self.field.clear()
        self.send_button.setText(self.tr("&Send"))

    def leave_rewriting(self) -> None:
        """Return to a new message; a text that was changed stays in the field."""
        text = self.field.toPlainText()
        self.stop_rewriting()
        if text != self._original:
            self.field.setPlainText(text)

    def _begin_rewriting(self, shown: Shown | None) -> None:
        if shown is None or not shown.mine or not self.writable:
            return
        self.field.setPlainText(shown.text)
        self.field.selectAll()
        self.field.setFocus()
        self.rewriting = shown.message
        self._original = shown.text
        self.send_button.setText(self.tr("&Change"))

    def _add_actions(self) -> None:
        chosen = self.list.chosen
        for text, key, call in (
            (self.tr("Copy"), QKeySequence(QKeySequence.StandardKey.Copy), self._copy),
            (self.tr("Rewrite"), QKeySequence(Qt.Key.Key_F2), lambda: self._begin_rewriting(chosen())),
            (self.tr("Take back"), QKeySequence(Qt.Key.Key_Delete), self._take_back_chosen),
        ):
            action = QAction(text, self.list)
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _=False, call=call: call())
            self.list.addAction(action)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _copy(self) -> None:
        shown = self.list.chosen()
        if shown is not None:
            QGuiApplication.clipboard().setText(shown.text)

    def _take_back_chosen(self) -> None:
        shown = self.list.chosen()
        if shown is not None and self.writable:
            self.act(self.remove, shown.message)

    def _send_typing(self) -> None:
        now = monotonic()
        if self.writable and self.field.toPlainText() and now - self._sent_at > _TYPING_INTERVAL:
            self._sent_at = now
            self.act(self.typing)


def _shown(line: Line) -> Shown:
    return Shown(line.message, line.name, line.text, line.at, line.edited, line.mine)
