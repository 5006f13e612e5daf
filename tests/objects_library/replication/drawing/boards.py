# SPDX-License-Identifier: BSD-3-Clause
"""Drawings for tests."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from app.runtime.references import Reference
from objects_library.replication.desktop.state import NOBODY
from objects_library.replication.drawing.shapes import Frame, Shape, packed
from tests.objects_library.copies import local_channel, replicated
from tests.objects_library.workers import network_channel

WHITEBOARD = 0x38E615CBD4C57C0AEDC400D4719CA011
MAP = 0xE81C2AAA936BBFB547F2A3FF9AD59D63


def board(name: str = "board", template: int = WHITEBOARD) -> Reference:
    """A drawing within this process."""
    return replicated(template, local_channel("DrawingChange", "DrawingState", name))


def network_board(template: int = WHITEBOARD) -> Reference:
    """A drawing between processes."""
    return replicated(template, network_channel("DrawingChange", "DrawingState"))


def shape(kind: str = "pen", **more: Any) -> Shape:
    """Something to draw."""
    given: dict[str, Any] = {
        "item": uuid4(), "kind": kind, "owner": NOBODY, "by": "", "place": Frame(0.0, 0.0, 1.0, 1.0),
        "points": packed([(0.0, 0.0), (10.0, 5.0), (20.0, 0.0)]), "colour": "ink", "width": 3.0, "text": "",
        "note": "", "icon": "", "layer": 0, "locked": False, "done": True,
    }  # fmt: skip
    return Shape(**(given | more))


def plain(drawn: Shape) -> dict[str, Any]:
    """A shape as it travels."""
    return {**vars(drawn), "place": vars(drawn.place)}
