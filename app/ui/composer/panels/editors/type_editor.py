# SPDX-License-Identifier: BSD-3-Clause
"""The editor of a type: common names to choose from, or the notation."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter

from app.runtime.references import Argument, TypeArgument
from app.runtime.types import Type, TypeModelError, TypeSyntaxError, parse_type
from app.ui.composer.panels.editors.argument_editor import ArgumentEditor
from app.ui.composer.panels.editors.choice import WriteOrPickBox
from app.ui.composer.panels.editors.value_editor import EditorContext
from app.ui.composer.panels.widgets import restyle

_MOST_NAMES = 60


class TypeEditor(ArgumentEditor):
    """Chooses or parses a type of one sort: value, port or object."""

    def __init__(self, kit: EditorContext, sort: str) -> None:
        super().__init__()
        self._kit = kit
        self._sort = sort
        self.field = WriteOrPickBox()
        if sort == "value_type":
            for text, label in self._everyday().items():
                self.field.addItem(label, text)
        for name in self._names_of_sort():
            self.field.addItem(name, name)
        self.field.setCurrentIndex(-1)
        self.field.line.setPlaceholderText(self.tr("Pick or write a type"))
        self._complete()
        self.field.activated.connect(self._pick)
        self.field.line.textEdited.connect(lambda text: self._read(text, in_progress=True))
        self._fill(self.field)

    def _show(self, argument: Argument | None) -> None:
        text = argument.text if isinstance(argument, TypeArgument) else ""
        if self._meaning(self.field.currentText()) == text:
            return
        row = self.field.findData(text)
        self.field.setCurrentIndex(row)
        if row < 0:
            self.field.setEditText(text)
        self.field.line.setCursorPosition(0)
        restyle(self.field, "wrong", False)

    def _pick(self, row: int) -> None:
        self._read(str(self.field.itemData(row)), in_progress=False)

    def _read(self, text: str, *, in_progress: bool) -> None:
        meant = self._meaning(text)
        wrong = self._wrong_with(meant)
        restyle(self.field, "wrong", bool(wrong))
        if wrong:
            self._complain(wrong)
        else:
            self._emit_edited(TypeArgument(meant), in_progress=in_progress)

    def _meaning(self, text: str) -> str:
        """The type notation of the text or of a common name."""
        row = self.field.findText(text.strip(), Qt.MatchFlag.MatchFixedString)
        return str(self.field.itemData(row)) if row >= 0 else " ".join(text.split())

    def _wrong_with(self, text: str) -> str:
        if not text:
            return self.tr("Pick a type from the list, or write one.")
        try:
            found: Type = parse_type(text, self._kit.catalogue.names)
        except (TypeSyntaxError, TypeModelError) as error:
            return self.tr("This is no type: {why}").format(why=error)
        if found.sort == self._sort:
            return ""
        return {
            "value_type": self.tr("A type of values is needed here, such as text or int."),
            "endpoint_type": self.tr("A kind of connection is needed here."),
        }.get(self._sort, self.tr("A type of objects is needed here."))

    def _everyday(self) -> dict[str, str]:
        """Common types by everyday name."""
        return {
            "text": self.tr("Text"),
            "int": self.tr("Whole number"),
            "float": self.tr("Number"),
            "bool": self.tr("Yes or no"),
            "timestamp": self.tr("Date and time"),
            "list[text]": self.tr("List of texts"),
            "list[float]": self.tr("List of numbers"),
            "bytes": self.tr("Raw data"),
            "anything": self.tr("Anything"),
        }

    def _names_of_sort(self) -> list[str]:
        """Named types without parameters."""
        names = self._kit.catalogue.names
        found = [named.name for named in names if not named.parameters and named.type.sort == self._sort]
        return sorted(found)[:_MOST_NAMES]

    def _complete(self) -> None:
        completer = QCompleter(self.field.model(), self.field)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.field.setCompleter(completer)
