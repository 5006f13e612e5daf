# SPDX-License-Identifier: BSD-3-Clause
"""Rows of instance tables: a matrix and a colour for each instance."""

from __future__ import annotations

import math
import struct

from objects_library.desktops.desktop_3d.scene.interpolation import Pose

_ROW = struct.Struct("<20f")
Tint = tuple[float, float, float, float]
WHITE: Tint = (1.0, 1.0, 1.0, 1.0)


def row(pose: Pose, size: float, tint: Tint = WHITE) -> bytes:
    """The row of a thing: position, turn (clockwise from above), tilt (nose up), roll (right side down)."""
    x, y, z, turn, tilt, roll = pose
    angle = -math.radians(turn)
    c, s = math.cos(angle) * size, math.sin(angle) * size
    if not tilt and not roll:
        return _ROW.pack(c, 0, s, x, 0, size, 0, y, -s, 0, c, z, *tint, 0, 0, 0, 0)
    pitch, bank = math.radians(tilt), -math.radians(roll)
    cp, sp, cr, sr = math.cos(pitch), math.sin(pitch), math.cos(bank), math.sin(bank)
    return _ROW.pack(
        c * cr + s * sp * sr, s * sp * cr - c * sr, s * cp, x,
        cp * sr * size, cp * cr * size, -sp * size, y,
        c * sp * sr - s * cr, s * sr + c * sp * cr, c * cp, z,
        *tint, 0, 0, 0, 0,
    )  # fmt: skip


def flat_row(x: float, y: float, z: float, size: float, tint: Tint) -> bytes:
    """The row of a flat round mark on the ground."""
    return _ROW.pack(size, 0, 0, x, 0, size, 0, y, 0, 0, size, z, *tint, 0, 0, 0, 0)
