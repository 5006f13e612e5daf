# SPDX-License-Identifier: BSD-3-Clause
"""Dialogs that turn a sheet into a template."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QWidget

from app.runtime.references import Document, ParameterDeclaration
from app.runtime.references.names import name_problem
from app.runtime.types import variables_in
from app.ui.composer.model.blocks import Slot
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.palette import save_as_template
from app.ui.composer.panels.form_dialog import FormDialog
from app.ui.composer.panels.inspector.labels import label_and_help
from app.ui.translations import CONTEXT, translated


class ExposeParameterDialog(FormDialog):
    """Exposes a block's parameter as a parameter of the sheet."""

    def __init__(self, slot: Slot, parent: QWidget | None = None) -> None:
        super().__init__(
            _tr("Let others choose it"),
            _tr("Whoever puts this page into another one, or opens it, is asked for this setting."),
            _tr("Show it outside"),
            parent,
        )
        self._slot = slot
        label, _ = label_and_help(slot)
        self.name = QLineEdit(slot.parameter)
        self.label = QLineEdit(label)
        self.keep = QCheckBox(self.tr("Use what it is given now when nobody chooses"))
        self.keep.setChecked(slot.value is not None)
        self.keep.setEnabled(slot.value is not None)
        self._add(self.tr("Name"), self.name)
        self._add(self.tr("What people read beside it"), self.label)
        self._finish(self.keep)
        self.name.textChanged.connect(self._check)
        self._check(self.name.text())

    def declaration(self) -> ParameterDeclaration:
        """The parameter declaration for the sheet."""
        slot = self._slot
        label = self.label.text().strip()
        hints = tuple((name, text) for name, text in slot.hints if name != "label")
        if label and label != self.name.text():
            hints = (*hints, ("label", label))
        default = slot.value if self.keep.isChecked() else None
        return ParameterDeclaration(self.name.text().strip(), slot.kind, _type_outside(slot), default, hints)

    def _check(self, name: str) -> None:
        wrong = name_problem(name.strip())
        self.do_it.setEnabled(wrong is None)
        self.complain(self.tr("The name {what}.").format(what=translated(wrong)) if wrong else "")


class SaveAsTemplateDialog(FormDialog):
    """Saves a sheet to My objects."""

    saved = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(
            _tr("Keep in My objects"),
            _tr("The page becomes an object in the palette that can be used again and again."),
            _tr("Keep it"),
            parent,
        )
        self._document = document
        self._over = False
        self.title = QLineEdit(document.title)
        self.description = QPlainTextEdit(document.description)
        self.description.setTabChangesFocus(True)
        self.description.setFixedHeight(88)
        self._add(self.tr("Title"), self.title)
        self._add(self.tr("What it does, in one line"), self.description)
        self._finish()
        self.title.textChanged.connect(self._changed)
        self.asked.connect(self._save)
        self._changed()

    def _changed(self) -> None:
        self._over = False
        self.do_it.setText(self.tr("Keep it"))
        self.do_it.setEnabled(bool(self.title.text().strip()))

    def _save(self) -> None:
        document = replace(
            self._document, title=self.title.text().strip(), description=self.description.toPlainText().strip()
        )
        try:
            path = save_as_template(document, over=self._over)
        except EditError as error:
            self.complain(translated(str(error)))
            self._over = True
            self.do_it.setText(self.tr("Replace it"))
        except OSError as error:
            self.complain(self.tr("It cannot be kept: {why}").format(why=error.strerror))
        else:
            self.saved.emit(str(path))
            self.accept()


def _tr(text: str) -> str:
    """Translate a text before the dialog exists."""
    return QCoreApplication.translate(CONTEXT, text)


def _type_outside(slot: Slot) -> str | None:
    """The type for the declaration; `None` if it depends on the block's type parameters."""
    if slot.type is None:
        return None
    if not variables_in(slot.type):
        return str(slot.type)
    return "Object" if slot.kind == "reference" else "anything"
