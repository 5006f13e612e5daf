# SPDX-License-Identifier: BSD-3-Clause
"""Player windows of tests, which are closed at the end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.runtime.activation import State
from app.ui.player.window import PlayerWindow
from tests.ui.execution.sheets import wait_until


@asynccontextmanager
async def shown_windows(*windows: PlayerWindow) -> AsyncIterator[list[PlayerWindow]]:
    """Show these windows, and close them and all that were added to the list."""
    shown = list(windows)
    for window in windows:
        window.resize(700, 500)
        window.show()
    yield shown
    for window in shown:
        window.close()
        await window.stop()
        window.deleteLater()


async def run_until_live(window: PlayerWindow) -> None:
    """Run the document, and wait until everything in it is live."""
    await window.run()
    sheet = window.sheet
    assert sheet is not None
    await wait_until(sheet, lambda: sheet.overall() is State.LIVE)
