# SPDX-License-Identifier: BSD-3-Clause
"""Spaces for tests."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

from PySide6.QtCore import QPoint

from app.runtime.references import Reference
from objects_library.desktops.desktop_3d.things import Thing, Transform
from tests.objects_library.copies import local_channel, replicated
from tests.objects_library.viewers import Looker
from tests.objects_library.workers import network_channel

SPACE = 0xE3C739826B019ADA1A8AA5E91B66CF9E
COORDINATES = 0xB3415A8E94633C417BA4A0AD108ED042


def space(name: str = "space") -> Reference:
    """A space within this process."""
    return replicated(SPACE, local_channel("SpaceChange", "SpaceState", name))


def network_space() -> Reference:
    """A space between processes."""
    return replicated(SPACE, network_channel("SpaceChange", "SpaceState"))


def stream(name: str = "stream", **values: Any) -> Reference:
    """A stream of coordinates within this process."""
    return replicated(COORDINATES, local_channel("CoordinatesChange", "CoordinatesState", name), **values)


def thing(kind: str = "model", **more: Any) -> Thing:
    """Something to stand there."""
    given: dict[str, Any] = {
        "item": uuid4(),
        "kind": kind,
        "title": "",
        "place": Transform(0.0, 0.0, 0.0),
        "locked": False,
        "text": "car" if kind == "model" else "",
        "colour": "",
        "data": b"",
        "texture": b"",
        "reference": [],
        "stream": [],
        "follows": "",
    }
    return Thing(**(given | more))


def plain(one: Thing) -> dict[str, Any]:
    """A thing as events carry it."""
    return {**vars(one), "place": vars(one.place)}


def patch(name: UUID, **more: Any) -> dict[str, Any]:
    """A patch as events carry it."""
    fields = ("place", "locked", "title", "text", "colour", "texture", "reference", "stream", "follows")
    return {"item": name, **dict.fromkeys(fields), **more}


def agreed(looker: Looker) -> dict[UUID, Thing]:
    """What a copy knows."""
    found: dict[UUID, Thing] = looker.body._desktop.things.items
    return found


def drawn_at(looker: Looker, key: Any) -> tuple[float, float, float] | None:
    """Where a thing is drawn."""
    body = looker.view.scene_view.viewport.renderer.bodies.get(key)
    return None if body is None or body.drawn is None else body.drawn[:3]


def is_drawn_at(looker: Looker, key: Any, place: Iterable[float]) -> bool:
    """Whether a thing is drawn at a place, to the centimetre."""
    drawn = drawn_at(looker, key)
    return drawn is not None and math.dist(drawn, tuple(place)) < 0.01


def pixel(looker: Looker, point: tuple[float, float, float]) -> QPoint:
    """Where a point of the space is in the window."""
    viewport = looker.view.scene_view.viewport
    seen = viewport.renderer.camera.pixel(point, viewport.width(), viewport.height())
    assert seen is not None
    return QPoint(round(seen[0]), round(seen[1]))
