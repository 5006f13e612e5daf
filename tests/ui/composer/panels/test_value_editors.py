# SPDX-License-Identifier: BSD-3-Clause
"""Every kind of value has an editor that shows it, changes it, and refuses nonsense without losing it."""

import math
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from PySide6.QtCore import QLocale, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.runtime.references import ListValue, MapValue, RecordValue, Value
from app.runtime.references.values import typed
from app.runtime.types import parse_value_type
from app.ui.composer.panels.editors import EditorContext, ValueEditor, start_value, value_editor
from app.ui.composer.panels.editors.address import AddressEditor
from app.ui.composer.panels.editors.choice import ChoiceEditor, YesNoEditor
from app.ui.composer.panels.editors.collection import ListEditor, MapEditor, RecordEditor
from app.ui.composer.panels.editors.colour import ColourEditor
from app.ui.composer.panels.editors.date_time import DateTimeEditor
from app.ui.composer.panels.editors.key import KeyEditor
from app.ui.composer.panels.editors.number import NumberEditor
from app.ui.composer.panels.editors.options import OptionsEditor
from app.ui.composer.panels.editors.path import PathEditor
from app.ui.composer.panels.editors.plain_text import IdentifierEditor, NotationEditor, RawDataEditor
from app.ui.composer.panels.editors.text import LinesEditor, SecretEditor, TextEditor

_MOMENT = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
_KINDS: list[tuple[str, tuple[tuple[str, str], ...], type[ValueEditor], Value]] = [
    ("text", (), TextEditor, "hello"),
    ("text", (("editor", "lines"),), LinesEditor, "two\nlines"),
    ("text", (("editor", "secret"),), SecretEditor, "hush"),
    ("text", (("choice", "any"), ("choice", "all")), ChoiceEditor, "all"),
    ("text", (("editor", "colour"),), ColourEditor, "#3457d5"),
    ("text", (("editor", "file"),), PathEditor, "/a/b"),
    ("text", (("editor", "directory"),), PathEditor, "/a"),
    ("text", (("editor", "key"),), KeyEditor, "ab" * 32),
    ("text", (("editor", "address"),), AddressEditor, "auto"),
    ("text", (("editor", "from the future"),), TextEditor, "hello"),
    ("int", (("range", "1..64"),), NumberEditor, 12),
    ("float", (("unit", "s"),), NumberEditor, 1.5),
    ("bool", (), YesNoEditor, True),
    ("timestamp", (), DateTimeEditor, _MOMENT),
    ("uuid", (), IdentifierEditor, UUID(int=5)),
    ("bytes", (), RawDataEditor, b"abc"),
    ("timestamp | null", (), OptionsEditor, None),
    ("int | text | null", (), OptionsEditor, "x"),
    ("list[text]", (), ListEditor, ListValue(("a", "b"))),
    ("map[text, int]", (), MapEditor, MapValue((("a", 1),))),
    ("{name: text, age?: int}", (), RecordEditor, RecordValue((("name", "Zoe"),))),
    ("anything", (), NotationEditor, ListValue((1, "x"))),
]


class Made:
    """An editor and its emitted values."""

    def __init__(self, qtbot: QtBot, kit: EditorContext, text: str, *hints: tuple[str, str]) -> None:
        self.type = parse_value_type(text)
        self.editor = value_editor(kit, self.type, hints)
        qtbot.addWidget(self.editor)
        self.values: list[Value] = []
        self.in_progress: list[bool] = []
        self.complaints: list[str] = []
        self.editor.edited.connect(self._receive)
        self.editor.complained.connect(self.complaints.append)

    def _receive(self, value: Value, in_progress: bool) -> None:
        self.values.append(value)
        self.in_progress.append(in_progress)

    def write(self, text: str) -> None:
        """Type over whatever the first field says."""
        field = self.editor.findChildren(QLineEdit)[0]
        field.selectAll()
        QTest.keyClicks(field, text) if text else QTest.keyClick(field, Qt.Key.Key_Delete)


@pytest.mark.parametrize(("text", "hints", "expected", "value"), _KINDS)
def test_each_kind_has_its_editor_and_showing_is_silent(
    qtbot: QtBot,
    kit: EditorContext,
    text: str,
    hints: tuple[tuple[str, str], ...],
    expected: type[ValueEditor],
    value: Value,
) -> None:
    made = Made(qtbot, kit, text, *hints)
    assert type(made.editor) is expected
    made.editor.show_value(value)
    made.editor.show_value(value)
    made.editor.show_value(start_value(made.type))
    made.editor.show_value(None)
    assert made.values == []
    assert made.complaints == []


