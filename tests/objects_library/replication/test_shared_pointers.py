# SPDX-License-Identifier: BSD-3-Clause
"""Where others point at a drawing: seen by all, bounded, and never part of what is kept."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from app.runtime import references as refs
from app.runtime.activation import Node
from objects_library.replication.drawing.presence import Pointing
from objects_library.replication.shared_pointers import PointerMessage, PointerTable, ViewPlace
from tests.objects_library.viewers import look

pytestmark = pytest.mark.usefixtures("qapp")

_HERE = PointerMessage(uuid4(), "Ann", True, Pointing(0, 0, False, 0, 0, 1), ViewPlace("", 0, 1, 2, 0.5, 0.5))


def kept_board() -> refs.Reference:
    """A whiteboard whose content is kept."""
    channel = refs.Parameterized(
        refs.Primitive(0x6B1F0C7E52D94A3C8E07D1B9F4A26C35, 1, "Document channel"),
        (
            ("T", refs.TypeArgument("DrawingChange")),
            ("S", refs.TypeArgument("DrawingState")),
            ("scope", refs.ValueArgument(f"board {uuid4().hex}")),
        ),
    )
    board = refs.Primitive(0x38E615CBD4C57C0AEDC400D4719CA011, 1, "Whiteboard")
    return refs.Parameterized(board, (("Channel", refs.ReferenceArgument(channel)),))


async def test_pointers_over_a_kept_drawing_are_no_changes_of_it(nodes: list[Node]) -> None:
    page = kept_board()
    ann = await look(nodes[0], page)
    assert ann.body._pointers._endpoint is None or ann.body._pointers._members <= 1
    bob = await look(nodes[1], page)
    applied: list[object] = []
    bob.body.apply_change = applied.append
    await ann.sees(lambda: ann.body._pointers._members == 2)
    QTest.mouseMove(ann.view.plane, QPoint(200, 150))
    await bob.sees(lambda: [each.name for each in bob.view.plane.pointers.people.values()] == ["Ann"])
    assert "1 here with you" in bob.view.people_button.text()
    assert not applied
    ann.proxy.close()
    await bob.sees(lambda: not bob.view.plane.pointers.people)
    assert not applied


@pytest.mark.parametrize(
    "wrong",
    [
        replace(_HERE, name="E" * 101),
        replace(_HERE, pointing=Pointing(float("nan"), 0, False, 0, 0, 1)),
        replace(_HERE, pointing=Pointing(0, 0, False, 0, 0, 0)),
        replace(_HERE, place=ViewPlace("p" * 301, 0, 0, 0, 0, 0)),
        replace(_HERE, place=ViewPlace("", 10**12, 0, 0, 0, 0)),
        replace(_HERE, place=ViewPlace("", 0, float("inf"), 0, 0, 0)),
        replace(_HERE, place=ViewPlace("", 0, 0, 0, float("nan"), 0)),
    ],
)
def test_pointers_from_nowhere_are_refused(wrong: PointerMessage) -> None:
    people = PointerTable()
    assert not people.update(wrong)
    assert people.update(_HERE)
    assert people.all() == [_HERE]
