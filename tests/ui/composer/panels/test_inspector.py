# SPDX-License-Identifier: BSD-3-Clause
"""The inspector shows what is selected and edits it through the editor, so that everything can be undone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.ui.composer.model.editor import Editor
from app.ui.composer.model.edits import AddBlock, Connect, ExportEndpoint, RemoveParts, SetArgument
from app.ui.composer.model.edits.arguments import argument_of
from app.ui.composer.model.palette import entries
from app.ui.composer.model.tree import reference_at
from app.ui.composer.panels import InspectorPanel
from app.ui.composer.panels.drag_data import mime_data
from app.ui.composer.panels.editors.slot import SlotEditor
from app.ui.composer.panels.inspector.block_page import BlockPage
from app.ui.composer.panels.inspector.field import Field
from app.ui.composer.panels.inspector.port_rows import PortRow
from app.ui.composer.panels.template_dialogs import ExposeParameterDialog
from app.ui.theme import Theme
from tests.ui.composer.panels.sheets import default_object, sheet_with


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def editor(catalogue: Catalogue) -> Iterator[Editor]:
    made = sheet_with(catalogue, "Shared text", "Durable channel", "Invitation")
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, editor: Editor, catalogue: Catalogue, theme: Theme) -> InspectorPanel:
    made = InspectorPanel(editor, catalogue, theme)
    qtbot.addWidget(made)
    QWidget.show(made)
    return made


def _field(panel: InspectorPanel, parameter: str, *path: str) -> Field:
    assert panel.block_page is not None
    where = path or (panel.block_page._block.name,)
    field = panel.block_page.fields.field_of(where, parameter)
    assert field is not None
    return field


def _given(editor: Editor, parameter: str, *path: str) -> object:
    argument = argument_of(reference_at(editor.document, path), parameter)
    return argument.value if isinstance(argument, refs.ValueArgument) else argument


def _texts(widget: QWidget) -> str:
    QApplication.processEvents()  # what was added just now becomes visible in the next turn
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


def _write(field: Field, text: str) -> QLineEdit:
    line = field.editor.findChildren(QLineEdit)[0]
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    return line


def test_typing_reaches_the_document_at_once_and_is_one_step_to_undo(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Durable channel",)])
    _write(_field(panel, "group"), "team")
    assert _given(editor, "group", "Durable channel") == "team"
    assert editor.undo_label == "Set group"
    editor.undo()
    assert _given(editor, "group", "Durable channel") is None
    assert _field(panel, "group").editor.findChildren(QLineEdit)[0].text() == "main"


def test_two_gestures_are_two_steps(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Durable channel",)])
    line = _write(_field(panel, "group"), "a")
    panel._end_gesture()  # what a change of the focus does
    line.end(False)
    QTest.keyClicks(line, "b")
    editor.undo()
    assert _given(editor, "group", "Durable channel") == "a"


def test_bad_input_is_said_below_the_field_and_the_document_stays(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Durable channel",)])
    before = editor.document
    field = _field(panel, "copies")
    line = _write(field, "zero")
    assert field.complaint == "This must be a whole number."
    assert line.text() == "zero"
    assert editor.document is before
    _write(field, "3")
    assert field.complaint == ""
    assert _given(editor, "copies", "Durable channel") == 3


def test_back_to_what_is_usual(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Durable channel",)])
    field = _field(panel, "copies")
    assert not field._reset.isEnabled()
    _write(field, "5")
    field._reset.trigger()
    assert _given(editor, "copies", "Durable channel") is None
    assert field.editor.findChildren(QLineEdit)[0].text() == "1"


def test_parameters_of_an_embedded_object_are_edited_in_place(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Shared text",)])
    field = _field(panel, "scope", "Shared text", "Channel")
    _write(field, "our notes")
    assert _given(editor, "scope", "Shared text", "Channel") == "our notes"


def test_a_slot_is_emptied_refilled_from_the_list_and_by_a_drop(
    panel: InspectorPanel, editor: Editor, catalogue: Catalogue
) -> None:
    panel.show([("Shared text",)])
    slot = _field(panel, "Channel").editor
    assert isinstance(slot, SlotEditor)
    assert slot._title.text() == "Everyone sees the same, and it is kept"
    slot.clear.click()
    assert _given(editor, "Channel", "Shared text") is None
    assert "“Channel” must be chosen." in _texts(panel)
    slot.choose.click()
    menu = slot.findChildren(QMenu)[0]
    offered = {action.text(): action for action in menu.actions()}
    assert "Best-effort channel" not in offered
    slot._try_drop(_reference_for_slot(editor, catalogue))
    argument = _given(editor, "Channel", "Shared text")
    assert isinstance(argument, refs.ReferenceArgument)
    assert slot._title.text() == "Everyone sees the same, and it is kept"
    assert "must be chosen" not in _texts(panel)


def _reference_for_slot(editor: Editor, catalogue: Catalogue) -> refs.Reference:
    channel = argument_of(default_object(catalogue, "Shared text"), "Channel")
    assert isinstance(channel, refs.ReferenceArgument)
    return channel.reference


def _drop(slot: SlotEditor, data: QMimeData) -> str:
    """Drag and drop data on the slot; returns the text shown meanwhile."""
    keys = Qt.KeyboardModifier.NoModifier
    place, action, button = QPoint(5, 5), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    slot.dragEnterEvent(QDragEnterEvent(place, action, data, button, keys))
    said = slot._line.text()
    slot.dropEvent(QDropEvent(place, action, data, button, keys))
    return said


def test_what_does_not_fit_a_slot_is_refused_with_the_reason(
    panel: InspectorPanel, editor: Editor, catalogue: Catalogue
) -> None:
    panel.show([("Shared text",)])
    field = _field(panel, "Channel")
    assert isinstance(field.editor, SlotEditor)
    before = editor.document
    said = _drop(field.editor, mime_data(refs.Document(default_object(catalogue, "Shared counter"))))
    assert editor.document is before
    assert field.complaint == said
    assert "channel" in said
    assert "endpoint" not in said
    good = mime_data(refs.Document(_reference_for_slot(editor, catalogue)))
    assert _drop(field.editor, good) == "Drop it here"
    assert editor.document is not before
    assert field.complaint == ""


@pytest.mark.parametrize("text", ["no object", "<liveobject", "<!DOCTYPE x><x/>"])
def test_rubbish_dropped_on_a_slot_changes_nothing(panel: InspectorPanel, editor: Editor, text: str) -> None:
    panel.show([("Shared text",)])
    slot = _field(panel, "Channel").editor
    assert isinstance(slot, SlotEditor)
    data = QMimeData()
    data.setText(text)
    before = editor.document
    _drop(slot, data)
    assert editor.document is before


def test_types_are_picked_in_everyday_words_or_written(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Durable channel",)])
    field = _field(panel, "T")
    _write(field, "{x: int}")
    assert _given(editor, "T", "Durable channel") == refs.TypeArgument("{x: int}")
    _write(field, "whole number")
    assert _given(editor, "T", "Durable channel") == refs.TypeArgument("int")
    _write(field, "list[")
    assert "This is no type" in field.complaint
    assert _given(editor, "T", "Durable channel") != refs.TypeArgument("list[")
    _write(field, "object{}")
    assert "type of values" in field.complaint


def test_renaming(qtbot: QtBot, panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Invitation",)])
    assert panel.block_page is not None
    panel.block_page.name.selectAll()
    QTest.keyClicks(panel.block_page.name, "Party")
    with qtbot.waitSignal(panel.jump) as told:
        QTest.keyClick(panel.block_page.name, Qt.Key.Key_Return)
    assert told.args == [("Party",)]
    assert reference_at(editor.document, ("Party",)) is not None
    panel.block_page.name.selectAll()
    QTest.keyClicks(panel.block_page.name, "Shared text")
    QTest.keyClick(panel.block_page.name, Qt.Key.Key_Return)
    assert "Shared text" in panel.block_page._name_complaint.text()
    assert reference_at(editor.document, ("Party",)) is not None


def test_ports_say_where_they_lead_and_show_their_formal_type_on_demand(
    qtbot: QtBot, panel: InspectorPanel, editor: Editor, catalogue: Catalogue
) -> None:
    editor.do(AddBlock((), "A", default_object(catalogue, "Loss recovery"), 0, 200))
    editor.do(AddBlock((), "B", default_object(catalogue, "Best-effort channel"), 200, 200))
    panel.show([("A",)])
    assert "Must be connected" in _texts(panel)
    editor.do(Connect((), refs.EndpointPath("A", "UnreliableChannel"), refs.EndpointPath("B", "channel")))
    assert "Must be connected" not in _texts(panel)
    rows = {row._port.name: row for row in panel.findChildren(PortRow) if row.isVisibleTo(panel)}
    row = rows["UnreliableChannel"]
    link = next(b for b in row.findChildren(QWidget) if b.accessibleName() == "Go to B")
    with qtbot.waitSignal(panel.jump) as told:
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert told.args == [("B",)]
    row.fold.click()
    assert row.details is not None
    assert "Takes" in _texts(row)
    assert "endpoint{" not in _texts(row)
    formal = row.details.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    formal.link.click()  # type: ignore[attr-defined]  # the only widget of its class here
    assert "endpoint{" in _texts(row).replace("\u200b", "")


def test_the_sheet_is_shown_when_nothing_is_selected(
    panel: InspectorPanel, editor: Editor, catalogue: Catalogue
) -> None:
    panel.show([])
    page = panel.sheet_page
    page.title.setFocus()
    QTest.keyClicks(page.title, "Plan")
    page.description.setPlainText("What we do")
    assert (editor.document.title, editor.document.description) == ("Plan", "What we do")
    editor.undo()
    assert editor.document.title == ""
    assert page.title.text() == ""
    assert "3 blocks · 0 wires" in _texts(page)
    editor.do(ExportEndpoint((), refs.EndpointPath("Shared text", "text"), "note"))
    assert "note" in _texts(page)
    page.export_removed.emit("note")
    assert "note  ←" not in _texts(page)


def test_what_is_gone_is_no_longer_shown(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Invitation",)])
    editor.do(RemoveParts((), ("Invitation",)))
    assert not panel.findChildren(BlockPage)[0].isVisibleTo(panel)
    editor.undo()
    assert panel.findChildren(BlockPage)[-1].isVisibleTo(panel)
    panel.show([("Invitation",), ("Shared text",)])
    assert "2 things are selected" in _texts(panel)


def test_problems_are_said_in_words(panel: InspectorPanel, editor: Editor, catalogue: Catalogue) -> None:
    panel.show([("Invitation",)])
    panel._show_problems(tuple(refs.Checker(catalogue).check(editor.document)))
    texts = _texts(panel)
    assert "Before it can go live" in texts
    assert "“Invited” must be chosen." in texts
    assert "template" not in texts


def test_a_parameter_is_shown_outside_and_back(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Durable channel",)])
    _write(_field(panel, "group"), "team")
    _field(panel, "group").exposed.emit()
    dialog = panel.findChildren(ExposeParameterDialog)[0]
    dialog.name.setText("")
    assert not dialog.do_it.isEnabled()
    dialog.name.setText("who")
    dialog.do_it.click()
    template = editor.document.reference
    assert isinstance(template, refs.Template)
    (declared,) = template.parameters
    assert isinstance(declared, refs.ParameterDeclaration)
    assert (declared.name, declared.type, declared.default) == ("who", "text", refs.ValueArgument("team"))
    block = reference_at(editor.document, ("@body", "Durable channel"))
    assert argument_of(block, "group") == refs.ParameterUse("who")
    panel.show([("@body", "Durable channel")])
    assert "Chosen outside of the page, as who" in _texts(panel)
    panel.show([])
    panel.sheet_page.parameter_removed.emit("who")
    assert not isinstance(editor.document.reference, refs.Template)
    assert _given(editor, "group", "Durable channel") == "team"


def test_a_single_object_in_a_file_has_the_same_page(qtbot: QtBot, catalogue: Catalogue, theme: Theme) -> None:
    editor = Editor(refs.Document(default_object(catalogue, "Durable channel"), "Mine"), catalogue)
    panel = InspectorPanel(editor, catalogue, theme)
    qtbot.addWidget(panel)
    panel.show([()])
    assert panel.block_page is not None
    field = panel.block_page.fields.field_of((), "group")
    assert field is not None
    _write(field, "x")
    assert isinstance(editor.document.reference, refs.Parameterized)
    assert _given(editor, "group") == "x"
    editor.close()


def test_a_read_only_sheet_cannot_be_typed_into(panel: InspectorPanel, editor: Editor) -> None:
    editor.read_only = "somebody else has it open"
    panel.show([("Durable channel",)])
    assert panel.block_page is not None
    assert not panel.block_page.isEnabled()


def test_everything_that_takes_the_keyboard_has_a_name(panel: InspectorPanel) -> None:
    for block in ("Shared text", "Durable channel", "Invitation"):
        panel.show([(block,)])
        assert panel.block_page is not None
        for widget in panel.block_page.findChildren(QWidget):
            takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(panel)
            inner = isinstance(widget, QLineEdit) and not isinstance(widget.parent(), QWidget)
            if takes and not inner:
                named = widget.accessibleName() or getattr(widget, "text", str)()
                parent = widget.parentWidget()
                assert named or (parent is not None and parent.accessibleName()), (block, widget)


def test_no_page_is_wider_than_the_narrowest_panel(panel: InspectorPanel, editor: Editor, catalogue: Catalogue) -> None:
    for entry in entries(catalogue):
        editor.do(AddBlock((), f"The {entry.title}", entry.make().reference, 0, 0))
        panel.show([(f"The {entry.title}",)])
        assert panel.block_page is not None
        assert panel.block_page.minimumSizeHint().width() <= panel.minimumWidth() - 16, entry.title
        editor.undo()  # with many blocks on the sheet, each edit takes longer


def test_another_edit_of_the_same_parameter_is_shown(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Durable channel",)])
    field = _field(panel, "group")
    editor.do(SetArgument(("Durable channel",), "group", refs.ValueArgument("from elsewhere")))
    assert field.editor.findChildren(QLineEdit)[0].text() == "from elsewhere"
    assert panel.block_page is not None
    assert _field(panel, "group") is field


def test_names_from_files_stay_text(panel: InspectorPanel, editor: Editor, catalogue: Catalogue) -> None:
    evil = "<b>Bold</b> & <img src=x>"
    editor.do(AddBlock((), evil, default_object(catalogue, "Best-effort channel"), 0, 300))
    editor.do(AddBlock((), "A", default_object(catalogue, "Loss recovery"), 0, 400))
    editor.do(Connect((), refs.EndpointPath("A", "UnreliableChannel"), refs.EndpointPath(evil, "channel")))
    editor.do(ExportEndpoint((), refs.EndpointPath("A", "ReliableChannel"), "<i>out</i>"))
    for paths in ([("A",)], [(evil,)], []):
        panel.show(paths)
        assert panel.grab().width()
        for widget in panel.findChildren(QWidget):
            if isinstance(widget, QLabel):
                assert widget.textFormat() is Qt.TextFormat.PlainText or "<" not in widget.text()
            assert "<b>" not in widget.toolTip()
            assert "<i>" not in widget.toolTip()
    panel.show([("A",)])
    links = [b for b in panel.findChildren(QPushButton) if "Bold" in b.text()]
    assert links
    assert all("&&" in link.text() for link in links)


def test_a_slot_takes_what_is_on_the_clipboard(panel: InspectorPanel, editor: Editor, catalogue: Catalogue) -> None:
    panel.show([("Shared text",)])
    field = _field(panel, "Channel")
    slot = field.editor
    assert isinstance(slot, SlotEditor)
    QTest.keyClick(slot, Qt.Key.Key_Delete)
    assert _given(editor, "Channel", "Shared text") is None
    QGuiApplication.clipboard().setText("nothing of the kind")
    QTest.keyClick(slot, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert "copy one first" in field.complaint
    QGuiApplication.clipboard().setMimeData(mime_data(refs.Document(_reference_for_slot(editor, catalogue))))
    QTest.keyClick(slot, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert isinstance(_given(editor, "Channel", "Shared text"), refs.ReferenceArgument)


def test_arguments_that_no_parameter_asks_for_are_shown_and_can_be_taken_away(
    panel: InspectorPanel, editor: Editor, catalogue: Catalogue
) -> None:
    where = ("Durable channel",)
    given: dict[str, refs.Argument] = {
        "a": refs.ValueArgument(3),
        "b": refs.TypeArgument("text"),
        "c": refs.ReferenceArgument(default_object(catalogue, "Shared counter")),
    }
    for name, argument in given.items():
        editor.do(SetArgument(where, name, argument))
    panel.show([where])
    for name in given:
        field = _field(panel, name)
        assert _given(editor, name, *where) is not None
        field._reset.trigger()
        assert _given(editor, name, *where) is None


def test_an_object_of_an_open_kind_is_declared_as_any_object(panel: InspectorPanel, editor: Editor) -> None:
    panel.show([("Invitation",)])
    _field(panel, "Invited").exposed.emit()
    dialog = panel.findChildren(ExposeParameterDialog)[0]
    assert dialog.declaration().type == "Object"
    dialog.do_it.click()
    assert isinstance(editor.document.reference, refs.Template)
