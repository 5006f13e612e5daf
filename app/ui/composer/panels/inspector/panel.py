# SPDX-License-Identifier: BSD-3-Clause
"""The inspector panel, which shows and edits the selection."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget

from app.runtime.library import Catalogue
from app.runtime.references import Argument, Path, Problem
from app.ui.composer.model.blocks import Block, Slot
from app.ui.composer.model.editor import Change, Editor
from app.ui.composer.model.edits import (
    DeclareParameter,
    Edit,
    EditError,
    RemoveParameter,
    RenameBlock,
    SetArgument,
    SetTitle,
    UnexportEndpoint,
)
from app.ui.composer.model.sheet_view import build_sheet_view
from app.ui.composer.panels.editors import EditorContext
from app.ui.composer.panels.inspector.block_page import BlockPage
from app.ui.composer.panels.inspector.lookup import block_at, enclosing, sheet_of
from app.ui.composer.panels.inspector.sheet_page import SheetPage
from app.ui.composer.panels.template_dialogs import ExposeParameterDialog
from app.ui.composer.panels.widgets import column, scroll_area, use_panel_background, words
from app.ui.theme import Theme
from app.ui.translations import translated


class InspectorPanel(QWidget):
    """Shows one block, several, or the sheet when nothing is selected."""

    jump = Signal(tuple)  # the path of a block to reveal
    open_subsheet = Signal(tuple)
    message = Signal(str)

    def __init__(self, editor: Editor, catalogue: Catalogue, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._kit = EditorContext(theme, catalogue)
        self._sheet: Path = ()
        self._paths: tuple[Path, ...] = ()
        self._gesture = 0
        self.block_page: BlockPage | None = None
        use_panel_background(self)
        self.setAccessibleName(self.tr("Inspector"))
        self._stack = QStackedLayout()
        self._stack.setContentsMargins(0, 0, 0, 0)
        self.sheet_page = SheetPage(self._kit)
        self._stack.addWidget(scroll_area(self.sheet_page))
        self._many = _ManyPage()
        self._stack.addWidget(self._many)
        self._holder: QWidget | None = None
        self.setLayout(self._stack)
        self.setMinimumWidth(264)
        self._listen()
        self.show([])

    def show(self, paths: Sequence[Path] | None = None, sheet: Path | None = None) -> None:
        """Show the selection; without arguments, behave as `QWidget.show`."""
        if paths is None:
            super().show()
            return
        if sheet is not None:
            self._sheet = sheet
        self._paths = tuple(paths)
        self._end_gesture()
        self._refresh()

    # Requests of the pages

    def _listen(self) -> None:
        stops = [self._editor.listen(self._changed), self._editor.listen_problems(self._show_problems)]
        self.destroyed.connect(lambda: [stop() for stop in stops])
        self.sheet_page.retitled.connect(
            lambda title, description: self._do(SetTitle(title, description), self._key("title"))
        )
        self.sheet_page.parameter_removed.connect(lambda name: self._do(RemoveParameter(self._sheet, name)))
        self.sheet_page.export_removed.connect(lambda name: self._do(UnexportEndpoint(self._sheet, name)))
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._end_gesture)

    def _set_argument(self, path: Path, parameter: str, argument: Argument | None, in_progress: bool) -> None:
        key = self._key("/".join((*path, parameter))) if in_progress else ""
        complaint = self._do(SetArgument(path, parameter, argument), key)
        field = None if self.block_page is None else self.block_page.fields.field_of(path, parameter)
        if field is not None and complaint:
            field.complain(complaint)

    def _rename(self, name: str) -> None:
        path = self._paths[0]
        inside, rest = enclosing(self._editor.document, path)
        edit: Edit = (
            RenameBlock(sheet_of(inside), rest[0], name) if rest else SetTitle(name, self._editor.document.description)
        )
        complaint = self._do(edit)
        if complaint and self.block_page is not None:
            self.block_page.complain_about_name(complaint)
        elif rest:
            self.show([(*path[:-1], name)])
            self.jump.emit((*path[:-1], name))

    def _expose(self, path: Path, slot: Slot) -> None:
        inside, rest = enclosing(self._editor.document, path)
        dialog = ExposeParameterDialog(slot, self)

        def declare() -> None:
            edit = DeclareParameter(sheet_of(inside), dialog.declaration(), ((rest, slot.parameter),))
            complaint = self._do(edit)
            if complaint:
                dialog.complain(complaint)
            else:
                dialog.accept()

        dialog.asked.connect(declare)
        dialog.open()

    def _go_to(self, name: str) -> None:
        path = self._paths[0]
        self.jump.emit((*path[:-1], name))

    def _do(self, edit: Edit, continues: str = "") -> str:
        """Apply an edit; returns the error text, or ""."""
        try:
            self._editor.do(edit, continues=continues)
        except EditError as error:
            complaint = translated(str(error))
            self.message.emit(complaint)
            return complaint
        return ""

    # Display

    def _changed(self, _change: Change) -> None:
        self._refresh()

    def _refresh(self) -> None:
        document = self._editor.document
        if len(self._paths) > 1:
            self._drop_page()
            self._many.show_count(len(self._paths))
            self._stack.setCurrentWidget(self._many)
            return
        block = block_at(document, self._paths[0], self._kit.catalogue) if self._paths else None
        if block is None:
            self._show_sheet()
        elif self.block_page is not None and self.block_page.can_show(block):
            self.block_page.show_block(block)
            self.block_page.show_problems(self._editor.problems)
        else:
            self._make_page(block)

    def _show_sheet(self) -> None:
        self._drop_page()
        try:
            view = build_sheet_view(self._editor.document, self._sheet, self._kit.catalogue)
        except EditError:
            self._sheet = ()
            view = build_sheet_view(self._editor.document, (), self._kit.catalogue)
        self.sheet_page.show_document(self._editor.document, self._sheet, view)
        self.sheet_page.setEnabled(not self._editor.read_only)
        self._stack.setCurrentIndex(0)

    def _make_page(self, block: Block) -> None:
        self._drop_page()
        page = BlockPage(self._kit, self._editor, block)
        page.fields.edited.connect(self._set_argument)
        page.fields.exposed.connect(self._expose)
        page.fields.opened.connect(self.open_subsheet)
        page.renamed.connect(self._rename)
        page.asked_for.connect(self._go_to)
        page.show_problems(self._editor.problems)
        page.setEnabled(not self._editor.read_only)
        self.block_page = page
        self._holder = scroll_area(page)
        self._stack.addWidget(self._holder)
        self._stack.setCurrentWidget(self._holder)

    def _drop_page(self) -> None:
        if self._holder is not None:
            self._stack.removeWidget(self._holder)
            self._holder.hide()
            self._holder.deleteLater()
        self._holder = self.block_page = None

    def _show_problems(self, problems: tuple[Problem, ...]) -> None:
        if self.block_page is not None:
            self.block_page.show_problems(problems)

    # Continuous typing or dragging is one undo step

    def _key(self, what: str) -> str:
        return f"inspector {self._gesture} {what}"

    def _end_gesture(self) -> None:
        self._gesture += 1


class _ManyPage(QWidget):
    """The page for a selection of several parts."""

    def __init__(self) -> None:
        super().__init__()
        self._count = words(role="heading")
        layout = column(self, spacing=8, margins=16)
        layout.addWidget(self._count)
        layout.addWidget(words(self.tr("Select a single block to see and change its settings."), "muted"))
        layout.addStretch()

    def show_count(self, count: int) -> None:
        """Show the number of selected parts."""
        self._count.setText(self.tr("{count} things are selected").format(count=count))
