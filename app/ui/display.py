# SPDX-License-Identifier: BSD-3-Clause
"""Detects a display without Qt, which would abort where there is none."""

import ctypes
import functools
import os
import socket
from pathlib import Path

_TIMEOUT_SECONDS = 2.0


def available_display() -> str | None:
    """The name of a display that answers, or `None`."""
    wayland = _wayland_socket()
    if wayland is not None and _answers(wayland):
        return f"Wayland {wayland.name}"
    name = os.environ.get("DISPLAY")
    if name and _x_server_answers(name):
        return f"X {name}"
    return None


def _wayland_socket() -> Path | None:
    name = os.environ.get("WAYLAND_DISPLAY")
    return Path(os.environ.get("XDG_RUNTIME_DIR", "/"), name) if name else None


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_TIMEOUT_SECONDS)
        try:
            connection.connect(str(path))
        except OSError:
            return False
    return True


@functools.cache
def _x_server_answers(name: str) -> bool:
    """Connect as Qt does, so that a stale DISPLAY or a refused permission counts as no display.

    The connection stays open: a server may reset when its last client disconnects and refuse the next one.
    """
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(name.encode(), None))
    return int(xcb.xcb_connection_has_error(connection)) == 0
