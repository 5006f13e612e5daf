# SPDX-License-Identifier: BSD-3-Clause
"""The layout of a block: header, ports on both sides, slots below."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF

from app.runtime.types import EndpointType
from app.ui.composer.canvas.appearance import GRID, snapped
from app.ui.composer.model.families import is_inlet
from app.ui.composer.model.sheet_view import Block, Port, Slot

WIDTH = 224.0
LEAST_WIDTH = 144.0
MOST_WIDTH = 304.0
_LETTER = 7.5
HEADER = 48.0
ROW = 24.0
SLOT = 40.0
_VIEW_MARGIN = 12.0
"""The distance of a view from the edges, where the ports and the resize handle are."""
GRIP = 20.0
"""The size of the drag and resize handles."""

# A port that sends one of these events uses a service of another block.
_REQUESTS = frozenset(
    [
        "acquire",
        "add",
        "admit",
        "ask",
        "change",
        "edit",
        "get",
        "insert",
        "join",
        "list",
        "lock",
        "pause",
        "put",
        "query",
        "read",
        "request",
        "send",
        "serve",
        "set",
        "stand",
        "start",
        "submit",
        "watch",
        "write",
    ]
)


class PortAnchor(NamedTuple):
    """A port with the anchor of its wire."""

    port: Port
    anchor: QPointF
    on_left: bool


class SlotArea(NamedTuple):
    """A slot with its rectangle."""

    slot: Slot
    area: QRectF


@dataclass(frozen=True, slots=True)
class BlockLayout:
    """The geometry of a block, relative to its upper left corner."""

    body: QRectF
    header: QRectF
    ports: tuple[PortAnchor, ...]
    slots: tuple[SlotArea, ...]
    view: QRectF | None = None
    """The rectangle of the object's view, while it runs."""

    def anchor(self, port: str) -> PortAnchor | None:
        """The anchor of a port."""
        return next((place for place in self.ports if place.port.name == port), None)

    def port_at(self, point: QPointF, reach: float) -> PortAnchor | None:
        """The nearest port within a distance."""
        best, least = None, reach
        for place in self.ports:
            distance = (place.anchor - point).manhattanLength()
            if distance <= least:
                best, least = place, distance
        return best

    def slot_at(self, point: QPointF) -> SlotArea | None:
        """The slot at a point."""
        return next((place for place in self.slots if place.area.contains(point)), None)

    @property
    def handle(self) -> QRectF:
        """The rectangle of the drag handle."""
        return QRectF(self.body.right() - GRIP - 6, self.header.top() + 6, GRIP, GRIP)

    @property
    def resizer(self) -> QRectF:
        """The rectangle of the resize handle."""
        return QRectF(self.body.right() - 12, self.body.bottom() - 12, 12, 12)


def lay_out(block: Block, room: QSizeF | None = None) -> BlockLayout:
    """Compute the layout from ports, slots and the given size; with a room, the view takes the place of the slots."""
    left = [port for port in block.ports if uses_another(port)]
    right = [port for port in block.ports if not uses_another(port)]
    if room is not None and not block.placed.collapsed:
        return _with_view(block, room, left, right)
    width = max(LEAST_WIDTH, snapped(block.placed.width or _natural_width(left, right)))
    if block.placed.collapsed:
        return _collapsed(width, left, right)
    rows = max(len(left), len(right))
    ports_end = HEADER + (rows * ROW + GRID if rows else GRID / 2)
    slots = [slot for slot in block.slots if is_shown(slot)]
    below = GRID if rows else GRID / 2
    bottom = ports_end + (len(slots) * SLOT + below if slots else 0.0) if rows or slots else HEADER
    height = max(bottom, snapped(block.placed.height or 0.0))
    return BlockLayout(
        QRectF(0, 0, width, height),
        QRectF(0, 0, width, HEADER),
        tuple(itertools.chain(_column(left, 0.0, on_left=True), _column(right, width, on_left=False))),
        tuple(
            SlotArea(slot, QRectF(GRID, ports_end + index * SLOT + 2, width - 2 * GRID, SLOT - 4))
            for index, slot in enumerate(slots)
        ),
    )


def _with_view(block: Block, room: QSizeF, left: list[Port], right: list[Port]) -> BlockLayout:
    width = max(LEAST_WIDTH, block.placed.width or room.width())
    ports_end = HEADER + max(len(left), len(right)) * ROW + GRID
    height = max(ports_end, block.placed.height or room.height())
    return BlockLayout(
        QRectF(0, 0, width, height),
        QRectF(0, 0, width, HEADER),
        tuple(itertools.chain(_column(left, 0.0, on_left=True), _column(right, width, on_left=False))),
        (),
        QRectF(_VIEW_MARGIN, HEADER + 2, width - 2 * _VIEW_MARGIN, height - HEADER - 2 - _VIEW_MARGIN),
    )


def _natural_width(left: list[Port], right: list[Port]) -> float:
    """The width that fits opposite port names, within limits."""
    widest = max((_letters(a) + _letters(b) for a, b in itertools.zip_longest(left, right)), default=0)
    return min(MOST_WIDTH, max(WIDTH, widest * _LETTER + 48.0))


def _letters(port: Port | None) -> int:
    return 0 if port is None else len(port.exported_as or port.name)


def is_shown(slot: Slot) -> bool:
    """Whether the block shows a slot: slots for objects, and others only if a value is missing."""
    return slot.kind == "reference" or slot.embedded is not None or slot.missing


@lru_cache(maxsize=4096)
def _uses(term: object) -> bool:
    if not isinstance(term, EndpointType):
        return False
    sent = {event.name for event in term.outgoing}
    return bool(sent & _REQUESTS)


def uses_another(port: Port) -> bool:
    """Whether a port uses a service or accepts values (left side), or offers them (right side)."""
    return port.required or _uses(port.type) or is_inlet(port.type)


def _column(ports: list[Port], x: float, *, on_left: bool) -> list[PortAnchor]:
    first = HEADER + GRID / 2 + ROW / 2
    return [PortAnchor(port, QPointF(x, first + row * ROW), on_left) for row, port in enumerate(ports)]


def _collapsed(width: float, left: list[Port], right: list[Port]) -> BlockLayout:
    """The collapsed layout: only the header, with ports spread over its sides."""
    header = QRectF(0, 0, width, HEADER)
    places = [
        PortAnchor(port, QPointF(x, HEADER * (row + 1) / (len(ports) + 1)), on_left)
        for ports, x, on_left in ((left, 0.0, True), (right, width, False))
        for row, port in enumerate(ports)
    ]
    return BlockLayout(header, header, tuple(places), ())
