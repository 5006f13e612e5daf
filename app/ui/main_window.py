# SPDX-License-Identifier: BSD-3-Clause
"""The main window: the welcome page and open sheets in tabs, menus, tool bar."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib
import logging
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QTabBar, QTabWidget, QVBoxLayout, QWidget

from app.errors import one_line
from app.ui.person import Person
from app.ui.player.bar_stack import BarStack
from app.ui.player.presence import Presence
from app.ui.player.presentation import is_typing
from app.ui.settings import Settings
from app.ui.shell.close_confirmation import CloseConfirmation
from app.ui.shell.commands import Commands
from app.ui.shell.menus import Menus
from app.ui.shell.share_action import ShareAction
from app.ui.shell.tool_bar import ToolBar
from app.ui.translations import translated
from app.ui.welcome.gallery import Entry, Section, examine, is_example, is_template, list_entries
from app.ui.welcome.gallery_model import GalleryModel
from app.ui.welcome.page import WelcomePage
from app.ui.welcome.palette_splitter import PaletteSplitter
from app.ui.welcome.recent import read_recent, recent_entries

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.trust import Gate
    from app.ui.composer.model import Editor, Recovery
    from app.ui.composer.page import ComposerPage
    from app.ui.composer.shared_session import SharedSession
    from app.ui.player.message_bar import MessageBar
    from app.ui.player.permission_panel import PermissionPanel
    from app.ui.shell.exchange import Exchange
    from app.ui.shell.files import Files
    from app.ui.shell.recovery_bar import RecoveryBar
    from app.ui.shell.tools import Tools
    from app.ui.shell.tour import Tour
    from app.ui.theme import Theme

_MESSAGE_MILLISECONDS = 6000
_DEFERRED_IMPORTS = ("app.ui.shell.files", "app.ui.shell.exchange", "app.ui.player.permission_panel")
"""Heavy modules, imported after the window is painted."""
_log = logging.getLogger("liveobjects.window")


class MainWindow(QMainWindow):
    """Shows the welcome page and each open sheet as a tab."""

    painted = Signal()
    closed = Signal()
    second_viewer_opened = Signal()

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self.theme = theme
        self.settings = settings or Settings()
        self._was_painted = False
        self._was_closed = False
        self._catalogue: asyncio.Future[Catalogue] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._tour: Tour | None = None
        self.setAcceptDrops(True)
        entries = list_entries()
        self.models = {
            section: GalleryModel([entry for entry in entries if entry.section is section], self) for section in Section
        }
        self.welcome = WelcomePage(self.models, theme, self)
        self.welcome.show_recent(recent_entries(self.settings.recent_files))
        self._splitter = PaletteSplitter(self.welcome)
        self._start_page = QStackedWidget()
        self._start_page.addWidget(self._splitter)
        self.share_action = ShareAction(self)
        self.closing = CloseConfirmation(self)
        self.commands = Commands(self, theme)
        self.tabs = QTabWidget()
        self._lay_out()
        Menus(self, theme, self.settings)
        self.tool_bar = ToolBar(self)
        self.addToolBar(self.tool_bar)
        self._join()
        geometry = self.settings.state("window")
        if geometry:
            self.restoreGeometry(geometry)
        self._refresh()

    # The window is painted first. `start` then imports the heavy modules in the background;
    # earlier access to these properties blocks until the import has finished.

    @functools.cached_property
    def files(self) -> Files:
        """Opens, saves and closes sheets; imports the composer."""
        from app.ui.shell.files import Files  # noqa: PLC0415 - imported after the window is painted

        return Files(self)

    @functools.cached_property
    def exchange(self) -> Exchange:
        """Handles drops onto the window and sharing."""
        from app.ui.shell.exchange import Exchange  # noqa: PLC0415 - imported after the window is painted

        return Exchange(self)

    @functools.cached_property
    def tools(self) -> Tools:
        """Settings, help, shortcuts, export and printing."""
        from app.ui.shell.tools import Tools  # noqa: PLC0415 - imported after the window is painted

        return Tools(self)

    @functools.cached_property
    def permission(self) -> PermissionPanel:
        """Asks the user for permissions."""
        from app.ui.player.permission_panel import PermissionPanel  # noqa: PLC0415 - imported after the window is painted

        panel = PermissionPanel(self.theme)
        self._bars.put(panel, 0)
        return panel

    @functools.cached_property
    def recovery(self) -> RecoveryBar:
        """The bar that offers sheets to recover after a crash."""
        from app.ui.shell.recovery_bar import RecoveryBar  # noqa: PLC0415 - imported after the window is painted

        bar = RecoveryBar(self.theme)
        bar.recover_asked.connect(lambda found: self.spawn(self._recover(found)))
        bar.discard_asked.connect(lambda found: self.spawn(self._discard(found)))
        self._bars.put(bar, 1)
        return bar

    @functools.cached_property
    def messages(self) -> MessageBar:
        """The bar for important messages."""
        from app.ui.player.message_bar import MessageBar  # noqa: PLC0415 - imported after the window is painted

        bar = MessageBar(self.theme)
        bar.hide()
        self._bars.put(bar, 2)
        return bar

    @functools.cached_property
    def gate(self) -> Gate:
        """The gate that checks every action that needs permission."""
        from app.runtime.trust import Gate, TrustStore  # noqa: PLC0415 - imported after the window is painted

        return Gate(TrustStore(), self.permission)

    @property
    def page(self) -> ComposerPage | None:
        """The current sheet, or `None`."""
        return self._page_at(self.tabs.currentIndex())

    def pages(self) -> list[ComposerPage]:
        """Every open sheet."""
        found = (self._page_at(number) for number in range(self.tabs.count()))
        return [page for page in found if page is not None]

    def _page_at(self, number: int) -> ComposerPage | None:
        """The sheet in a tab; every tab except the welcome page is one."""
        widget = self.tabs.widget(number)
        return cast("ComposerPage", widget) if widget not in (None, self._start_page) else None

    async def catalogue(self) -> Catalogue:
        """The catalogue of installed objects, loaded once in a thread."""
        if self._catalogue is None:
            from objects_library.installed import installed_catalogue  # noqa: PLC0415 - imported after the window is painted

            work = asyncio.to_thread(installed_catalogue, self.gate)
            self._catalogue = asyncio.ensure_future(work)
        return await asyncio.shield(self._catalogue)

    async def examine_gallery(self) -> None:
        """Read and check each gallery file in turn, in a thread."""
        for model in self.models.values():
            for row, entry in enumerate(model.entries):
                model.replace(row, await asyncio.to_thread(examine, entry))

    async def start(self, files: Sequence[Path] = (), *, recover: bool = True) -> None:
        """Open the files, offer crash recovery, and check the gallery."""
        for module in _DEFERRED_IMPORTS:
            await asyncio.to_thread(importlib.import_module, module)
        if recover:
            self.offer_recovery()
            await self.catalogue()
            await self._guarded(self.files.reopen_pages())
        await self._guarded(self._read_recent())
        for file in files:
            await self._guarded(self.files.open_page(file))
        self._splitter.show_palette(self.files.make_palette(await self.catalogue()))
        await self.examine_gallery()

    def introduce(self) -> None:
        """Ask a new user for a name and a colour, once."""
        from app.ui.shell.introduction import introduce  # noqa: PLC0415 - imported after the window is painted

        introduce(self, self._start_page)

    def offer_recovery(self) -> None:
        """Look for sheets that a crashed process left behind."""
        self.recovery.show_found(self.files.recoverable_sheets())

    def add_page(self, editor: Editor, session: SharedSession | None = None) -> ComposerPage:
        """Show a sheet in a new tab."""
        from app.ui.composer.page import ComposerPage  # noqa: PLC0415 - imported after the window is painted
        from app.ui.shell.autosave import Autosave  # noqa: PLC0415

        assert self._catalogue is not None
        catalogue = self._catalogue.result()
        page = ComposerPage(editor, catalogue, self.gate, self.theme, self.settings, session)
        Autosave(page, self.settings)
        page.changed.connect(self._refresh)
        page.message.connect(self.show_status)
        page.file_opened.connect(self._open_file)
        page.canvas.history_asked.connect(lambda block: self.tools.show_history(block=block))
        page.copy_asked.connect(lambda document: self.spawn(self.files.show_document(document)))
        self.tabs.addTab(page, page.title)
        self.show_page(page)
        return page

    def show_page(self, page: ComposerPage) -> None:
        """Bring a sheet to the front."""
        self.tabs.setCurrentWidget(page)
        page.take_focus()

    async def remove_page(self, page: ComposerPage) -> None:
        """Close a sheet and remove its tab."""
        page.save_layout()
        page.close_pane()
        self.tabs.removeTab(self.tabs.indexOf(page))
        await page.leave()
        page.deleteLater()
        self._refresh()

    def offer_recent(self) -> None:
        """Show the recent files on the welcome page."""
        self.welcome.show_recent(recent_entries(self.settings.recent_files))
        with contextlib.suppress(RuntimeError):  # pictures are read while an event loop runs
            asyncio.get_running_loop()
            self.spawn(self._read_recent())

    async def _read_recent(self) -> None:
        """Read the titles and pictures of the recent files."""
        for entry in self.welcome.recent_entries():
            self.welcome.show_read(*await asyncio.to_thread(read_recent, entry))

    def show_message(self, words: str) -> None:
        """Show an important message in the message bar."""
        self.messages.show_message(words)
        self.messages.show()

    def show_status(self, words: str) -> None:
        """Show a short message that something was done."""
        self.statusBar().showMessage(translated(words), _MESSAGE_MILLISECONDS)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a coroutine in the background and show its errors."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - any error is shown to the user
            _log.debug("unexpected", exc_info=error)
            self.show_message(one_line(error))

    # Called by the commands.

    def toggle_run(self) -> None:
        """Run or stop the current sheet."""
        if self.page is not None:
            self.page.toggle_run()

    def toggle_use(self) -> None:
        """Show the current page's objects for use, or its sheet."""
        if self.page is not None:
            self.page.edit() if self.page.using else self.page.spawn(self.page.use())

    def toggle_present(self) -> None:
        """Enter or leave the presentation of the current sheet."""
        if self.page is not None:
            self.page.present(not self.page.presenting)

    def leave_presentation(self) -> None:
        """Leave the presentation."""
        if self.page is not None:
            self.page.present(False)

    def open_second_viewer(self) -> None:
        """Open the current sheet in a separate process."""
        if self.page is not None:
            self.page.open_second_viewer()
            self.second_viewer_opened.emit()

    def search_palette(self) -> None:
        """Focus the palette's search field."""
        palette = self.files.palette if self.page is None else self.page.palette_panel
        if palette is not None:
            palette.show()
            palette.focus_search()

    def toggle_panel(self, name: str) -> None:
        """Show or hide a panel of the sheet."""
        if self.page is not None:
            panel = {"palette": self.page.palette_panel, "inspector": self.page.inspector, "bottom": self.page.bottom}[
                name
            ]
            panel.setVisible(not panel.isVisible())

    def toggle_comments(self) -> None:
        """Show or hide the comments on the page."""
        if self.page is not None:
            self.page.comments.toggle()

    def show_welcome(self) -> None:
        """Show the welcome page."""
        self.tabs.setCurrentWidget(self._start_page)
        self.welcome.gallery.setFocus()

    def start_tour(self) -> None:
        """Start the guided tour."""
        from app.ui.shell.tour import Tour  # noqa: PLC0415 - imported after the window is painted

        if self._tour is None:
            self._tour = Tour(self)
            self._tour.ended.connect(self._end_tour)

    def show_about(self) -> None:
        """Show the About dialog."""
        from app.ui.shell.dialogs import show_about  # noqa: PLC0415 - imported after the window is painted

        show_about(self)

    # Qt's event handlers.

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self.painted.emit)  # after the inner pages have been painted

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.closing.may_close():
            event.ignore()
            return
        self.settings.put_state("window", bytes(self.saveGeometry().data()))
        for page in self.pages():
            page.save_layout()
        super().closeEvent(event)
        self._was_closed = True
        self.closed.emit()

    async def leave(self) -> None:
        """Stop everything that runs in the window, after it is closed."""
        for page in self.pages():
            saved = page.autosave is None or not page.autosave.applies or await page.autosave.save()
            page.close_pane()
            self.tabs.removeTab(self.tabs.indexOf(page))
            await page.leave(recoverable=not saved)
        if "app.ui.spark.workspace" in sys.modules:  # else Spark was never looked at
            from app.ui.spark.workspace import close_workspace  # noqa: PLC0415 - imported after the window is painted

            await close_workspace()
        for task in tuple(self._tasks):
            task.cancel()
        if self._catalogue is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([self._catalogue])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Escape comes here only if no widget wanted it; while somebody types, it leads nowhere.
        presenting = self.page is not None and self.page.presenting
        if event.key() == Qt.Key.Key_Escape and presenting and not is_typing():
            self.leave_presentation()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        # A drop from a sheet onto its own window is ignored; one from the palette makes a sheet.
        if (event.source() is None or self.page is None) and self.exchange.takes(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if self.exchange.drop(event.mimeData()):
            event.acceptProposedAction()

    def _lay_out(self) -> None:
        self.tabs.setDocumentMode(True)
        self.tabs.setMovable(True)
        self.tabs.setTabsClosable(True)
        self.tabs.addTab(self._start_page, self.tr("Welcome"))
        for side in (QTabBar.ButtonPosition.LeftSide, QTabBar.ButtonPosition.RightSide):
            self.tabs.tabBar().setTabButton(0, side, None)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._bars = BarStack(())
        column.addWidget(self._bars)
        column.addWidget(self.tabs, stretch=1)
        self.setCentralWidget(content)
        self.people = Presence(self.theme)
        self.people.hide()
        self.statusBar().addPermanentWidget(self.people)

    def _join(self) -> None:
        self.tabs.currentChanged.connect(self._tab_changed)
        self.tabs.tabCloseRequested.connect(self._close_tab)
        self.welcome.chosen.connect(self._use_entry)
        self.welcome.edited.connect(self._open_entry)
        self.welcome.shown.connect(self._show_entry)
        self.welcome.forgotten.connect(self._forget_entry)
        self.welcome.removed.connect(self._remove_entry)
        self.welcome.new_asked.connect(self._new_sheet)
        self.welcome.open_asked.connect(self._ask_for_file)
        self.welcome.tour_asked.connect(self.start_tour)

    def _tab_changed(self) -> None:
        self._refresh()
        if self.tabs.currentWidget() is self._start_page and not self._was_closed:
            self.offer_recent()

    def _close_tab(self, number: int) -> None:
        page = self._page_at(number)
        if page is not None:
            self.files.close_page(page)

    def _new_sheet(self) -> None:
        self.files.new_sheet()

    def _ask_for_file(self) -> None:
        self.files.ask_for_file()

    def _open_file(self, file: Path) -> None:
        self.files.open_file(file)

    def _use_entry(self, entry: Entry) -> None:
        if is_example(entry.path) and not is_template(entry.path):
            self._open_file(entry.path)
        else:
            self.files.use_file(entry.path)

    def _forget_entry(self, entry: Entry) -> None:
        self.settings.forget_file(entry.path)
        self.offer_recent()

    def _remove_entry(self, entry: Entry) -> None:
        self.files.remove_file(entry.path)

    def _open_entry(self, entry: Entry) -> None:
        self._open_file(entry.path)

    def _show_entry(self, entry: Entry) -> None:
        self.exchange.open_in_new_process(entry.path)

    async def _recover(self, found: list[Recovery]) -> None:
        for recovery in found:
            await self.files.recover(recovery)

    async def _discard(self, found: list[Recovery]) -> None:
        for recovery in found:
            await self.files.discard_recovery(recovery)

    def _end_tour(self) -> None:
        self._tour = None

    def _refresh(self) -> None:
        for page in self.pages():
            mark = "• " if page.unsaved else ""
            number = self.tabs.indexOf(page)
            self.tabs.setTabText(number, f"{mark}{page.title}".replace("&", "&&"))
        current = self.page
        name = self.tr("{title} – Live Objects").format(title=current.title) if current else ""
        self.setWindowTitle(name or self.tr("Live Objects"))
        session = current.session if current is not None else None
        if session is not None:
            self.people.show_people(Person(session.me), [Person(name) for name in session.names()], None)
        self.people.setVisible(session is not None)
        presenting = current is not None and current.presenting
        self.tool_bar.setVisible(not presenting)
        self.menuBar().setVisible(not presenting)
        self.tabs.tabBar().setVisible(not presenting)
        self.statusBar().setVisible(not presenting)
        self.commands.refresh()
        self.tool_bar.refresh()
