# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures shared by the tests of the user interface."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.ui.theme import Choice, Theme


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light theme; the application's palette and style sheet are restored."""
    palette, sheet = qapp.palette(), qapp.styleSheet()
    yield Theme(qapp, Choice.LIGHT)
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder; the program's home is in it."""
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path
