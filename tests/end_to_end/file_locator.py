# SPDX-License-Identifier: BSD-3-Clause
"""Locates our files in a file manager's list by the colour of their icon."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from PySide6.QtGui import QImage

from tests.end_to_end.virtual_display import VirtualDisplay

_TIMEOUT_SECONDS = 30.0
_LEAST_INK = 3
_BLUE = 160
_GRAB = (
    "import sys; from PySide6.QtWidgets import QApplication; application = QApplication([]); "
    "application.primaryScreen().grabWindow(0).save(sys.argv[1])"
)


def places_of_files(display: VirtualDisplay, names: list[str], picture: Path) -> dict[str, list[int]]:
    """The screen positions of files once all are listed; saves the screenshot."""
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    found: list[tuple[int, int]] = []
    while len(found) != len(names):
        assert time.monotonic() < deadline, f"{len(names)} files, but {len(found)} icons: see {picture}"
        command = [sys.executable, "-c", _GRAB, str(picture)]
        subprocess.run(command, env=display.environment, check=True, timeout=_TIMEOUT_SECONDS, capture_output=True)
        found = _icons(QImage(str(picture)))
    return {name: [x, y] for name, (x, y) in zip(names, found, strict=True)}


def _icons(picture: QImage) -> list[tuple[int, int]]:
    """The centres of our files' icons, from top to bottom."""
    found: list[tuple[int, int]] = []
    band: list[tuple[int, int]] = []
    for y in range(picture.height()):
        inked = [x for x in range(picture.width()) if _is_ours(picture.pixel(x, y))]
        if len(inked) >= _LEAST_INK:
            band.append((sum(inked) // len(inked), y))
        elif band:
            found.append(band[len(band) // 2])
            band = []
    return found


def _is_ours(pixel: int) -> bool:
    red, green, blue = pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255
    return blue > _BLUE and max(red, green) < blue // 2
