"""Chooses what the window is drawn on: the display, a picture, or VNC on loopback where there is none."""

import ctypes
import os
import sys
from enum import Enum
from pathlib import Path

from app.ui.display import available_display
from app.ui.errors import WindowError
from app.ui.vnc import platform_name


class QtPlatform(Enum):
    """Where the window appears."""

    DISPLAY = "display"
    PICTURE = "picture"
    VNC = "vnc"


def choose_platform(for_picture: bool, size: tuple[int, int], *, in_space: bool = False) -> QtPlatform:
    """Decide, and tell Qt through its environment; must come before the application is made.

    Only a display draws in three dimensions: a picture of a space is drawn there if there is one.
    """
    if for_picture and not (in_space and available_display()):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        return QtPlatform.PICTURE
    if os.environ.get("QT_QPA_PLATFORM"):
        return QtPlatform.DISPLAY  # somebody knows what they want
    display = available_display()
    if display is None:
        os.environ["QT_QPA_PLATFORM"] = platform_name(*size)
        return QtPlatform.VNC
    _require_plugin("libqxcb.so" if display.startswith("X ") else "libqwayland.so")
    return QtPlatform.DISPLAY


def announce_vnc(port: int) -> None:
    """Say how to see the window; without a display there is nothing else to say it with."""
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
    """Qt aborts the process when its plug-in lacks a library; find out first which one it is."""
    import PySide6  # noqa: PLC0415 - only the folder is wanted, and only here

    plugin = Path(PySide6.__path__[0], "Qt", "plugins", "platforms", name)
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        missing = str(error).split(":", maxsplit=1)[0]
        raise WindowError(f"Qt cannot use the display: {missing} is missing", "./run installs it") from None
