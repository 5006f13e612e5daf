# SPDX-License-Identifier: BSD-3-Clause
"""A parameter field: label, editor, help and error."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from app.runtime.references import Argument, ParameterUse
from app.runtime.types import NO_DEFAULT
from app.ui.composer.model.blocks import Slot
from app.ui.composer.panels.editors.argument_editor import ArgumentEditor
from app.ui.composer.panels.inspector.labels import label_and_help
from app.ui.composer.panels.widgets import column, restyle, tool_button, words
from app.ui.theme import Theme


class Field(QWidget):
    """Shows a slot; `edited` carries the new argument and whether the input is in progress."""

    edited = Signal(object, bool)
    exposed = Signal()

    def __init__(self, theme: Theme, slot: Slot, editor: ArgumentEditor, *, own_label: bool = False) -> None:
        super().__init__()
        self.slot = slot
        self.editor = editor
        label, help_text = label_and_help(slot)
        self.label = label
        self._complaint = words(role="bad")
        self._outside = words(role="chip", wrap=False)
        layout = column(self, spacing=4)
        layout.addLayout(self._headline(theme, "" if own_label else label))
        layout.addWidget(editor)
        layout.addWidget(self._outside)
        if help_text:
            layout.addWidget(words(help_text, "help"))
        layout.addWidget(self._complaint)
        self._complaint.hide()
        editor.set_accessible_name(f"{label}. {help_text}" if help_text else label)
        editor.edited.connect(self.edited)
        editor.complained.connect(self.complain)
        self.show_slot(slot)

    def show_slot(self, slot: Slot) -> None:
        """Show the current argument."""
        self.slot = slot
        outside = slot.value if isinstance(slot.value, ParameterUse) else None
        self.editor.setVisible(outside is None)
        self._outside.setVisible(outside is not None)
        if outside is None:
            self.editor.show_argument(slot.value)
        else:
            says = self.tr("Chosen outside of the page, as {name}")
            self._outside.setText(says.format(name=outside.name))
        self._needed.setVisible(slot.missing)
        self._reset.setEnabled(slot.value is not None and outside is None)

    def complain(self, what: str) -> None:
        """Show an error below the field; an empty text clears it."""
        self._complaint.setText(what)
        self._complaint.setVisible(bool(what))
        restyle(self, "wrong", bool(what))

    @property
    def complaint(self) -> str:
        """The current error text."""
        return self._complaint.text()

    def _headline(self, theme: Theme, label: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        title: QLabel = words(label)
        title.setBuddy(self.editor)
        row.addWidget(title, stretch=1)
        self._needed = words(self.tr("needed"), "bad", wrap=False)
        row.addWidget(self._needed)
        row.addWidget(self._menu_button(theme))
        return row

    def _menu_button(self, theme: Theme) -> QToolButton:
        button = tool_button(theme, "more", self.tr("More for {label}").format(label=self.label))
        button.setFixedSize(24, 20)
        menu = QMenu(button)
        has_default = self.slot.default is not NO_DEFAULT
        self._reset = QAction(self.tr("Back to what is usual") if has_default else self.tr("Clear"), menu)
        self._reset.triggered.connect(lambda: self._change(None))
        expose = QAction(self.tr("Let whoever uses this page choose it…"), menu)
        expose.triggered.connect(self.exposed)
        menu.addAction(self._reset)
        menu.addAction(expose)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _change(self, argument: Argument | None) -> None:
        self.complain("")
        self.edited.emit(argument, False)
