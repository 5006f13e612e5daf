# SPDX-License-Identifier: BSD-3-Clause
"""Dialogs for one file: what is chosen arrives, and the dialog deletes itself."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from objects_library.widgets.file_dialogs import ask_for_file, ask_for_target


def _choose(parent: QWidget, name: str) -> None:
    [dialog] = parent.findChildren(QFileDialog)
    dialog.selectFile(name)
    dialog.accept()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not parent.findChildren(QFileDialog)


@pytest.fixture
def parent(qapp: QApplication) -> QWidget:
    return QWidget()


def test_an_existing_file_is_chosen(parent: QWidget, tmp_path: Path) -> None:
    file = tmp_path / "a.ods"
    file.write_bytes(b"")
    found: list[Path] = []
    ask_for_file(parent, "Choose", found.append, kinds="Spreadsheets (*.ods)", start=str(tmp_path))
    assert parent.findChildren(QFileDialog)[0].nameFilters() == ["Spreadsheets (*.ods)"]
    _choose(parent, str(file))
    assert found == [file]


@pytest.mark.parametrize(("suffix", "expected"), [("png", "b.png"), ("", "b")])
def test_a_target_gets_its_suffix(parent: QWidget, tmp_path: Path, suffix: str, expected: str) -> None:
    found: list[Path] = []
    ask_for_target(parent, "Save", str(tmp_path / "a.png"), found.append, suffix=suffix)
    _choose(parent, str(tmp_path / "b"))
    assert found == [tmp_path / expected]
