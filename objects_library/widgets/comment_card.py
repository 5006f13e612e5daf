# SPDX-License-Identifier: BSD-3-Clause
"""A comment thread on the screen: its messages, and a field for a reply."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from uuid import UUID

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPlainTextEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from objects_library.replication.comments.shown import ShownComment, ShownThread
from objects_library.values.person_id import person_id
from objects_library.widgets.appearance import GAP, Avatar, SoftButton, blend, initials, plain_label, tip
from objects_library.widgets.message_view import format_time

_DISC = 24
_FIELD = """
    QPlainTextEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 8px;
        padding: 2px 6px; }
    QPlainTextEdit:focus { border: 1px solid palette(highlight); }
"""
_QUIET = """
    QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 3px 4px; font-weight: 600; }
    QToolButton:hover, QToolButton:focus { border: 1px solid palette(mid); }
    QToolButton::menu-indicator { image: none; }
"""


class CommentField(QPlainTextEdit):
    """A field: Enter sends, Shift+Enter starts a line, Escape leads out and never discards text."""

    sent = Signal()
    left = Signal()

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self.setStyleSheet(_FIELD)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.textChanged.connect(self._fit)
        self._fit()

    @property
    def text(self) -> str:
        """What is written, without space around it."""
        return self.toPlainText().strip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for the whole message."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not shift:
            self.sent.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Grow with the text, up to six lines."""
        lines = min(6, max(1, self.document().blockCount()))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 18)


def _quiet_button(text: str, name: str) -> QToolButton:
    """A button that leaves the room to the text."""
    button = QToolButton()
    button.setText(text)
    button.setStyleSheet(_QUIET)
    button.setAccessibleName(name)
    button.setToolTip(name if name != text else "")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


