# SPDX-License-Identifier: BSD-3-Clause
"""The map of the world with shared marks, lines and areas."""

from __future__ import annotations

from app.runtime.library import ChannelReference, Context, live_object
from objects_library.replication.drawing.board import Board
from objects_library.replication.drawing.shapes import Plane
from objects_library.replication.drawing.shared_drawing import DrawingChange, DrawingState, SharedDrawing


class MapBoard(Board):
    """The shapes that a map allows. Positions are degrees: x is the longitude, y the latitude."""

    plane = Plane(("marker", "line", "area"), widest=180.0, highest=90.0)


@live_object("e81c2aaa936bbfb547f2a3ff9ad59d63", name="Map", group="Shared documents", limits="up to 20,000 marks")
class SharedMap(SharedDrawing):
    """The world, offline: everyone looks where they like, marks places, and draws lines and areas."""

    board = MapBoard

    def __init__(self, Channel: ChannelReference[DrawingChange, DrawingState], context: Context) -> None:
        super().__init__(Channel, context)
