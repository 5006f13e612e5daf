# SPDX-License-Identifier: BSD-3-Clause
"""Where others point on a desktop: seen by all, and never part of its state."""

from __future__ import annotations

from uuid import uuid4

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from objects_library.replication.drawing.presence import DrawingPresence, Pointing
from tests.objects_library.desktops.desks import desk, network_desk
from tests.objects_library.viewers import Looker, look

pytestmark = pytest.mark.usefixtures("qapp")


def move(looker: Looker, at: QPoint) -> None:
    viewport = looker.view.canvas.viewport()
    place, nothing = QPointF(at), Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        place,
        QPointF(viewport.mapToGlobal(at)),
        nothing,
        nothing,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(viewport, event)


async def test_a_pointer_is_seen_at_its_place_and_goes_with_its_person(nodes: list[Node]) -> None:
    page = network_desk()
    ann, bob = await look(nodes[0], page), await look(nodes[1], page)
    shown = bob.view.pointer_overlay.pointers
    changes = bob.body._replica.refusals

    def sees_ann() -> bool:
        move(ann, QPoint(120, 90))  # whoever joins later sees the next move
        return bool(shown.people)

    await bob.sees(sees_ann)
    place = ann.view.canvas.mapToScene(QPoint(120, 90))
    ((_, person),) = shown.people.items()
    assert person.name == "Ann"
    assert (person.pointing.x, person.pointing.y, person.pointing.away) == (place.x(), place.y(), False)
    before = bob.view.pointer_overlay.grab().toImage()
    move(ann, QPoint(200, 150))
    await bob.sees(lambda: next(iter(shown.people.values())).pointing.x != person.pointing.x)
    await bob.sees(lambda: bob.view.pointer_overlay.grab().toImage() != before)
    assert not ann.view.pointer_overlay.pointers.people  # nobody sees their own
    assert ann.body.give_state() == {"items": []}
    assert bob.body._replica.refusals == changes
    ann.proxy.close()
    await bob.sees(lambda: not shown.people)


async def test_without_a_scope_there_are_no_pointers(nodes: list[Node]) -> None:
    ann = await look(nodes[0], desk("no pointers"))
    move(ann, QPoint(10, 10))
    await ann.sees(lambda: ann.body._pointers._endpoint is None and ann.view.state == "live")


def test_pointers_from_nowhere_are_refused() -> None:
    people = DrawingPresence()
    assert not people.update(uuid4(), "Eve", Pointing(float("nan"), 0, False, 0, 0, 1))
    assert not people.update(uuid4(), "E" * 101, Pointing(0, 0, False, 0, 0, 1))
    assert people.all() == []
