# SPDX-License-Identifier: BSD-3-Clause
"""The base of the pages of the settings window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.composer.panels.widgets import column, escape_ampersands, words

_LONGEST_ANSWER = 400


class SettingsPage(QWidget):
    """A page with a title; `refresh` is called whenever it is shown."""

    icon = "settings"

    def __init__(self, title: str, explains: str, keywords: str = "") -> None:
        super().__init__()
        self.title = title
        self._keywords = keywords
        self._layout = column(self, spacing=8, margins=24)
        self._layout.addWidget(words(title, "heading"))
        if explains:
            self._layout.addWidget(words(explains, "muted"))
        self._layout.addSpacing(8)
        self._layout.setAlignment(Qt.AlignmentFlag.AlignTop)

    def refresh(self) -> None:
        """Show what is stored now."""

    def matches(self, wanted: str) -> bool:
        """Whether the page has all the words, in its labels, fields or keywords."""
        texts = " ".join([self.title, self._keywords, *self._texts()]).casefold()
        return all(word in texts for word in wanted.casefold().split())

    def _texts(self) -> list[str]:
        found = [label.text() for label in self.findChildren(QLabel)]
        found += [button.text().replace("&", "") for button in self.findChildren(QAbstractButton)]
        found += [box.itemText(row) for box in self.findChildren(QComboBox) for row in range(box.count())]
        return found

    def _add(self, label: str, field: QWidget, explains: str = "") -> None:
        """Add a labelled field, with an explanation below it."""
        title = words(label)
        title.setBuddy(field)
        field.setAccessibleName(label)
        self._layout.addWidget(title)
        self._layout.addWidget(field)
        if explains:
            self._layout.addWidget(words(explains, "help"))
        self._layout.addSpacing(8)

    def _add_section(self, title: str) -> None:
        self._layout.addSpacing(8)
        self._layout.addWidget(words(title, "section"))


class Row(QFrame):
    """A card with a name, a line of help and buttons; for lists of people, answers or documents."""

    def __init__(self, name: str, helps: str, buttons: Sequence[QPushButton] = ()) -> None:
        super().__init__()
        self.name, self.helps = name, helps
        self.buttons = tuple(buttons)
        self.setProperty("role", "card")
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(words(name[:_LONGEST_ANSWER]))
        if helps:
            texts.addWidget(words(helps, "help"))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        row.setSpacing(8)
        row.addLayout(texts, stretch=1)
        for button in buttons:
            row.addWidget(button)


def push_button(text: str, do: Callable[[], object], about: str = "") -> QPushButton:
    """A button; `about` completes its name for screen readers."""
    button = QPushButton(text)
    if about:
        button.setAccessibleName(f"{button.text().replace('&', '')}: {about}")
    button.clicked.connect(lambda _checked=False: do())
    return button


def line_edit(text: str, longest: int) -> QLineEdit:
    """A one-line field of limited length."""
    field = QLineEdit(text)
    field.setMaxLength(longest)
    return field


def ask_before(
    parent: QWidget, title: str, question: str, consequence: str, yes: str, do: Callable[[], object]
) -> None:
    """Ask before something that cannot be undone; refusing has the focus."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    box.setInformativeText(consequence)
    agree = box.addButton(escape_ampersands(yes), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    agree.clicked.connect(lambda _checked=False: do())
    box.finished.connect(box.deleteLater)
    box.open()
