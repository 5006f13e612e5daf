# SPDX-License-Identifier: BSD-3-Clause
"""The gesture that draws a wire by keyboard: choose a port, then its other end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.gestures.wire_draft import WireDraft, WireGesture
from app.ui.composer.canvas.overlays.bubble import Tone
from app.ui.composer.canvas.translation import tr
from app.ui.composer.canvas.wire_sentence import is_outlet
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_NEXT = {Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Tab}
_PREVIOUS = {Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Backtab}
_TAKE = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class KeyboardWire(WireGesture):
    """Arrows step through ports, Enter chooses, letters jump to blocks, Escape cancels."""

    def __init__(self, canvas: Canvas, block: str) -> None:
        super().__init__(canvas)
        item = canvas.sheet_scene.blocks[block]
        self._candidates = [EndpointPath(block, place.port.name) for place in item.places.ports]
        self._number = 0
        self._typed = ""
        if len(self._candidates) == 1:
            self._take_source()
        else:
            self._show()

    @property
    def candidate(self) -> EndpointPath | None:
        """The port that Enter would choose."""
        return self._candidates[self._number] if self._candidates else None

    def key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.canvas.cancel_gesture()
        elif key in _NEXT or key in _PREVIOUS:
            self._typed = ""
            self._number = (self._number + (1 if key in _NEXT else -1)) % max(1, len(self._candidates))
            self._show()
        elif key in _TAKE and not (key == Qt.Key.Key_Space and self._typed):
            self._take()
        elif event.text().strip() or (key == Qt.Key.Key_Space and self._typed):
            self._jump(event.text())
        else:
            return False
        return True

    def paint(self, painter: QPainter) -> None:
        target = self.candidate
        if self._draft is None or target is None:
            return
        anchor = self.canvas.sheet_scene.blocks[target.component].anchor(target.endpoint)
        end, on_left = anchor if anchor is not None else (QPointF(), True)
        self._draft.paint(painter, end, on_left, holds=self._draft.fit(target).holds)

    def _take(self) -> None:
        target = self.candidate
        if target is None:
            self.canvas.cancel_gesture()
        elif self._draft is None:
            self._take_source()
        else:
            wiring = self._draft
            at = self._place_of(target)
            self.canvas.cancel_gesture()
            wiring.connect(target, at)

    def _take_source(self) -> None:
        source = self.candidate
        assert source is not None
        wire = None if is_outlet(self.canvas.view, source) else self.canvas.sheet_scene.wire_at_port(source)
        self._draft = WireDraft(self.canvas, source, wire)
        self._candidates = self._ranked(source)
        self._number = 0
        if not self._candidates:
            self.canvas.message.emit(tr("There is no other connection on this page."))
            self.canvas.cancel_gesture()
            return
        self._show()

    def _ranked(self, source: EndpointPath) -> list[EndpointPath]:
        """Ports by rank: matching, then adaptable, then others; the nearest first."""
        blocks = self.canvas.sheet_scene.blocks
        here = blocks[source.component].pos()
        assert self._draft is not None
        ranked = []
        for name, item in blocks.items():
            distance = (item.pos() - here).manhattanLength()
            for place in item.places.ports:
                port = EndpointPath(name, place.port.name)
                if port != source:
                    fit = self._draft.fit(port)
                    rank = 0 if fit.holds else 1 if fit.offers else 2
                    ranked.append(((rank, distance), port))
        return [port for _, port in sorted(ranked, key=lambda pair: pair[0])]

    def _jump(self, text: str) -> None:
        """Jump to the ports of a block by the first letters of its name."""
        self._typed += text.casefold()
        for number, port in enumerate(self._candidates):
            if port.component.casefold().startswith(self._typed):
                self._number = number
                self._show()
                return
        self._typed = ""

    def _show(self) -> None:
        target = self.candidate
        if target is None:
            return
        self.canvas.bring_into_view(target.component)
        self.canvas.mark_port(target)
        at = self._place_of(target)
        if self._draft is not None:
            self._draft.explain(target, at)
            words = self.canvas.bubble.text
        else:
            port = self.canvas.sheet_scene.blocks[target.component].places.anchor(target.endpoint)
            words = tr("Wire from {port}: Enter to begin, arrows for another connection").format(port=target.endpoint)
            if port is not None and port.port.words:
                words = f"{words}\n{translated(port.port.words)}"
            self.canvas.bubble.show_text(words, at, Tone.PLAIN)
        self.canvas.announce(f"{target.component}, {target.endpoint}: {words}")
        self.canvas.viewport().update()

    def _place_of(self, port: EndpointPath) -> QPoint:
        anchor = self.canvas.sheet_scene.blocks[port.component].anchor(port.endpoint)
        return self.canvas.mapFromScene(QPointF() if anchor is None else anchor[0])
