# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects open FILE…`: a window for each file, until the last one is closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.documents import DocumentError, is_link
from app.documents.link_file import save_link
from app.errors import one_line
from app.mail import MessageError
from app.runtime.directories import runtime_directory
from app.runtime.references import Document, LiveObjectFileError, Parameterized, Primitive, SealedFileError, walk
from app.ui.application import Application, run_session, save_picture, write_status
from app.ui.player.document_import import read_documents
from app.ui.player.viewer_processes import open_composer
from app.ui.player.window import PlayerWindow
from app.ui.qt_platform import QtPlatform
from app.ui.settings import Settings
from app.ui.single_instance import SingleInstanceServer
from app.ui.theme import Choice, Theme
from app.ui.welcome.gallery import is_example

_log = logging.getLogger("liveobjects.player")
_SHARED_SHEET = 0x453CA337F070151D928C859BAF27D754
"""The shared sheet's template id; only the composer shows it, and importing that takes long."""
_SPACE = 0xE3C739826B019ADA1A8AA5E91B66CF9E
"""The template id of the 3D desktop."""
_TIMEOUT = 15.0
"""Seconds to wait for a final state before a screenshot."""


@dataclass(frozen=True)
class PlayerRequest:
    """Command-line options of the player."""

    files: Sequence[Path]
    theme: Choice | None = None
    size: tuple[int, int] = (880, 600)
    screenshot: Path | None = None
    language: str = ""
    ready_descriptor: int | None = None
    instance_socket: Path | None = None
    """The socket of the single-instance server; `None` for a separate process."""
    bare: bool = False
    """Whether a screenshot shows only the object's view."""


def run_player(request: PlayerRequest) -> int:
    """Show the objects until their windows are closed, or draw a screenshot and return."""
    try:
        documents = [found for path in request.files for found in read_documents(path)]
    except (LiveObjectFileError, MessageError) as error:
        return _refuse(request, error)
    if any(_is_shared_sheet(document) for document, _ in documents):
        return _open_shared_sheet(request)

    async def session(application: QApplication, platform: QtPlatform) -> int:
        return await Player(application, platform, request).show(documents)

    return run_session(
        session,
        for_picture=request.screenshot is not None,
        size=request.size,
        language=request.language,
        in_space=any(_has_space(document) for document, _ in documents),
    )


def _refuse(request: PlayerRequest, error: LiveObjectFileError | MessageError) -> int:
    from app.ui.player.open_error_dialog import launched_by_desktop, show_open_error  # noqa: PLC0415 - rarely needed

    if request.screenshot is not None or not launched_by_desktop():
        raise error
    sealed = isinstance(error, SealedFileError) and error.envelope is not None
    return show_open_error(str(error), sealed, request.theme, request.language)


def _has_space(document: Document) -> bool:
    return any(isinstance(part, Primitive) and part.id == _SPACE for _, part in walk(document.reference))


def _is_shared_sheet(document: Document) -> bool:
    reference = document.reference
    template = reference.template if isinstance(reference, Parameterized) else reference
    return isinstance(template, Primitive) and template.id == _SHARED_SHEET


def _open_shared_sheet(request: PlayerRequest) -> int:
    """Open a shared sheet in the composer."""
    from app.ui.application import WindowRequest, run_window  # noqa: PLC0415 - rarely needed

    return run_window(
        WindowRequest(
            request.files,
            request.theme,
            screenshot=request.screenshot,
            language=request.language,
            ready_descriptor=request.ready_descriptor,
        )
    )


