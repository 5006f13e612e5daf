# SPDX-License-Identifier: BSD-3-Clause
"""A wire being drawn: highlights, preview, reasons and adapters, for mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.adapter_insertion import insert_adapter
from app.ui.composer.canvas.gestures.base import Gesture
from app.ui.composer.canvas.items.port_highlights import PortHighlights
from app.ui.composer.canvas.items.wire_layer import WireKey
from app.ui.composer.canvas.items.wire_paths import wire_path
from app.ui.composer.canvas.overlays.bubble import Choice, Tone
from app.ui.composer.canvas.translation import tr
from app.ui.composer.canvas.wire_sentence import is_one_way, wire_sentence
from app.ui.composer.model.compatibility import Fit, port_matcher
from app.ui.composer.model.edits import CompoundEdit, Connect, Disconnect, Edit
from app.ui.composer.model.sheet_view import SheetView
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_MOST_OFFERS = 3


class WireDraft:
    """A wire from a port without its other end; `instead_of` is the wire that it replaces."""

    def __init__(self, canvas: Canvas, source: EndpointPath, instead_of: WireKey | None = None) -> None:
        self.canvas = canvas
        self.source = source
        self.instead_of = instead_of
        document = canvas.document
        if instead_of is not None:  # checked as if the old wire were removed
            document = Disconnect(canvas.sheet, *instead_of).apply(document)
        self.highlights = PortHighlights(source, port_matcher(document, canvas.sheet, source, canvas.catalogue))
        canvas.sheet_scene.highlight(self.highlights)

    def end(self) -> None:
        """Remove the highlights."""
        self.canvas.sheet_scene.highlight(None)
        self.canvas.viewport().update()

    def fit(self, target: EndpointPath) -> Fit:
        """Whether the wire would be valid."""
        return self.highlights.fit(target.component, target.endpoint)

    def explain(self, target: EndpointPath, at: QPoint) -> None:
        """Show at the pointer whether the target fits, or why not."""
        fit = self.fit(target)
        name = f"{target.component} · {target.endpoint}"
        if fit.holds:
            words = wire_sentence(self.canvas.view, self.source, target) or tr("Fits {name}").format(name=name)
            self.canvas.bubble.show_text(words, at, Tone.GOOD)
            return
        text = translated(fit.reason)
        if fit.offers:
            text += "\n" + tr("An adapter can mend this: let go to see it.")
        self.canvas.bubble.show_text(text, at, Tone.BAD)

    def connect(self, target: EndpointPath, at: QPoint) -> None:
        """Add the wire, or show why not and offer adapters."""
        fit = self.fit(target)
        if fit.holds:
            self.canvas.bubble.hide()
            several = is_one_way(self.canvas.view, self.source) and is_one_way(self.canvas.view, target)
            if self.canvas.do(self._replacing(Connect(self.canvas.sheet, self.source, target, several))):
                self.canvas.message.emit(wire_sentence(self.canvas.view, self.source, target))
            return
        choices = [
            Choice(tr("Insert {name}").format(name=translated(offer.name)), self._insertion(target, number))
            for number, offer in enumerate(fit.offers[:_MOST_OFFERS])
        ]
        reason = translated(fit.reason)
        self.canvas.bubble.show_text(reason, at, Tone.BAD, choices)
        self.canvas.message.emit(reason)

    def disconnect(self) -> None:
        """Remove the wire that was unplugged."""
        if self.instead_of is not None:
            self.canvas.do(Disconnect(self.canvas.sheet, *self.instead_of))

    def paint(self, painter: QPainter, end: QPointF, end_on_left: bool, *, holds: bool | None) -> None:
        """Paint the preview."""
        item = self.canvas.sheet_scene.blocks.get(self.source.component)
        start = None if item is None else item.anchor(self.source.endpoint)
        if item is None or start is None:
            return
        appearance = self.canvas.appearance
        color = appearance.accent if holds is None else appearance.good if holds else appearance.bad
        style = Qt.PenStyle.SolidLine if holds else Qt.PenStyle.DashLine
        painter.setPen(QPen(color, 2.4, style, Qt.PenCapStyle.RoundCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(wire_path(start[0], start[1], end, end_on_left))
        painter.setBrush(color)
        painter.drawEllipse(end, 3.5, 3.5)

    def _replacing(self, edit: Edit) -> Edit:
        if self.instead_of is None:
            return edit
        return CompoundEdit((Disconnect(self.canvas.sheet, *self.instead_of), edit), edit.label)

    def _insertion(self, target: EndpointPath, number: int) -> Callable[[], None]:
        def insert() -> None:
            insert_adapter(self.canvas, self.source, target, self.fit(target).offers[number], self.instead_of)

        return insert


class WireGesture(Gesture):
    """The base class of gestures that draw a wire."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._draft: WireDraft | None = None

    def is_invalidated_by(self, after: SheetView) -> bool:
        before = self.canvas.view
        return after.wires != before.wires or after.blocks.keys() != before.blocks.keys()

    def cancel(self) -> None:
        self.canvas.mark_port(None)
        self.canvas.bubble.hide()
        if self._draft is not None:
            self._draft.end()
