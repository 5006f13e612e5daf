# SPDX-License-Identifier: BSD-3-Clause
"""The gesture that draws a wire; compatible ports are highlighted, others show the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.gestures.base import Pointer
from app.ui.composer.canvas.gestures.wire_draft import WireDraft, WireGesture
from app.ui.composer.canvas.items.block_item import BlockItem
from app.ui.composer.canvas.items.wire_layer import WireKey
from app.ui.composer.canvas.wire_sentence import is_outlet

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_CLICK_TOLERANCE = 4
_REACH = 18.0


class DrawWire(WireGesture):
    """A free port, or one that offers values, starts a new wire; a wired port reconnects its wire."""

    cursor = Qt.CursorShape.CrossCursor
    uses_edges = True

    def __init__(self, canvas: Canvas, at: Pointer, port: EndpointPath) -> None:
        super().__init__(canvas)
        wire = None if is_outlet(canvas.view, port) else canvas.sheet_scene.wire_at_port(port)
        source = port if wire is None else wire[1] if wire[0] == port else wire[0]
        self._start = at
        self._grabbed = port
        self._wire: WireKey | None = wire
        self._source = source
        self._target: EndpointPath | None = None
        self._end = at.scene

    def move(self, to: Pointer) -> None:
        if self._draft is None:
            if (to.view - self._start.view).manhattanLength() < _CLICK_TOLERANCE:
                return
            self._draft = WireDraft(self.canvas, self._source, self._wire)
        self._end = to.scene
        self._target = self._find(to)
        if self._target is None:
            self.canvas.bubble.hide()
        else:
            self._draft.explain(self._target, to.view)
        self.canvas.mark_port(self._target)
        self.canvas.viewport().update()

    def release(self, at: Pointer) -> None:
        self.canvas.mark_port(None)
        if self._draft is None:
            self.canvas.selection.set([self._grabbed.component])
            return
        self._draft.end()
        if self._target is not None:
            if self._target != self._grabbed or self._wire is None:
                self._draft.connect(self._target, at.view)
            else:
                self.canvas.bubble.hide()
        elif self._wire is not None:
            self._draft.disconnect()
        else:
            self.canvas.quick_add(at.scene, wire_from=self._source)

    def paint(self, painter: QPainter) -> None:
        if self._draft is None:
            return
        end, on_left, holds = self._end, True, None
        if self._target is not None:
            item = self.canvas.sheet_scene.blocks[self._target.component]
            anchor = item.anchor(self._target.endpoint)
            if anchor is not None:
                end, on_left = anchor
            holds = self._draft.fit(self._target).holds
        else:
            on_left = self._end.x() > self._source_x()
        self._draft.paint(painter, end, on_left, holds=holds)

    def _source_x(self) -> float:
        item = self.canvas.sheet_scene.blocks.get(self._source.component)
        anchor = None if item is None else item.anchor(self._source.endpoint)
        return QPointF().x() if anchor is None else anchor[0].x()

    def _find(self, to: Pointer) -> EndpointPath | None:
        """The port under the pointer, or the best matching port of the block there."""
        assert self._draft is not None
        hit = self.canvas.sheet_scene.hit(to.scene, _REACH / self.canvas.sheet_scene.scale)
        if hit.block is None:
            return None
        if hit.port is not None:
            found = EndpointPath(hit.block.name, hit.port.port.name)
            return None if found == self._source else found
        if hit.block.name == self._source.component:
            return None
        return self._best(hit.block)

    def _best(self, item: BlockItem) -> EndpointPath | None:
        assert self._draft is not None
        ports = [EndpointPath(item.name, place.port.name) for place in item.places.ports]
        ranked = sorted(ports, key=self._rank)
        return ranked[0] if ranked else None

    def _rank(self, port: EndpointPath) -> int:
        assert self._draft is not None
        fit = self._draft.fit(port)
        return 0 if fit.holds else 1 if fit.offers else 2
