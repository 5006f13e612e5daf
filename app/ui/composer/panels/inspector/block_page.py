# SPDX-License-Identifier: BSD-3-Clause
"""The inspector page of a block: name, parameters, problems and ports."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.runtime.references import Problem
from app.ui.composer.model.blocks import Block
from app.ui.composer.model.editor import Editor
from app.ui.composer.panels.editors import EditorContext
from app.ui.composer.panels.editors.slot import KIND_ICONS
from app.ui.composer.panels.inspector.field_list import FieldList
from app.ui.composer.panels.inspector.labels import missing_requirements
from app.ui.composer.panels.inspector.port_rows import PortRow
from app.ui.composer.panels.widgets import column, empty, words
from app.ui.icons import pixmap
from app.ui.translations import translated

_MOST_PROBLEMS = 6


class BlockPage(QWidget):
    """Shows a block and follows its changes."""

    renamed = Signal(str)
    asked_for = Signal(str)

    def __init__(self, kit: EditorContext, editor: Editor, block: Block) -> None:
        super().__init__()
        self._kit = kit
        self._block = block
        self.name = QLineEdit(block.name)
        self.name.setAccessibleName(self.tr("Name of the block"))
        self.name.editingFinished.connect(self._rename)
        self._name_complaint = words(role="bad")
        self._picture = QLabel()
        self._notice = _Notice()
        self.fields = FieldList(kit, editor, block)
        self._parameters = words(self.tr("SETTINGS"), "section")
        self._parameters.setVisible(bool(block.slots))
        self._ports_title = words(self.tr("CONNECTIONS"), "section")
        self._ports = column(spacing=8)
        layout = column(self, spacing=12, margins=16)
        layout.addLayout(self._header())
        layout.addWidget(self._name_complaint)
        layout.addWidget(words(translated(block.description), "muted"))
        layout.addWidget(self._notice)
        layout.addSpacing(4)
        layout.addWidget(self._parameters)
        layout.addWidget(self.fields)
        layout.addSpacing(4)
        layout.addWidget(self._ports_title)
        layout.addLayout(self._ports)
        layout.addStretch()
        kit.theme.changed.connect(self._paint)
        self._paint()
        self._name_complaint.hide()
        self._show_ports()

    def can_show(self, block: Block) -> bool:
        """Whether the existing fields can show a changed block."""
        now = self._block
        same = (block.path, block.title, block.kind) == (now.path, now.title, now.kind)
        return same and FieldList.shape(block) == FieldList.shape(now)

    def show_block(self, block: Block) -> None:
        """Show a changed block."""
        before, self._block = self._block, block
        if not self.name.hasFocus() or not self.name.isModified():
            self.name.setText(block.name)
        self.fields.show_block(block)
        if before.ports != block.ports:
            self._show_ports()

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show what the block needs to run."""
        self._notice.show_problems(missing_requirements(self._block, problems))

    def complain_about_name(self, what: str) -> None:
        """Show an error of the name field."""
        self._name_complaint.setText(what)
        self._name_complaint.setVisible(bool(what))

    def _header(self) -> QHBoxLayout:
        texts = column(spacing=4)
        texts.addWidget(self.name)
        texts.addWidget(words(translated(self._block.title), "muted"))
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._picture, alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(texts, stretch=1)
        return row

    def _rename(self) -> None:
        if self.name.isModified() and self.name.text().strip() != self._block.name:
            self.name.setModified(False)
            self.renamed.emit(self.name.text().strip())

    def _show_ports(self) -> None:
        empty(self._ports)
        self._ports_title.setVisible(bool(self._block.ports))
        for port in self._block.ports:
            row = PortRow(self._kit.theme, port)
            row.asked_for.connect(self.asked_for)
            self._ports.addWidget(row)

    def _paint(self) -> None:
        source = self._block.icon or KIND_ICONS.get(self._block.kind, "object")
        size = QSize(32, 32)
        color = self._kit.theme.colors.accent
        self._picture.setPixmap(pixmap(source, size.width(), color, self.devicePixelRatioF()))


class _Notice(QFrame):
    """A notice with what a block needs to run."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        self._layout: QVBoxLayout = column(self, spacing=4, margins=12)
        self.hide()

    def show_problems(self, problems: list[str]) -> None:
        """Show the problems, or hide."""
        empty(self._layout)
        self.setVisible(bool(problems))
        if not problems:
            return
        title = words(self.tr("Before it can go live"))
        title.setStyleSheet("font-weight: 600;")
        self._layout.addWidget(title)
        for problem in problems[:_MOST_PROBLEMS]:
            self._layout.addWidget(words(f"•  {problem}"))
        if len(problems) > _MOST_PROBLEMS:
            more = self.tr("{count} more").format(count=len(problems) - _MOST_PROBLEMS)
            self._layout.addWidget(words(more, "muted"))
