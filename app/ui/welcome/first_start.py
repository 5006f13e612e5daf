# SPDX-License-Identifier: BSD-3-Clause
"""The page of the first start: a name, a colour, and whether files open by a double click."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.settings import Settings
from app.ui.theme import Theme
from objects_library.widgets.appearance import PEOPLE_COLOURS

_DONE = "introduced"
_AUTOMATIC = len(PEOPLE_COLOURS)
_WIDTH = 440
_LONGEST_NAME = 60


def is_first_start(settings: Settings) -> bool:
    """Whether the user was never asked, and has not told the program a name otherwise."""
    return not settings.flag(_DONE) and not settings.text("name")


class FirstStart(QWidget):
    """Asks for a name and a colour; everything can be skipped, and it is asked once."""

    done = Signal(bool)
    """Emitted at the end, with whether files shall open by a double click."""

    def __init__(self, settings: Settings, theme: Theme, suggestion: str) -> None:
        super().__init__()
        self._settings = settings
        self.name = QLineEdit(suggestion)
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.setAccessibleName(self.tr("Your name"))
        self.name.selectAll()
        self.colours = QButtonGroup(self)
        self.double_click = QCheckBox(self.tr("Open .liveobject files by a double click"))
        self.double_click.setChecked(True)
        self.start = QPushButton(self.tr("&Start"))
        self.start.setProperty("role", "main")
        self.start.clicked.connect(self._accept)
        self.name.returnPressed.connect(self._accept)
        self.skip = QPushButton(self.tr("S&kip"))
        self.skip.setProperty("role", "link")
        self.skip.clicked.connect(self._leave)
        self._lay_out(theme)

    def focus(self) -> None:
        """Focus the name."""
        self.name.setFocus()

    def _lay_out(self, theme: Theme) -> None:
        card = QFrame()
        card.setProperty("role", "card")
        card.setFixedWidth(_WIDTH)
        column = QVBoxLayout(card)
        column.setContentsMargins(28, 24, 28, 24)
        column.setSpacing(8)
        column.addWidget(_label(self.tr("Welcome!"), "title"))
        column.addWidget(_label(self.tr("Others see your name and your colour when you share something."), "muted"))
        column.addSpacing(8)
        column.addWidget(_label(self.tr("Your name"), "section"))
        column.addWidget(self.name)
        column.addSpacing(4)
        column.addWidget(_label(self.tr("Your colour"), "section"))
        column.addLayout(self._swatches(theme))
        column.addSpacing(8)
        column.addWidget(self.double_click)
        column.addSpacing(12)
        row = QHBoxLayout()
        row.addWidget(self.skip)
        row.addStretch()
        row.addWidget(self.start)
        column.addLayout(row)
        around = QVBoxLayout(self)
        around.addStretch(2)
        around.addWidget(card, alignment=Qt.AlignmentFlag.AlignHCenter)
        around.addStretch(3)

    def _swatches(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        automatic = _Swatch(theme, None, self.tr("Chosen for you"))
        self.colours.addButton(automatic, _AUTOMATIC)
        automatic.setChecked(True)
        row.addWidget(automatic)
        for number, colour in enumerate(PEOPLE_COLOURS):
            swatch = _Swatch(theme, colour, self.tr("Colour {number}").format(number=number + 1))
            self.colours.addButton(swatch, number)
            row.addWidget(swatch)
        row.addStretch()
        return row

    def _accept(self) -> None:
        name = " ".join(self.name.text().split())
        if name:
            self._settings.put("name", name)
        if self.colours.checkedId() != _AUTOMATIC:
            self._settings.put("colour", self.colours.checkedId())
        self._settings.put(_DONE, True)
        self.done.emit(self.double_click.isChecked())

    def _leave(self) -> None:
        self._settings.put(_DONE, True)
        self.done.emit(False)


class _Swatch(QAbstractButton):
    """A colour to choose; without one, the colour that the program chooses."""

    def __init__(self, theme: Theme, colour: str | None, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._colour = colour
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFixedSize(QSize(32, 32))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        colors = self._theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self.rect().adjusted(5, 5, -5, -5)
        painter.setPen(QPen(QColor(colors.outline), 1.0))
        painter.setBrush(QColor(self._colour or colors.surface))
        painter.drawEllipse(area)
        if self._colour is None:
            painter.setPen(QColor(colors.muted))
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), "A")
        if self.isChecked() or self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent if self.isChecked() else colors.muted), 2.0))
            painter.drawEllipse(self.rect().adjusted(2, 2, -2, -2))


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", role)
    label.setWordWrap(role == "muted")
    return label
