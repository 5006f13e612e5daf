# SPDX-License-Identifier: BSD-3-Clause
"""A main window in the loop of a test, with settings and a home of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.ui.main_window import MainWindow
from app.ui.settings import Settings
from app.ui.theme import Choice, Theme


@pytest.fixture
async def window(qapp: QApplication, home: Path) -> AsyncIterator[MainWindow]:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    shown = MainWindow(Theme(qapp, Choice.LIGHT), Settings(home / "settings.json"))
    shown.resize(1280, 800)
    shown.show()
    yield shown
    shown.closing.agreed = True
    shown.close()
    await shown.leave()
    shown.deleteLater()
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)