class _MessageRow(QWidget):
    """Avatar, name, time and text of a message; the menu of an own one has Edit and Delete."""

    def __init__(self, shown: ShownComment, name: str, fill: Callable[[QMenu], None]) -> None:
        super().__init__()
        self.text = plain_label(shown.text or self.tr("This message was deleted."), "" if shown.text else "muted")
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        when = format_time(datetime.fromtimestamp(shown.at / 1000, UTC))
        if shown.edited and shown.text:
            when = self.tr("{time}, edited").format(time=when)
        self.author = plain_label(name, wrap=False)
        self.author.setStyleSheet("font-weight: 600;")
        self.author.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.author.setToolTip(tip(f"{shown.name}  {shown.author[:16]}"))
        self.menu_button = _quiet_button("⋯", self.tr("More for this message"))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.menu_button)
        fill(menu)
        self.menu_button.setMenu(menu)
        self.menu_button.setVisible(not menu.isEmpty())
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self.author, stretch=1)
        head.addWidget(plain_label(when, "muted", wrap=False))
        head.addWidget(self.menu_button)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addLayout(head)
        words.addWidget(self.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        disc = Avatar(initials(name), person_id(shown.author, shown.colour), size=_DISC)
        disc.setAccessibleName(name)
        row.addWidget(disc, alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, stretch=1)


class CommentCard(QWidget):
    """A thread; the chosen one has a field for a reply."""

    chosen = Signal(object)
    replied = Signal(object, str)
    rewritten = Signal(object, str)
    taken_back = Signal(object)
    resolved = Signal(object, bool)
    removed = Signal(object)
    left = Signal()

    def __init__(self, thread: ShownThread) -> None:
        super().__init__()
        self.shown = thread
        self.rows: list[_MessageRow] = []
        self._names: dict[str, str] = {}
        self._rewriting: UUID | None = None
        self._is_chosen = self._is_writable = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.place = QLabel()
        self.place.setTextFormat(Qt.TextFormat.PlainText)
        self.place.setProperty("role", "muted")
        self.place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.resolve_button = _quiet_button(self.tr("Resolve"), self.tr("Resolve"))
        self.resolve_button.clicked.connect(lambda _: self.resolved.emit(thread.thread, not self.shown.resolved))
        self.remove_button = _quiet_button(self.tr("Delete"), self.tr("Delete the whole thread"))
        self.remove_button.clicked.connect(lambda _: self.removed.emit(thread.thread))
        self.field = CommentField(self.tr("Reply"))
        self.field.sent.connect(self._send)
        self.field.left.connect(self._leave)
        self.send_button = SoftButton(self.tr("Reply"), main=True)
        self.send_button.setEnabled(False)
        self.field.textChanged.connect(lambda: self.send_button.setEnabled(bool(self.field.text)))
        self.send_button.clicked.connect(lambda _: self._send())
        self._lay_out()

    def _lay_out(self) -> None:
        self._messages = QVBoxLayout()
        self._messages.setSpacing(GAP)
        buttons = QHBoxLayout()
        buttons.setSpacing(2)
        buttons.addWidget(self.resolve_button)
        buttons.addWidget(self.remove_button)
        buttons.addStretch()
        buttons.addWidget(self.send_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 10, 10)
        column.setSpacing(GAP)
        column.addWidget(self.place)
        column.addLayout(self._messages)
        column.addWidget(self.field)
        column.addLayout(buttons)

    def show_thread(self, thread: ShownThread, place: str, names: dict[str, str], *, writable: bool) -> None:
        """Show what a thread has become; what is being written stays."""
        changed = (thread, names) != (self.shown, self._names) or not self.rows or writable != self._is_writable
        self.shown, self._names, self._is_writable = thread, names, writable
        if changed:
            self._show_messages()
        words = place
        if thread.resolved:
            by = self.tr("Resolved by {name}").format(name=thread.resolved_by)
            words = f"{place} · {by}" if place else by
        self.place.setText(words)
        self.place.setVisible(bool(words))
        self.resolve_button.setText(self.tr("Reopen") if thread.resolved else self.tr("Resolve"))
        self.resolve_button.setAccessibleName(self.resolve_button.text())
        first = thread.messages[0]
        self.setAccessibleName(f"{first.name}: {first.text}")
        self._show_fields()

    def choose(self, chosen: bool) -> None:
        """Show or hide the field for a reply; one with text in it stays."""
        self._is_chosen = chosen
        self._show_fields()

    def _show_fields(self) -> None:
        shown = self._is_writable and (self._is_chosen or bool(self.field.text))
        for each in (self.field, self.send_button, self.resolve_button):
            each.setVisible(shown)
        self.remove_button.setVisible(shown and self.shown.removable)
        self.update()

    def _show_messages(self) -> None:
        for row in self.rows:
            self._messages.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for each in self.shown.messages:
            row = _MessageRow(each, self._names.get(each.author, each.name), partial(self._fill, each))
            self.rows.append(row)
            self._messages.addWidget(row)
        if self._rewriting not in {each.message for each in self.shown.messages if each.text}:
            self._stop_rewriting()

    def _fill(self, message: ShownComment, menu: QMenu) -> None:
        if not message.text:
            return
        menu.addAction(self.tr("Copy"), lambda: QGuiApplication.clipboard().setText(message.text))
        if message.mine and self._is_writable:
            menu.addAction(self.tr("Edit"), lambda: self._begin_rewriting(message))
            menu.addAction(self.tr("Delete"), lambda: self.taken_back.emit(message.message))

    def _begin_rewriting(self, message: ShownComment) -> None:
        self.chosen.emit(self.shown.thread)
        self._rewriting = message.message
        self.field.setPlainText(message.text)
        self.field.selectAll()
        self.field.setFocus()
        self.send_button.setText(self.tr("Change"))

    def _stop_rewriting(self) -> None:
        self._rewriting = None
        self.send_button.setText(self.tr("Reply"))

    def _send(self) -> None:
        text, rewriting = self.field.text, self._rewriting
        if not text:
            return
        self._stop_rewriting()
        self.field.clear()
        if rewriting is not None:
            self.rewritten.emit(rewriting, text)
        else:
            self.replied.emit(self.shown.thread, text)

    def _leave(self) -> None:
        original = next((each.text for each in self.shown.messages if each.message == self._rewriting), None)
        if original is not None and self.field.text == original:
            self.field.clear()
        self._stop_rewriting()
        self.setFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A thread that has the focus is chosen."""
        super().focusInEvent(event)
        self.chosen.emit(self.shown.thread)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses the thread."""
        super().mousePressEvent(event)
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter begins a reply, Escape leads out."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.field.isHidden():
            self.field.setFocus()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint surface and rim; the chosen one has a stronger rim."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        rim = palette.highlight().color() if self._is_chosen else palette.mid().color()
        painter.setPen(QPen(rim, 1.5 if self._is_chosen else 1))
        base = palette.base().color()
        painter.setBrush(blend(palette.window().color(), base, 0.6) if self.shown.resolved else base)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
