# SPDX-License-Identifier: BSD-3-Clause
"""The dialog of Spark's settings: master, memory, options."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from app.spark.errors import SparkError
from app.spark.settings import SparkSettings
from app.ui.composer.panels.editors.choice import WriteOrPickBox
from app.ui.composer.panels.form_dialog import FormDialog
from app.ui.composer.panels.widgets import words
from app.ui.translations import CONTEXT, translated

_PLACES = ("local[2]", "local[*]", "spark://HOST:7077", "yarn", "k8s://https://HOST:6443", "sc://HOST:15002")


class SparkSettingsDialog(FormDialog):
    """Asks for Spark's settings; `chosen` is emitted with them."""

    chosen = Signal(object)

    def __init__(self, settings: SparkSettings, parent: QWidget | None = None) -> None:
        super().__init__(
            _tr("Where Spark runs"),
            _tr("Here by default, with nothing to install. A cluster or a Spark Connect server does as well."),
            _tr("Use it"),
            parent,
        )
        self._settings = settings
        self.master = WriteOrPickBox()
        self.master.addItems([settings.master, *(place for place in _PLACES if place != settings.master)])
        self.memory = QLineEdit(settings.memory)
        self.options = QPlainTextEdit("\n".join(f"{name}={value}" for name, value in settings.options.items()))
        self.options.setTabChangesFocus(True)
        self.options.setFixedHeight(96)
        self.options.setPlaceholderText("spark.executor.memory=2g")
        self._add(_tr("Address"), self.master)
        self._layout.addWidget(words("local[2] · spark://… · yarn · k8s://… · sc://…", "help"))
        self._add(_tr("Memory of the driver, such as 512m or 2g"), self.memory)
        self._add(_tr("Further settings of Spark, one in a line"), self.options)
        self._finish()
        self.asked.connect(self._give)

    def settings(self) -> SparkSettings:
        """The entered settings; raises SparkError if they are invalid."""
        options = {}
        for text in self.options.toPlainText().splitlines():
            name, equals, value = text.partition("=")
            if text.strip() and not equals:
                raise SparkError(f"{text.strip()[:60]!r} is no setting", "write NAME=VALUE")
            if text.strip():
                options[name.strip()] = value.strip()
        return replace(
            self._settings, master=self.master.currentText().strip(), memory=self.memory.text().strip(), options=options
        )

    def _give(self) -> None:
        try:
            self.chosen.emit(self.settings())
        except SparkError as error:
            self.complain(translated(str(error)))
        else:
            self.accept()


def _tr(text: str) -> str:
    """Translate, before the dialog exists."""
    return QCoreApplication.translate(CONTEXT, text)
