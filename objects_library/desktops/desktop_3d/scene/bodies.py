# SPDX-License-Identifier: BSD-3-Clause
"""Drawn things: pose, size on the screen, and ray intersection."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, NamedTuple

from objects_library.desktops.desktop_3d.scene.camera import Ray, Vector
from objects_library.desktops.desktop_3d.scene.instance_table import WHITE, Tint
from objects_library.desktops.desktop_3d.scene.interpolation import Pose, Track
from objects_library.desktops.desktop_3d.scene.level_of_detail import pixels
from objects_library.desktops.desktop_3d.scene.meshes import RenderModel
from objects_library.desktops.desktop_3d.things import Thing, Transform

_TOUCH = 9.0
"""Pixels around a small thing that still hit it."""
FLAT = 45.0
"""Degrees of tilt from which a picture counts as lying."""


class Hit(NamedTuple):
    """An intersection of a ray: distance, point, and position on a surface (0 to 1 from the top left)."""

    body: Body
    far: float
    point: Vector
    on_surface: tuple[float, float] | None


class Body:
    """A drawn thing; things of a stream are keyed by the stream's thing and their name."""

    __slots__ = (
        "aspect", "board", "caption", "drawn", "flies", "key", "look", "number", "picture", "size", "tag",
        "thing", "tint", "title", "track", "words",
    )  # fmt: skip

    def __init__(self, key: Hashable, thing: Thing, number: int) -> None:
        self.key, self.thing, self.number = key, thing, number
        self.track = Track(pose_of(thing.place))
        self.drawn: Pose | None = None
        """Its position on the screen."""
        self.size = thing.place.size
        self.tint = tint_of(thing.colour)
        self.title = thing.title
        self.look: RenderModel | None = None
        """The render model."""
        self.picture = ""
        """The name of its texture."""
        self.board: Any = None
        """The QML item of a flat thing."""
        self.aspect = 0.75
        """Height by width of a flat thing."""
        self.tag: Any = None
        """The label."""
        self.caption = ""
        self.words = ""
        """A text instead of content that cannot be shown."""
        self.flies = False
        """Whether a stream moves it."""

    @property
    def is_flat(self) -> bool:
        """Whether it is a picture or surface."""
        return self.thing.kind in ("picture", "object")

    @property
    def radius(self) -> float:
        """The approximate radius of its bounding sphere."""
        if self.look is not None:
            return self.look.radius * self.size
        if self.is_flat:
            return self.size * math.hypot(1, self.aspect) / 2
        return self.size

    def middle(self, pose: Pose) -> Vector:
        """The centre of its bounding sphere."""
        x, y, z, _, tilt, _ = pose
        if self.look is not None:
            return x, y + self.look.middle[1] * self.size, z
        if self.is_flat and abs(tilt) < FLAT:
            return x, y + self.size * self.aspect / 2, z
        return x, y, z

    def box(self, pose: Pose) -> tuple[Vector, Vector]:
        """An approximate bounding box for any rotation."""
        x, y, z = self.middle(pose)
        if self.is_flat and abs(pose[4]) >= FLAT:
            half, tall = self.size / 2, 0.0
        else:
            half = tall = self.radius
        return (x - half, y - tall, z - half), (x + half, y + tall, z + half)

    def pixels(self, eye: Vector, pose: Pose, height: float) -> float:
        """Its size on the screen in pixels."""
        return pixels(self.radius, math.dist(eye, self.middle(pose)), height)

    def met_by(self, ray: Ray, now: float, height: float) -> Hit | None:
        """The intersection with a ray."""
        pose = self.track.at(now)
        if self.is_flat:
            return self._sheet_met_by(ray, pose)
        middle = self.middle(pose)
        distance = math.dist(ray.start, middle)
        least = _TOUCH * distance / max(1.0, pixels(1.0, 1.0, height))
        far = ray.meets_ball(middle, max(self.radius, least))
        if far is not None and self.look is not None and self.radius > least:
            local = _seen_from(ray, pose, self.size)
            low, high = self.look.mesh.low, self.look.mesh.high
            inside = local.meets_box(low, high)
            far = None if inside is None else inside * self.size
        return None if far is None else Hit(self, far, ray.at(far), None)

    def _sheet_met_by(self, ray: Ray, pose: Pose) -> Hit | None:
        local = _seen_from(ray, pose, 1.0)
        if abs(local.way[2]) < 1e-6:
            return None
        far = -local.start[2] / local.way[2]
        if far <= 0:
            return None
        x, y, _ = local.at(far)
        tall = self.size * self.aspect
        low = 0.0 if abs(pose[4]) < FLAT else -tall / 2
        across, down = x / self.size + 0.5, 1 - (y - low) / tall
        if not (0 <= across <= 1 and 0 <= down <= 1):
            return None
        if local.start[2] < 0:  # from behind it is mirrored and cannot be used
            return Hit(self, far, ray.at(far), None)
        return Hit(self, far, ray.at(far), (across, down))


def pose_of(spot: Transform) -> Pose:
    """The pose of a transform."""
    return spot.x, spot.y, spot.z, spot.turn, spot.tilt, 0.0


def tint_of(colour: str) -> Tint:
    """The tint of a model."""
    if not colour:
        return WHITE
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, 1.0


def _seen_from(ray: Ray, pose: Pose, size: float) -> Ray:
    """A ray in the coordinates of a rotated and tilted thing; roll is ignored."""
    x, y, z, turn, tilt, _ = pose
    angle, pitch = math.radians(turn), math.radians(tilt)
    c, s, cp, sp = math.cos(angle), math.sin(angle), math.cos(pitch), math.sin(pitch)

    def into(a: float, b: float, d: float) -> Vector:
        across, deep = c * a + s * d, -s * a + c * d
        return across, cp * b + sp * deep, -sp * b + cp * deep

    start = into((ray.start[0] - x) / size, (ray.start[1] - y) / size, (ray.start[2] - z) / size)
    return Ray(start, into(*ray.way))
