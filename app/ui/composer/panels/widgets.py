# SPDX-License-Identifier: BSD-3-Clause
"""Small widgets and helpers of the panels."""

from __future__ import annotations

import html

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLayout,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.icons import bind_icon
from app.ui.theme import Theme
from objects_library.widgets.appearance import plain_label

words = plain_label


def selectable(label: QLabel) -> QLabel:
    """Make a label's text selectable."""
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


def tool_button(theme: Theme, icon_name: str, label: str) -> QToolButton:
    """An icon button; `says` is its tool tip and accessible name."""
    button = QToolButton()
    bind_icon(theme, button, icon_name)
    button.setIconSize(QSize(16, 16))
    button.setToolTip(tip(label))
    button.setAccessibleName(label)
    return button


def link_button(text: str) -> QPushButton:
    """A button that looks like a link."""
    button = QPushButton(text)
    button.setProperty("role", "link")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return button


def escape_ampersands(text: str) -> str:
    """Escape ampersands for buttons and menus."""
    return text.replace("&", "&&")


def tip(text: str) -> str:
    """Escape a tool tip: Qt renders text that looks like HTML as HTML."""
    return f"<p>{html.escape(text)}</p>" if "<" in text else text


def line() -> QFrame:
    """A thin separator line."""
    frame = QFrame()
    frame.setProperty("role", "line")
    frame.setFixedHeight(1)
    return frame


def column(parent: QWidget | None = None, *, spacing: int = 8, margins: int = 0) -> QVBoxLayout:
    """A vertical layout."""
    layout = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    layout.setContentsMargins(margins, margins, margins, margins)
    layout.setSpacing(spacing)
    return layout


def scroll_area(content: QWidget) -> QScrollArea:
    """A frameless vertical scroll area."""
    area = QScrollArea()
    area.setProperty("role", "plain")
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area


def empty(layout: QLayout) -> None:
    """Delete all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            empty(inner)


def use_panel_background(widget: QWidget) -> None:
    """Give a custom widget the panel background."""
    widget.setProperty("role", "panel")
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property and re-apply the style sheet."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class ElidedLabel(QLabel):
    """An elided one-line label; the tool tip has the full text."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if role:
            self.setProperty("role", role)
        self.setText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_elided = self.fontMetrics().horizontalAdvance(self.text()) > self.width()
        self.setToolTip(tip(self.text()) if is_elided else "")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.contentsRect(), int(self.alignment()), text)


class GrowingText(QPlainTextEdit):
    """A text field that grows with its text between two line counts."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__()
        self._least, self._most = least, most
        self.setTabChangesFocus(True)
        self.textChanged.connect(self._grow)
        self._grow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def _grow(self) -> None:
        """Fit the height; the document's height is in lines, including wrapped ones."""
        lines = round(self.document().size().height())
        shown = min(max(lines, self._least), self._most)
        frame = 2 * round(self.document().documentMargin()) + 12
        self.setFixedHeight(shown * self.fontMetrics().lineSpacing() + frame)
