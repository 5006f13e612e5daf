# SPDX-License-Identifier: BSD-3-Clause
"""Solids of triangles for models, and glTF files of them."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float, float]
Colour = tuple[float, float, float]


def colour(text: str) -> Colour:
    """The colour of a #rrggbb notation."""
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


class Shape:
    """Triangles with normals, texture coordinates and colours."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.normals: list[Point] = []
        self.on_texture: list[tuple[float, float]] = []
        self.colours: list[Colour] = []

    def triangle(self, corners: Sequence[Point], tint: Colour, normals: Sequence[Point] = ()) -> None:
        """Add a counter-clockwise triangle; it is flat without normals."""
        flat = _normal(*corners)
        for number, corner in enumerate(corners):
            self.points.append(corner)
            self.normals.append(normals[number] if normals else flat)
            self.on_texture.append(corner[:2])
            self.colours.append(tint)

    def quad(self, corners: Sequence[Point], tint: Colour, normals: Sequence[Point] = ()) -> None:
        """Add four corners in one plane."""
        first, second, third, fourth = range(4)
        for some in ((first, second, third), (first, third, fourth)):
            self.triangle([corners[n] for n in some], tint, [normals[n] for n in some] if normals else ())

    def box(self, middle: Point, size: Point, tint: Colour, *, bottom: bool = False) -> None:
        """Add a box; on the ground it needs no bottom."""
        self.slab(middle, size, size, tint, bottom=bottom)

    def slab(self, middle: Point, below: Point, above: Point, tint: Colour, *, bottom: bool = False) -> None:
        """Add a box whose top differs in size from its bottom; the height is that of `below`."""
        x, y, z = middle
        low, high = y - below[1] / 2, y + below[1] / 2
        foot = [(x + a * below[0] / 2, low, z + b * below[2] / 2) for a, b in _AROUND]
        head = [(x + a * above[0] / 2, high, z + b * above[2] / 2) for a, b in _AROUND]
        for number in range(4):
            following = (number + 1) % 4
            self.quad([foot[number], foot[following], head[following], head[number]], tint)
        self.quad(head, tint)
        if bottom:
            self.quad(foot[::-1], tint)

    def plate(self, outline: Sequence[Point], thick: Point, tint: Colour) -> None:
        """Add a flat, two-sided body with four corners, such as a wing."""
        half = tuple(part / 2 for part in thick)
        above = [(x + half[0], y + half[1], z + half[2]) for x, y, z in outline]
        below = [(x - half[0], y - half[1], z - half[2]) for x, y, z in outline]
        self.quad(above, tint)
        self.quad(below[::-1], tint)
        for number in range(4):
            following = (number + 1) % 4
            self.quad([below[number], below[following], above[following], above[number]], tint)

    def lathe(
        self, profile: Sequence[tuple[float, float]], sides: int, tint: Colour, *,
        middle: Point = (0.0, 0.0, 0.0), upright: bool = True, flatten: float = 1.0,
    ) -> None:  # fmt: skip
        """Add a solid of revolution: radii along a vertical axis, or (not upright) a horizontal one."""
        rings = [_ring(radius, along, sides, middle, upright, flatten) for radius, along in profile]
        for (points, normals), (further, turned) in pairwise(rings):
            for side in range(sides):
                after = (side + 1) % sides
                corners = [points[side], points[after], further[after], further[side]]
                smooth = [normals[side], normals[after], turned[after], turned[side]]
                if upright:
                    corners, smooth = corners[::-1], smooth[::-1]
                self.quad(corners, tint, smooth)

    def lay_texture(self) -> None:
        """Map a texture over the whole body: from the side if it is tall, otherwise from above."""
        low = [min(point[axis] for point in self.points) for axis in range(3)]
        size = [max(point[axis] for point in self.points) - low[axis] for axis in range(3)]
        tall = size[1] > max(size[0], size[2])
        for number, (point, normal) in enumerate(zip(self.points, self.normals, strict=True)):
            across, up = (0, 1) if tall else (0, 2)
            if tall and abs(normal[0]) > abs(normal[2]):
                across = 2
            self.on_texture[number] = (
                (point[across] - low[across]) / (size[across] or 1),
                1 - (point[up] - low[up]) / (size[up] or 1) if tall else (point[up] - low[up]) / (size[up] or 1),
            )


_AROUND = ((-1, 1), (1, 1), (1, -1), (-1, -1))


def _ring(
    radius: float, along: float, sides: int, middle: Point, upright: bool, flatten: float
) -> tuple[list[Point], list[Point]]:
    points, normals = [], []
    for side in range(sides):
        angle = 2 * math.pi * side / sides
        across, up = math.cos(angle), math.sin(angle)
        if upright:
            points.append((middle[0] + radius * across, middle[1] + along, middle[2] + radius * up * flatten))
            normals.append((across, 0.15, up))
        else:
            points.append((middle[0] + radius * across, middle[1] + radius * up * flatten, middle[2] + along))
            normals.append((across, up, 0.0))
    return points, normals


def _normal(one: Point, two: Point, three: Point) -> Point:
    a = [two[n] - one[n] for n in range(3)]
    b = [three[n] - one[n] for n in range(3)]
    made = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    length = math.sqrt(sum(part * part for part in made)) or 1.0
    return made[0] / length, made[1] / length, made[2] / length


def binary_gltf(levels: dict[str, Shape]) -> bytes:
    """A file with a node for each level of detail."""
    held = bytearray()
    views: list[dict[str, int]] = []
    accessors: list[dict[str, object]] = []
    meshes, nodes = [], []

    def keep(values: Sequence[Sequence[float]], kind: str, *, bounds: bool = False) -> int:
        start = len(held)
        for value in values:
            held.extend(struct.pack(f"<{len(value)}f", *value))
        views.append({"buffer": 0, "byteOffset": start, "byteLength": len(held) - start, "target": 34962})
        accessor: dict[str, object] = {
            "bufferView": len(views) - 1, "componentType": 5126, "count": len(values), "type": kind,
        }  # fmt: skip
        if bounds:
            accessor["min"] = [min(column) for column in zip(*values, strict=True)]
            accessor["max"] = [max(column) for column in zip(*values, strict=True)]
        accessors.append(accessor)
        return len(accessors) - 1

    for name, shape in levels.items():
        attributes = {
            "POSITION": keep(shape.points, "VEC3", bounds=True),
            "NORMAL": keep(shape.normals, "VEC3"),
            "TEXCOORD_0": keep(shape.on_texture, "VEC2"),
            "COLOR_0": keep(shape.colours, "VEC3"),
        }
        meshes.append({"name": name, "primitives": [{"attributes": attributes, "material": 0}]})
        nodes.append({"name": name, "mesh": len(meshes) - 1})
    written = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(nodes)))}],
        "nodes": nodes,
        "meshes": meshes,
        "materials": [{"pbrMetallicRoughness": {"metallicFactor": 0.0, "roughnessFactor": 0.8}}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(held)}],
    }
    text = json.dumps(written, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    held.extend(b"\0" * (-len(held) % 4))
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(held), 0x004E4942) + bytes(held)
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks
