# SPDX-License-Identifier: BSD-3-Clause
"""Chooses the editor of a parameter by type and hints."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from uuid import UUID, uuid4

from PySide6.QtCore import QCoreApplication

from app.runtime.references import ListValue, MapValue, RecordValue, Value
from app.runtime.types import Anything, ListOf, MapOf, Record, Scalar, Type, Union, describe_type
from app.ui.composer.panels.editors.address import AddressEditor
from app.ui.composer.panels.editors.choice import ChoiceEditor, YesNoEditor
from app.ui.composer.panels.editors.collection import ListEditor, MapEditor, RecordEditor
from app.ui.composer.panels.editors.colour import ColourEditor
from app.ui.composer.panels.editors.date_time import DateTimeEditor
from app.ui.composer.panels.editors.key import KeyEditor
from app.ui.composer.panels.editors.number import Bounds, NumberEditor
from app.ui.composer.panels.editors.options import Option, OptionsEditor
from app.ui.composer.panels.editors.path import PathEditor
from app.ui.composer.panels.editors.plain_text import IdentifierEditor, NotationEditor, RawDataEditor
from app.ui.composer.panels.editors.text import LinesEditor, SecretEditor, TextEditor
from app.ui.composer.panels.editors.value_editor import EditorContext, ValueEditor
from app.ui.translations import CONTEXT, translated

Hints = Iterable[tuple[str, object]]
_DEEPEST = 3
"""Values nested deeper are edited as text."""


def value_editor(kit: EditorContext, wanted: Type | None, hints: Hints = (), level: int = 0) -> ValueEditor:
    """The editor for values of a type."""
    hints = tuple(hints)
    if level > _DEEPEST:
        return NotationEditor()
    match wanted:
        case Scalar():
            return _scalar_editor(kit, wanted.kind, _Hints(hints))
        case ListOf():
            item = wanted.item
            make = partial(value_editor, kit, item, hints, level + 1)
            return ListEditor(kit, make, partial(start_value, item))
        case MapOf():
            parts = (wanted.key, wanted.value)
            editors = [partial(value_editor, kit, part, (), level + 1) for part in parts]
            return MapEditor(kit, editors, [partial(start_value, part) for part in parts])
        case Record():
            fields = [(field.name, value_editor(kit, field.type, (), level + 1)) for field in wanted.fields]
            return RecordEditor(fields)
        case Union() if wanted.options:
            return OptionsEditor([_option(kit, option, hints, level + 1) for option in _sorted(wanted)])
    return NotationEditor()


def start_value(wanted: Type | None) -> Value:
    """The initial value of a new item of a type."""
    match wanted:
        case Scalar():
            return _start_scalar(wanted.kind)
        case ListOf():
            return ListValue()
        case MapOf():
            return MapValue()
        case Record():
            must = [field for field in wanted.fields if not field.optional]
            return RecordValue(tuple((field.name, start_value(field.type)) for field in must))
        case Union() if wanted.options:
            return start_value(_sorted(wanted)[0])
    return ""


def is_of(value: Value, wanted: Type) -> bool:
    """Whether a value is of this type, as far as needed to choose an editor."""
    match wanted:
        case Scalar():
            right = isinstance(value, _PYTHON[wanted.kind])
            return right and isinstance(value, bool) == (wanted.kind == "bool")  # bool is an int in Python
        case ListOf():
            return isinstance(value, ListValue)
        case MapOf():
            return isinstance(value, MapValue)
        case Record():
            names = {name for name, _ in value.fields} if isinstance(value, RecordValue) else set()
            must = {field.name for field in wanted.fields if not field.optional}
            return isinstance(value, RecordValue) and must <= names
    return isinstance(wanted, Anything)


class _Hints:
    """Hints by name; names may repeat."""

    def __init__(self, hints: Hints) -> None:
        self._pairs = [(name, str(text)) for name, text in hints]

    def all(self, name: str) -> list[str]:
        return [text for key, text in self._pairs if key == name]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    def bounds(self, *, whole: bool) -> Bounds:
        """The range, step and unit; invalid hints are ignored."""
        low, _, high = self.first("range").partition("..")
        step = _number(self.first("step"), math.nan)
        return Bounds(
            whole, _number(low, -math.inf), _number(high, math.inf), step if step > 0 else None, self.first("unit")
        )


def _scalar_editor(kit: EditorContext, kind: str, hints: _Hints) -> ValueEditor:
    if kind in ("int", "float"):
        return NumberEditor(hints.bounds(whole=kind == "int"))
    if kind == "text":
        return _text_editor(kit, hints)
    if kind == "bool":
        return YesNoEditor(translated(hints.first("label").partition(";")[0]))
    if kind == "timestamp":
        return DateTimeEditor()
    if kind == "uuid":
        return IdentifierEditor(kit)
    return RawDataEditor(kit) if kind == "bytes" else NotationEditor()


def _text_editor(kit: EditorContext, hints: _Hints) -> ValueEditor:
    if hints.all("choice"):
        return ChoiceEditor(hints.all("choice"))
    make: dict[str, Callable[[], ValueEditor]] = {
        "colour": ColourEditor,
        "file": lambda: PathEditor(kit, name_filter=hints.first("filter")),
        "directory": lambda: PathEditor(kit, directory=True),
        "key": lambda: KeyEditor(kit),
        "address": AddressEditor,
        "lines": LinesEditor,
        "secret": lambda: SecretEditor(kit),
    }
    return make.get(hints.first("editor"), TextEditor)()


def _option(kit: EditorContext, wanted: Type, hints: Hints, level: int) -> Option:
    if isinstance(wanted, Scalar) and wanted.kind == "null":
        label = QCoreApplication.translate(CONTEXT, "Not set")
        return Option(label, lambda value: value is None, None, lambda: None)
    label = describe_type(wanted)
    return Option(
        translated(label[:1].upper() + label[1:]),
        lambda value: is_of(value, wanted),
        value_editor(kit, wanted, hints, level),
        lambda: start_value(wanted),
    )


def _sorted(union: Union) -> list[Type]:
    """The options of a union, with the absent value first."""
    return sorted(union.options, key=lambda option: str(option) != "null")


def _start_scalar(kind: str) -> Value:
    starts: dict[str, Value] = {"bool": False, "int": 0, "float": 0.0, "text": "", "bytes": b""}
    if kind == "timestamp":
        return datetime.now(UTC).replace(microsecond=0)
    return uuid4() if kind == "uuid" else starts.get(kind)


_PYTHON: dict[str, type | tuple[type, ...]] = {
    "null": type(None),
    "bool": bool,
    "int": int,
    "float": (int, float),
    "text": str,
    "bytes": bytes,
    "timestamp": datetime,
    "uuid": UUID,
}


def _number(text: str, otherwise: float) -> float:
    try:
        return float(text)
    except ValueError:
        return otherwise