def test_typing_is_told_letter_by_letter_as_one_gesture(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "text")
    made.write("abc")
    assert made.values == ["a", "ab", "abc"]
    assert all(made.in_progress)


@pytest.mark.parametrize("bad", ["", "x", "12.5", "1e400", "--1"])
def test_what_is_no_whole_number_is_said_and_stays(qtbot: QtBot, kit: EditorContext, bad: str) -> None:
    made = Made(qtbot, kit, "int")
    made.editor.show_value(7)
    made.write(bad)
    assert made.complaints[-1]
    assert made.editor.findChildren(QLineEdit)[0].text() == bad
    made.write("8")
    assert made.values[-1] == 8
    assert made.complaints[-1] == ""


def test_a_number_stays_within_its_range(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "int", ("range", "1..64"))
    made.editor.show_value(63)
    assert isinstance(made.editor, NumberEditor)
    made.editor.field.stepBy(5)
    assert made.values == [64]
    made.write("65")
    assert made.complaints[-1] == "This must be between 1 and 64."
    assert made.values[-1] == 6  # on the way to 65 it was 6, which is fine
    assert made.editor.slider is not None
    made.editor.slider.setValue(9)
    assert made.values[-1] == 10
    assert made.complaints[-1] == ""


def test_numbers_of_64_bits_and_fine_fractions_are_exact(qtbot: QtBot, kit: EditorContext) -> None:
    whole = Made(qtbot, kit, "int")
    whole.write(str(2**63 - 1))
    assert whole.values[-1] == 2**63 - 1
    whole.write("9" * 21)
    assert "between" in whole.complaints[-1]
    fraction = Made(qtbot, kit, "float")
    fraction.editor.show_value(0.1 + 0.2)
    assert fraction.editor.findChildren(QLineEdit)[0].text() == "0.30000000000000004"
    fraction.editor.show_value(math.inf)
    assert fraction.editor.findChildren(QLineEdit)[0].text() == "∞"


def test_numbers_are_written_as_the_country_does(qtbot: QtBot, kit: EditorContext) -> None:
    QLocale.setDefault(QLocale("de"))
    made = Made(qtbot, kit, "float")
    made.editor.show_value(2.5)
    assert made.editor.findChildren(QLineEdit)[0].text() == "2,5"
    made.write("3,75")
    assert made.values[-1] == 3.75
    made.write("3.5")
    assert made.values[-1] == 3.5


def test_a_float_stays_a_float(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "float", ("range", "0..10"))
    made.write("3")
    assert isinstance(made.values[-1], float)
    assert isinstance(made.editor, NumberEditor)
    made.editor.field.stepBy(1)
    assert typed(made.values[-1]) == typed(3.1)


def test_yes_and_no(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "bool", ("label", "Renew it; again and again"))
    assert isinstance(made.editor, YesNoEditor)
    assert made.editor.label.text() == "Renew it"
    made.editor.field.click()
    QTest.mouseClick(made.editor.label, Qt.MouseButton.LeftButton)
    assert made.values == [True, False]


def test_an_unknown_choice_is_kept_until_one_picks(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "text", ("choice", "any"), ("choice", "all"))
    made.editor.show_value("most")
    assert isinstance(made.editor, ChoiceEditor)
    assert "most" in made.editor.field.currentText()
    QTest.keyClick(made.editor.field, Qt.Key.Key_Up)
    assert made.values == ["all"]
    made.editor.show_value("all")
    assert made.editor.field.count() == 2


def test_colours(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "text", ("editor", "colour"))
    made.write("#12345z")
    assert "hexadecimal" in made.complaints[-1]
    made.write("#A0B0C0")
    assert made.values[-1] == "#a0b0c0"
    assert isinstance(made.editor, ColourEditor)
    made.editor._take(QColor("#010203"))
    assert made.values[-1] == "#010203"
    assert made.in_progress[-1] is False


