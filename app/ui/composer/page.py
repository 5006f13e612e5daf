# SPDX-License-Identifier: BSD-3-Clause
"""The page of one open sheet: palette, canvas, inspector, and bottom panels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QStackedLayout, QVBoxLayout, QWidget

from app.errors import one_line
from app.runtime.activation import State
from app.runtime.references import ContentPart, Document, read
from app.runtime.references import Path as PartPath
from app.runtime.trust import signer_of
from app.ui.composer.bottom_panel import BottomPanel
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.gestures.drop import put_on_sheet
from app.ui.composer.model import Change, EditError, Editor
from app.ui.composer.panels.inspector.panel import InspectorPanel
from app.ui.composer.panels.log import Level, LogPanel
from app.ui.composer.panels.palette.panel import PalettePanel
from app.ui.composer.panels.problems import ProblemsPanel
from app.ui.composer.shared_session import SharedSession
from app.ui.composer.sheet_comments import SheetComments
from app.ui.execution import RunningSheet
from app.ui.execution.monitor_panel import MonitorPanel
from app.ui.execution.state_names import state_name
from app.ui.player.bar_stack import BarStack
from app.ui.player.document_transfer import temporary_copy
from app.ui.player.header import add_page_actions
from app.ui.player.local_user import signed_by_user, signed_with_content, user_colour, user_name
from app.ui.player.message_bar import MessageBar
from app.ui.player.pane import PlayerPane
from app.ui.player.pane_follower import PaneFollower
from app.ui.player.viewer_processes import open_second_viewer
from app.ui.settings import WITH_CONTENT, Settings
from app.ui.spark.lazy_panel import LazySparkPanel
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.trust import Gate
    from app.ui.shell.autosave import Autosave
    from app.ui.theme import Theme

_APPLY_DELAY = 400
"""Milliseconds from the last edit to the update of the running sheet."""
_DISK_CHECK_INTERVAL = 3000
_SPARK_HEIGHT = 320


class ComposerPage(QWidget):
    """Edits, runs and presents one sheet."""

    changed = Signal()
    """Emitted when title, modified, running or presenting changes."""
    message = Signal(str)
    file_opened = Signal(Path)
    copy_asked = Signal(object)
    """Emitted with a document to open as a sheet without a file."""

    def __init__(
        self,
        editor: Editor,
        catalogue: Catalogue,
        gate: Gate,
        theme: Theme,
        settings: Settings,
        session: SharedSession | None = None,
    ) -> None:
        super().__init__()
        self.editor = editor
        editor.sign = partial(signed_with_content, ())
        self.session = session
        self.autosave: Autosave | None = None
        """Saves the page by itself; the window sets it."""
        self._catalogue = catalogue
        self._gate = gate
        self._theme = theme
        self._settings = settings
        self.running: RunningSheet | None = None
        self._states: dict[PartPath, State | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.palette_panel = PalettePanel(catalogue, theme)
        self.canvas = Canvas(editor, catalogue, theme)
        self.inspector = InspectorPanel(editor, catalogue, theme)
        self.monitor = MonitorPanel(theme)
        self.problems = ProblemsPanel(editor, theme)
        self.log = LogPanel(theme)
        self.log.attach()
        self.spark = LazySparkPanel(catalogue, theme)
        self.bottom = BottomPanel(self.problems, self.monitor, self.spark, self.log)
        self.untitled = self.tr("New page")
        """The title of a page that has neither a title nor a file."""
        self.pane = self._make_pane()
        self._follower = PaneFollower(self.pane, self.spawn, lambda: self.editor.document)
        self._uses = False
        self.views = self.pane.views
        self.notice = MessageBar(theme)
        self.notice.hide()
        self._looking = QTimer(self, interval=_DISK_CHECK_INTERVAL)
        self.disk_bar = self._make_disk_bar()
        self.elsewhere_bar = MessageBar(theme, "lock")
        self.elsewhere_bar.offer(self.tr("Work on a copy"), lambda: self.copy_asked.emit(self.editor.document))
        self.elsewhere_bar.hide()
        self._lay_out()
        self._join()
        self._applying = QTimer(self, singleShot=True, interval=_APPLY_DELAY)
        self._applying.timeout.connect(self._apply)
        self._looking.timeout.connect(self._check_disk)
        self._looking.start()
        if session is not None:
            self._join_session(session)
        elif editor.read_only:
            self.elsewhere_bar.show_message(editor.read_only)
            self.elsewhere_bar.show()
        self.canvas.setFocus()

    @property
    def title(self) -> str:
        """The tab's title."""
        shared = self.session.title if self.session is not None else ""
        named = self.editor.document.title or (self.editor.file.stem if self.editor.file else "")
        return named or shared or self.untitled

    @property
    def shared_document(self) -> Document:
        """The document to share: the sheet, or the reference to a shared sheet."""
        return self.editor.document if self.session is None else self.session.document

    @property
    def presenting(self) -> bool:
        """Whether the page presents its objects."""
        return self._stack.currentWidget() is self.pane and self.pane.presenting

    @property
    def using(self) -> bool:
        """Whether the page shows its objects for use instead of the sheet, outside of a presentation."""
        return self._stack.currentWidget() is self.pane and not self.pane.presenting

    @property
    def is_running(self) -> bool:
        """Whether the sheet is running."""
        return self.running is not None

    def show_message(self, words: str, picture: str = "info") -> None:
        """Show a message above the sheet."""
        self.notice.show_message(words, picture)
        self.notice.show()

    async def run(self) -> None:
        """Run the sheet in place."""
        if self.running is not None:
            return
        document = self._carrying()
        edited = self.session is not None or bool(self.editor.undo_label)
        signer = None if edited else signer_of(self.editor.document)
        sheet = RunningSheet(
            document,
            self._catalogue,
            self._gate,
            name=user_name(self._settings),
            colour=user_colour(self._settings),
            signer=signer,
        )
        if self.session is None:
            sheet.origin = self.editor.origin
        self.running = sheet
        self._states = {}
        sheet.listen(self._note_states)
        self.canvas.set_running(sheet)
        self.monitor.set_running(sheet)
        self.changed.emit()
        await sheet.start()
        if sheet is self.running and sheet.overall() is State.FAILED:
            self.message.emit(self.tr("Some objects have failed; their blocks say why."))

    async def stop(self) -> None:
        """Stop the sheet."""
        sheet, self.running = self.running, None
        if sheet is None:
            return
        self.log.add(self.tr("Live was turned off."))
        self._follower.remember_picture()
        self._uses = False
        self._show_sheet()
        self.canvas.set_running(None)
        self.comments.follow(None)
        self.monitor.set_running(None)
        self.changed.emit()
        await sheet.stop()

    def toggle_run(self) -> None:
        """Run or stop the sheet."""
        self.spawn(self.stop() if self.is_running else self.run())

    def present(self, presenting: bool) -> None:
        """Enter or leave the presentation; starts the sheet if needed."""
        if presenting == self.presenting:
            return
        if presenting:
            self.spawn(self._show_pane(presenting=True))
        elif self._uses:
            self.pane.present(False)
            self.changed.emit()
        else:
            self.edit()

    async def use(self) -> None:
        """Run the sheet and show its objects, as people use them."""
        self._uses = True
        await self._show_pane(presenting=False)

    def edit(self) -> None:
        """Show the sheet with its blocks; it keeps running."""
        self._uses = False
        self._follower.remember_picture()
        self._show_sheet()
        self.canvas.setFocus()
        self.changed.emit()

    def look_inside(self) -> None:
        """Show the wiring: the sheet, or what is inside its only block."""
        self.edit()
        if len(self.canvas.view.blocks) == 1:
            [block] = self.canvas.view.blocks.values()
            inside = [block, *(slot.embedded for slot in block.slots if slot.embedded is not None)]
            sheets = [each.path for each in inside if each.is_sheet]
            if sheets:
                self.canvas.show_sheet(sheets[0])

    def take_focus(self) -> None:
        """Focus the sheet, or the objects in use."""
        if self._stack.currentWidget() is self.pane:
            self.views.take_focus()
        else:
            self.canvas.setFocus()

    async def content(self) -> tuple[ContentPart, ...]:
        """Return what the objects hold now: from the running sheet, else as it was kept."""
        if self.running is not None and self.running.running:
            return await self.running.content()
        from objects_library.carried_content import gather_content  # noqa: PLC0415 - only when asked

        return await gather_content(self._carrying(), self._catalogue)

    def _carrying(self) -> Document:
        return replace(self.editor.document, content=self.editor.carried)

    async def save(self, file: Path | None = None, *, with_content: bool = True, over: bool = False) -> bool:
        """Save the sheet; shows errors and returns whether it succeeded."""
        try:
            content = await self.content() if with_content else ()
            self.editor.sign = partial(signed_with_content, content)
            await self.editor.save(file, over=over)
            self.editor.carried = content
        except (EditError, OSError) as error:
            self.show_message(one_line(error), "problem")
            return False
        self.disk_bar.hide()
        if self.editor.file is not None:
            self._settings.remember_file(self.editor.file)
        self.message.emit(self.tr("Saved."))
        self.changed.emit()
        return True

    def open_second_viewer(self) -> None:
        """Open the sheet's current state in a separate process."""
        saved = self.editor.file is not None and not self.editor.modified
        shown = replace(self.editor.document, title=self.title)
        try:
            file = self.editor.file if saved else temporary_copy(signed_by_user(shown))
            open_second_viewer(shown, file, self._theme)
        except Exception as error:  # noqa: BLE001 - any error is shown to the user
            self.show_message(one_line(error), "problem")
        else:
            self.message.emit(self.tr("A second viewer opens in a process of its own."))

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a coroutine in the background and show its errors."""

        async def guarded() -> None:
            try:
                await work
            except Exception as error:  # noqa: BLE001 - any error is shown to the user
                self.show_message(one_line(error), "problem")

        task = asyncio.get_running_loop().create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close_pane(self) -> None:
        """Store a picture of the objects in use, while they are still shown."""
        self._follower.remember_picture()

    async def leave(self, *, recoverable: bool = False) -> None:
        """Stop everything and discard unsaved changes, unless they shall be recoverable."""
        self._looking.stop()
        self._applying.stop()
        if self.autosave is not None:
            self.autosave.leave()
        for stop in self._stops:
            stop()
        await self.stop()
        self.canvas.detach()
        self.editor.close(recoverable=recoverable)
        if self.session is not None:
            await self.session.leave()

    @property
    def unsaved(self) -> bool:
        """Whether closing would lose changes: they are not saved, and are not saved by themselves."""
        return self.editor.modified and (self.autosave is None or not self.autosave.applies)

    def save_layout(self) -> None:
        """Save the sizes of the panels."""
        for name, splitter in self._splitters.items():
            self._settings.put_state(name, bytes(splitter.saveState().data()))

    def jump(self, path: PartPath) -> None:
        """Reveal a part on the canvas."""
        self._show_sheet()
        self.canvas.reveal(path)
        self.canvas.setFocus()

    def _join_session(self, session: SharedSession) -> None:
        session.show_on(self.canvas)
        session.people_changed.connect(self.changed)
        session.state_changed.connect(self._warned)
        self._warned(session.read_only_reason())
        self.spawn(self._arrive(session))

    async def _arrive(self, session: SharedSession) -> None:
        await session.editor.ready()
        self._warned(session.read_only_reason())
        self.canvas.zoom_to_fit()
        self.changed.emit()

    async def _show_pane(self, *, presenting: bool) -> None:
        self.pane.present(presenting)
        self._stack.setCurrentWidget(self.pane)
        self.changed.emit()
        if self.running is None:
            await self.run()
        if self.running is not None and self._stack.currentWidget() is self.pane:
            self._follower.show(self.running)
            self.views.take_focus()
            self.changed.emit()

    async def _run_again(self) -> None:
        await self.stop()
        await self.use()

    def _show_sheet(self) -> None:
        self._follower.leave()
        self.pane.present(False)
        self._stack.setCurrentWidget(self._workbench)

    def _lay_out(self) -> None:
        middle = QSplitter(Qt.Orientation.Vertical)
        middle.addWidget(self.canvas)
        middle.addWidget(self.bottom)
        middle.setStretchFactor(0, 1)
        middle.setSizes([560, 168])
        self._middle = middle
        self._workbench = QSplitter(Qt.Orientation.Horizontal)
        for widget in (self.palette_panel, middle, self.inspector):
            self._workbench.addWidget(widget)
        self._workbench.setStretchFactor(1, 1)
        self._workbench.setSizes([248, 720, 312])
        self.comments = SheetComments(self._theme, self.canvas, self._workbench, self.pane)
        self._splitters = {"sheet": self._workbench, "sheet and panels": middle}
        for name, splitter in self._splitters.items():
            splitter.setChildrenCollapsible(True)
            splitter.setHandleWidth(1)
            state = self._settings.state(name)
            if state:
                splitter.restoreState(state)
        content = QWidget()
        self._stack = QStackedLayout(content)
        self._stack.addWidget(self._workbench)
        self._stack.addWidget(self.pane)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(BarStack((self.notice, self.elsewhere_bar, self.disk_bar)))
        column.addWidget(content, stretch=1)

    def _join(self) -> None:
        canvas, inspector, palette = self.canvas, self.inspector, self.palette_panel
        canvas.selection_changed.connect(lambda paths: inspector.show(paths, canvas.sheet))
        canvas.open_subsheet.connect(lambda sheet: inspector.show([], sheet))
        canvas.message.connect(self.message)
        inspector.jump.connect(self.jump)
        inspector.open_subsheet.connect(canvas.show_sheet)
        inspector.message.connect(self.message)
        palette.chosen.connect(lambda entry: canvas.add_entry(entry) and canvas.setFocus())
        palette.message.connect(self.message)
        palette.file_opened.connect(self.file_opened)
        for panel in (self.monitor, self.problems):
            panel.jump.connect(self.jump)
        self.problems.message.connect(self.message)
        self.comments.message.connect(self.message)
        self.spark.message.connect(self.message)
        self.spark.document_wanted.connect(self._put_on_sheet)
        canvas.data_dropped.connect(self._feed_from)
        self.bottom.currentChanged.connect(self._enlarge_bottom_panel)
        self.problems.count_changed.connect(self.bottom.show_problem_count)
        self.bottom.show_problem_count(len(self.editor.problems))
        self._stops: list[Callable[[], None]] = [
            self.editor.listen(self._edited),
            self.editor.listen_warnings(self._warned),
        ]

    def _enlarge_bottom_panel(self) -> None:
        """Enlarge the bottom panel for Spark."""
        if self.bottom.currentWidget() is not self.spark:
            return
        above, below = self._middle.sizes()
        if below and below < _SPARK_HEIGHT < above:
            self._middle.setSizes([above + below - _SPARK_HEIGHT, _SPARK_HEIGHT])

    def _put_on_sheet(self, document: Document, at: QPointF | None = None) -> None:
        """Place a document at a free position and reveal it."""
        wanted = self.canvas.visible_area().center() if at is None else at
        put_on_sheet(self.canvas, [document], self.canvas.inserter.free_position(wanted))

    def _feed_from(self, files: list[Path], at: QPointF) -> None:
        """Turn dropped data files into feeds, with a table at the drop position."""
        self.bottom.setCurrentWidget(self.spark)
        self.bottom.show()
        self.spark.panel.feed_from(files, lambda document: self._put_on_sheet(document, at))

    def _make_pane(self) -> PlayerPane:
        pane = PlayerPane(self._theme, self.title, self.editor.document.description)
        pane.exit.asked.connect(lambda: self.present(False))
        pane.connection.again_asked.connect(lambda: self.spawn(self._run_again()))
        add_page_actions(pane.header, self._theme, self.edit, self.look_inside)
        return pane

    def _make_disk_bar(self) -> MessageBar:
        bar = MessageBar(self._theme, "file")
        bar.show_message(self.tr("Somebody else has changed this file since it was opened here."))
        bar.offer(self.tr("Open what is there now"), lambda: self.spawn(self._reload_from_disk()))
        bar.offer(self.tr("Save over it"), lambda: self.spawn(self._overwrite()))
        bar.dismissed.connect(self._looking.stop)
        bar.hide()
        return bar

    async def _reload_from_disk(self) -> None:
        if self.editor.file is not None:
            self.copy_asked.emit(await asyncio.to_thread(read, self.editor.file))

    async def _overwrite(self) -> None:
        await self.save(with_content=self._settings.flag(WITH_CONTENT, True), over=True)

    def _check_disk(self) -> None:
        if self.editor.changed_on_disk() and self.disk_bar.isHidden():
            self.disk_bar.show()

    def _edited(self, change: Change) -> None:
        self.pane.header.show_title(self.title)
        self.message.emit("")  # clear messages about the previous state
        self.changed.emit()
        if self.running is not None and change.before.reference != change.after.reference:
            self._applying.start()

    def _note_states(self) -> None:
        """Log state changes of objects, and follow the comments."""
        sheet = self.running
        if sheet is None:
            return
        self.comments.follow(sheet)
        for path in sheet.paths():
            state = sheet.state(path)
            if self._states.get(path) is state:
                continue
            self._states[path] = state
            name, reason = " › ".join(path) or self.title, sheet.failure(path)
            words = f"{name}: {state_name(state)}"
            if reason:
                self.log.add(f"{words}: {translated(reason)}", Level.FAILURE)
            else:
                self.log.add(words)

    def _apply(self) -> None:
        if self.running is not None:
            self.spawn(self.running.update(self._carrying()))

    def _warned(self, words: str) -> None:
        if words:
            self.show_message(words, "problem")
        else:
            self.notice.hide()
