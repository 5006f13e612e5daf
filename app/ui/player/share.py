# SPDX-License-Identifier: BSD-3-Clause
"""The actions of the share panel: link, code, file, clipboard, mail program, document; and the drag handle."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal
from PySide6.QtGui import QAction, QDrag, QEnterEvent, QGuiApplication, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QToolButton, QWidget

from app.documents import Preview, link_to, put_into
from app.errors import one_line
from app.mail import file_name
from app.runtime.references import ContentPart, Document, save_document
from app.runtime.references.file_io import replace_file
from app.runtime.references.secrets import holds_keys
from app.runtime.trust import public_key_of_user, without_content
from app.runtime.trust.carried_members import with_member_lists
from app.ui.icons import bind_icon, pixmap
from app.ui.player.document_transfer import clipboard_mime_data, drag_mime_data, message_for, open_in_mail_program
from app.ui.player.local_user import document_bytes, signed_by_user
from app.ui.theme import Theme
from app.ui.thumbnails import as_png, thumbnail_of
from app.ui.welcome.gallery import SUFFIX

if TYPE_CHECKING:
    from app.runtime.trust.member_list import MemberList
    from app.ui.player.share_panel import SharePanel
    from objects_library.channels.native.admission import AdmissionScope


class SharedPage(Protocol):
    """What a window lets be shared."""

    @property
    def can_be_shared(self) -> bool:
        """Whether its people can be changed here."""

    def shared_document(self) -> Document:
        """The document as it is now."""

    def admissions(self) -> list[AdmissionScope]:
        """The admission scopes of what runs."""

    def gather(self) -> Coroutine[Any, Any, tuple[ContentPart, ...]] | None:
        """Returns how to get the content of the objects; None if there can be none."""

    async def rest(self) -> None:
        """Stop what runs, so that its content is stored."""

    async def take_shared(self, document: Document) -> None:
        """Continue with the document, which others can open now."""


class ShareActions(QObject):
    """The action *Share*, which opens the panel, and the handle beside it."""

    failed = Signal(str)
    done = Signal(str)
    _worked = Signal(str, str)
    """Emitted by the thread with the success text and the error text."""

    def __init__(
        self, window: QWidget, theme: Theme, page: SharedPage, picture: Callable[[], QImage | None] = lambda: None
    ) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self.page = page
        self._picture = picture
        self.with_content = True
        """Whether copies carry what the objects contain."""
        self._content: tuple[ContentPart, ...] = ()
        self._tasks: set[asyncio.Task[None]] = set()
        self._worked.connect(self._report)
        self.action = QAction(self.tr("&Share"), self)
        bind_icon(theme, self.action, "share")
        self.action.triggered.connect(lambda _on=False: self.open_panel())
        self.handle = DragHandle(theme, self._document)
        self.handle.failed.connect(self.failed)
        self.handle.approached.connect(lambda: self.prepared(lambda: None))

    def open_panel(self) -> SharePanel:
        """Show who can take part, and how it gets to them."""
        from app.ui.player.share_panel import SharePanel  # noqa: PLC0415 - rarely needed

        panel = SharePanel(self, self._theme, self._window)
        panel.open()
        return panel

    def link(self) -> str:
        """The link that contains the page; a DocumentError if it is too large."""
        return link_to(document_bytes(self._outgoing(())))  # a link has no room for content

    def copy_link(self) -> None:
        """Copy a link to the clipboard."""
        self._try(lambda: QGuiApplication.clipboard().setText(self.link()), self.tr("The link is on the clipboard."))

    def show_code(self) -> None:
        """Show the link as a QR code."""
        from app.ui.player.qr_code import QrDialog  # noqa: PLC0415 - rarely needed

        document = self._document()
        title = document.title if not document.sealed_for else self.tr("A page for chosen people")
        self._try(lambda: QrDialog(self.link(), title, QApplication.activeModalWidget() or self._window).open(), "")

    def ask_for_place(self) -> None:
        """Ask for a file and save a copy."""
        kind = self.tr("Live objects (*{suffix})").format(suffix=SUFFIX)
        self._ask(self.tr("Save a copy"), kind, Path(file_name(self._document())), self.save)

    def ask_for_message(self) -> None:
        """Ask for a file and save a mail message with the document."""
        name = Path(file_name(self._document())).with_suffix(".eml")
        self._ask(self.tr("Save as a message"), self.tr("E-mail messages (*.eml)"), name, self.save_message)

    def ask_for_document(self) -> None:
        """Ask for an office document to embed the object in, new or existing."""
        kind = self.tr("Texts, presentations and web pages (*.odt *.odp *.docx *.pptx *.html *.htm)")
        name = Path(file_name(self._document())).with_suffix(".odt")
        self._ask(self.tr("Put into a document"), kind, name, self.put_into, replaces=False)

    def put_into(self, file: Path) -> None:
        """Embed a picture with a link, or refresh an existing one, in a thread."""
        try:
            document = self._outgoing(())  # a link has no room for content
            picture = None if document.sealed_for else self._picture()
            drawn = as_png(thumbnail_of(document) if picture is None else picture)
            shown = Preview.of(document, document_bytes(document), drawn)
        except Exception as error:  # noqa: BLE001 - any error is shown to the user
            self.failed.emit(one_line(error))
            return
        added = self.tr("{name} has a picture of it now; a click on that opens it.").format(name=file.name)
        renewed = self.tr("Its picture in {name} is fresh.").format(name=file.name)

        def work() -> None:
            words, problem = "", ""
            try:
                words = added if put_into(file, shown) else renewed
            except Exception as error:  # noqa: BLE001 - any error is shown to the user
                problem = one_line(error)
            with contextlib.suppress(RuntimeError):  # the window may be closed meanwhile
                self._worked.emit(words, problem)

        QThreadPool.globalInstance().start(work)

    def _report(self, words: str, problem: str) -> None:
        if problem:
            self.failed.emit(problem)
        else:
            self.done.emit(words)

    def _ask(self, title: str, kind: str, name: Path, save: Callable[[Path], None], *, replaces: bool = True) -> None:
        dialog = QFileDialog(self._window, title, str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(name.suffix.removeprefix("."))
        dialog.setNameFilters([kind])
        if not replaces:
            dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
            dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Put it in"))
        dialog.selectFile(name.name)
        dialog.fileSelected.connect(lambda chosen: self.prepared(lambda: save(Path(chosen))))
        dialog.open()

    def save_message(self, file: Path) -> None:
        """Write a mail message with the document atomically."""
        done = self.tr("A message was saved.")
        self._try(lambda: replace_file(file, bytes(self._message())), done)

    def _document(self) -> Document:
        """The document as it leaves: signed, and sealed for its people if the user has chosen them."""
        return self._outgoing(self._content)

    def _outgoing(self, content: tuple[ContentPart, ...]) -> Document:
        document = signed_by_user(replace(without_content(self.page.shared_document()), content=content))
        lists = _member_lists(document)
        if not lists:
            return document
        members = {each.key: each.person for found in lists for each in found.members}
        return replace(with_member_lists(document, lists), sealed_for=tuple(members.values()))

    def prepared(self, do: Callable[[], None]) -> None:
        """Get the content as it is now, if it is wanted, and then do something with the document."""
        gathering = self.page.gather() if self.with_content else None
        if gathering is None:
            self._content = ()
            do()
            return
        task = asyncio.get_running_loop().create_task(self._gathered(gathering, do))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _gathered(self, work: Coroutine[Any, Any, tuple[ContentPart, ...]], do: Callable[[], None]) -> None:
        try:
            self._content = await work
        except Exception as error:  # noqa: BLE001 - any error is shown to the user
            self.failed.emit(one_line(error))
        else:
            do()

    def _message(self) -> EmailMessage:
        return message_for(self._document(), self._picture())

    def save(self, file: Path) -> None:
        """Write a copy atomically."""

        def write() -> None:
            document = self._document()
            save_document(file, document, document_bytes, private=holds_keys(document.reference))

        self._try(write, self.tr("A copy was saved."))

    def copy(self) -> None:
        """Copy the document to the clipboard in all formats."""
        self._try(
            lambda: QGuiApplication.clipboard().setMimeData(clipboard_mime_data(self._document(), self._picture())),
            self.tr("It is on the clipboard."),
        )

    def mail(self) -> None:
        """Open a message with the document in the mail program."""
        done = self.tr("Your mail program has a message with it.")
        self._try(lambda: open_in_mail_program(self._document(), self._message()), done)

    def _try(self, do: Callable[[], object], words: str) -> None:
        try:
            do()
        except Exception as error:  # noqa: BLE001 - any error is shown to the user
            self.failed.emit(one_line(error))
        else:
            self.done.emit(words)


def _member_lists(document: Document) -> list[MemberList]:
    """The lists of the people whom this user lets in; none if everyone with the file is let in."""
    from app.runtime.trust.member_list import MemberListStore  # noqa: PLC0415 - imported after the window is painted
    from objects_library.channels.native.ownership import owned_scopes  # noqa: PLC0415

    me, store = public_key_of_user(), MemberListStore()
    lists = [store.newest(each.place, me) for each in owned_scopes(document.reference) if each.owner == me]
    return [each for each in lists if each is not None]


class DragHandle(QToolButton):
    """A button that starts a drag of the object."""

    failed = Signal(str)
    approached = Signal()
    """Emitted when the pointer comes: the drag itself cannot wait for the content."""

    def __init__(self, theme: Theme, document: Callable[[], Document], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._document = document
        words = self.tr("Drag this to a folder, a message or another window")
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the menu offers the same by keyboard
        bind_icon(theme, self, "grip")

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.approached.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._far_enough(event):
            self.setDown(False)
            self._drag()
        else:
            super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = event.position()
        super().mousePressEvent(event)

    def _far_enough(self, event: QMouseEvent) -> bool:
        moved = (event.position() - self._pressed_at).manhattanLength()
        return moved >= QApplication.startDragDistance()

    def _drag(self) -> None:
        try:
            mime = drag_mime_data(self._document())
        except Exception as error:  # noqa: BLE001 - any error is shown to the user
            self.failed.emit(one_line(error))
            return
        drag = QDrag(self)
        drag.setMimeData(mime)
        drag.setPixmap(pixmap("object", 32, self._theme.colors.accent, self.devicePixelRatioF()))
        drag.exec(Qt.DropAction.CopyAction)
        from objects_library.channels.native.ownership import works_only_here  # noqa: PLC0415 - needed after a drag

        if works_only_here(self._document().reference):
            self.failed.emit(self.tr("It works only on this computer; *Share* lets others in."))
