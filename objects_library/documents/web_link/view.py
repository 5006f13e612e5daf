# SPDX-License-Identifier: BSD-3-Clause
"""The view of a web link: a card with title, address and a button to open it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout

from app.runtime.library import Context, Endpoint, view_of
from objects_library.documents.web_link.proxy import WebLink
from objects_library.values.links import LONGEST_ADDRESS, LONGEST_NOTE, LONGEST_TITLE, host_of, wrong_address
from objects_library.widgets.appearance import GAP, SoftButton, plain_label
from objects_library.widgets.link_card import Badge, open_address, quiet_field
from objects_library.widgets.live_view import LiveView


@view_of(WebLink)
class WebLinkView(LiveView):
    """A card that is edited in place; only a click on the button opens the page."""

    link = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._address = ""
        self.badge = Badge()
        self.title = quiet_field(
            self.tr("Title"), self.tr("Title"), LONGEST_TITLE, "font-size: 15pt; font-weight: 600;"
        )
        self.address = quiet_field(self.tr("Address"), "https://…", LONGEST_ADDRESS)
        self.note = quiet_field(self.tr("Note"), self.tr("Say why it is worth a look"), LONGEST_NOTE)
        self.where = plain_label("", "muted", wrap=False)
        self.open_button = SoftButton(self.tr("&Open"), self.tr("Open it in the browser"), main=True)
        self.copy_button = SoftButton(self.tr("&Copy"), self.tr("Copy the address"))
        head = QHBoxLayout()
        head.setSpacing(2 * GAP)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self.title)
        texts.addWidget(self.address)
        texts.addWidget(self.note)
        head.addWidget(self.badge, alignment=Qt.AlignmentFlag.AlignTop)
        head.addLayout(texts, stretch=1)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.where, stretch=1)
        row.addWidget(self.copy_button)
        row.addWidget(self.open_button)
        self.content.addLayout(head)
        self.content.addStretch(1)
        self.content.addLayout(row)
        for part, field in self._fields().items():
            field.editingFinished.connect(partial(self._written, part, field))
        self.open_button.clicked.connect(self.open)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._address))
        self.setAcceptDrops(True)
        self._show_address()
        self.set_writable(False)

    def _fields(self) -> dict[str, QLineEdit]:
        return {"title": self.title, "address": self.address, "note": self.note}

    @link.outgoing
    def set(self, part: str, text: str) -> None: ...

    @link.incoming
    def changed(self, title: str, address: str, note: str, by: str) -> None:
        """Show the present values."""
        for field, text in ((self.title, title), (self.address, address), (self.note, note)):
            if not (field.hasFocus() and field.isModified()) and field.text() != text:
                field.setText(text)
                field.setCursorPosition(0)
        self._address = address
        self.open_button.setToolTip(address)
        self.setToolTip(self.tr("Changed last by {name}").format(name=by) if by else "")
        self._show_address()

    @link.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        for field in self._fields().values():
            field.setReadOnly(not writable)

    def open(self) -> None:
        """Open the page."""
        if problem := open_address(self._address):
            self.refuse(problem)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept addresses."""
        if self.writable and self._dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Use a dropped address."""
        event.acceptProposedAction()
        self.act(self.set, "address", self._dropped(event))

    def _dropped(self, event: QDropEvent) -> str:
        urls = event.mimeData().urls()
        address = urls[0].toString() if urls else event.mimeData().text().strip()
        return "" if wrong_address(address) else address

    def _written(self, part: str, field: QLineEdit) -> None:
        if not field.isModified() or not self.writable:
            return
        field.setModified(False)
        self.notice.show_message("")
        text = field.text().strip()
        if part == "address" and text and ":" not in text and "." in text:
            text = f"https://{text}"
        self.act(self.set, part, text)

    def _show_address(self) -> None:
        host = host_of(self._address)
        plain = host.removeprefix("www.")
        self.badge.show_letters(plain[:1].upper() or "↗", plain)
        self.where.setText(self.tr("leads to {host}").format(host=host) if host else self.tr("leads nowhere yet"))
        self.open_button.setEnabled(bool(host))
        self.copy_button.setEnabled(bool(host))
