# SPDX-License-Identifier: BSD-3-Clause
"""The level of detail: distant things have fewer triangles and updates."""

from __future__ import annotations

import math

from objects_library.desktops.desktop_3d.scene.camera import OPENING

_NEAR, _MIDDLE = 90.0, 22.0
"""Pixels from which a thing is drawn with all parts, and with some."""
_EVERY = (1, 2, 4)
"""In which frames things of each level move."""
_TEXTURES = ((260.0, 15.0), (120.0, 5.0), (40.0, 1.0), (12.0, 0.2))
"""The redraws per second of a live surface by its size in pixels; smaller ones are not redrawn."""


def pixels(radius: float, distance: float, height: float) -> float:
    """The size in pixels in a picture of that height."""
    return radius / max(distance, 0.1) * height / math.tan(math.radians(OPENING / 2))


def level_of(size: float, before: int | None, most: int) -> int:
    """The level of detail, with hysteresis."""
    slack = 0.85
    near = _NEAR * (slack if before == 0 else 1.0)
    middle = _MIDDLE * (slack if before is not None and before <= 1 else 1.0)
    wanted = 0 if size >= near else 1 if size >= middle else 2
    return min(wanted, most - 1)


def is_due(number: int, frame: int, size: float) -> bool:
    """Whether a thing moves in this frame; distant ones take turns."""
    every = _EVERY[level_of(size, None, 3)]
    return (frame + number) % every == 0


def updates_per_second(size: float) -> float:
    """How often a live surface of so many pixels is redrawn per second."""
    return next((rate for least, rate in _TEXTURES if size >= least), 0.0)
