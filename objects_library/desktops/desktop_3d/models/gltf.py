# SPDX-License-Identifier: BSD-3-Clause
"""A reader of glTF 2.0 files from untrusted sources: validates everything, enforces limits."""

from __future__ import annotations

import base64
import binascii
import json
import math
import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MOST_VERTICES = 200_000
_MOST_NODES = 2_000
_DEEPEST = 32
_MOST_PARTS = 64
_LARGEST_TEXT = 4 * 1024 * 1024
_BEARABLE = {"KHR_materials_unlit", "KHR_mesh_quantization", "KHR_texture_transform", "KHR_materials_specular"}
_CODES = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
_PARTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_GREATEST = {"b": 127, "B": 255, "h": 32767, "H": 65535}
_FARTHEST = 1e5
STRIDE = 12
"""Floats of a vertex: position, normal, texture coordinates, colour."""

Matrix = tuple[float, ...]
_STILL: Matrix = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)


class ModelError(Exception):
    """A model cannot be shown; the text says why."""


@dataclass(frozen=True)
class Part:
    """Triangles of one material; vertices as packed floats, and optional indices."""

    vertices: bytes
    indices: bytes
    picture: bytes


@dataclass(frozen=True)
class Mesh:
    """A model: levels of detail, the nearest first, and its bounding box."""

    levels: list[list[Part]]
    low: tuple[float, float, float]
    high: tuple[float, float, float]


def read_model(data: bytes, levels: tuple[str, ...] = ()) -> Mesh:
    """Read a .glb or .gltf file; nodes named as in `levels` are levels of detail. Raises ModelError."""
    try:
        return _Reader(data).mesh(levels)
    except ModelError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, struct.error, OverflowError) as error:
        raise ModelError(f"the model is damaged ({type(error).__name__}); export it again as .glb") from None
    except (RecursionError, MemoryError):
        raise ModelError("the model is too complicated; export a simpler one") from None