def test_a_file_can_be_dropped(qtbot: QtBot, kit: EditorContext, tmp_path: Path) -> None:
    made = Made(qtbot, kit, "text", ("editor", "file"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "picture.png"))])
    assert isinstance(made.editor, PathEditor)
    made.editor.field.dropEvent(
        QDropEvent(
            QPoint(1, 1), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
    )
    assert made.values == [str(tmp_path / "picture.png")]


def test_keys_are_made_shown_short_and_copied_whole(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "text", ("editor", "key"))
    assert isinstance(made.editor, KeyEditor)
    made.editor.make.click()
    made.editor.make.click()
    first, second = made.values
    assert isinstance(first, str)
    assert isinstance(second, str)
    assert first != second
    assert len(bytes.fromhex(second)) == 32
    assert len(made.editor.field.text()) < 20
    made.editor.copy.click()
    assert QGuiApplication.clipboard().text() == second
    made.editor.show_value("tutorial")
    assert made.editor.field.text() == "tutorial"


def test_networks_are_named_in_words_and_any_other_can_be_written(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "text", ("editor", "address"))
    made.editor.show_value("lo")
    assert isinstance(made.editor, AddressEditor)
    assert made.editor.field.currentText() == "Only me"
    QTest.keyClick(made.editor.field, Qt.Key.Key_Down)
    assert made.values == ["auto"]
    made.write("eth7")
    assert made.values[-1] == "eth7"
    made.editor.show_value("eth7")
    assert made.editor.field.currentText() == "eth7"


def test_identifiers_and_raw_data(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "uuid")
    made.write("12")
    assert "32 hexadecimal digits" in made.complaints[-1]
    made.write(str(UUID(int=7)))
    assert made.values == [UUID(int=7)]
    raw = Made(qtbot, kit, "bytes")
    raw.write("0g")
    assert raw.complaints[-1]
    raw.write("00 ff")
    assert raw.values[-1] == b"\x00\xff"


def test_raw_data_too_long_to_show_cannot_be_cut_by_typing(qtbot: QtBot, kit: EditorContext, tmp_path: Path) -> None:
    made = Made(qtbot, kit, "bytes")
    file = tmp_path / "data"
    file.write_bytes(bytes(1000))
    assert isinstance(made.editor, RawDataEditor)
    made.editor._load(str(file))
    assert made.values == [bytes(1000)]
    made.write("00")
    assert made.values == [bytes(1000)]
    file.write_bytes(bytes(1_000_001))
    made.editor._load(str(file))
    made.editor._load(str(tmp_path / "absent"))
    assert "larger than 1 MB" in made.complaints[-2]
    assert "cannot be read" in made.complaints[-1]


def test_what_may_be_absent_can_be_set_and_unset(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "timestamp | null")
    made.editor.show_value(None)
    assert isinstance(made.editor, OptionsEditor)
    assert made.editor.field.currentText() == "Not set"
    QTest.keyClick(made.editor.field, Qt.Key.Key_Down)
    assert isinstance(made.values[-1], datetime)
    QTest.keyClick(made.editor.field, Qt.Key.Key_Up)
    assert made.values[-1] is None


def test_one_of_several_kinds_keeps_true_and_1_apart(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "bool | int | text")
    assert isinstance(made.editor, OptionsEditor)
    for value, words in ((True, "Yes or no"), (1, "A whole number"), ("1", "Text")):
        made.editor.show_value(value)
        assert made.editor.field.currentText() == words


def test_items_of_a_list_are_added_moved_changed_and_removed(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "list[text]")
    made.editor.show_value(ListValue(("a", "b")))
    assert isinstance(made.editor, ListEditor)
    made.editor.add_button.click()
    assert made.values[-1] == ListValue(("a", "b", ""))
    made.editor._rows[2].moved.emit(-1)
    assert made.values[-1] == ListValue(("a", "", "b"))
    QTest.keyClicks(made.editor._rows[1].findChildren(QLineEdit)[0], "c")
    assert made.values[-1] == ListValue(("a", "c", "b"))
    made.editor._rows[0].removed.emit()
    assert made.values[-1] == ListValue(("c", "b"))
    assert made.in_progress == [False, False, True, False]


def test_two_equal_keys_of_a_map_are_refused_until_one_changes(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "map[text, int]")
    made.editor.show_value(MapValue((("a", 1),)))
    assert isinstance(made.editor, MapEditor)
    made.editor.add_button.click()
    field = made.editor._rows[1].editors[0].findChildren(QLineEdit)[0]
    QTest.keyClicks(field, "a")
    assert "same key" in made.complaints[-1]
    QTest.keyClicks(field, "b")
    assert made.values[-1] == MapValue((("a", 1), ("ab", 0)))
    assert made.complaints[-1] == ""


def test_a_record_keeps_what_its_type_does_not_name(qtbot: QtBot, kit: EditorContext) -> None:
    made = Made(qtbot, kit, "{name: text, ...}")
    made.editor.show_value(RecordValue((("name", "Zoe"), ("more", 1))))
    made.write("Ann")
    assert made.values[-1] == RecordValue((("name", "Ann"), ("more", 1)))


@pytest.mark.parametrize("bad", ["[1", "{1", "words", '"', "bytes(1)", "[" * 200])
def test_notation_that_cannot_be_read_is_said(qtbot: QtBot, kit: EditorContext, bad: str) -> None:
    made = Made(qtbot, kit, "anything")
    made.write(bad)
    assert made.complaints[-1]
    made.write('{"a": [1, true]}')
    assert made.values[-1] == MapValue((("a", ListValue((1, True))),))
