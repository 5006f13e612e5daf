# SPDX-License-Identifier: BSD-3-Clause
"""Desktops for tests."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from app.runtime.references import Reference
from objects_library.replication.desktop.items import NOBODY, Item, Placement
from tests.objects_library.copies import local_channel, replicated
from tests.objects_library.viewers import Looker
from tests.objects_library.workers import network_channel

DESKTOP = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E540


def desk(name: str = "desk") -> Reference:
    """A desktop within this process."""
    return replicated(DESKTOP, local_channel("DesktopChange", "DesktopState", name))


def network_desk() -> Reference:
    """A desktop between processes."""
    return replicated(DESKTOP, network_channel("DesktopChange", "DesktopState"))


def item(kind: str = "text", **more: Any) -> Item:
    """Something to lie on it."""
    given: dict[str, Any] = {
        "item": uuid4(),
        "kind": kind,
        "title": "",
        "place": Placement(0.0, 0.0, 100.0, 60.0, 0.0),
        "layer": 0,
        "group": NOBODY,
        "locked": False,
        "text": "",
        "data": b"",
        "reference": [],
    }
    return Item(**(given | more))


def piece(looker: Looker, name: UUID) -> Any:
    """How somebody sees a thing."""
    return looker.view.canvas.pieces.get(name)


def agreed(looker: Looker) -> dict[UUID, Item]:
    """What a copy knows."""
    found: dict[UUID, Item] = looker.body._desktop.things.items
    return found
