# SPDX-License-Identifier: BSD-3-Clause
"""Editors of values with a text notation: identifiers, raw data, and others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

from PySide6.QtWidgets import QFileDialog, QLineEdit

from app.runtime.references import ListValue, MapValue, Value, plain
from app.runtime.types import TypeModelError, TypeSyntaxError
from app.runtime.types.literals import literal_text, read_literal
from app.runtime.types.tokens import Tokens
from app.ui.composer.panels.editors.value_editor import EditorContext, ValueEditor
from app.ui.composer.panels.widgets import restyle, tool_button

_MOST_BYTES = 1_000_000
_SHOWN_BYTES = 64


class WrittenEditor(ValueEditor):
    """A line edit with a parser; invalid text stays, with the error below."""

    def __init__(self, read: Callable[[str], Value], written: Callable[[Value], str], wrong: str) -> None:
        super().__init__()
        self._read_text = read
        self._written = written
        self._wrong = wrong
        self.field = QLineEdit()
        self.field.textEdited.connect(self._take)
        self._lay_out_row(self.field)

    def _show(self, value: Value) -> None:
        text = self._written(value)
        if not self.field.hasFocus() or not self._means(value):
            if self.field.text() != text:
                self.field.setText(text)
            restyle(self.field, "wrong", False)

    def _means(self, value: Value) -> bool:
        """Whether the text already means this value."""
        try:
            return self._read_text(self.field.text()) == value
        except ValueError:
            return False

    def _take(self, text: str) -> None:
        try:
            value = self._read_text(text)
        except ValueError as error:
            restyle(self.field, "wrong", True)
            self._complain(str(error) if not self._wrong else self._wrong)
            return
        restyle(self.field, "wrong", False)
        self._emit_edited(value, in_progress=True)


class IdentifierEditor(WrittenEditor):
    """A UUID, which can be generated."""

    def __init__(self, kit: EditorContext) -> None:
        super().__init__(
            lambda text: UUID(text.strip()), lambda value: str(value) if isinstance(value, UUID) else "", ""
        )
        self._wrong = self.tr("An identifier has 32 hexadecimal digits.")
        make = tool_button(kit.theme, "make", self.tr("Make a new one at random"))
        make.clicked.connect(self._make)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(make)

    def _make(self) -> None:
        made = uuid4()
        self.show_value(made)
        self._emit_edited(made)


class RawDataEditor(WrittenEditor):
    """Bytes in hexadecimal or from a file."""

    def __init__(self, kit: EditorContext) -> None:
        super().__init__(bytes.fromhex, _hexadecimal, "")
        self._wrong = self.tr("Raw data is written in pairs of hexadecimal digits.")
        browse = tool_button(kit.theme, "open", self.tr("Take the content of a file…"))
        browse.clicked.connect(self._choose)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(browse)

    def _show(self, value: Value) -> None:
        super()._show(value)
        # Data too long to show is read-only, because editing would lose a part of it.
        self.field.setReadOnly(isinstance(value, bytes) and len(value) > _SHOWN_BYTES)

    def _choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Take the content of a file…"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._load)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _load(self, name: str) -> None:
        try:
            with Path(name).open("rb") as file:
                content = file.read(_MOST_BYTES + 1)
        except OSError as error:
            self._complain(self.tr("The file cannot be read: {why}").format(why=error.strerror))
            return
        if len(content) > _MOST_BYTES:
            self._complain(self.tr("The file is larger than 1 MB, which a page should not carry."))
            return
        self.show_value(content)
        self._emit_edited(content)


class NotationEditor(WrittenEditor):
    """Any value in the notation of types, for types without their own editor."""

    def __init__(self) -> None:
        super().__init__(_read_literal, lambda value: literal_text(plain(value)), "")
        self.field.setPlaceholderText(self.tr('such as 12, "words" or [1, 2]'))


def _hexadecimal(value: Value) -> str:
    if not isinstance(value, bytes):
        return ""
    return value.hex(" ") if len(value) <= _SHOWN_BYTES else f"{value[:16].hex(' ')} … ({len(value)} bytes)"


def _read_literal(text: str) -> Value:
    try:
        tokens = Tokens(text)
        value = read_literal(tokens)
        if tokens.next.kind != "end":
            tokens.refuse("the end")
    except (TypeSyntaxError, TypeModelError) as error:
        raise ValueError(str(error)) from None
    return frozen(value)


def frozen(value: object) -> Value:
    """Convert lists and dictionaries to the values of references."""
    if isinstance(value, list | tuple):
        return ListValue(tuple(frozen(item) for item in value))
    if isinstance(value, dict):
        return MapValue(tuple((frozen(key), frozen(item)) for key, item in value.items()))
    return value  # type: ignore[return-value]  # the reader returns only values