class _Reader:
    def __init__(self, data: bytes) -> None:
        text, self._binary = _chunks(data)
        self._tree: dict[str, Any] = json.loads(text)
        if not isinstance(self._tree, dict) or self._tree["asset"]["version"].split(".")[0] != "2":
            raise ModelError("this is not glTF 2.0; export it again as .glb")
        strange = set(self._tree.get("extensionsRequired", ())) - _BEARABLE
        if strange:
            raise ModelError(f"the model needs {min(strange)[:40]}; export it without compression")
        self._vertices = 0
        self._visited = 0

    def mesh(self, levels: tuple[str, ...]) -> Mesh:
        scenes = self._list("scenes")
        roots = scenes[self._tree.get("scene", 0)]["nodes"] if scenes else range(len(self._list("nodes")))
        named = {self._list("nodes")[root].get("name", ""): root for root in roots}
        if levels and all(level in named for level in levels):
            made = [self._parts([named[level]]) for level in levels]
        else:
            made = [self._parts(list(roots))]
        if not all(made):
            raise ModelError("there are no triangles in the model; export the meshes, too")
        low, high = _bounds(made[0])
        return Mesh(made, low, high)

    def _parts(self, roots: list[int]) -> list[Part]:
        found: list[Part] = []
        for matrix, mesh in self._meshes(roots):
            for primitive in mesh["primitives"]:
                if primitive.get("mode", 4) != 4:
                    continue
                if len(found) >= _MOST_PARTS:
                    raise ModelError(f"the model has more than {_MOST_PARTS} parts; join some of them")
                found.append(self._part(primitive, matrix))
        return found

    def _meshes(self, roots: list[int]) -> Iterator[tuple[Matrix, dict[str, Any]]]:
        waiting = [(root, _STILL, 0) for root in roots]
        while waiting:
            number, above, depth = waiting.pop()
            self._visited += 1
            if self._visited > _MOST_NODES or depth > _DEEPEST:
                raise ModelError(f"the model has more than {_MOST_NODES:,} nodes; join some of them")
            node = self._list("nodes")[_index(number)]
            matrix = _product(above, _own_matrix(node))
            if "mesh" in node:
                yield matrix, self._list("meshes")[_index(node["mesh"])]
            waiting += [(child, matrix, depth + 1) for child in node.get("children", ())]

    def _part(self, primitive: dict[str, Any], matrix: Matrix) -> Part:
        attributes = primitive["attributes"]
        places = self._numbers(attributes["POSITION"], 3)
        count = len(places) // 3
        self._vertices += count
        if self._vertices > MOST_VERTICES:
            raise ModelError(f"the model has more than {MOST_VERTICES:,} vertices; export a simpler one")
        x, y, z = _moved(places, matrix, 1.0)
        if not all(map(math.isfinite, x + y + z)) or max(map(abs, x + y + z)) > _FARTHEST:
            raise ModelError("the model is larger than 100 km, or not finite; scale it down")
        indices = self._indices(primitive, count)
        tint, picture = self._material(primitive.get("material"))
        held = array("f", bytes(4 * STRIDE * count))
        held[0::STRIDE], held[1::STRIDE], held[2::STRIDE] = x, y, z
        if "TEXCOORD_0" in attributes:
            on_texture = self._numbers(attributes["TEXCOORD_0"], 2, count)
            held[6::STRIDE], held[7::STRIDE] = on_texture[0::2], on_texture[1::2]
        self._colour(attributes, tint, held, count)
        if "NORMAL" in attributes:
            normals = _moved(self._numbers(attributes["NORMAL"], 3, count), matrix, 0.0)
            held[3::STRIDE], held[4::STRIDE], held[5::STRIDE] = normals
        else:
            held, indices = _flat(held, indices)
        return Part(held.tobytes(), indices.tobytes() if indices is not None else b"", picture)

    def _colour(self, attributes: dict[str, Any], tint: list[float], held: array[float], count: int) -> None:
        given, width = None, 0
        if "COLOR_0" in attributes:
            width = _PARTS[self._list("accessors")[_index(attributes["COLOR_0"])]["type"]]
            given = self._numbers(attributes["COLOR_0"], width, count)
        for part in range(3):
            if given is not None and part < width:
                held[8 + part :: STRIDE] = array("f", [tint[part] * value for value in given[part::width]])
            else:
                held[8 + part :: STRIDE] = array("f", [tint[part]]) * count
        held[11::STRIDE] = array("f", [1.0]) * count

    def _indices(self, primitive: dict[str, Any], count: int) -> array[int] | None:
        if "indices" not in primitive:
            return None
        found = array("I", map(int, self._raw(primitive["indices"], 1)))
        if len(found) > 3 * MOST_VERTICES or (found and max(found) >= count):
            raise ModelError("the model uses vertices that are not there; export it again")
        return found[: len(found) // 3 * 3]

    def _material(self, number: int | None) -> tuple[list[float], bytes]:
        if number is None:
            return [1.0, 1.0, 1.0], b""
        look = self._list("materials")[_index(number)].get("pbrMetallicRoughness", {})
        factor = [float(part) for part in look.get("baseColorFactor", (1, 1, 1, 1))][:3]
        if len(factor) < 3 or not all(0 <= part <= 1 for part in factor):
            factor = [1.0, 1.0, 1.0]
        if "baseColorTexture" not in look:
            return factor, b""
        texture = self._list("textures")[_index(look["baseColorTexture"]["index"])]
        image = self._list("images")[_index(texture["source"])] if "source" in texture else {}
        if "bufferView" in image:
            return factor, bytes(self._view(image["bufferView"])[0])
        return factor, _embedded(image["uri"]) if "uri" in image else b""

    def _numbers(self, accessor: int, width: int, count: int | None = None) -> array[float]:
        found = self._raw(accessor, width)
        if count is not None and len(found) != count * width:
            raise ModelError("the parts of the model do not fit together; export it again")
        return found if found.typecode == "f" else array("f", found)

    def _raw(self, accessor: int, width: int) -> array[Any]:
        record = self._list("accessors")[_index(accessor)]
        code, parts, count = _CODES[record["componentType"]], _PARTS[record["type"]], _index(record["count"])
        if parts != width or "sparse" in record or "bufferView" not in record:
            raise ModelError("the model stores its parts in a way that is not known here; export it as .glb")
        if count > 3 * MOST_VERTICES:
            raise ModelError(f"the model has more than {MOST_VERTICES:,} vertices; export a simpler one")
        view, stride = self._view(record["bufferView"])
        start, item = _index(record.get("byteOffset", 0)), struct.calcsize(code) * parts
        stride = stride or item
        if stride < item or start + (count - 1) * stride + item > len(view):
            raise ModelError("a part of the model is missing; export it again")
        cut = bytes(view[start : start + (count - 1) * stride + item]) + bytes(stride - item)
        rows = struct.iter_unpack(f"<{parts}{code}{stride - item}x", cut)
        if record.get("normalized") and code in _GREATEST:
            greatest = _GREATEST[code]
            return array("f", (max(value / greatest, -1.0) for row in rows for value in row))
        return array("f" if code == "f" else "l", (value for row in rows for value in row))

    def _view(self, number: int) -> tuple[memoryview, int]:
        record = self._list("bufferViews")[_index(number)]
        buffer = self._list("buffers")[_index(record.get("buffer", 0))]
        data = self._binary if "uri" not in buffer else _embedded(buffer["uri"])
        start, length = _index(record.get("byteOffset", 0)), _index(record["byteLength"])
        if start + length > len(data):
            raise ModelError("a part of the model is missing; export it again")
        return memoryview(data)[start : start + length], _index(record.get("byteStride", 0))

    def _list(self, name: str) -> list[Any]:
        found = self._tree.get(name, [])
        if not isinstance(found, list):
            raise ModelError("the model is damaged; export it again as .glb")
        return found


def _chunks(data: bytes) -> tuple[bytes, bytes]:
    """The JSON and the binary chunk of a file."""
    if data[:4] != b"glTF":
        if len(data) > _LARGEST_TEXT or not data.lstrip()[:1] == b"{":
            raise ModelError("this is no glTF model; export it as .glb")
        return data, b""
    _, version, length = struct.unpack_from("<4sII", data)
    if version != 2 or length > len(data):
        raise ModelError("this is not glTF 2.0, or it is cut off; export it again as .glb")
    size, kind = struct.unpack_from("<II", data, 12)
    if kind != 0x4E4F534A or size > _LARGEST_TEXT or 20 + size > length:
        raise ModelError("the model is damaged; export it again as .glb")
    text, binary = data[20 : 20 + size], b""
    if 28 + size <= length:
        amount, kind = struct.unpack_from("<II", data, 20 + size)
        if kind == 0x004E4942:
            binary = data[28 + size : 28 + size + amount]
    return text, binary


def _embedded(uri: str) -> bytes:
    head, _, tail = uri.partition(";base64,")
    if not head.startswith("data:") or not tail:
        raise ModelError("the model needs other files beside it; export it as .glb, which holds everything")
    try:
        return base64.b64decode(tail, validate=True)
    except (binascii.Error, ValueError):
        raise ModelError("the model is damaged; export it again as .glb") from None


def _index(value: Any) -> int:
    """Reject negative indices, which Python would count from the end."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ModelError("the model is damaged; export it again as .glb")
    return value


def _own_matrix(node: dict[str, Any]) -> Matrix:
    """A matrix in column order, as in glTF."""
    if "matrix" in node:
        made = tuple(float(value) for value in node["matrix"])
        if len(made) != 16:
            raise ModelError("the model is damaged; export it again as .glb")
        return made
    if not node.keys() & {"translation", "rotation", "scale"}:
        return _STILL
    tx, ty, tz = map(float, node.get("translation", (0, 0, 0)))
    x, y, z, w = map(float, node.get("rotation", (0, 0, 0, 1)))
    sx, sy, sz = map(float, node.get("scale", (1, 1, 1)))
    return (
        (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + w * z) * sx, 2 * (x * z - w * y) * sx, 0,
        2 * (x * y - w * z) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + w * x) * sy, 0,
        2 * (x * z + w * y) * sz, 2 * (y * z - w * x) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
        tx, ty, tz, 1,
    )  # fmt: skip


def _product(one: Matrix, two: Matrix) -> Matrix:
    if two is _STILL:
        return one
    if one is _STILL:
        return two
    return tuple(
        sum(one[row + 4 * k] * two[k + 4 * column] for k in range(4)) for column in range(4) for row in range(4)
    )


def _moved(flat: array[float], matrix: Matrix, weight: float) -> tuple[array[float], array[float], array[float]]:
    x, y, z = flat[0::3], flat[1::3], flat[2::3]
    if matrix is _STILL:
        return x, y, z
    m = matrix
    triples = list(zip(x, y, z, strict=True))
    return (
        array("f", [m[0] * a + m[4] * b + m[8] * c + m[12] * weight for a, b, c in triples]),
        array("f", [m[1] * a + m[5] * b + m[9] * c + m[13] * weight for a, b, c in triples]),
        array("f", [m[2] * a + m[6] * b + m[10] * c + m[14] * weight for a, b, c in triples]),
    )


def _flat(held: array[float], indices: array[int] | None) -> tuple[array[float], None]:
    """Give every triangle vertices and a normal of its own."""
    order = indices if indices is not None else range(len(held) // STRIDE)
    made = array("f")
    for number in order:
        made += held[number * STRIDE : (number + 1) * STRIDE]
    del made[len(made) // (3 * STRIDE) * 3 * STRIDE :]
    for start in range(0, len(made), 3 * STRIDE):
        one, two, three = (made[start + n * STRIDE : start + n * STRIDE + 3] for n in range(3))
        a = [two[n] - one[n] for n in range(3)]
        b = [three[n] - one[n] for n in range(3)]
        normal = array("f", (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))
        for n in range(3):
            made[start + n * STRIDE + 3 : start + n * STRIDE + 6] = normal
    return made, None


def _bounds(parts: list[Part]) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    columns: list[list[float]] = [[], [], []]
    for part in parts:
        held = array("f")
        held.frombytes(part.vertices)
        for axis in range(3):
            columns[axis] += (min(held[axis::STRIDE]), max(held[axis::STRIDE]))
    low, high = [min(column) for column in columns], [max(column) for column in columns]
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])
