# SPDX-License-Identifier: BSD-3-Clause
"""The player window: views, people, connection state, and sharing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
)
from PySide6.QtWidgets import QMainWindow, QMenu

from app.errors import LiveObjectsError, one_line
from app.mail import MessageError
from app.runtime.references import ContentPart, Document, LiveObjectFileError, with_content_if_readable
from app.runtime.references.file_io import replace_file
from app.runtime.trust import Gate, Identity, SignatureError, TrustStore, signed, signer_of
from app.ui.execution import RunningSheet
from app.ui.icons import bind_icon
from app.ui.pages_folder import store_page
from app.ui.player.document_transfer import accepts_mime_data, read_mime_data, temporary_copy
from app.ui.player.local_user import document_bytes, signed_by_user, user_colour, user_name
from app.ui.player.message_bar import MessageBar
from app.ui.player.pane import PlayerPane
from app.ui.player.permission_panel import PermissionPanel
from app.ui.player.presentation import is_typing
from app.ui.player.share import ShareActions
from app.ui.player.toast import Toast
from app.ui.player.tools import PlayerTools
from app.ui.player.viewer_processes import open_composer, open_second_viewer
from app.ui.settings import Settings
from app.ui.thumbnails import remember_thumbnail
from app.ui.welcome.gallery import is_example

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.ui.theme import Theme
    from objects_library.channels.native.admission import AdmissionScope

_MEASURE_INTERVAL = 2000
"""Milliseconds between two measurements."""


class PlayerWindow(QMainWindow):
    """Runs one document until the window is closed."""

    painted = Signal()
    closed = Signal()
    dropped = Signal(object, object)
    """Emitted with a document to open in a new window, and its file or `None`."""

    def __init__(self, document: Document, file: Path | None, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self.document = document
        self.file = file
        self._theme = theme
        self._settings = settings
        self._me = user_name(settings)
        self._was_painted = False
        self.sheet: RunningSheet | None = None
        self._opened: tuple[Catalogue, Gate] | None = None
        title = document.title or (file.stem if file else self.tr("Live object"))
        self.setWindowTitle(self.tr("{title} – Live Objects").format(title=title))
        self.setAcceptDrops(True)
        self.permission = PermissionPanel(theme)
        self.permission.asked.connect(self._follow)
        self.permission.answered.connect(self._follow)
        self.messages = MessageBar(theme, "problem")
        self.messages.hide()
        self.pane = PlayerPane(theme, title, document.description, (self.permission, self.messages))
        self.pane.exit.asked.connect(self._end_presenting)
        self.header, self.connection, self.views = self.pane.header, self.pane.connection, self.pane.views
        self.connection.again_asked.connect(self._run_again)
        self.sharing = ShareActions(self, theme, self, self.picture)
        self.sharing.failed.connect(self.show_message)
        self.header.people.clicked.connect(self.show_people)
        self._lay_out()
        self.sharing.done.connect(self._show_status)
        self._make_actions()
        self._measuring = QTimer(self)
        self._measuring.setInterval(_MEASURE_INTERVAL)
        self._measuring.timeout.connect(self._measure)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None
        self.may_lose = False
        """Whether the window closes although it has the last copy of something."""

    async def run(self) -> None:
        """Run the document; returns when all parts have been created or have failed."""
        from objects_library.installed import installed_catalogue  # noqa: PLC0415 - imported after the window is painted

        try:
            signer = signer_of(self.document)
        except SignatureError as error:
            self.show_message(one_line(error))
            raise
        if self.document.sidecar is not None and self.file is not None:
            self.show_message(with_content_if_readable(self.document, self.file)[1])
        gate = Gate(TrustStore(), self.permission)
        catalogue = await asyncio.to_thread(installed_catalogue, gate)
        self._opened = catalogue, gate
        sheet = RunningSheet(
            self.document, catalogue, gate, name=self._me, colour=user_colour(self._settings), signer=signer
        )
        sheet.values_wanted = False
        self.sheet = sheet
        sheet.listen(self._follow)
        self.views.show_sheet(sheet)
        self._measuring.start()
        await sheet.start()
        self.views.refresh()
        self._follow()

    async def _ask_and_close(self) -> None:
        """Close the window unless it has the last copy of something, and the user wants to go on."""
        from app.ui.player.last_copy_question import may_close  # noqa: PLC0415 - rarely needed

        try:
            self.may_lose = await may_close(self, self.document.title or self.windowTitle(), self.sheet, self._keep)
        except (TimeoutError, OSError, LiveObjectsError) as error:
            self.show_message(self.tr("It could not be kept: {why}").format(why=one_line(error)))
        finally:
            self._closing = None
        if self.may_lose:
            self.close()

    async def _keep(self, document: Document) -> None:
        """Continue with a document that keeps its content; it gets a file, if it has none of its own."""
        document = await asyncio.to_thread(lambda: signed(document, Identity.of_user()))
        if self.file is None or is_example(self.file):
            title = document.title or self.tr("Live object")
            self.file = await asyncio.to_thread(store_page, document, title, signed_by_user)
            if self._settings is not None:
                self._settings.remember_file(self.file)
        await self.take_shared(document)

    async def stop(self) -> None:
        """Stop the document."""
        if self._closing is not None and self._closing is not asyncio.current_task():
            self._closing.cancel()
        self._measuring.stop()
        self.views.leave()
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            await sheet.stop()

    can_be_shared = True

    def shared_document(self) -> Document:
        """The document as it is shared."""
        return self.document

    def admissions(self) -> list[AdmissionScope]:
        """The admission scopes of what runs."""
        return self.sheet.admissions() if self.sheet is not None else []

    def gather(self) -> Coroutine[Any, Any, tuple[ContentPart, ...]] | None:
        """Return how to get the content; None before anything runs."""
        return None if self.sheet is None or not self.sheet.running else self.sheet.content()

    async def rest(self) -> None:
        """Stop the document until `take_shared`, so that its content is stored."""
        await self.stop()

    async def take_shared(self, document: Document) -> None:
        """Continue with the document, which others can open now, and store it in its file."""
        if document == self.document and self.sheet is not None:
            return
        self.document = document
        if self.file is not None and not is_example(self.file):
            await asyncio.to_thread(replace_file, self.file, document_bytes(document))
        await self._again()

    def show_message(self, words: str) -> None:
        """Show an error in the message bar."""
        self.messages.show_message(words)
        self.messages.show()

    def _show_status(self, words: str) -> None:
        """Show a short message that something was done."""
        self.notice.setText(words)
        self.notice.show_briefly()

    def show_people(self) -> None:
        """Show the dialog with the people present."""
        if self.sheet is None or not self.sheet.running:
            return
        from app.ui.player.people_dialog import PeopleDialog  # noqa: PLC0415 - rarely needed

        names = [self._me, *(person.name for person in self.sheet.people())]
        PeopleDialog(self.sheet.admissions(), names, self).open()

    def show_history(self) -> None:
        """Show earlier versions of the content."""
        if self._opened is not None:
            from app.ui.history.dialog import show_history  # noqa: PLC0415 - rarely needed

            show_history(self, self.document, *self._opened)

    def present(self, presenting: bool) -> None:
        """Enter or leave full screen; a button and, unless somebody types, Escape leave it."""
        self.pane.present(presenting)
        self._present.setChecked(presenting)
        self._leave_presenting.setEnabled(presenting)
        if presenting:
            self.showFullScreen()
        else:
            self.showNormal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Escape comes here only if no widget wanted it; while somebody types, it leads nowhere.
        if event.key() == Qt.Key.Key_Escape and self.pane.presenting and not is_typing():
            self.present(False)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self.painted.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        copies = None if self.sheet is None or not self.sheet.running else self.sheet.last_copies
        if not self.may_lose and copies is not None and copies.may_lose():
            event.ignore()
            if self._closing is None:
                self._closing = asyncio.get_running_loop().create_task(self._ask_and_close())
            return
        super().closeEvent(event)
        if event.isAccepted():
            picture = self.picture()
            if picture is not None and not self.document.sealed_for:
                remember_thumbnail(self.document, picture)
            self._measuring.stop()
            self.closed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is None and accepts_mime_data(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        try:
            found = read_mime_data(event.mimeData())
        except (LiveObjectFileError, MessageError, OSError) as error:
            self.show_message(str(error))
            return
        event.acceptProposedAction()
        for document, file in found:
            self.dropped.emit(document, file)

    def _lay_out(self) -> None:
        self.setCentralWidget(self.pane)
        self.notice = Toast("", self.pane)

    def _make_actions(self) -> None:
        self._present = self._action(self.tr("&Present"), "F11", self.present, "present", checkable=True)
        self._leave_presenting = self._action(self.tr("Leave the presentation"), "", self._end_presenting)
        self._leave_presenting.setEnabled(False)
        second = self._action(
            self.tr("Open a second &viewer"), "Ctrl+Shift+V", self._open_second_viewer, "second-viewer"
        )
        inside = self._action(self.tr("Look &inside"), "Ctrl+I", self._look_inside, "look-inside")
        close = self._action(self.tr("&Close"), "", self.close)
        close.setShortcuts(QKeySequence.StandardKey.Close)
        self.addAction(self.pane.comments.action)
        for action in (second, inside):
            self.header.add_action(action)
        self.header.add_action(self.sharing.action)
        self.header.add_handle(self.sharing.handle)
        self.header.add_action(self._present)
        more = QAction(self.tr("&More"), self)
        bind_icon(self._theme, more, "more")
        self.header.add_menu(more, self._more_menu())

    def _more_menu(self) -> QMenu:
        """Export, printing, settings and help."""
        self.tools = PlayerTools(self, self._theme, self.views, lambda: self.document.title)
        self.tools.done.connect(self._show_status)
        self.tools.failed.connect(self.show_message)
        menu = QMenu(self)
        menu.addAction(self._action(self.tr("&History of the content…"), "Ctrl+Shift+Y", self.show_history, "clock"))
        menu.addActions(self.tools.actions)
        return menu

    def _action(
        self, text: str, keys: str, do: Callable[..., object], picture: str = "", *, checkable: bool = False
    ) -> QAction:
        action = QAction(text, self)
        action.setCheckable(checkable)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(do if checkable else lambda _on: do())
        if picture:
            bind_icon(self._theme, action, picture)
        self.addAction(action)
        return action

    def _end_presenting(self) -> None:
        self.present(False)

    def _open_second_viewer(self) -> None:
        self._try(lambda: open_second_viewer(self.document, self.file, self._theme))

    def _look_inside(self) -> None:
        if self.document.sealed_for:
            self.show_message(
                self.tr("Only chosen people can open it. For a copy that you can edit: liveobjects unseal FILE -o COPY")
            )
            return
        self._try(lambda: open_composer(self.file or temporary_copy(self.document), self._theme))

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except Exception as error:  # noqa: BLE001 - any error is shown to the user
            self.show_message(one_line(error))

    def _run_again(self) -> None:
        self._spawn(self._again())

    async def _again(self) -> None:
        await self.stop()
        await self.run()

    def _measure(self) -> None:
        if self.sheet is not None and not self._tasks:
            self._spawn(self._measured(self.sheet))

    async def _measured(self, sheet: RunningSheet) -> None:
        await sheet.measure()
        self._follow()

    def _follow(self) -> None:
        if self.sheet is None:
            return
        if self.permission.question() is not None:
            self.header.show_state(self.tr("waiting for your answer"), None)
            self.connection.hide()
            return
        self.pane.follow(self.sheet)

    def picture(self) -> QImage | None:
        """A picture of the views; `None` while a question is open, something failed, or nothing is shown."""
        if self.sheet is None or self.permission.question() is not None:
            return None
        return self.pane.picture(self.sheet)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def settled(self) -> bool:
        """Whether the state is final for now: live, read-only, asking, or failed."""
        if self.sheet is None:
            return False
        if self.permission.question() is not None:
            return True
        return self.pane.is_settled(self.sheet)
