# SPDX-License-Identifier: BSD-3-Clause
"""Render models for the graphics card; each is read once."""

from __future__ import annotations

import asyncio
import hashlib
import math
import struct
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtGui import QVector3D
from PySide6.QtQuick3D import QQuick3DGeometry

from objects_library.desktops.desktop_3d import models
from objects_library.desktops.desktop_3d.models.gltf import STRIDE, Mesh, Part, read_model
from objects_library.desktops.desktop_3d.models.make import LEVELS
from objects_library.desktops.desktop_3d.things import MODELS

_FOLDER = Path(models.__file__).parent
_Attribute = QQuick3DGeometry.Attribute
_KEPT = 200
"""How many imported models are kept."""


@dataclass(frozen=True)
class RenderModel:
    """A model ready for rendering: the parts of each level, and its size."""

    key: str
    mesh: Mesh

    @property
    def radius(self) -> float:
        """The radius of its bounding sphere."""
        return max(0.05, math.dist(self.mesh.low, self.mesh.high) / 2)

    @property
    def middle(self) -> tuple[float, float, float]:
        """The centre of its bounding box."""
        low, high = self.mesh.low, self.mesh.high
        return (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2

    @property
    def footprint(self) -> float:
        """Its radius on the ground."""
        low, high = self.mesh.low, self.mesh.high
        return max(abs(low[0]), abs(high[0]), abs(low[2]), abs(high[2]), 0.05)


@cache
def built_in_model(name: str) -> RenderModel:
    """A built-in model; a box for an unknown one."""
    known = name if name in MODELS else "building"
    return RenderModel(known, read_model((_FOLDER / f"{known}.glb").read_bytes(), LEVELS))


class Meshes(QObject):
    """Reads models and creates their geometries."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._models: dict[str, RenderModel] = {}
        self._given: dict[tuple[str, int], list[tuple[QQuick3DGeometry, bytes]]] = {}

    async def model_of(self, data: bytes) -> RenderModel:
        """The render model of a file; raises ModelError."""
        key = hashlib.sha256(data).hexdigest()
        if key not in self._models:
            mesh = await asyncio.to_thread(read_model, data)
            while len(self._models) >= _KEPT:
                self._models.pop(next(iter(self._models)))
            self._models[key] = RenderModel(key, _with_box(mesh))
        return self._models[key]

    def parts(self, look: RenderModel, level: int) -> list[tuple[QQuick3DGeometry, bytes]]:
        """The parts of a level with their textures."""
        held = self._given.get((look.key, level))
        if held is None:
            held = [(geometry_of(part, look.mesh, self), part.picture) for part in look.mesh.levels[level]]
            self._given[look.key, level] = held
        return held


def geometry_of(part: Part, mesh: Mesh, parent: QObject) -> QQuick3DGeometry:
    """The geometry of triangles."""
    made = QQuick3DGeometry()
    made.setParent(parent)
    made.setStride(4 * STRIDE)
    made.setVertexData(QByteArray(part.vertices))
    made.setPrimitiveType(QQuick3DGeometry.PrimitiveType.Triangles)
    semantic, number = _Attribute.Semantic, _Attribute.ComponentType.F32Type
    made.addAttribute(semantic.PositionSemantic, 0, number)
    made.addAttribute(semantic.NormalSemantic, 12, number)
    made.addAttribute(semantic.TexCoord0Semantic, 24, number)
    made.addAttribute(semantic.ColorSemantic, 32, number)
    if part.indices:
        made.setIndexData(QByteArray(part.indices))
        made.addAttribute(semantic.IndexSemantic, 0, _Attribute.ComponentType.U32Type)
    made.setBounds(QVector3D(*mesh.low), QVector3D(*mesh.high))
    return made


def _with_box(mesh: Mesh) -> Mesh:
    """From afar, an imported model is its bounding box in its mean colour."""
    held = array("f")
    held.frombytes(mesh.levels[0][0].vertices)
    tint = [math.fsum(held[8 + n :: STRIDE]) / max(1, len(held) // STRIDE) for n in range(3)]
    box = box_part(mesh.low, mesh.high, (tint[0], tint[1], tint[2]))
    return Mesh([mesh.levels[0], mesh.levels[0], [box]], mesh.low, mesh.high)


def box_part(
    low: tuple[float, float, float], high: tuple[float, float, float], tint: tuple[float, float, float]
) -> Part:
    """A box."""
    corners = [low, high]
    made = bytearray()
    for axis in range(3):
        for side in (0, 1):
            normal = [0.0, 0.0, 0.0]
            normal[axis] = 1.0 if side else -1.0
            first, second = (axis + 1) % 3, (axis + 2) % 3
            square = [(0, 0), (1, 0), (1, 1), (0, 0), (1, 1), (0, 1)]
            for one, two in square:
                point = [0.0, 0.0, 0.0]
                point[axis], point[first], point[second] = (
                    corners[side][axis],
                    corners[one][first],
                    corners[two][second],
                )
                made += struct.pack("<12f", *point, *normal, one, two, *tint, 1.0)
    return Part(bytes(made), b"", b"")


def disc_part(inner: float, outer: float, *, fades: bool, sides: int = 28) -> Part:
    """A ring or disc on the ground, optionally fading at its rim."""
    made = bytearray()
    for side in range(sides):
        angles = [2 * math.pi * (side + n) / sides for n in (0, 1)]
        corners = [(radius * math.cos(a), radius * math.sin(a), radius) for radius in (inner, outer) for a in angles]
        for number in (0, 1, 2, 1, 3, 2):
            x, z, radius = corners[number]
            clear = 0.0 if fades and radius == outer else 1.0
            made += struct.pack("<12f", x, 0, z, 0, 1, 0, 0, 0, 1, 1, 1, clear)
    return Part(bytes(made), b"", b"")


def sheet_part(*, upright: bool) -> Part:
    """A square of one metre for pictures, standing on its lower edge or centred."""
    low, high = (0.0, 1.0) if upright else (-0.5, 0.5)
    made = bytearray()
    for x, y, u, v in (
        (-0.5, low, 0, 1), (0.5, low, 1, 1), (0.5, high, 1, 0),
        (-0.5, low, 0, 1), (0.5, high, 1, 0), (-0.5, high, 0, 0),
    ):  # fmt: skip
        made += struct.pack("<12f", x, y, 0, 0, 0, 1, u, v, 1, 1, 1, 1)
    return Part(bytes(made), b"", b"")
