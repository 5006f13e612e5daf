# SPDX-License-Identifier: BSD-3-Clause
"""Places in the plane."""

from __future__ import annotations

import math
from uuid import UUID

import pytest

from objects_library.desktops.desktop_2d.canvas.geometry import (
    LEAST,
    Box,
    aligned,
    around,
    between,
    box_of,
    free_place,
    grown,
    pulled,
    shifted,
    spread,
    turned,
)
from objects_library.desktops.desktop_2d.canvas.snapping import Guide, Snapping
from objects_library.replication.desktop.items import LARGEST, Placement

A, B, C = (UUID(int=number) for number in (1, 2, 3))
ROW = {
    A: Placement(0.0, 0.0, 100.0, 50.0),
    B: Placement(150.0, 30.0, 40.0, 40.0),
    C: Placement(400.0, 10.0, 100.0, 80.0),
}


def test_boxes_go_around_what_is_turned() -> None:
    box = box_of(Placement(10.0, 20.0, 100.0, 50.0, 90.0))
    assert tuple(box) == pytest.approx((-15, -30, 35, 70))
    assert around(list(ROW.values())).left == -50


@pytest.mark.parametrize("how", ["left", "right", "top", "bottom", "centre", "middle"])
def test_aligned_things_share_a_line_and_keep_the_rest(how: str) -> None:
    found = aligned(ROW, how)
    whole = around(list(ROW.values()))
    for name, place in found.items():
        box = box_of(place)
        if how in ("left", "right", "top", "bottom"):
            assert getattr(box, how) == pytest.approx(getattr(whole, how))
        else:
            axis = 0 if how == "centre" else 1
            assert box.middle[axis] == pytest.approx(whole.middle[axis])
        across = how in ("left", "right", "centre")
        assert (place.y if across else place.x) == (ROW[name].y if across else ROW[name].x)


def test_gaps_become_equal_and_the_ends_stay() -> None:
    found = spread(ROW, across=True)
    boxes = [box_of(found[name]) for name in (A, B, C)]
    assert boxes[1].left - boxes[0].right == pytest.approx(boxes[2].left - boxes[1].right)
    assert (found[A], found[C]) == (ROW[A], ROW[C])
    assert spread({A: ROW[A], B: ROW[B]}, across=False) == {A: ROW[A], B: ROW[B]}


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0, 200.0])
@pytest.mark.parametrize("corner", [(-1, -1), (1, -1), (-1, 1), (1, 1)])
def test_the_opposite_corner_stays_where_it_is(angle: float, corner: tuple[int, int]) -> None:
    before = Placement(5.0, 7.0, 100.0, 60.0, angle)
    for x, y in ((200.0, 130.0), (-90.0, 15.0), (5.0, 7.0)):
        after = pulled(before, corner, x, y)
        assert _corner(before, corner) == pytest.approx(_corner(after, corner))
        assert after.width >= LEAST
        assert after.height >= LEAST


def _corner(place: Placement, pulled_one: tuple[int, int]) -> tuple[float, float]:
    turn = math.radians(place.angle)
    across, down = -pulled_one[0] * place.width / 2, -pulled_one[1] * place.height / 2
    return (
        place.x + across * math.cos(turn) - down * math.sin(turn),
        place.y + across * math.sin(turn) + down * math.cos(turn),
    )


def test_a_picture_keeps_its_shape() -> None:
    after = pulled(Placement(0.0, 0.0, 100.0, 50.0), (1, 1), 150.0, 30.0, keep_shape=True)
    assert after.width / after.height == pytest.approx(2)


def test_turning_together_and_back_leads_to_the_same() -> None:
    there = turned(ROW, 40)
    assert there[A].angle == 40
    back = turned(there, -40)
    for name, place in back.items():
        assert (place.x, place.y) == pytest.approx((ROW[name].x, ROW[name].y), abs=20)
    assert turned({}, 10) == {}


def test_sizes_have_bounds_and_shifts_are_plain() -> None:
    assert grown({A: ROW[A]}, -1e6, 1e9)[A] == Placement(0.0, 0.0, LEAST, LARGEST)
    assert shifted({A: ROW[A]}, 5, -5)[A] == Placement(5.0, -5.0, 100.0, 50.0)


def test_a_turn_goes_the_short_way_round() -> None:
    half = between(Placement(0.0, 0.0, 10.0, 10.0, 350.0), Placement(10.0, 0.0, 20.0, 10.0, 10.0), 0.5)
    assert (half.x, half.width, half.angle % 360) == (5, 15, 0)


def test_a_dragged_box_snaps_to_edges_and_centres_and_shows_the_lines() -> None:
    lines = Snapping([Box(0, 0, 100, 60), Box(300, 200, 400, 260)])
    assert lines.shift(Box(4, 100, 54, 130), 7) == (-4, 0)  # left to left
    assert lines.shift(Box(27, 95, 77, 125), 7) == (-2, 0)  # centre to centre
    assert lines.shift(Box(105, 57, 205, 117), 7) == (-5, 3)  # right to left, top to bottom
    assert lines.shift(Box(120, 100, 131, 120), 7) == (0, 0)
    assert lines.pull(303, 263, 7) == (300, 260)
    assert lines.guides(Box(0, 100, 50, 130)) == [Guide(True, 0, 0, 130), Guide(True, 50, 0, 130)]
    assert Snapping([]).shift(Box(0, 0, 1, 1), 100) == (0, 0)


def test_a_free_place_is_in_view_and_overlaps_nothing_until_the_view_is_full() -> None:
    seen = Box(0, 0, 800, 600)
    others: list[Box] = []
    for _ in range(6):
        x, y = free_place(200, 150, seen, others)
        box = Box(x - 100, y - 75, x + 100, y + 75)
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= 800
        assert box.bottom <= 600
        assert not any(
            box.left < o.right and o.left < box.right and box.top < o.bottom and o.top < box.bottom for o in others
        )
        others.append(box)
    assert (others[0].left + others[0].right) / 2 == 400  # the middle first
    assert free_place(2000, 2000, seen, []) == (400, 300)


def test_when_the_view_is_full_things_go_below_or_beside_it_and_never_on_others() -> None:
    seen = Box(0, 0, 800, 600)
    others = [Box(0, 0, 800, 600)]
    assert free_place(200, 150, seen, others) == (400, 600 + 12 + 75)  # just below is nearest
    assert free_place(200, 150, seen, [Box(0, 0, 800, 5_000)])[0] == 800 + 12 + 100  # beside, if below is far
    for _ in range(30):
        x, y = free_place(260, 180, seen, others)
        box = Box(x - 130, y - 90, x + 130, y + 90)
        assert not any(
            box.left < o.right and o.left < box.right and box.top < o.bottom and o.top < box.bottom for o in others
        )
        assert box.bottom > 600 or box.right > 800
        others.append(box)
    assert max(box.bottom for box in others) < 3_000  # they stay together
