# SPDX-License-Identifier: BSD-3-Clause
"""A bubble at the pointer with a message and optional buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.composer.canvas.appearance import Appearance, mix

_WIDTH = 340
_OFFSET = QPoint(18, 20)
_MARGIN = 8
_PADDING = 12


class Tone(Enum):
    """The tone of a message."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True)
class Choice:
    """A button: its text and action."""

    words: str
    do: Callable[[], None]


class Bubble(QFrame):
    """An overlay that is transparent for the mouse unless it has buttons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._around = parent
        self.setObjectName("bubble")
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._buttons.addStretch()
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(_PADDING, 8, _PADDING, 8)
        layout.setSpacing(8)
        layout.addWidget(self._label)
        layout.addLayout(self._buttons)
        self._fade = QTimer(self)
        self._fade.setSingleShot(True)
        self._fade.timeout.connect(self.hide)
        self._appearance: Appearance | None = None
        self._shown: tuple[str, Tone, int] | None = None
        self.hide()

    @property
    def text(self) -> str:
        """The text while visible, else ""."""
        return self._label.text() if self.isVisibleTo(self._around) else ""

    def choices(self) -> list[QPushButton]:
        """The buttons."""
        return self.findChildren(QPushButton)

    def set_appearance(self, appearance: Appearance) -> None:
        """Apply colours and fonts."""
        self._appearance = appearance
        self._shown = None

    def show_text(
        self, text: str, at: QPoint, tone: Tone = Tone.PLAIN, choices: Sequence[Choice] = (), *, seconds: float = 0
    ) -> None:
        """Show a text at a point; with choices it stays until one is taken or the canvas is used."""
        self._fade.stop()
        now = (text, tone, len(choices))
        if now != self._shown or choices:
            self._fill(text, tone, choices)
            self._shown = now
        self._place(at)
        self.show()
        self.raise_()
        if choices:
            self.choices()[0].setFocus()
        if seconds:
            self._fade.start(int(seconds * 1000))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self._around.setFocus()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.choices():
            self._focused().click()
        else:
            super().keyPressEvent(event)

    def _focused(self) -> QPushButton:
        chosen = self.focusWidget()
        return chosen if isinstance(chosen, QPushButton) else self.choices()[0]

    def _fill(self, text: str, tone: Tone, choices: Sequence[Choice]) -> None:
        if self._appearance is not None:
            self.setStyleSheet(_style(self._appearance, tone))
        self._label.setText(text)
        self.setAccessibleName(text)
        for button in self.choices():
            self._buttons.removeWidget(button)
            button.setParent(None)
            button.deleteLater()
        for choice in choices:
            button = QPushButton(choice.words)
            button.setProperty("role", "main")
            button.clicked.connect(self._choose_action(choice))
            self._buttons.addWidget(button)
            button.show()  # needed before the size is computed
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, on=not choices)

    def _choose_action(self, choice: Choice) -> Callable[[], None]:
        def take() -> None:
            self.hide()
            self._around.setFocus()
            choice.do()

        return take

    def _place(self, at: QPoint) -> None:
        """Move next to the point, inside the window."""
        metrics = self._label.fontMetrics()
        natural = max(metrics.horizontalAdvance(line) for line in self._label.text().splitlines() or [""])
        width = min(_WIDTH, natural + 8)
        self._label.setFixedWidth(width)
        self._layout.invalidate()
        self.resize(width + 2 * _PADDING, self._layout.totalHeightForWidth(width + 2 * _PADDING))
        room = self._around.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        place = at + _OFFSET
        if place.x() + self.width() > room.right():
            place.setX(max(room.left(), at.x() - self.width() - _OFFSET.x()))
        if place.y() + self.height() > room.bottom():
            place.setY(max(room.top(), at.y() - self.height() - _OFFSET.y()))
        self.move(place)


def _style(appearance: Appearance, tone: Tone) -> str:
    edge = {Tone.GOOD: appearance.good, Tone.BAD: appearance.bad}.get(tone, appearance.block_border)
    background = mix(appearance.block, edge, 0.08)
    return f"""
        QFrame#bubble {{
            background: {background.name()}; border: 1px solid {edge.name()}; border-radius: 8px;
        }}
        QLabel {{ color: {appearance.text.name()}; background: transparent; }}
        QPushButton {{ padding: 4px 14px; min-height: 22px; border-radius: 6px; }}
    """
