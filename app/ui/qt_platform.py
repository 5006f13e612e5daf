# SPDX-License-Identifier: BSD-3-Clause
"""Chooses the Qt platform: the display, an offscreen picture, or VNC on loopback."""

import ctypes
import os
import sys
from enum import Enum
from pathlib import Path

from app.ui.display import available_display
from app.ui.errors import WindowError
from app.ui.vnc import platform_name


class QtPlatform(Enum):
    """The Qt platform that the window is drawn on."""

    DISPLAY = "display"
    PICTURE = "picture"
    VNC = "vnc"


def choose_platform(for_picture: bool, size: tuple[int, int], *, in_space: bool = False) -> QtPlatform:
    """Choose the platform and set Qt's environment; call it before the application is created.

    Only a display renders 3D: a screenshot of a space uses it if there is one.
    """
    if for_picture and not (in_space and available_display()):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        return QtPlatform.PICTURE
    if os.environ.get("QT_QPA_PLATFORM"):
        return QtPlatform.DISPLAY  # an explicit choice of the user
    display = available_display()
    if display is None:
        os.environ["QT_QPA_PLATFORM"] = platform_name(*size)
        return QtPlatform.VNC
    _require_plugin("libqxcb.so" if display.startswith("X ") else "libqwayland.so")
    return QtPlatform.DISPLAY


def announce_vnc(port: int) -> None:
    """Print how to connect to the VNC server."""
    print(
        f"No display here: the window is served by VNC on 127.0.0.1 port {port}, for this machine only.\n"
        f"  here:       vncviewer 127.0.0.1::{port}\n"
        f"  elsewhere:  ssh -L {port}:127.0.0.1:{port} THIS-MACHINE, then vncviewer 127.0.0.1::{port}\n"
        f"  a picture:  liveobjects --screenshot FILE.png\n"
        "Press Ctrl-C to end.",
        file=sys.stderr,
        flush=True,
    )


def _require_plugin(name: str) -> None:
    """Check the plug-in's libraries first: Qt aborts the process when one is missing."""
    import PySide6  # noqa: PLC0415 - needed only here

    plugin = Path(PySide6.__path__[0], "Qt", "plugins", "platforms", name)
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        missing = str(error).split(":", maxsplit=1)[0]
        raise WindowError(f"Qt cannot use the display: {missing} is missing", "./run installs it") from None
