# SPDX-License-Identifier: BSD-3-Clause
"""The inspector page of a sheet: title, description, parameters and exports."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.runtime.references import Document, ParameterDeclaration, Parameterized, Path, Template
from app.ui.composer.model.edits import EditError
from app.ui.composer.model.sheet_view import SheetView
from app.ui.composer.model.tree import reference_at
from app.ui.composer.panels.editors import EditorContext
from app.ui.composer.panels.widgets import ElidedLabel, GrowingText, column, empty, tool_button, words


class SheetPage(QWidget):
    """The page for an empty selection."""

    retitled = Signal(str, str)  # title and description
    parameter_removed = Signal(str)
    export_removed = Signal(str)

    def __init__(self, kit: EditorContext) -> None:
        super().__init__()
        self._kit = kit
        self.title = QLineEdit()
        self.title.setPlaceholderText(self.tr("Title of the page"))
        self.title.setAccessibleName(self.tr("Title of the page"))
        self.title.textEdited.connect(lambda _: self._retitle())
        self.description = GrowingText(least=4, most=8)
        self.description.setPlaceholderText(self.tr("What it is, for whoever opens it"))
        self.description.setAccessibleName(self.tr("What it is, for whoever opens it"))
        self.description.setTabChangesFocus(True)
        self.description.textChanged.connect(self._retitle)
        self._about = words(role="muted")
        self._parameters_title = words(self.tr("CHOSEN BY WHOEVER USES IT"), "section")
        self._parameters = column(spacing=4)
        self._exports_title = words(self.tr("SHOWN OUTSIDE"), "section")
        self._exports = column(spacing=4)
        self._showing = False
        self._shown: object = None
        layout = column(self, spacing=12, margins=16)
        layout.addWidget(words(self.tr("This page"), "heading"))
        layout.addWidget(self.title)
        layout.addWidget(self.description)
        layout.addWidget(self._about)
        layout.addWidget(self._parameters_title)
        layout.addLayout(self._parameters)
        layout.addWidget(self._exports_title)
        layout.addLayout(self._exports)
        layout.addSpacing(8)
        self._hint = words(
            self.tr("Drag an object from the palette onto the page, or double-click the page to add one."), "muted"
        )
        layout.addWidget(self._hint)
        layout.addStretch()

    def show_document(self, document: Document, sheet: Path, view: SheetView) -> None:
        """Show the sheet; only the document has a title."""
        self._showing = True
        for widget in (self.title, self.description):
            widget.setVisible(not sheet)
        if self.title.text() != document.title:
            self.title.setText(document.title)
        if self.description.toPlainText() != document.description:
            self.description.setPlainText(document.description)
        self._showing = False
        self._about.setText(self._in_numbers(len(view.blocks), len(view.wires)))
        self._hint.setVisible(not view.blocks)
        declared = _declared(document, sheet)
        if self._shown != (declared, view.exports):
            self._shown = (declared, view.exports)
            self._show_parameters(declared)
            self._show_exports(view)

    def _in_numbers(self, blocks: int, wires: int) -> str:
        if not blocks:
            return self.tr("Nothing is on it yet.")
        block_count = self.tr("1 block") if blocks == 1 else self.tr("{count} blocks").format(count=blocks)
        wire_count = self.tr("1 wire") if wires == 1 else self.tr("{count} wires").format(count=wires)
        return f"{block_count} · {wire_count}"

    def _show_parameters(self, declared: tuple[ParameterDeclaration, ...]) -> None:
        empty(self._parameters)
        self._parameters_title.setVisible(bool(declared))
        for parameter in declared:
            label = self.tr("Choose {name} here again").format(name=parameter.name)
            row = self._row(parameter.name, label)
            row.button.clicked.connect(lambda _=False, name=parameter.name: self.parameter_removed.emit(name))
            self._parameters.addWidget(row)

    def _show_exports(self, view: SheetView) -> None:
        empty(self._exports)
        self._exports_title.setVisible(bool(view.exports))
        for export in view.exports:
            label = self.tr("Show {name} outside no longer").format(name=export.name)
            end = export.endpoint
            row = self._row(f"{export.name}  ←  {end.component} · {end.endpoint}", label)
            row.button.clicked.connect(lambda _=False, name=export.name: self.export_removed.emit(name))
            self._exports.addWidget(row)

    def _row(self, text: str, label: str) -> _Row:
        return _Row(self._kit, text, label)

    def _retitle(self) -> None:
        if not self._showing:
            self.retitled.emit(self.title.text(), self.description.toPlainText())


class _Row(QWidget):
    def __init__(self, kit: EditorContext, text: str, label: str) -> None:
        super().__init__()
        self.button = tool_button(kit.theme, "close", label)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(ElidedLabel(text), stretch=1)
        row.addWidget(self.button)


def _declared(document: Document, sheet: Path) -> tuple[ParameterDeclaration, ...]:
    try:
        reference = reference_at(document, sheet)
    except EditError:
        return ()
    if isinstance(reference, Parameterized):
        reference = reference.template
    return reference.parameters if isinstance(reference, Template) else ()
