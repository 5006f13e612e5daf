# SPDX-License-Identifier: BSD-3-Clause
"""The port rows of a block: description, wire, and type details."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.runtime.references.constraint_text import constraints_in_words
from app.runtime.types import NULL, STANDARD_FORMALISMS, EndpointType, Event, describe_type
from app.ui.composer.canvas.appearance import make_appearance
from app.ui.composer.canvas.items.port_shapes import shape_of
from app.ui.composer.model.blocks import Port
from app.ui.composer.model.families import Family
from app.ui.composer.panels.inspector.formal_text import FormalText
from app.ui.composer.panels.inspector.labels import plain_text
from app.ui.composer.panels.widgets import ElidedLabel, column, escape_ampersands, link_button, tool_button, words
from app.ui.icons import bind_icon
from app.ui.theme import Theme
from app.ui.translations import translated

_MOST_PARTS = 6


class PortRow(QWidget):
    """The expandable row of one port."""

    asked_for = Signal(str)  # name of the block at the other end of the wire

    def __init__(self, theme: Theme, port: Port) -> None:
        super().__init__()
        self._theme = theme
        self._port = port
        self.details: QWidget | None = None
        self._layout = column(self, spacing=4)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(_Glyph(theme, port.family), alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(self._texts(), stretch=1)
        self.fold = tool_button(theme, "down", self.tr("More about {port}").format(port=port.name))
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._unfold)
        row.addWidget(self.fold, alignment=Qt.AlignmentFlag.AlignTop)
        self._layout.addLayout(row)

    def _texts(self) -> QVBoxLayout:
        texts = column(spacing=0)
        texts.addWidget(ElidedLabel(self._port.name))
        texts.addWidget(ElidedLabel(translated(self._port.family.words), "help"))
        for other in self._port.wires:
            link = link_button(escape_ampersands(f"→ {other.component} · {other.endpoint}"))
            link.setAccessibleName(self.tr("Go to {block}").format(block=other.component))
            link.clicked.connect(partial(self.asked_for.emit, other.component))
            texts.addWidget(link, alignment=Qt.AlignmentFlag.AlignLeft)  # keep the row's full width
        if self._port.wires:
            return texts
        if self._port.exported_as:
            label = self.tr("Shown outside as {name}").format(name=self._port.exported_as)
            texts.addWidget(ElidedLabel(label, "help"))
        elif self._port.required:
            texts.addWidget(words(self.tr("Must be connected"), "bad"))
        else:
            texts.addWidget(words(self.tr("Not connected"), "help"))
        return texts

    def _unfold(self, open_now: bool) -> None:
        bind_icon(self._theme, self.fold, "up" if open_now else "down")
        if self.details is None:
            self.details = _Details(self._theme, self._port)
            self._layout.addWidget(self.details)
        self.details.setVisible(open_now)


class _Details(QWidget):
    """The events and constraints of a port in words, and the formal type."""

    def __init__(self, theme: Theme, port: Port) -> None:
        super().__init__()
        layout = column(self, spacing=4)
        layout.setContentsMargins(24, 0, 0, 8)
        term = port.type
        if isinstance(term, EndpointType):
            self._add_line(self.tr("Takes"), [_event(event) for event in term.incoming])
            self._add_line(self.tr("Gives"), [_event(event) for event in term.outgoing])
            self._add_line(self.tr("Promises"), constraints_in_words(term.provides, STANDARD_FORMALISMS))
            self._add_line(self.tr("Needs"), constraints_in_words(term.requires, STANDARD_FORMALISMS))
        else:
            layout.addWidget(words(translated(port.words), "help"))
        if term is not None:
            layout.addWidget(FormalText(theme, str(term)))

    def _add_line(self, verb: str, parts: list[str]) -> None:
        if not parts:
            return
        shown = [plain_text(translated(part)) for part in parts[:_MOST_PARTS]]
        if len(parts) > _MOST_PARTS:
            shown.append(self.tr("{count} more").format(count=len(parts) - _MOST_PARTS))
        layout = self.layout()
        assert layout is not None
        layout.addWidget(words(verb, "section"))
        for text in shown:
            layout.addWidget(words(f"•  {text}", "help"))


class _Glyph(QWidget):
    """The port's shape and colour, as on the canvas."""

    def __init__(self, theme: Theme, family: Family) -> None:
        super().__init__()
        self._theme = theme
        self._family = family
        self.setFixedSize(QSize(16, 18))
        self.setToolTip(translated(family.words))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = make_appearance(self._theme.colors).family(self._family)
        painter.translate(QPointF(8, 9))
        painter.setPen(QPen(color, 1.2))
        painter.setBrush(color)
        painter.drawPath(shape_of(self._family))


def _event(event: Event) -> str:
    return event.name if event.type == NULL else f"{event.name}: {translated(describe_type(event.type))}"
