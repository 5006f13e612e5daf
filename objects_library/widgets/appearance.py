# SPDX-License-Identifier: BSD-3-Clause
"""Colours, labels and small painted widgets that follow the palette."""

import hashlib
import html

from PySide6.QtCore import QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from objects_library.values.person_id import colour_number

GAP = 8
"""The layout grid in pixels."""

# Readable as text on their own background, and distinct for most kinds of colour blindness.
PEOPLE_COLOURS = ("#3b5bdb", "#b0480f", "#0b7285", "#a61e4d", "#2b6a30", "#6741d9", "#8a5a00", "#1864ab")
_ON_DARK = ("#91a7ff", "#ffb27a", "#66d9e8", "#faa2c1", "#8ce99a", "#b197fc", "#ffd43b", "#74c0fc")
_ON_LIGHT = PEOPLE_COLOURS


def is_dark(palette: QPalette) -> bool:
    """Whether text is lighter than its background."""
    return palette.base().color().lightness() < palette.text().color().lightness()


def blend(one: QColor, other: QColor, share: float) -> QColor:
    """A colour between two: `share` of the first, the rest of the second."""
    return QColor.fromRgbF(
        one.redF() * share + other.redF() * (1 - share),
        one.greenF() * share + other.greenF() * (1 - share),
        one.blueF() * share + other.blueF() * (1 - share),
    )


def colour_of(person: object, palette: QPalette) -> QColor:
    """The colour of a person: the same on every screen of a theme."""
    number = colour_number(person)
    if number is None:
        number = hashlib.sha256(str(person).encode("utf-8", "replace")).digest()[0]
    colours = _ON_DARK if is_dark(palette) else PEOPLE_COLOURS
    return QColor(colours[number % len(colours)])


def warning_colour(palette: QPalette) -> QColor:
    """The colour of refusals and lost connections."""
    return QColor("#f0a35e" if is_dark(palette) else "#a5420c")


def plain_label(text: str = "", role: str = "", *, wrap: bool = True) -> QLabel:
    """A label that shows plain text, so that its author cannot style or link."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if role:
        label.setProperty("role", role)
    return label


def tip(text: str) -> str:
    """Escape a text for a tool tip, which Qt would read as markup."""
    return f"<p>{html.escape(text)}</p>"


def tip_of_lines(lines: list[str]) -> str:
    """Several lines for a tool tip."""
    return "<br>".join(f"<span style='white-space: pre'>{html.escape(line)}</span>" for line in lines)


def format_count(count: int, locale: QLocale) -> str:
    """Format an integer for the locale."""
    return f"{count:,}".replace(",", locale.groupSeparator())


def set_font_size(widget: QWidget, points: float, weight: QFont.Weight = QFont.Weight.DemiBold) -> None:
    """Set the font size by style sheet, since a style sheet of the program overrides a plain font."""
    widget.setStyleSheet(f"font-size: {points:g}pt; font-weight: {int(weight)};")


class Avatar(QWidget):
    """A round badge with a few letters or a symbol."""

    def __init__(self, letters: str, person: object, parent: QWidget | None = None, size: int = 28) -> None:
        super().__init__(parent)
        self._letters, self._person, self._size = letters, person, size
        self.setFixedSize(size, size)

    def sizeHint(self) -> QSize:
        """A fixed size."""
        return QSize(self._size, self._size)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint a tinted disc with a rim, and the letters."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = colour_of(self._person, self.palette())
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(blend(colour, self.palette().base().color(), 0.18))
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        font = QFont(self.font())
        font.setPixelSize(max(9, round(self._size * 0.39)))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._letters)


def initials(name: str) -> str:
    """Up to two initials of a name."""
    parts = [part for part in name.replace("-", " ").replace("_", " ").split() if part[:1].isalnum()]
    if not parts:
        return "?"
    return (parts[0][0] + (parts[-1][0] if len(parts) > 1 else parts[0][1:2])).upper()


class Panel(QWidget):
    """A raised surface with round corners that groups widgets."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint surface and rim from the palette."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().mid().color(), 1))
        painter.setBrush(self.palette().base())
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)


_BUTTON = """
    QPushButton { background: %(back)s; color: %(front)s; border: 1px solid %(rim)s;
        border-radius: 8px; padding: 7px 14px; font-weight: 600; }
    QPushButton:hover { border-color: %(focus)s; }
    QPushButton:pressed { background: palette(mid); color: palette(text); }
    QPushButton:focus { border: 2px solid %(focus)s; padding: 6px 13px; }
    QPushButton:disabled { background: transparent; color: palette(placeholder-text);
        border: 1px solid palette(mid); }
"""


class ElidedLabel(QLabel):
    """A muted label that elides its text."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "muted")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the elided text; the tool tip has all of it."""
        shown = elide(self.text(), self.font(), self.width())
        self.setToolTip(tip(self.text()) if shown != self.text() else "")
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment() | Qt.TextFlag.TextSingleLine, shown)


class SoftButton(QPushButton):
    """A flat button with round corners; `main` marks the primary action."""

    def __init__(self, text: str, name: str = "", *, main: bool = False) -> None:
        super().__init__(text)
        self.setAccessibleName(name or text.replace("&", ""))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        quiet = ("palette(button)", "palette(button-text)", "palette(mid)", "palette(highlight)")
        loud = (
            "palette(highlight)", "palette(highlighted-text)", "palette(highlight)", "palette(text)",
        )  # fmt: skip
        look = dict(zip(("back", "front", "rim", "focus"), loud if main else quiet, strict=True))
        self.setStyleSheet(_BUTTON % look)


def elide(text: str, font: QFont, width: int) -> str:
    """The text, elided to the width."""
    return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, width)


def draw_lock(painter: QPainter, box: QRectF, colour: QColor, *, closed: bool) -> None:
    """Draw a padlock with a fixed stroke width."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = box.width() / 24
    painter.translate(box.topLeft())
    painter.scale(unit, unit)
    pen = QPen(colour, 2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(5, 11, 14, 10), 2, 2)
    painter.drawLine(QPointF(8, 11), QPointF(8, 8))
    painter.drawArc(QRectF(8, 3.5, 8, 9), 0, 180 * 16)
    if closed:
        painter.drawLine(QPointF(16, 11), QPointF(16, 8))
    painter.drawPoint(QPointF(12, 16))
    painter.restore()
