# SPDX-License-Identifier: BSD-3-Clause
"""Editors of lists, maps and records, with an editor per element."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from app.runtime.references import ListValue, MapValue, RecordValue, Value
from app.runtime.references.values import typed
from app.ui.composer.panels.editors.value_editor import EditorContext, ValueEditor
from app.ui.composer.panels.widgets import column, link_button, tool_button, words

MakeEditor = Callable[[], ValueEditor]
MakeValue = Callable[[], Value]


class _Row(QWidget):
    """One row: the editors of an item and its buttons."""

    removed = Signal()
    moved = Signal(int)

    def __init__(self, kit: EditorContext, editors: Sequence[ValueEditor], *, ordered: bool) -> None:
        super().__init__()
        self.editors = tuple(editors)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for editor in editors:
            row.addWidget(editor, stretch=1)
        if ordered:
            for icon_name, label, step in (("up", self.tr("Move up"), -1), ("down", self.tr("Move down"), 1)):
                button = tool_button(kit.theme, icon_name, label)
                button.clicked.connect(lambda _=False, by=step: self.moved.emit(by))
                row.addWidget(button, alignment=Qt.AlignmentFlag.AlignTop)
        remove = tool_button(kit.theme, "remove", self.tr("Remove"))
        remove.clicked.connect(self.removed)
        row.addWidget(remove, alignment=Qt.AlignmentFlag.AlignTop)


class _RowsEditor(ValueEditor):
    """The base class of editors with rows to add and remove."""

    def __init__(self, kit: EditorContext, *, ordered: bool) -> None:
        super().__init__()
        self._kit = kit
        self._ordered = ordered
        self._rows: list[_Row] = []
        self._values: list[tuple[Value, ...]] = []
        layout = column(self, spacing=4)
        self._nothing = words(self.tr("Nothing in it yet"), "help")
        layout.addWidget(self._nothing)
        self._column = column(spacing=4)
        layout.addLayout(self._column)
        self.add_button = link_button(self.tr("+ Add"))
        self.add_button.clicked.connect(self._add)
        layout.addWidget(self.add_button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.add_button)

    def _editors(self) -> Sequence[ValueEditor]:
        raise NotImplementedError

    def _new_values(self) -> tuple[Value, ...]:
        raise NotImplementedError

    def _whole(self) -> Value:
        raise NotImplementedError

    def _show_rows(self, values: Sequence[tuple[Value, ...]]) -> None:
        self._values = list(values)
        while len(self._rows) > len(values):
            row = self._rows.pop()
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        while len(self._rows) < len(values):
            self._make_row()
        for row, parts in zip(self._rows, values, strict=True):
            for editor, part in zip(row.editors, parts, strict=True):
                editor.show_value(part)
        self._nothing.setVisible(not values)

    def _make_row(self) -> None:
        row = _Row(self._kit, self._editors(), ordered=self._ordered)
        row.removed.connect(lambda: self._remove(self._rows.index(row)))
        row.moved.connect(lambda by: self._move(self._rows.index(row), by))
        for place, editor in enumerate(row.editors):
            editor.complained.connect(self._complain)
            editor.edited.connect(lambda value, in_progress, place=place: self._change(row, place, value, in_progress))
        self._rows.append(row)
        self._column.addWidget(row)

    def _change(self, row: _Row, position: int, value: Value, in_progress: bool) -> None:
        parts = list(self._values[self._rows.index(row)])
        parts[position] = value
        self._values[self._rows.index(row)] = tuple(parts)
        self._emit_edited(self._whole(), in_progress=in_progress)

    def _add(self) -> None:
        self._change_rows([*self._values, self._new_values()])
        self._rows[-1].editors[0].setFocus()

    def _remove(self, index: int) -> None:
        self._change_rows([parts for place, parts in enumerate(self._values) if place != index])

    def _move(self, index: int, by: int) -> None:
        if 0 <= index + by < len(self._values):
            values = list(self._values)
            values[index], values[index + by] = values[index + by], values[index]
            self._change_rows(values)

    def _change_rows(self, values: list[tuple[Value, ...]]) -> None:
        self._showing, before = True, self._showing
        self._show_rows(values)
        self._showing = before
        self._emit_edited(self._whole())


class ListEditor(_RowsEditor):
    """An editor of lists."""

    def __init__(self, kit: EditorContext, make_editor: MakeEditor, make_value: MakeValue) -> None:
        super().__init__(kit, ordered=True)
        self._make_editor, self._make_value = make_editor, make_value

    def _show(self, value: Value) -> None:
        self._show_rows([(item,) for item in value.items] if isinstance(value, ListValue) else [])

    def _editors(self) -> Sequence[ValueEditor]:
        return [self._make_editor()]

    def _new_values(self) -> tuple[Value, ...]:
        return (self._make_value(),)

    def _whole(self) -> Value:
        return ListValue(tuple(item for (item,) in self._values))


class MapEditor(_RowsEditor):
    """An editor of maps."""

    def __init__(
        self, kit: EditorContext, make_editors: Sequence[MakeEditor], make_values: Sequence[MakeValue]
    ) -> None:
        super().__init__(kit, ordered=False)
        self._make_editors = make_editors
        self._make_values = make_values

    def _show(self, value: Value) -> None:
        entries = list(value.entries) if isinstance(value, MapValue) else []
        if MapValue(tuple(entries)) != self._whole():
            self._show_rows(entries)
        self._nothing.setVisible(not entries)

    def _editors(self) -> Sequence[ValueEditor]:
        return [make() for make in self._make_editors]

    def _new_values(self) -> tuple[Value, ...]:
        return tuple(make() for make in self._make_values)

    def _whole(self) -> Value:
        return MapValue(tuple((key, item) for key, item in self._values))

    def _emit_edited(self, value: Value, *, in_progress: bool = False) -> None:
        keys = [typed(key) for key, _ in self._values]
        if len(keys) != len(set(keys)):
            self._complain(self.tr("Two entries have the same key; change one of them."))
            return
        super()._emit_edited(value, in_progress=in_progress)


class RecordEditor(ValueEditor):
    """An editor of records; unknown fields from a file are kept."""

    def __init__(self, fields: Sequence[tuple[str, ValueEditor]]) -> None:
        super().__init__()
        self._editors = dict(fields)
        self._fields: dict[str, Value] = {}
        frame = QFrame()
        frame.setProperty("role", "card")
        grid = QGridLayout(frame)
        grid.setContentsMargins(8, 8, 8, 8)
        grid.setSpacing(4)
        for row, (name, editor) in enumerate(fields):
            label = words(name, "muted", wrap=False)
            label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(editor, row, 1)
            editor.set_accessible_name(name)
            editor.complained.connect(self._complain)
            editor.edited.connect(lambda value, in_progress, name=name: self._change(name, value, in_progress))
        self._lay_out_row(frame)
        if fields:
            self.setFocusProxy(fields[0][1])

    def _show(self, value: Value) -> None:
        self._fields = dict(value.fields) if isinstance(value, RecordValue) else {}
        for name, editor in self._editors.items():
            editor.show_value(self._fields.get(name))

    def _change(self, name: str, value: Value, in_progress: bool) -> None:
        self._fields[name] = value
        kept = {key: item for key, item in self._fields.items() if item is not None or key != name}
        self._emit_edited(RecordValue(tuple(kept.items())), in_progress=in_progress)
