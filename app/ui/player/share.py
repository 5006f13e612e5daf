# SPDX-License-Identifier: BSD-3-Clause
"""The actions of the menu *Share*: copy, clipboard, drag handle, mail program."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal
from PySide6.QtGui import QAction, QDrag, QGuiApplication, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QToolButton, QWidget

from app.documents import Preview, put_into
from app.errors import one_line
from app.mail import file_name, message_with_sealed
from app.runtime.references import Addressee, Document
from app.runtime.references.file_io import replace_file
from app.ui.icons import bind_icon, pixmap
from app.ui.player.document_transfer import clipboard_mime_data, drag_mime_data, message_for, open_in_mail_program
from app.ui.player.local_user import document_bytes, document_envelope, signed_by_user
from app.ui.theme import Theme
from app.ui.thumbnails import as_png, thumbnail_of
from app.ui.welcome.gallery import SUFFIX


class ShareActions(QObject):
    """The menu *Share* and the handle beside it."""

    failed = Signal(str)
    done = Signal(str)
    _worked = Signal(str, str)
    """Emitted by the thread with the success text and the error text."""

    def __init__(
        self,
        window: QWidget,
        theme: Theme,
        document: Callable[[], Document],
        picture: Callable[[], QImage | None] = lambda: None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._given = document
        self._picture = picture
        self._worked.connect(self._report)
        self.action = QAction(self.tr("&Share"), self)
        bind_icon(theme, self.action, "share")
        self.menu = QMenu(window)
        for text, drawing, do in (
            (self.tr("&Save a copy…"), "save", self.ask_for_place),
            (self.tr("&Copy to the clipboard"), "copy", self.copy),
            (self.tr("Put into a &document…"), "file", self.ask_for_document),
            (self.tr("Seal for chosen &people…"), "lock", self.ask_for_people),
            (self.tr("Send by &e-mail…"), "mail", self.mail),
            (self.tr("Save as a &message…"), "mail", self.ask_for_message),
        ):
            action = self.menu.addAction(text)
            bind_icon(theme, action, drawing)
            action.triggered.connect(lambda _checked=False, do=do: do())
        self.handle = DragHandle(theme, self._document)
        self.handle.failed.connect(self.failed)

    def ask_for_place(self) -> None:
        """Ask for a file and save a copy."""
        kind = self.tr("Live objects (*{suffix})").format(suffix=SUFFIX)
        self._ask(self.tr("Save a copy"), kind, Path(file_name(self._document())), self.save)

    def ask_for_people(self) -> None:
        """Ask for the people who can open a sealed copy."""
        from app.ui.player.seal_dialog import SealDialog  # noqa: PLC0415 - rarely needed

        dialog = SealDialog(self._window)
        dialog.save_asked.connect(self._ask_for_sealed_place)
        dialog.mail_asked.connect(self.mail_sealed)
        dialog.open()

    def _ask_for_sealed_place(self, people: tuple[Addressee, ...]) -> None:
        kind = self.tr("Live objects (*{suffix})").format(suffix=SUFFIX)
        name = Path(file_name(self._sealed(people)))
        self._ask(self.tr("Save a sealed copy"), kind, name, lambda file: self.save_sealed(file, people))

    def save_sealed(self, file: Path, people: tuple[Addressee, ...]) -> None:
        """Write a copy that only these people, and this user, can open."""
        done = self.tr("A sealed copy was saved.")
        self._try(lambda: replace_file(file, document_bytes(self._sealed(people))), done)

    def mail_sealed(self, people: tuple[Addressee, ...]) -> None:
        """Mail a sealed copy; the message does not describe its content."""
        done = self.tr("Your mail program has a message with it.")

        def hand_over() -> None:
            envelope = document_envelope(self._sealed(people))
            open_in_mail_program(envelope, message_with_sealed(envelope))

        self._try(hand_over, done)

    def _sealed(self, people: tuple[Addressee, ...]) -> Document:
        return replace(self._document(), sealed_for=people)

    def ask_for_message(self) -> None:
        """Ask for a file and save a mail message with the document."""
        name = Path(file_name(self._document())).with_suffix(".eml")
        self._ask(self.tr("Save as a message"), self.tr("E-mail messages (*.eml)"), name, self.save_message)

    def ask_for_document(self) -> None:
        """Ask for an office document to embed the object in, new or existing."""
        kind = self.tr("Texts, presentations and web pages (*.odt *.odp *.html *.htm)")
        name = Path(file_name(self._document())).with_suffix(".odt")
        self._ask(self.tr("Put into a document"), kind, name, self.put_into, replaces=False)

    def put_into(self, file: Path) -> None:
        """Embed a picture with a link, or refresh an existing one, in a thread."""
        try:
            document = self._document()
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
        dialog.fileSelected.connect(lambda chosen: save(Path(chosen)))
        dialog.open()

    def save_message(self, file: Path) -> None:
        """Write a mail message with the document atomically."""
        done = self.tr("A message was saved.")
        self._try(lambda: replace_file(file, bytes(self._message())), done)

    def _document(self) -> Document:
        return signed_by_user(self._given())

    def _message(self) -> EmailMessage:
        return message_for(self._document(), self._picture())

    def save(self, file: Path) -> None:
        """Write a copy atomically."""
        self._try(lambda: replace_file(file, document_bytes(self._document())), self.tr("A copy was saved."))

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


class DragHandle(QToolButton):
    """A button that starts a drag of the object."""

    failed = Signal(str)

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
