"""Starts Qt and asyncio as one loop and shows the main window in it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import qasync
from PySide6.QtCore import QMessageLogContext, QSocketNotifier, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from app.ui import vnc
from app.ui.errors import WindowError
from app.ui.settings import Settings
from app.ui.surface import Surface, announce_vnc, choose_surface
from app.ui.theme import Choice, Theme
from app.ui.translations import install_translation

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow

_ICON = Path(__file__).parent / "icons" / "liveobjects.svg"
_log = logging.getLogger("liveobjects.qt")
# What Qt mutters about the platform helps only those who look for it; errors are shown to everyone.
_log.setLevel(logging.DEBUG if os.environ.get("LIVEOBJECTS_DEBUG") else logging.ERROR)

Session: TypeAlias = Callable[[QApplication, Surface], Coroutine[Any, Any, int]]


@dataclass(frozen=True)
class WindowRequest:
    """What the command line asks of the window."""

    files: Sequence[Path] = ()
    theme: Choice | None = None
    size: tuple[int, int] = (1280, 800)
    screenshot: Path | None = None
    language: str = ""
    ready_descriptor: int | None = None
    doorbell: Path | None = None
    """Where files are handed over that are opened while the program runs."""


def run_window(request: WindowRequest) -> int:
    """Show the main window until it is closed; where a picture is asked for, draw it and return."""
    return run_session(
        lambda application, surface: _session(application, request, surface),
        for_picture=request.screenshot is not None,
        size=request.size,
        language=request.language,
    )


def run_session(
    session: Session,
    *,
    for_picture: bool,
    size: tuple[int, int],
    language: str = "",
    in_space: bool = False,
) -> int:
    """Start Qt and asyncio as one loop and run a session in it, which says with which code it ends."""
    qInstallMessageHandler(_log_qt_message)
    _keep_logs_off_the_terminal()
    surface = choose_surface(for_picture, size, in_space=in_space)
    application = QApplication(["liveobjects"])
    application.setApplicationDisplayName("Live Objects")
    application.setDesktopFileName("liveobjects")
    application.setWindowIcon(QIcon(str(_ICON)))
    application.setQuitOnLastWindowClosed(False)  # the session below decides when it is over
    if surface is Surface.VNC:
        announce_vnc(vnc.move_to_loopback(application))
    install_translation(application, language or Settings().language)
    if surface is not Surface.DISPLAY:
        os.environ.pop("QT_QPA_PLATFORM", None)  # a program that is started from here decides anew
    with (
        _signals_reach_python(application),
        asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner,
    ):
        return runner.run(session(application, surface))


async def _session(application: QApplication, request: WindowRequest, surface: Surface) -> int:
    from app.ui.main_window import MainWindow  # noqa: PLC0415 - a player can do without

    theme = Theme(application, request.theme or Choice(Settings().theme))
    drawing = request.screenshot is not None
    with tempfile.TemporaryDirectory() as nobody:
        # A picture shows the program, and nothing of the person who has it drawn.
        settings = Settings(Path(nobody, "settings.json")) if drawing else Settings()
        return await _show(application, MainWindow(theme, settings), request, surface)


async def _show(
    application: QApplication, window: MainWindow, request: WindowRequest, surface: Surface
) -> int:
    is_painted, is_closed = asyncio.Event(), asyncio.Event()
    window.painted.connect(is_painted.set)
    window.closed.connect(is_closed.set)
    drawing = request.screenshot is not None
    if drawing or not window.settings.state("window"):
        window.resize(*request.size)
    if surface is Surface.VNC:
        window.showMaximized()
    else:
        window.show()
    await is_painted.wait()
    tell_ready(request.ready_descriptor)
    await window.start(request.files, recover=not drawing)
    if request.screenshot is not None:
        for page in window.pages():
            await page.editor.check()  # the problems are part of the picture
        save_picture(window, request.screenshot)
    else:
        await _stay(application, window, request, surface, is_closed)
    await window.leave()
    return 0


async def _stay(
    application: QApplication,
    window: MainWindow,
    request: WindowRequest,
    surface: Surface,
    is_closed: asyncio.Event,
) -> None:
    """Until the window is closed, and those of the files that were opened meanwhile."""
    from app.ui.player.session import Player, PlayerRequest  # noqa: PLC0415 - the window comes first

    player = Player(application, surface, PlayerRequest((), doorbell=request.doorbell), window.theme)

    async def all_closed() -> None:
        await is_closed.wait()
        await player.all_closed()

    await player.listen_until(all_closed())


def save_picture(window: QWidget, path: Path) -> None:
    """Draw a window to a file."""
    QApplication.sendPostedEvents()  # a page shown just now has not been laid out yet
    if not window.grab().save(str(path)):
        raise WindowError(
            f"cannot write the picture to {path}", "give a file ending in .png in a folder you can write to"
        )


def tell_ready(descriptor: int | None) -> None:
    """Whoever started us and waits for a usable window reads this line."""
    if descriptor is not None:
        os.write(descriptor, b"ready\n")
        os.close(descriptor)


def tell(descriptor: int | None, word: str) -> None:
    """Whoever started us may read this line, too, or may not care any more."""
    if descriptor is not None:
        with contextlib.suppress(OSError):
            os.write(descriptor, f"{word}\n".encode())


@contextlib.contextmanager
def _signals_reach_python(application: QApplication) -> Iterator[None]:
    """Python runs its signal handlers only between its own instructions, and Qt sleeps outside of them.

    A byte written for each signal wakes Qt up, and the notifier lets Python have its turn.
    """
    read_end, write_end = socket.socketpair()
    write_end.setblocking(False)
    read_end.setblocking(False)
    notifier = QSocketNotifier(read_end.fileno(), QSocketNotifier.Type.Read, application)
    notifier.activated.connect(lambda: read_end.recv(4096))
    before = signal.set_wakeup_fd(write_end.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        notifier.setEnabled(False)
        read_end.close()
        write_end.close()


def _keep_logs_off_the_terminal() -> None:
    """What fails is said in the window, and the log of a sheet shows the rest."""
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
