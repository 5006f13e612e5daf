"""A desktop as two people see it: what one does with the hand or keys, the other one sees."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from app.runtime.references import Document, write
from objects_library.desktops.desktop_2d.items import Place
from objects_library.views.carrying import MEDIA_TYPE
from tests.objects_library.desktops.desks import agreed, desk, piece
from tests.objects_library.looking import Looker, look, people, unnamed
from tests.objects_library.variables.test_variables import counter

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with people("Ann", "Bob") as made:
        yield made


async def both(nodes: list[Node]) -> tuple[Looker, Looker]:
    ann, bob = await look(nodes[0], desk()), await look(nodes[1], desk())
    for each in (ann, bob):
        each.view.resize(800, 600)
    assert unnamed(ann.view) == []
    return ann, bob


def at(looker: Looker, name: UUID, across: float = 0, down: float = 0) -> QPoint:
    """A point of the window over a thing, seen from its middle."""
    point = piece(looker, name).mapToScene(QPointF(across, down))
    found: QPoint = looker.view.canvas.mapFromScene(point)
    return found


def drag(looker: Looker, start: QPoint, end: QPoint) -> None:
    viewport = looker.view.canvas.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(viewport, start + (end - start) * step / 5)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)


async def laid(ann: Looker, bob: Looker, *things: Any) -> None:
    ann.view.lay_down(list(things))
    for looker in (ann, bob):
        await there(looker, *(thing.item for thing in things))
    ann.view.canvas.choose([])


async def there(looker: Looker, *names: UUID) -> None:
    await looker.sees(lambda: all(piece(looker, name) is not None for name in names))


async def awake(looker: Looker, name: UUID) -> Any:
    """What the object shows, once it runs."""
    guests = looker.view.guests
    await looker.sees(lambda: guests.widgets(name) and guests.widgets(name)[0].state == "live")
    return guests.widgets(name)[0]


def drop(looker: Looker, data: QMimeData, x: float = 0, y: float = 0) -> None:
    looker.view.canvas.dropped.emit(data, QPointF(x, y))


async def test_a_counter_is_dropped_moved_and_clicked(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    data = QMimeData()
    data.setData(MEDIA_TYPE, write(Document(counter(), "Votes")))
    drop(ann, data)
    await bob.sees(lambda: [each.item.title for each in bob.view.canvas.pieces.values()] == ["Votes"])
    (name,) = bob.view.canvas.pieces
    for looker in (ann, bob):
        await awake(looker, name)
    QApplication.processEvents()
    drag(ann, at(ann, name, 0, -120), at(ann, name, 0, -120) + QPoint(150, 90))
    place = Place(150.0, 90.0, 340.0, 260.0, 0.0)
    await bob.sees(lambda: piece(bob, name).place == place)
    assert piece(ann, name).place == place
    assert agreed(ann) == agreed(bob)
    widget = ann.view.guests.widgets(name)[0]
    inside = widget.more.mapTo(widget, widget.more.rect().center())
    spot = piece(ann, name).content.mapToScene(QPointF(inside))
    QTest.mouseClick(
        ann.view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=ann.view.canvas.mapFromScene(spot)
    )
    counted = bob.view.guests.widgets(name)[0]
    await bob.sees(lambda: counted.number.text() == "1")
    ann.view.take_away([name])
    await bob.sees(lambda: not bob.view.canvas.pieces)
    assert counted is not None
    assert not bob.view.guests.awake
