# SPDX-License-Identifier: BSD-3-Clause
"""The parameter fields of a block and of the objects in its slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.runtime.references import Path, ReferenceArgument, TypeArgument, Value
from app.runtime.references.model import TYPE_KINDS
from app.runtime.types import NO_DEFAULT, ReferenceTo, Scalar, Type, Union
from app.ui.composer.model.blocks import Block, Slot
from app.ui.composer.model.editor import Editor
from app.ui.composer.panels.editors import EditorContext, TypeEditor, ValueArgumentEditor, value_editor
from app.ui.composer.panels.editors.argument_editor import ArgumentEditor
from app.ui.composer.panels.editors.plain_text import frozen
from app.ui.composer.panels.editors.slot import SlotEditor
from app.ui.composer.panels.inspector.field import Field
from app.ui.composer.panels.widgets import column, link_button

_DEEPEST = 4


class FieldList(QWidget):
    """One field per slot; existing fields are updated."""

    edited = Signal(tuple, str, object, bool)  # path of the block, parameter, argument, whether in progress
    exposed = Signal(tuple, object)  # path of the block, slot
    opened = Signal(tuple)  # path of an embedded object to look into

    def __init__(self, kit: EditorContext, editor: Editor, block: Block, level: int = 0) -> None:
        super().__init__()
        self._kit = kit
        self._editor = editor
        self._level = level
        self._path: Path = block.path
        self.fields: dict[str, Field] = {}
        self._inner: dict[str, _Embedded] = {}
        layout = column(self, spacing=16 if level == 0 else 12)
        for slot in in_order(block.slots):
            layout.addWidget(self._make(slot))
            inner = _Embedded(kit, editor, level + 1)
            inner.edited.connect(self.edited)
            inner.exposed.connect(self.exposed)
            inner.opened.connect(self.opened)
            inner.show_block(slot.embedded)
            self._inner[slot.parameter] = inner
            layout.addWidget(inner)

    @staticmethod
    def shape(block: Block) -> tuple[object, ...]:
        """A key of the fields; while it is equal, existing fields can show the block."""
        return tuple((slot.parameter, slot.kind, str(slot.type), slot.hints, is_slot(slot)) for slot in block.slots)

    def show_block(self, block: Block) -> None:
        """Show the current arguments."""
        self._path = block.path
        for slot in block.slots:
            field = self.fields[slot.parameter]
            if isinstance(field.editor, SlotEditor):
                field.editor.show_block(slot)
            field.show_slot(slot)
            self._inner[slot.parameter].show_block(slot.embedded)

    def field_of(self, path: Path, parameter: str) -> Field | None:
        """The field of a parameter, also of an embedded object."""
        if path == self._path:
            return self.fields.get(parameter)
        inner = self._inner.get(path[len(self._path)]) if len(path) > len(self._path) else None
        return inner.field_of(path, parameter) if inner is not None else None

    def _make(self, slot: Slot) -> Field:
        editor = self._editor_for(slot)
        own_label = isinstance(slot.type, Scalar) and slot.type.kind == "bool" and has_label(slot)
        field = Field(self._kit.theme, slot, editor, own_label=own_label)
        field.edited.connect(
            lambda argument, in_progress: self.edited.emit(self._path, slot.parameter, argument, in_progress)
        )
        field.exposed.connect(lambda: self.exposed.emit(self._path, field.slot))
        self.fields[slot.parameter] = field
        return field

    def _editor_for(self, slot: Slot) -> ArgumentEditor:
        if is_slot(slot):
            editor = SlotEditor(self._kit, self._editor, slot)
            editor.opened.connect(self.opened)
            return editor
        if slot.kind in TYPE_KINDS or isinstance(slot.value, TypeArgument):
            return TypeEditor(self._kit, slot.kind if slot.kind in TYPE_KINDS else "value_type")
        default: Value = None if slot.default is NO_DEFAULT else frozen(slot.default)
        return ValueArgumentEditor(value_editor(self._kit, slot.type, slot.hints), default)


class _Embedded(QWidget):
    """The collapsible parameter list of an embedded object."""

    edited = Signal(tuple, str, object, bool)
    exposed = Signal(tuple, object)
    opened = Signal(tuple)

    def __init__(self, kit: EditorContext, editor: Editor, level: int) -> None:
        super().__init__()
        self._make: Callable[[Block], FieldList] = lambda block: FieldList(kit, editor, block, level)
        self._level = level
        self._block: Block | None = None
        self._list: FieldList | None = None
        self._layout = column(self, spacing=8)
        self._layout.setContentsMargins(12, 0, 0, 0)
        self.link = link_button("")
        self.link.setCheckable(True)
        self.link.toggled.connect(lambda _: self._refresh())
        self._layout.addWidget(self.link, alignment=Qt.AlignmentFlag.AlignLeft)

    def show_block(self, block: Block | None) -> None:
        """Show another embedded object or changed arguments."""
        before, self._block = self._block, block
        if before is not None and (block is None or FieldList.shape(before) != FieldList.shape(block)):
            self._drop()
        self._refresh()

    def field_of(self, path: Path, parameter: str) -> Field | None:
        """The field of an inner parameter; expands the list if needed."""
        if self._block is None:
            return None
        self.link.setChecked(True)
        assert self._list is not None
        return self._list.field_of(path, parameter)

    def _refresh(self) -> None:
        block = self._block
        useful = block is not None and bool(block.slots) and self._level < _DEEPEST
        self.setVisible(useful)
        if not useful or block is None:
            return
        unfolded = self.link.isChecked()
        self.link.setText(self.tr("Hide its settings") if unfolded else self.tr("Its settings…"))
        if unfolded and self._list is None:
            self._list = self._make(block)
            self._list.edited.connect(self.edited)
            self._list.exposed.connect(self.exposed)
            self._list.opened.connect(self.opened)
            self._layout.addWidget(self._list)
        elif self._list is not None:
            self._list.show_block(block)
        if self._list is not None:
            self._list.setVisible(unfolded)

    def _drop(self) -> None:
        if self._list is not None:
            self._layout.removeWidget(self._list)
            self._list.hide()
            self._list.deleteLater()
            self._list = None


def is_slot(slot: Slot) -> bool:
    """Whether the parameter takes an object, also an optional one."""
    given = isinstance(slot.value, ReferenceArgument)  # also for an unknown parameter
    return given or slot.kind == "reference" or (slot.kind == "value" and _takes_object(slot.type))


def has_label(slot: Slot) -> bool:
    """Whether the parameter has a label hint."""
    return any(hint == "label" for hint, _ in slot.hints)


def in_order(slots: Sequence[Slot]) -> list[Slot]:
    """Slots sorted: objects, then values, then types."""
    return sorted(slots, key=lambda slot: 2 if slot.kind in TYPE_KINDS else 0 if is_slot(slot) else 1)


def _takes_object(wanted: Type | None) -> bool:
    options = wanted.options if isinstance(wanted, Union) else (wanted,)
    return any(isinstance(option, ReferenceTo) for option in options)
