# SPDX-License-Identifier: BSD-3-Clause
"""Shows the page of the first start, and does what was chosen on it."""

from __future__ import annotations

import asyncio
import subprocess
from typing import TYPE_CHECKING

from app.runtime.program import own_command
from app.ui.player.local_user import user_name
from app.ui.welcome.first_start import FirstStart, is_first_start

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStackedWidget

    from app.ui.main_window import MainWindow

_LONGEST_ERROR = 300


def introduce(window: MainWindow, place: QStackedWidget) -> None:
    """Ask a new user for a name and a colour; does nothing for others."""
    if not is_first_start(window.settings):
        return
    before = place.currentWidget()
    assert before is not None
    page = FirstStart(window.settings, window.theme, user_name())
    place.addWidget(page)
    place.setCurrentWidget(page)

    def end(register: bool) -> None:
        place.setCurrentWidget(before)
        page.deleteLater()
        window.welcome.gallery.setFocus()
        if register:
            window.spawn(_register(window))

    page.done.connect(end)
    page.focus()


async def _register(window: MainWindow) -> None:
    """Let `.liveobject` files open by a double click."""
    command = own_command("register")
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    if done.returncode:
        window.show_message(" ".join(done.stderr.split())[:_LONGEST_ERROR])
    else:
        window.show_status(window.tr("A double click on a .liveobject file opens it now."))
