"""Small widgets that all panels are made of."""

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


def words(text: str = "", role: str = "", *, wrap: bool = True) -> QLabel:
    """A label; whatever it says is shown as it is, so that no file can style or link."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if role:
        label.setProperty("role", role)
    return label


def selectable(label: QLabel) -> QLabel:
    """The same label, with text that can be copied."""
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


def tool_button(theme: Theme, icon_name: str, says: str) -> QToolButton:
    """A button that is only an icon; `says` is its tip and its name for screen readers."""
    button = QToolButton()
    bind_icon(theme, button, icon_name)
    button.setIconSize(QSize(16, 16))
    button.setToolTip(tip(says))
    button.setAccessibleName(says)
    return button


def link_button(text: str) -> QPushButton:
    """A button that looks like a link."""
    button = QPushButton(text)
    button.setProperty("role", "link")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return button


def escape_ampersands(text: str) -> str:
    """Text for a button or a menu, in which an ampersand is no shortcut."""
    return text.replace("&", "&&")


def tip(text: str) -> str:
    """Text for a tool tip; Qt takes one that looks like HTML for HTML."""
    return f"<p>{html.escape(text)}</p>" if "<" in text else text


def line() -> QFrame:
    """A thin line between two parts."""
    frame = QFrame()
    frame.setProperty("role", "line")
    frame.setFixedHeight(1)
    return frame


def column(parent: QWidget | None = None, *, spacing: int = 8, margins: int = 0) -> QVBoxLayout:
    """Things below each other."""
    layout = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    layout.setContentsMargins(margins, margins, margins, margins)
    layout.setSpacing(spacing)
    return layout


def scroll_area(content: QWidget) -> QScrollArea:
    """A frame without a border in which a tall page moves up and down."""
    area = QScrollArea()
    area.setProperty("role", "plain")
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area


def empty(layout: QLayout) -> None:
    """Remove everything from a layout, at once and for good."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            empty(inner)


def use_panel_background(widget: QWidget) -> None:
    """Let a widget of our own have the background of a panel."""
    widget.setProperty("role", "panel")
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet looks at."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class ElidedLabel(QLabel):
    """One line that ends in an ellipsis when there is no room; the tip says it all."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if role:
            self.setProperty("role", role)
        self.setText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_cut = self.fontMetrics().horizontalAdvance(self.text()) > self.width()
        self.setToolTip(tip(self.text()) if is_cut else "")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.contentsRect(), int(self.alignment()), text)


class GrowingText(QPlainTextEdit):
    """A field that becomes higher with its text, between a least and a most number of lines."""

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
        """The layout of plain text counts its height in lines, those that are wrapped too."""
        lines = round(self.document().size().height())
        shown = min(max(lines, self._least), self._most)
        frame = 2 * round(self.document().documentMargin()) + 12
        self.setFixedHeight(shown * self.fontMetrics().lineSpacing() + frame)
