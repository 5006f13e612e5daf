# SPDX-License-Identifier: BSD-3-Clause
"""The editor of a slot: its object, the required kind, and ways to replace it."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu

from app.runtime.references import Argument, Path, Reference, ReferenceArgument
from app.ui.composer.model.blocks import Block, Slot
from app.ui.composer.model.compatibility import Fit, match_slot, slot_type
from app.ui.composer.model.default_reference import channels_instead
from app.ui.composer.model.editor import Editor
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.palette import entries
from app.ui.composer.panels.drag_data import dropped_document
from app.ui.composer.panels.editors.argument_editor import ArgumentEditor
from app.ui.composer.panels.editors.value_editor import EditorContext
from app.ui.composer.panels.inspector.labels import plain_text, wanted_object
from app.ui.composer.panels.widgets import (
    ElidedLabel,
    column,
    escape_ampersands,
    link_button,
    restyle,
    tip,
    tool_button,
    words,
)
from app.ui.everyday_words import everyday_name
from app.ui.icons import icon_of_file, pixmap
from app.ui.translations import translated

KIND_ICONS = {
    "composite": "composite",
    "external": "external-object",
    "missing": "missing-object",
    "parameter": "parameter-object",
}


@dataclass(frozen=True)
class _Choice:
    """Something that fits the slot."""

    title: str
    description: str
    icon: pathlib.Path | None
    reference: Reference


class SlotEditor(ArgumentEditor):
    """Shows the embedded object, which can be chosen, dropped, opened or removed."""

    opened = Signal(tuple)  # the path of the embedded object

    def __init__(self, kit: EditorContext, editor: Editor, slot: Slot) -> None:
        super().__init__()
        self._kit = kit
        self._editor = editor
        self._path: Path = slot.path
        self._wanted = wanted_object(slot)
        self._embedded: Block | None = slot.embedded
        self.frame = QFrame()
        self.frame.setProperty("role", "slot")
        self._picture = QLabel()
        self._title = ElidedLabel()
        self._line = words(role="help")
        self.choose = link_button(self.tr("Choose…"))
        self.choose.clicked.connect(self._offer)
        self.look = tool_button(kit.theme, "look-inside", self.tr("Look inside"))
        self.look.clicked.connect(lambda: self.opened.emit(self._path))
        self.clear = tool_button(kit.theme, "close", self.tr("Take it out"))
        self.clear.clicked.connect(lambda: self._emit_edited(None))
        self._lay_out()
        self._fill(self.frame)
        self.setFocusProxy(self.choose)
        self.setAcceptDrops(True)
        kit.theme.changed.connect(self._paint)

    def show_block(self, slot: Slot) -> None:
        """Set the slot; `show_argument` shows it."""
        self._path, self._embedded, self._wanted = slot.path, slot.embedded, wanted_object(slot)

    def _show(self, argument: Argument | None) -> None:
        filled = isinstance(argument, ReferenceArgument)
        if not filled:
            self._embedded = None
        block = self._embedded
        restyle(self.frame, "state", "filled" if filled else "empty")
        self._title.setText(translated(block.title) if block else self.tr("Empty"))
        label = self.tr("Wanted: {kind}").format(kind=self._wanted)
        self._line.setText(translated(block.description) if block else label)
        self.choose.setText(self.tr("Change…") if filled else self.tr("Choose…"))
        self.look.setVisible(bool(block and block.is_sheet))
        self.clear.setVisible(filled)
        self._paint()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._picture)
        top.addWidget(self._title, stretch=1)
        for widget in (self.look, self.clear):
            top.addWidget(widget)
        layout = column(self.frame, spacing=4, margins=8)
        layout.addLayout(top)
        layout.addWidget(self._line)
        layout.addWidget(self.choose, alignment=Qt.AlignmentFlag.AlignLeft)

    def _paint(self) -> None:
        block, colors = self._embedded, self._kit.theme.colors
        source = "slot" if block is None else block.icon or KIND_ICONS.get(block.kind, "object")
        color = colors.muted if block is None else colors.text
        self._picture.setPixmap(pixmap(source, 20, color, self.devicePixelRatioF()))

    # Choice from a list

    def _offer(self) -> None:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        choices = self._choices()
        for choice in choices:
            action = QAction(icon_of_file(choice.icon), escape_ampersands(translated(choice.title)), menu)
            action.setToolTip(tip(translated(choice.description)))
            action.triggered.connect(lambda _=False, chosen=choice: self._take(chosen.reference))
            menu.addAction(action)
        if not choices:
            nothing = menu.addAction(self.tr("Nothing in the palette fits here"))
            nothing.setEnabled(False)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.choose.mapToGlobal(self.choose.rect().bottomLeft()))

    def _choices(self) -> list[_Choice]:
        """Every channel that can carry it, with the address of the present one, then all palette entries that fit."""
        catalogue = self._kit.catalogue
        wanted = slot_type(self._editor.document, self._path, catalogue)
        present = None if self._embedded is None else self._embedded.reference
        made = [] if wanted is None else channels_instead(wanted, present, self._path[0], catalogue)
        found = [_Choice(everyday_name(each.name), each.description, each.icon, reference) for each, reference in made]
        known = {choice.title for choice in found}
        for entry in entries(catalogue):
            try:
                reference = entry.make().reference
                fits = self._fit(reference).holds
            except (EditError, OSError, ValueError):
                continue
            if fits and entry.title not in known:
                found.append(_Choice(entry.title, entry.description, entry.icon, reference))
        return found

    def _take(self, reference: Reference) -> None:
        self._emit_edited(ReferenceArgument(reference))

    # Drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        document = dropped_document(event.mimeData())
        if document is None:
            event.ignore()
            return
        fit = self._fit(document.reference)
        restyle(self.frame, "state", "fits" if fit.holds else "refuses")
        self._line.setText(self.tr("Drop it here") if fit.holds else plain_text(translated(fit.reason)))
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002 - Qt's signature
        self._show_again()

    def dropEvent(self, event: QDropEvent) -> None:
        document = dropped_document(event.mimeData())
        self._show_again()
        if document is None:
            return
        event.acceptProposedAction()
        self._try_drop(document.reference)

    def _paste(self) -> None:
        document = dropped_document(QGuiApplication.clipboard().mimeData())
        if document is None:
            self._complain(self.tr("There is no object on the clipboard; copy one first"))
        else:
            self._try_drop(document.reference)

    def _try_drop(self, reference: Reference) -> None:
        fit = self._fit(reference)
        if fit.holds:
            self._take(reference)
        else:
            self._complain(plain_text(translated(fit.reason)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._embedded is not None:
            self._emit_edited(None)
        elif event.matches(QKeySequence.StandardKey.Paste):
            self._paste()
        else:
            super().keyPressEvent(event)

    def _fit(self, reference: Reference) -> Fit:
        try:
            return match_slot(self._editor.document, self._path, reference, self._kit.catalogue)
        except EditError as error:
            return Fit(False, str(error))

    def _show_again(self) -> None:
        embedded = self._embedded
        self.show_argument(None if embedded is None else ReferenceArgument(embedded.reference))
