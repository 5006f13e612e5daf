# SPDX-License-Identifier: BSD-3-Clause
"""The settings page of the user: name, colour and pointer."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QToolButton, QWidget

from app.ui.composer.panels.widgets import words
from app.ui.player.local_user import LONGEST_NAME, user_colour, user_name
from app.ui.preferences.page import SettingsPage, line_edit
from app.ui.settings import POINTERS, Settings
from objects_library.widgets.appearance import PEOPLE_COLOURS
from objects_library.widgets.pointer_choice import want_pointers

_AUTOMATIC = -2
"""Below the numbers of colours; Qt gives -1 a meaning of its own."""
_TYPING_PAUSE = 400
"""Milliseconds after the last letter until a name is stored."""


class PersonPage(SettingsPage):
    """Name, colour and pointer, as others see them."""

    icon = "person"

    def __init__(self, settings: Settings) -> None:
        super().__init__(self.tr("You"), self.tr("How others see you when you share something."))
        self._settings = settings
        self.name = line_edit(settings.text("name"), LONGEST_NAME)
        self.name.setPlaceholderText(user_name())
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_PAUSE)
        self._typing.timeout.connect(self.store_name)
        self.name.textEdited.connect(self._typing.start)
        self.name.editingFinished.connect(self.store_name)
        self._add(
            self.tr("Name"),
            self.name,
            self.tr("Empty: the name of your account. What is open already keeps the old name."),
        )
        self.colours = QButtonGroup(self)
        self._add(
            self.tr("Colour"),
            self._swatches(),
            self.tr("The colour of your face and your pointer, in what you open from now on."),
        )
        self.pointers = QCheckBox(self.tr("Show each other's pointers"))
        self.pointers.toggled.connect(self._choose_pointers)
        self._layout.addWidget(self.pointers)
        helps = self.tr("In what is open with others, you see where they point, and they see where you point.")
        self._layout.addWidget(words(helps, "help"))

    def refresh(self) -> None:
        """Show what is stored now."""
        if not self.name.hasFocus():
            self.name.setText(self._settings.text("name"))
        self.pointers.setChecked(self._settings.flag(POINTERS, True))
        chosen = user_colour(self._settings)
        self.colours.button(_AUTOMATIC if chosen is None else chosen).setChecked(True)

    def _choose_pointers(self, shown: bool) -> None:
        self._settings.put(POINTERS, shown)
        want_pointers(shown)

    def store_name(self) -> None:
        """Store the name that is in the field."""
        self._typing.stop()
        self._settings.put("name", self.name.text().strip())

    def _swatches(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        names = (
            *(self.tr("Blue"), self.tr("Orange"), self.tr("Teal"), self.tr("Red"), self.tr("Green")),
            *(self.tr("Violet"), self.tr("Ochre"), self.tr("Sky")),
        )
        automatic = QToolButton()
        automatic.setText(self.tr("Automatic"))
        self._add_swatch(row, automatic, _AUTOMATIC)
        for number, (colour, name) in enumerate(zip(PEOPLE_COLOURS, names, strict=True)):
            button = QToolButton()
            button.setToolTip(name)
            button.setAccessibleName(name)
            picture = QPixmap(20, 20)
            picture.fill(QColor(colour))
            button.setIcon(QIcon(picture))
            button.setIconSize(QSize(20, 20))
            self._add_swatch(row, button, number)
        row.addStretch()
        self.colours.idClicked.connect(lambda number: self._settings.put("colour", number))
        return holder

    def _add_swatch(self, row: QHBoxLayout, button: QToolButton, number: int) -> None:
        button.setCheckable(True)
        self.colours.addButton(button, number)
        row.addWidget(button)
