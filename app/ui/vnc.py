# SPDX-License-Identifier: BSD-3-Clause
"""Serves the window over VNC where there is no display, to programs on this machine only.

Qt's VNC platform listens on every network address, without a password. We let it open its socket and replace
that by one bound to loopback before any connection is accepted.
"""

import os
import socket
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop

from app.ui.errors import WindowError

_FIRST_PORT = 5900
_LAST_PORT = 5999
_DESCRIPTORS = Path("/proc/self/fd")


def platform_name(width: int, height: int) -> str:
    """The value of QT_QPA_PLATFORM, to be set before the application is created."""
    return f"vnc:size={width}x{height}:port=0"


def move_to_loopback(application: QCoreApplication) -> int:
    """Bind this application's VNC server to loopback only; returns its port."""
    # The server listens after the first turn of the event loop and accepts connections after the second.
    application.processEvents(QEventLoop.ProcessEventsFlag.ExcludeSocketNotifiers)
    open_to_all = [number for number in _listening_sockets() if not _is_loopback(number)]
    if len(open_to_all) != 1:
        raise WindowError("Qt's VNC server did not start", "install xvfb and run: xvfb-run ./run")
    with _loopback_listener() as listener:
        port = int(listener.getsockname()[1])
        os.dup2(listener.fileno(), open_to_all[0], inheritable=False)
    if not all(_is_loopback(number) for number in _listening_sockets()):
        raise WindowError("the VNC server could not be kept to this machine", "install xvfb and run: xvfb-run ./run")
    return port


def _loopback_listener() -> socket.socket:
    for port in range(_FIRST_PORT, _LAST_PORT + 1):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
        except OSError:
            listener.close()
        else:
            listener.setblocking(False)
            return listener
    raise WindowError(f"ports {_FIRST_PORT} to {_LAST_PORT} are all in use", "end a program that uses one")


def _listening_sockets() -> list[int]:
    return [number for number in (int(entry.name) for entry in _DESCRIPTORS.iterdir()) if _listens(number)]


def _listens(number: int) -> bool:
    try:
        if not str((_DESCRIPTORS / str(number)).readlink()).startswith("socket:"):
            return False
        with socket.socket(fileno=os.dup(number)) as copy:
            internet = copy.family in (socket.AF_INET, socket.AF_INET6)
            return internet and bool(copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    except OSError:
        return False  # closed meanwhile


def _is_loopback(number: int) -> bool:
    with socket.socket(fileno=os.dup(number)) as copy:
        address = str(copy.getsockname()[0])
    return address.startswith("127.") or address == "::1"
