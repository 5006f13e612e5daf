# SPDX-License-Identifier: BSD-3-Clause
"""Problems that lead to their block and mend themselves, the log, and versions that come back."""

import logging
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.runtime.library import Catalogue
from app.runtime.references import Checker, Composite, EndpointPath, Primitive
from app.ui.composer.model.editor import Editor
from app.ui.composer.model.edits import AddBlock, Connect, RemoveParts
from app.ui.composer.model.tree import reference_at
from app.ui.composer.model.versions import versions
from app.ui.composer.panels import Level, LogPanel, ProblemsPanel, VersionsDialog
from app.ui.theme import Choice, Theme
from tests.ui.composer.panels.sheets import default_object, sheet_with


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))


def _check(editor: Editor) -> None:
    editor.problems = tuple(Checker(editor.catalogue).check(editor.document))


def _texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def _broken(catalogue: Catalogue) -> Editor:
    """A sheet with a block that nobody has installed."""
    editor = sheet_with(catalogue, "Shared text")
    editor.do(AddBlock((), "Missing", Primitive(12345, 1, "Lost thing"), 0, 200))
    return editor


def test_each_problem_leads_to_its_block(qtbot: QtBot, catalogue: Catalogue, theme: Theme) -> None:
    editor = _broken(catalogue)
    _check(editor)
    panel = ProblemsPanel(editor, theme)
    qtbot.addWidget(panel)
    panel.show()
    row = next(row for row in panel.rows if "Lost thing" in _texts(row))
    with qtbot.waitSignal(panel.jump) as told:
        QTest.keyClick(row, Qt.Key.Key_Return)
    assert told.args == [("Missing",)]
    with qtbot.waitSignal(panel.jump):
        QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert row.accessibleName().startswith("Missing: ")
    editor.close()


def test_problems_come_and_go(qtbot: QtBot, catalogue: Catalogue, theme: Theme) -> None:
    editor = _broken(catalogue)
    panel = ProblemsPanel(editor, theme)
    qtbot.addWidget(panel)
    assert "Everything fits" in _texts(panel)
    counts: list[int] = []
    panel.count_changed.connect(counts.append)
    panel.show_problems(tuple(Checker(catalogue).check(editor.document)))
    editor.do(RemoveParts((), ("Missing",)))
    panel.show_problems(tuple(Checker(catalogue).check(editor.document)))
    assert counts[0] > counts[1]
    theme.choose(Choice.DARK)
    editor.close()


def test_a_wire_is_mended_by_the_adapter_that_is_offered(qtbot: QtBot, catalogue: Catalogue, theme: Theme) -> None:
    editor = sheet_with(catalogue, "Reliable channel", "Persistence")
    ends = EndpointPath("Reliable channel", "channel"), EndpointPath("Persistence", "inner")
    editor.do(Connect((), *ends))
    _check(editor)
    panel = ProblemsPanel(editor, theme)
    qtbot.addWidget(panel)
    panel.show()
    row = next(row for row in panel.rows if row.buttons)
    with qtbot.waitSignal(panel.jump) as told:
        row.buttons[0].click()
    assert told.args is not None
    (path,) = told.args
    adapter = path[-1]
    sheet = editor.document.reference
    assert isinstance(sheet, Composite)
    assert reference_at(editor.document, path) is not None
    assert all(adapter in (wire.first.component, wire.second.component) for wire in sheet.connections)
    assert not [p for p in Checker(catalogue).check(editor.document) if p.kind == "connection"]
    with qtbot.waitSignal(panel.message):
        row.buttons[0].click()  # the wire is gone now; that is said, and nothing breaks
    editor.undo()
    assert len(reference_at(editor.document, ()).connections) == 1  # type: ignore[union-attr]
    editor.close()


def test_the_log_shows_finds_and_narrows(qtbot: QtBot, theme: Theme) -> None:
    log = LogPanel(theme)
    qtbot.addWidget(log)
    log.add("joined <b>the</b> meeting")
    log.add("the disk is\nnearly full", Level.WARNING)
    log.add("no network", Level.FAILURE)
    assert "joined <b>the</b> meeting" in log.text.toPlainText()
    assert "! the disk is nearly full" in log.text.toPlainText()
    log.level.setCurrentIndex(2)
    assert log.text.toPlainText().splitlines()[0].endswith("✕ no network")
    log.level.setCurrentIndex(0)
    log.find_field.setText("DISK")
    assert len(log.text.toPlainText().splitlines()) == 1
    theme.choose(Choice.DARK)
    assert len(log.text.toPlainText().splitlines()) == 1
    log.clear()
    log.find_field.clear()
    assert log.text.toPlainText() == ""


def test_the_log_hears_every_thread_and_stays_small(qtbot: QtBot, theme: Theme) -> None:
    log = LogPanel(theme)
    qtbot.addWidget(log)
    logger = logging.getLogger("liveobjects.test of the log")
    logger.propagate = False
    log.attach(logger)
    other = threading.Thread(target=lambda: logger.warning("from %s", "elsewhere"))
    other.start()
    other.join()
    qtbot.waitUntil(lambda: "from elsewhere" in log.text.toPlainText())
    for number in range(6_000):
        log.add(f"line {number}")
    assert len(log._lines) == 5_000
    assert log.text.blockCount() <= 5_000
    logger.handlers.clear()


async def _saved_twice(catalogue: Catalogue, file: Path) -> Editor:
    editor = sheet_with(catalogue, "Shared text")
    await editor.save(file)
    editor.do(AddBlock((), "Second", default_object(catalogue, "Shared counter"), 300, 0))
    await editor.save(file)
    return editor


async def test_versions_are_compared_in_words_and_brought_back(
    qtbot: QtBot, catalogue: Catalogue, theme: Theme, tmp_path: Path
) -> None:
    editor = await _saved_twice(catalogue, tmp_path / "plan.liveobject")
    dialog = VersionsDialog(editor, theme)
    dialog.show()
    assert dialog.list.count() == 2
    qtbot.waitUntil(lambda: dialog.summary.text() == "It is the same as now.")
    assert not dialog.restore.isEnabled()
    dialog.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: "'Second' is new" in _texts(dialog))
    assert not dialog.grab().isNull()
    dialog.restore.click()
    with pytest.raises(Exception, match="not there any more"):
        reference_at(editor.document, ("Second",))
    assert editor.undo_label.startswith("Restore version")
    editor.undo()
    assert reference_at(editor.document, ("Second",)) is not None
    editor.close()


async def test_a_damaged_version_is_said(qtbot: QtBot, catalogue: Catalogue, theme: Theme, tmp_path: Path) -> None:
    file = tmp_path / "plan.liveobject"
    editor = await _saved_twice(catalogue, file)
    versions(file)[1].path.write_bytes(b"rubbish")
    dialog = VersionsDialog(editor, theme)
    dialog.show()
    dialog.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: "cannot be read" in dialog.summary.text())
    assert not dialog.restore.isEnabled()
    dialog.close()
    editor.close()


def test_a_sheet_without_a_file_has_no_versions_yet(qtbot: QtBot, catalogue: Catalogue, theme: Theme) -> None:
    editor = Editor.new(catalogue)
    dialog = VersionsDialog(editor, theme)
    dialog.show()
    assert "no versions yet" in dialog.summary.text()
    dialog.close()
    editor.close()
