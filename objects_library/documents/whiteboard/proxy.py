# SPDX-License-Identifier: BSD-3-Clause
"""The whiteboard: everybody draws with pens, shapes and texts on an infinite page."""

from __future__ import annotations

from app.runtime.library import ChannelReference, Context, live_object
from objects_library.replication.drawing.board import Board
from objects_library.replication.drawing.shapes import Plane
from objects_library.replication.drawing.shared_drawing import DrawingChange, DrawingState, SharedDrawing


class WhiteboardBoard(Board):
    """The shapes that a whiteboard allows."""

    plane = Plane(("pen", "highlighter", "line", "arrow", "rectangle", "ellipse", "text"))


@live_object(
    "38e615cbd4c57c0aedc400d4719ca011", name="Whiteboard", group="Shared documents", limits="up to 20,000 shapes"
)
class Whiteboard(SharedDrawing):
    """A page without end on which everyone draws; what is being drawn appears at the others at once."""

    board = WhiteboardBoard

    def __init__(self, Channel: ChannelReference[DrawingChange, DrawingState], context: Context) -> None:
        super().__init__(Channel, context)
