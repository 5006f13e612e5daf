# SPDX-License-Identifier: BSD-3-Clause
"""The palette: found by words, chosen by the keyboard, dragged with everything other programs understand."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QDrag
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from app.runtime.library import Catalogue
from app.runtime.references import MEDIA_TYPE, Composite, Document, read, write
from app.ui.composer.model.palette import Entry, save_as_template
from app.ui.composer.panels import PalettePanel, SaveAsTemplateDialog
from app.ui.composer.panels.drag_data import dropped_document, mime_data
from app.ui.composer.panels.palette.model import PaletteModel
from app.ui.theme import Theme


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def panel(qtbot: QtBot, catalogue: Catalogue, theme: Theme) -> PalettePanel:
    made = PalettePanel(catalogue, theme)
    qtbot.addWidget(made)
    made.show()
    return made


def _titles(model: PaletteModel, parent: QModelIndex | None = None) -> list[str]:
    parent = parent or QModelIndex()
    return [str(model.index(row, 0, parent).data()) for row in range(model.rowCount(parent))]


def test_the_model_keeps_qts_rules(catalogue: Catalogue, panel: PalettePanel) -> None:
    model = panel.objects.model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_words("shared")
    model.set_words("")
    model.set_words("no such thing at all")
    model.set_words("")
    assert tester.model() is model


def test_groups_come_in_their_order_with_what_is_in_them(panel: PalettePanel) -> None:
    model = panel.objects.model
    groups = _titles(model)
    assert groups[:3] == ["Shared documents", "Channels", "Membership"]
    documents = model.index(groups.index("Shared documents"), 0)
    assert "Shared text" in _titles(model, documents)
    index = model.index(0, 0, documents)
    assert model.entry_at(index) is not None
    assert model.parent(index) == documents


def test_found_and_chosen_with_the_keyboard_alone(qtbot: QtBot, panel: PalettePanel) -> None:
    panel.focus_search()
    QTest.keyClicks(panel.objects.search, "many people type")
    assert _titles(panel.objects.model) == ["Shared text", "Shared text with sections"]
    QTest.keyClick(panel.objects.search, Qt.Key.Key_Down)
    QTest.keyClick(panel.objects.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.chosen) as told:
        QTest.keyClick(panel.objects.list, Qt.Key.Key_Return)
    assert told.args is not None
    assert isinstance(told.args[0], Entry)
    assert told.args[0].title == "Shared text with sections"
    QTest.keyClicks(panel.objects.list, "x")
    assert panel.objects.search.text() == "many people typex"
    assert panel.objects._nothing.isVisible()
    QTest.keyClick(panel.objects.search, Qt.Key.Key_Escape)
    assert _titles(panel.objects.model)[0] == "Shared documents"


def test_enter_in_the_search_takes_the_best(qtbot: QtBot, panel: PalettePanel) -> None:
    QTest.keyClicks(panel.objects.search, "shared text")
    with qtbot.waitSignal(panel.chosen) as told:
        QTest.keyClick(panel.objects.search, Qt.Key.Key_Return)
    assert told.args is not None
    assert told.args[0].title == "Shared text"


def test_old_names_are_found_and_everyday_names_are_shown(panel: PalettePanel) -> None:
    model = panel.objects.model
    for words in ("checkpointed", "durable channel", "everyone sees the same", "shared sheet"):
        model.set_words(words)
        assert model.rowCount() >= 1, words
    model.set_words("document channel")
    assert "Everyone sees the same, and it is kept" in _titles(model)


def test_groups_fold_with_enter(panel: PalettePanel) -> None:
    tree, model = panel.objects.list, panel.objects.model
    tree.setCurrentIndex(model.index(0, 0))
    assert tree.isExpanded(model.index(0, 0))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert not tree.isExpanded(model.index(0, 0))


def test_a_drag_carries_our_type_and_the_same_as_text(panel: PalettePanel, monkeypatch: pytest.MonkeyPatch) -> None:
    carried: list[tuple[bytes, str]] = []

    def take(drag: QDrag, *_actions: Qt.DropAction) -> Qt.DropAction:
        data = drag.mimeData()
        carried.append((bytes(data.data(MEDIA_TYPE).data()), data.text()))
        assert not drag.pixmap().isNull()
        return Qt.DropAction.CopyAction

    monkeypatch.setattr(QDrag, "exec", take)
    panel.objects.search.setText("shared text")
    for _ in range(2):
        panel.objects.list.startDrag(Qt.DropAction.CopyAction)
    (first, text), (second, _) = carried
    assert first == text.encode()
    assert read(first).title == "Shared text"
    assert first != second, "each one has names and keys of its own"


def test_what_the_user_keeps_appears_among_my_objects(panel: PalettePanel, qtbot: QtBot) -> None:
    document = Document(Composite(), "Team board", "Ours")
    dialog = SaveAsTemplateDialog(document)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.saved):
        dialog.do_it.click()
    panel.reload()
    assert _titles(panel.objects.model)[-1] == "My objects"
    panel.objects.search.setText("team board")
    assert _titles(panel.objects.model) == ["Team board"]


def test_keeping_the_same_title_again_asks_first(qtbot: QtBot) -> None:
    save_as_template(Document(Composite(), "Board", "first"))
    dialog = SaveAsTemplateDialog(Document(Composite(), "", "second"))
    qtbot.addWidget(dialog)
    assert not dialog.do_it.isEnabled()
    dialog.title.setText("Board")
    dialog.do_it.click()
    assert "Board" in dialog._complaint.text()
    assert dialog.do_it.text() == "Replace it"
    with qtbot.waitSignal(dialog.saved) as told:
        dialog.do_it.click()
    assert told.args is not None
    assert read(Path(told.args[0])).description == "second"


def test_a_template_whose_file_is_gone_is_not_dragged(panel: PalettePanel) -> None:
    path = save_as_template(Document(Composite(), "Gone"))
    panel.reload()
    panel.objects.search.setText("gone")
    index = panel.objects.model.index(0, 0)
    assert panel.objects.model.mimeData([index]).formats()
    path.unlink()
    assert panel.objects.model.mimeData([index]).formats() == []


def test_files_are_browsed_dragged_and_opened(
    qtbot: QtBot, panel: PalettePanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "files"
    (folder / "more").mkdir(parents=True)
    (folder / "plan.liveobject").write_bytes(write(Document(Composite(), "Plan")))
    (folder / "bad.liveobject").write_text("<no")
    (folder / "letter.txt").write_text("x")
    files = panel.files
    panel.tabs.setCurrentWidget(files)
    files.show_folder(folder)
    root = files.list.rootIndex()
    qtbot.waitUntil(lambda: files.model.rowCount(files.list.rootIndex()) == 3)
    rows = {files.model.fileName(files.model.index(row, 0, root)): row for row in range(3)}
    assert set(rows) == {"more", "plan.liveobject", "bad.liveobject"}
    dragged: list[Document | None] = []
    monkeypatch.setattr(QDrag, "exec", lambda drag, *_: dragged.append(dropped_document(drag.mimeData())))
    files.list.setCurrentIndex(files.model.index(rows["plan.liveobject"], 0, root))
    files.list.startDrag(Qt.DropAction.CopyAction)
    assert dragged[0] is not None
    assert dragged[0].title == "Plan"
    with qtbot.waitSignal(panel.file_opened) as opened:
        QTest.keyClick(files.list, Qt.Key.Key_Return)
    assert opened.args == [folder / "plan.liveobject"]
    files.list.setCurrentIndex(files.model.index(rows["bad.liveobject"], 0, root))
    with qtbot.waitSignal(panel.message):
        files.list.startDrag(Qt.DropAction.CopyAction)
    files.list.setCurrentIndex(files.model.index(rows["more"], 0, root))
    QTest.keyClick(files.list, Qt.Key.Key_Return)
    assert files.folder == folder / "more"


def test_a_folder_that_is_gone_gives_the_users_own(panel: PalettePanel, tmp_path: Path) -> None:
    panel.files.show_folder(tmp_path / "gone")
    assert panel.files.folder.is_dir()


def test_dropped_data_is_read_from_the_best_form_there_is(tmp_path: Path) -> None:
    document = Document(Composite(), "Plan")
    file = tmp_path / "plan.liveobject"
    file.write_bytes(write(document))
    data = mime_data(document, file)
    assert dropped_document(data) == document
    data.removeFormat(MEDIA_TYPE)
    assert dropped_document(data) == document
    file.unlink()
    assert dropped_document(data) is None
