# SPDX-License-Identifier: BSD-3-Clause
"""Cameras, tracks and levels of detail of a space: numbers without a window."""

from __future__ import annotations

import math
import struct

import pytest

from objects_library.desktops.desktop_3d.scene.bodies import Body
from objects_library.desktops.desktop_3d.scene.camera import Camera, Ray
from objects_library.desktops.desktop_3d.scene.instance_table import row
from objects_library.desktops.desktop_3d.scene.interpolation import Track
from objects_library.desktops.desktop_3d.scene.level_of_detail import is_due, level_of, pixels, updates_per_second
from objects_library.desktops.desktop_3d.scene.meshes import built_in_model
from objects_library.desktops.desktop_3d.things import Transform
from tests.objects_library.desktops.spaces import thing


def test_a_ray_through_the_pixel_of_a_point_meets_it() -> None:
    camera = Camera(10, 5, -20, 70, -30, 200)
    for point in ((0.0, 0.0, 0.0), (30.0, 12.0, -50.0), (-40.0, 3.0, 10.0)):
        seen = camera.pixel(point, 800, 600)
        assert seen is not None
        ray = camera.ray(*seen, 800, 600)
        far = math.dist(ray.start, point)
        assert math.dist(ray.at(far), point) < 1e-6
    assert camera.pixel(camera.ray(400, 300, 800, 600).at(-50), 800, 600) is None


def test_the_camera_stays_above_the_ground_and_within_bounds() -> None:
    camera = Camera(pitch=-10)
    camera.orbit(0, 80)
    assert camera.position()[1] >= 0.49
    camera.fly(1e9, 0, -1e9)
    assert camera.position()[1] >= 0.49
    assert abs(camera.z) <= 100_000
    camera.zoom(1e-9)
    assert camera.distance == 2.0


def test_rays_meet_balls_boxes_and_levels() -> None:
    ray = Ray((0, 10, 0), (0, -1, 0))
    assert ray.meets_level(0) == 10
    assert ray.meets_level(20) is None
    assert ray.meets_ball((0, 0, 0), 2) == 8
    assert ray.meets_ball((5, 0, 0), 2) is None
    assert ray.meets_box((-1, 0, -1), (1, 3, 1)) == 7
    assert ray.meets_box((2, 0, 2), (3, 3, 3)) is None


def test_a_track_goes_the_short_way_and_arrives_exactly() -> None:
    track = Track((0, 0, 0, 350, 0, 0))
    for step in range(1, 6):
        track.to((step, 0, 0, 350 + 4 * step, 0, 0), now=100 + 0.05 * step)
    middle = track.at(100.27)
    assert 3 < middle[0] < 5
    assert 0 < (middle[3] - 350) % 360 < 20
    assert track.moves(100.27)
    assert track.at(101) == (5, 0, 0, 370, 0, 0)
    assert not track.moves(101)
    track.jump((9, 9, 9, 0, 0, 0))
    assert track.at(101)[:3] == (9, 9, 9)


def test_far_things_have_fewer_details_and_move_less_often() -> None:
    near, far = pixels(12, 50, 700), pixels(12, 3000, 700)
    assert level_of(near, None, 3) == 0
    assert level_of(far, None, 3) == 2
    assert level_of(far, None, 1) == 0
    assert level_of(85, 0, 3) == 0  # on the border it stays as it was
    assert level_of(85, 1, 3) == 1
    assert sum(is_due(0, frame, near) for frame in range(8)) == 8
    assert sum(is_due(0, frame, far) for frame in range(8)) == 2
    assert {is_due(number, 3, far) for number in range(4)} == {True, False}  # they take turns
    rates = [updates_per_second(size) for size in (500, 150, 50, 20, 5)]
    assert rates == [15, 5, 1, 0.2, 0]


def test_a_row_turns_tilts_and_rolls_a_thing() -> None:
    def carried(point: tuple[float, float, float], *pose: float) -> tuple[float, ...]:
        held = struct.unpack("<20f", row((*pose,), 2.0))  # type: ignore[arg-type]
        return tuple(sum(held[4 * n + m] * point[m] for m in range(3)) + held[4 * n + 3] for n in range(3))

    ahead, right = (0.0, 0.0, -1.0), (1.0, 0.0, 0.0)
    assert carried(ahead, 1, 2, 3, 90, 0, 0) == pytest.approx((3, 2, 3), abs=1e-5)  # to the right of north
    assert carried(ahead, 0, 0, 0, 0, 90, 0) == pytest.approx((0, 2, 0), abs=1e-5)  # the nose up
    assert carried(right, 0, 0, 0, 0, 0, 90) == pytest.approx((0, -2, 0), abs=1e-5)  # the right wing down


def test_a_body_is_met_where_it_stands_however_it_is_turned() -> None:
    body = Body("car", thing(place=Transform(10, 0, 0, 90, size=2.0)), 1)
    body.look = built_in_model("car")
    along = Ray((14, 20, 0), (0, -1, 0))  # a car is long along its heading, here along x
    across = Ray((10, 20, 4), (0, -1, 0))
    assert body.met_by(along, 0, 600) is not None
    assert body.met_by(across, 0, 600) is None
    sheet = Body("map", thing("picture", place=Transform(0, 0, 0, 0, -90, 100.0)), 2)
    sheet.aspect = 0.5
    hit = sheet.met_by(Ray((25, 50, -12.5), (0, -1, 0)), 0, 600)
    assert hit is not None
    assert hit.on_surface == pytest.approx((0.75, 0.25))
    assert sheet.met_by(Ray((25, 50, -30), (0, -1, 0)), 0, 600) is None
