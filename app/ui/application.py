# SPDX-License-Identifier: BSD-3-Clause
"""Runs Qt and asyncio in one event loop and shows the main window."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import qasync
from PySide6.QtCore import (
    QEvent,
    QMessageLogContext,
    QSocketNotifier,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication, QWidget

from app.ui import vnc
from app.ui.errors import WindowError
from app.ui.garbage_collection import collect_garbage_here
from app.ui.qt_platform import QtPlatform, announce_vnc, choose_platform
from app.ui.settings import Settings
from app.ui.theme import Choice, Theme
from app.ui.translations import install_translation

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow

_ICON = Path(__file__).parent / "icons" / "liveobjects.svg"
_log = logging.getLogger("liveobjects.qt")
# Qt's warnings about the platform are logged at debug level; errors reach everyone.
_log.setLevel(logging.DEBUG if os.environ.get("LIVEOBJECTS_DEBUG") else logging.ERROR)

Session: TypeAlias = Callable[[QApplication, QtPlatform], Coroutine[Any, Any, int]]


@dataclass(frozen=True)
class WindowRequest:
    """Command-line options of the main window."""

    files: Sequence[Path] = ()
    theme: Choice | None = None
    size: tuple[int, int] = (1280, 800)
    screenshot: Path | None = None
    language: str = ""
    ready_descriptor: int | None = None
    instance_socket: Path | None = None
    """The socket of the single-instance server."""


def run_window(request: WindowRequest) -> int:
    """Show the main window until it is closed, or draw a screenshot and return."""
    return run_session(
        lambda application, platform: _session(application, request, platform),
        for_picture=request.screenshot is not None,
        size=request.size,
        language=request.language,
    )


class Application(QApplication):
    """A `QApplication` that also handles `FileOpen` events, as macOS sends them."""

    file_opened = Signal(str)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.file_opened.emit(event.file() or event.url().toString())
            return True
        return super().event(event)


def run_session(
    session: Session, *, for_picture: bool, size: tuple[int, int], language: str = "", in_space: bool = False
) -> int:
    """Start Qt and asyncio in one loop and run a session; return its exit code."""
    qInstallMessageHandler(_log_qt_message)
    _silence_terminal_logging()
    platform = choose_platform(for_picture, size, in_space=in_space)
    application = Application(["liveobjects"])
    application.setApplicationDisplayName("Live Objects")
    application.setDesktopFileName("liveobjects")
    application.setWindowIcon(QIcon(str(_ICON)))
    application.setQuitOnLastWindowClosed(False)  # the session decides when to quit
    if platform is QtPlatform.VNC:
        announce_vnc(vnc.move_to_loopback(application))
    install_translation(application, language or Settings().language)
    if platform is not QtPlatform.DISPLAY:
        os.environ.pop("QT_QPA_PLATFORM", None)  # child processes choose their own platform
    with (
        collect_garbage_here(application),
        _Interruption(application) as interruption,
        asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner,
    ):
        try:
            return runner.run(interruption.ends(session(application, platform)))
        except asyncio.CancelledError:
            if interruption.happened:
                raise KeyboardInterrupt from None
            raise


async def _session(application: QApplication, request: WindowRequest, platform: QtPlatform) -> int:
    from app.ui.main_window import MainWindow  # noqa: PLC0415 - the player does not need it

    theme = Theme(application, request.theme or Choice(Settings().theme))
    drawing = request.screenshot is not None
    with tempfile.TemporaryDirectory() as nobody:
        # A screenshot shows the program without the user's own files and name.
        settings = Settings(Path(nobody, "settings.json")) if drawing else Settings()
        return await _show(application, MainWindow(theme, settings), request, platform)


async def _show(application: QApplication, window: MainWindow, request: WindowRequest, platform: QtPlatform) -> int:
    is_painted, is_closed = asyncio.Event(), asyncio.Event()
    window.painted.connect(is_painted.set)
    window.closed.connect(is_closed.set)
    drawing = request.screenshot is not None
    if drawing or not window.settings.state("window"):
        window.resize(*request.size)
    if platform is QtPlatform.VNC:
        window.showMaximized()
    else:
        window.show()
    await is_painted.wait()
    notify_ready(request.ready_descriptor)
    if not drawing:
        window.introduce()
    await window.start(request.files, recover=not drawing)
    if request.screenshot is not None:
        for page in window.pages():
            await page.editor.check()  # the screenshot shows the problems
        save_picture(window, request.screenshot)
    else:
        await _stay(application, window, request, platform, is_closed)
    await window.leave()
    return 0


async def _stay(
    application: QApplication,
    window: MainWindow,
    request: WindowRequest,
    platform: QtPlatform,
    is_closed: asyncio.Event,
) -> None:
    """Wait until the window and all player windows opened from it are closed."""
    from app.ui.player.session import Player, PlayerRequest  # noqa: PLC0415 - imported after the window is painted

    player = Player(application, platform, PlayerRequest((), instance_socket=request.instance_socket), window.theme)

    async def all_closed() -> None:
        await is_closed.wait()
        await player.all_closed()

    await player.listen_until(all_closed())


def save_picture(window: QWidget, path: Path) -> None:
    """Draw a window to a file."""
    QApplication.sendPostedEvents()  # lay out a page that was just shown
    if not window.grab().save(str(path)):
        raise WindowError(
            f"cannot write the picture to {path}", "give a file ending in .png in a folder you can write to"
        )


def notify_ready(descriptor: int | None) -> None:
    """Write `ready` to the descriptor of the process that waits for a usable window."""
    if descriptor is not None:
        os.write(descriptor, b"ready\n")
        os.close(descriptor)


def write_status(descriptor: int | None, word: str) -> None:
    """Write a status line to a descriptor; a closed reader is ignored."""
    if descriptor is not None:
        with contextlib.suppress(OSError):
            os.write(descriptor, f"{word}\n".encode())


class _Interruption:
    """Ends the session on Ctrl-C, between two Qt events.

    Python runs signal handlers only between its own instructions, but Qt blocks outside of them. A byte
    written for each signal wakes Qt. The handler only sets a flag, because it may interrupt anything,
    including the event loop's bookkeeping. The session is cancelled when Qt is back in its loop.
    """

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._task: asyncio.Task[Any] | None = None
        self.happened = False

    def __enter__(self) -> Self:
        self._read_end, self._write_end = socket.socketpair()
        for end in (self._read_end, self._write_end):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read_end.fileno(), QSocketNotifier.Type.Read, self._application)
        self._notifier.activated.connect(self._wake)
        self._handler_before = signal.signal(signal.SIGINT, self._note)
        self._before = signal.set_wakeup_fd(self._write_end.fileno(), warn_on_full_buffer=False)
        return self

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._before)
        signal.signal(signal.SIGINT, self._handler_before)
        self._notifier.setEnabled(False)
        self._read_end.close()
        self._write_end.close()

    async def ends(self, session: Coroutine[Any, Any, int]) -> int:
        """Run a session that Ctrl-C cancels."""
        self._task = asyncio.current_task()
        return await session

    def _note(self, *_: object) -> None:
        if self.happened:
            raise KeyboardInterrupt  # a second Ctrl-C ends the program at once
        self.happened = True

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._read_end.recv(4096)
        QTimer.singleShot(0, self._end)

    def _end(self) -> None:
        if self.happened and self._task is not None:
            self._task.cancel()


def _silence_terminal_logging() -> None:
    """Keep log records off the terminal; the window shows errors, a sheet's log panel the rest."""
    logger = logging.getLogger("liveobjects")
    logger.setLevel(logging.INFO)
    if not os.environ.get("LIVEOBJECTS_DEBUG"):
        logger.addHandler(logging.NullHandler())


_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
    _log.log(_LEVELS[kind], "%s", message)
