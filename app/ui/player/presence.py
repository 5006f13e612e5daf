# SPDX-License-Identifier: BSD-3-Clause
"""The presence widget: a face per known name, and a number for the others."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.person import Person
from app.ui.theme import Theme

_FACE = 28
_OVERLAP = 6
_MOST = 5
_FACES = ("#5563d8", "#1f8a70", "#b5533c", "#8a56c2", "#2f7fb5", "#a0742a", "#b4467f", "#4f7d2f")
"""Colours with enough contrast to white text in both themes."""


class Presence(QWidget):
    """Faces with initials; the tool tip and the accessible name list the names. A click shows details."""

    clicked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._people: tuple[Person, ...] = ()
        self._unnamed = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_FACE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    def show_people(self, me: Person, others: Sequence[Person], members: int | None) -> None:
        """Show the known people, the user first, and the number of the others."""
        people = (me, *others)
        unnamed = max(0, (members or 1) - len(people))
        if (people, unnamed) == (self._people, self._unnamed):
            return
        self._people, self._unnamed = people, unnamed
        words = self.words
        self.setToolTip(words.replace("&", "&amp;").replace("<", "&lt;"))
        self.setAccessibleName(words)
        self.setFixedWidth(self.sizeHint().width())
        self.update()

    @property
    def words(self) -> str:
        """The people present, as text."""
        names = [person.name for person in self._people]
        listed = [self.tr("you ({name})").format(name=names[0]), *names[1:]] if names else []
        if self._unnamed == 1:
            listed.append(self.tr("one more"))
        elif self._unnamed:
            listed.append(self.tr("{number} more").format(number=self._unnamed))
        return self.tr("Here now: {people}").format(people=", ".join(listed))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        faces = len(self._faces())
        return QSize(max(0, faces * (_FACE - _OVERLAP) + _OVERLAP), _FACE)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        from objects_library.widgets.appearance import PEOPLE_COLOURS  # noqa: PLC0415 - after the window is painted

        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPointSizeF(8)
        font.setBold(True)
        painter.setFont(font)
        colors = self._theme.colors
        for place, (letters, key) in enumerate(self._faces()):
            area = QRectF(place * (_FACE - _OVERLAP) + 1, 1, _FACE - 2, _FACE - 2)
            painter.setPen(QColor(colors.window))
            painter.setBrush(QColor(PEOPLE_COLOURS[key] if key >= 0 else colors.muted))
            painter.drawEllipse(area)
            painter.setPen(QColor("#ffffff"))
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), letters)
        if self.hasFocus():
            painter.setPen(QColor(colors.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _faces(self) -> list[tuple[str, int]]:
        shown = list(zip(map(_initials, self._people[:_MOST]), self.colours(), strict=False))
        more = len(self._people) - len(shown) + self._unnamed
        return [*shown, (f"+{more}", -1)] if more else shown

    def colours(self) -> list[int]:
        """The colour of each person, by number; people with one name have different ones."""
        if not self._people:
            return []
        from objects_library.values.person_id import COLOURS  # noqa: PLC0415 - after the window is painted

        taken: dict[str, set[int]] = {}
        found = []
        for person in self._people:
            used = taken.setdefault(person.name, set())
            number = person.colour
            while number in used and len(used) < COLOURS:
                number = (number + 1) % COLOURS
            used.add(number)
            found.append(number)
        return found


def _initials(person: Person) -> str:
    words = person.name.replace(".", " ").replace("@", " ").split() or ["?"]
    return "".join(word[0] for word in words[:2]).upper()