class Player:
    """The windows of one session; an object dropped on one of them opens in a new window."""

    def __init__(
        self, application: QApplication, platform: QtPlatform, request: PlayerRequest, theme: Theme | None = None
    ) -> None:
        self._surface = platform
        self._request = request
        self._settings = Settings()
        self._theme = theme or Theme(application, request.theme or Choice(self._settings.theme))
        self._windows: list[PlayerWindow] = []
        self._running: set[asyncio.Task[None]] = set()
        self.failures = 0
        if isinstance(application, Application):
            application.file_opened.connect(self._take)

    def _take(self, given: str) -> None:
        """Open a file or link from a `FileOpen` event."""
        task = asyncio.get_running_loop().create_task(self._opened(given))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _opened(self, given: str) -> None:
        try:
            file = await asyncio.to_thread(save_link, given) if is_link(given) else Path(given)
            problem = await self.open_files([file])
        except (DocumentError, LiveObjectFileError, OSError) as error:
            problem = one_line(error)
        if problem:
            _log.warning("%s", problem)

    async def show(self, documents: Sequence[tuple[Document, Path]]) -> int:
        """Show all documents; returns the exit code when the last window is closed."""
        for document, file in documents:
            self.open(document, file)
        if self._request.screenshot is not None:
            await self._draw(self._windows[0], self._request.screenshot)
            for window in tuple(self._windows):
                window.may_lose = True
                window.close()
        await self.listen_until(self.all_closed())
        await self.all_closed()  # files that arrived meanwhile
        return 1 if self.failures == len(documents) else 0

    async def listen_until(self, end: Awaitable[object]) -> None:
        """Run the single-instance server until an awaitable completes."""
        if self._request.instance_socket is None:
            await end
            return
        server = SingleInstanceServer(self._request.instance_socket, self.open_files)
        await server.start()
        try:
            await end
        finally:
            await server.stop()

    async def all_closed(self) -> None:
        """Wait until the last window is closed and its objects have stopped."""
        while self._running:
            await asyncio.gather(*self._running)

    async def open_files(self, files: Sequence[Path]) -> str:
        """Open files for another process; returns the error message for it to show."""
        problems = []
        for file in files:
            try:
                found = await asyncio.to_thread(read_documents, file)
            except (LiveObjectFileError, MessageError, OSError) as error:
                problems.append(one_line(error))
                continue
            for document, place in found:
                self._show(document, place)
        return "; ".join(problems)

    def _show(self, document: Document, file: Path) -> None:
        if _is_shared_sheet(document):
            open_composer(file, self._theme)
            return
        window = self.open(document, file)
        window.raise_()
        window.activateWindow()

    def open(self, document: Document, file: Path | None) -> PlayerWindow:
        """Open a window and run the document in it."""
        window = PlayerWindow(document, file, self._theme, self._settings)
        window.resize(*self._request.size)
        window.dropped.connect(self.open)
        window.painted.connect(lambda: write_status(self._request.ready_descriptor, "ready"))
        window.views.filled.connect(lambda: write_status(self._request.ready_descriptor, "filled"))
        self._windows.append(window)
        self._note_recent(file)
        closed, painted = asyncio.Event(), asyncio.Event()
        window.closed.connect(closed.set)
        window.painted.connect(painted.set)
        window.closed.connect(painted.set)  # a window may close before it is painted
        task = asyncio.get_running_loop().create_task(self._live(window, painted, closed))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        if self._surface is QtPlatform.VNC:
            window.showMaximized()
        else:
            window.show()
        return window

    def _note_recent(self, file: Path | None) -> None:
        """Add a file to the recent files, unless it is temporary."""
        passing = file is None or file.absolute().is_relative_to(runtime_directory())
        if file is not None and not passing and self._request.screenshot is None and not is_example(file):
            self._settings.remember_file(file.absolute())

    async def _live(self, window: PlayerWindow, painted: asyncio.Event, closed: asyncio.Event) -> None:
        """Run the document after its window has been painted."""
        await painted.wait()
        run = asyncio.get_running_loop().create_task(window.run())
        await closed.wait()
        if not run.done():
            run.cancel()
        await asyncio.wait([run])
        self._note(window, run)
        await window.stop()
        self._windows.remove(window)
        window.deleteLater()

    def _note(self, window: PlayerWindow, run: asyncio.Task[None]) -> None:
        sheet = window.sheet
        nothing_runs = sheet is None or all(sheet.proxy(path) is None for path in sheet.paths())
        if nothing_runs or (not run.cancelled() and run.exception() is not None):
            self.failures += 1

    async def _draw(self, window: PlayerWindow, picture: Path) -> None:
        """Save a screenshot once the window is settled."""
        loop = asyncio.get_running_loop()
        until = loop.time() + _TIMEOUT
        while not window.settled and loop.time() < until:  # noqa: ASYNC110 - no single event covers it
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.15)  # let the last state change be painted
        if not self._request.bare:
            save_picture(window, picture)
        elif (shown := window.picture()) is None or not shown.save(str(picture)):
            self.failures = len(self._windows)
