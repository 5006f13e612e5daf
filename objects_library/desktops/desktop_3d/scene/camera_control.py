# SPDX-License-Identifier: BSD-3-Clause
"""The control of the camera: fly while keys are held, follow a thing, go to a point."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from itertools import product
from time import monotonic

from PySide6.QtCore import QObject, Qt, Signal

from objects_library.desktops.desktop_3d.scene.bodies import Body
from objects_library.desktops.desktop_3d.scene.camera import FARTHEST, Camera, Vector
from objects_library.desktops.desktop_3d.scene.viewport import Viewport

_SPEED = 0.8
"""The flying speed, in distances to the target per second."""
_FAST = 3.0
_SOFT = 0.25
"""The part of the way to a goal per frame."""
_LONGEST_FRAME = 0.1
_EDGE = 0.03
_MOST_CLOSELY = 200
"""With more things, only their common bounding box is checked."""


class CameraControl(QObject):
    """Controls one camera; `moved` is emitted when it changes."""

    moved = Signal()

    def __init__(self, viewport: Viewport) -> None:
        super().__init__(viewport)
        self._viewport = viewport
        self._keys: dict[Qt.Key, tuple[int, int, int]] = {}
        self.fast = False
        self._last = 0.0
        self._goal: Vector | None = None
        self.followed: Hashable | None = None
        viewport.left_alone.connect(self.stop)

    @property
    def camera(self) -> Camera:
        """The camera."""
        return self._viewport.renderer.camera

    @property
    def busy(self) -> bool:
        """Whether it moves by itself."""
        return bool(self._keys) or self._goal is not None

    def fly(self, key: Qt.Key, way: tuple[int, int, int]) -> None:
        """Fly in the direction of a pressed key until its release."""
        if not self._keys:
            self._last = monotonic()
        self._keys[key] = way
        self._goal = self.followed = None
        self._viewport.run()

    def let_go(self, key: Qt.Key) -> None:
        """Handle the release of a key."""
        self._keys.pop(key, None)

    def stop(self) -> None:
        """Stop flying."""
        self._keys.clear()

    def go_to(self, point: Vector) -> None:
        """Move the target smoothly to a point."""
        self._goal = point
        self._viewport.run()

    def follow(self, key: Hashable | None) -> None:
        """Follow a thing; None stops following."""
        self.followed = key
        if key is not None:
            self._viewport.run()

    def step(self) -> bool:
        """Advance by one frame; returns whether the camera has moved."""
        now = monotonic()
        passed, self._last = min(_LONGEST_FRAME, now - self._last), now
        moved = self._fly(passed)
        body = self._viewport.renderer.bodies.get(self.followed) if self.followed is not None else None
        if body is not None:
            at = body.middle(body.track.at(now))
            moved |= math.dist(at, (self.camera.x, self.camera.y, self.camera.z)) > 0.01
            self.camera.look_at(at)
        elif self._goal is not None:
            moved = True
            here = (self.camera.x, self.camera.y, self.camera.z)
            if math.dist(here, self._goal) < 0.01 * self.camera.distance:
                self.camera.look_at(self._goal)
                self._goal = None
            else:
                x, y, z = (here[n] + _SOFT * (self._goal[n] - here[n]) for n in range(3))
                self.camera.look_at((x, y, z))
        if moved:
            self.moved.emit()
        return moved

    def show(self, bodies: Iterable[Body]) -> None:
        """Show all of these things."""
        now = monotonic()
        boxes = [body.box(body.track.at(now)) for body in bodies if body.drawn is not None]
        self._goal = self.followed = None
        if not boxes:
            self._viewport.renderer.camera = Camera()
        else:
            low = [min(box[0][n] for box in boxes) for n in range(3)]
            high = [max(box[1][n] for box in boxes) for n in range(3)]
            x, y, z = ((low[n] + high[n]) / 2 for n in range(3))
            self.camera.distance = 10.0
            self.camera.look_at((x, max(0.0, y), z))
            closely = boxes if len(boxes) <= _MOST_CLOSELY else [(low, high)]
            corners = [(a, b, c) for box in closely for a, b, c in product(*zip(*box, strict=True))]
            while self.camera.distance < FARTHEST and not all(map(self._is_seen, corners)):
                self.camera.zoom(1.1)
        self.moved.emit()

    def _is_seen(self, point: Vector) -> bool:
        """Whether a point is in the picture, away from its edge."""
        wide, tall = max(1, self._viewport.width()), max(1, self._viewport.height())
        seen = self.camera.pixel(point, wide, tall)
        return (
            seen is not None
            and _EDGE * wide < seen[0] < (1 - _EDGE) * wide
            and _EDGE * tall < seen[1] < (1 - _EDGE) * tall
        )

    def _fly(self, passed: float) -> bool:
        if not self._keys:
            return False
        ahead, aside, up = (max(-1, min(1, sum(way[n] for way in self._keys.values()))) for n in range(3))
        far = _SPEED * max(8.0, self.camera.distance) * passed * (_FAST if self.fast else 1.0)
        self.camera.fly(ahead * far, aside * far, up * far * 0.6)
        return bool(ahead or aside or up)
