# SPDX-License-Identifier: BSD-3-Clause
"""Models: those that every copy has, and glTF files that anybody may have made."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import pytest

from objects_library.desktops.desktop_3d import models
from objects_library.desktops.desktop_3d.models import gltf
from objects_library.desktops.desktop_3d.models.gltf import STRIDE, ModelError, read_model
from objects_library.desktops.desktop_3d.models.make import LEVELS, MAKERS, made
from objects_library.desktops.desktop_3d.things import MODELS

FOLDER = Path(models.__file__).parent


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_what_the_script_makes_with_fewer_parts_from_afar(name: str) -> None:
    data = (FOLDER / f"{name}.glb").read_bytes()
    assert data == made(name)
    mesh = read_model(data, LEVELS)
    sizes = [sum(len(part.vertices) for part in level) for level in mesh.levels]
    assert len(sizes) == 3
    assert sizes[0] >= sizes[1] > sizes[2]
    assert sizes[2] // (3 * 4 * STRIDE) <= 60
    assert mesh.low[1] >= -3
    assert set(MAKERS) == set(MODELS)


def triangle(**more: Any) -> dict[str, Any]:
    """The smallest model, as a text."""
    numbers = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    made_up: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [
            {"byteLength": 36, "uri": "data:application/octet-stream;base64," + base64.b64encode(numbers).decode()}
        ],
    }
    return {**made_up, **more}


def read(tree: object) -> gltf.Mesh:
    return read_model(json.dumps(tree).encode())


def test_a_triangle_gets_a_normal_and_stands_where_its_nodes_put_it() -> None:
    mesh = read(triangle(nodes=[{"children": [1], "translation": [10, 0, 0]}, {"mesh": 0, "scale": [2, 2, 2]}]))
    (part,) = mesh.levels[0]
    vertices = [struct.unpack_from("<12f", part.vertices, number * 48) for number in range(3)]
    assert [vertex[:3] for vertex in vertices] == [(10, 0, 0), (12, 0, 0), (10, 2, 0)]
    assert all(vertex[3] == vertex[4] == 0 and vertex[5] > 0 for vertex in vertices)
    assert (mesh.low, mesh.high) == ((10, 0, 0), (12, 2, 0))


def test_colours_of_materials_count() -> None:
    tree = triangle(materials=[{"pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 1, 1]}}])
    tree["meshes"][0]["primitives"][0]["material"] = 0
    (part,) = read(tree).levels[0]
    assert struct.unpack_from("<12f", part.vertices)[8:] == (0.5, 0.25, 1, 1)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no glTF"),
        (b"PK\x03\x04", "no glTF"),
        (b"{", "damaged"),
        (b"[]", "no glTF"),
        (b'{"asset": {"version": "1.0"}}', "not glTF 2.0"),
        (b"glTF", "damaged"),
        (struct.pack("<4sII", b"glTF", 1, 12), "not glTF 2.0"),
        (struct.pack("<4sII", b"glTF", 2, 999), "cut off"),
        (struct.pack("<4sIIII", b"glTF", 2, 20, 10**6, 0x4E4F534A), "damaged"),
        (b'{"a":' * 100_000, "complicated"),
    ],
)
def test_what_is_no_model_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        read_model(data)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"extensionsRequired": ["KHR_draco_mesh_compression"]}, "KHR_draco"),
        ({"nodes": [{"children": [0]}]}, "nodes"),
        ({"nodes": [{"mesh": -1}]}, "damaged"),
        ({"nodes": [{"mesh": 7}]}, "damaged"),
        ({"nodes": {}}, "damaged"),
        ({"nodes": [{}]}, "no triangles"),
        ({"nodes": [{"mesh": 0, "matrix": [1]}]}, "damaged"),
        ({"nodes": [{"mesh": 0, "scale": [1e30, 1, 1]}]}, "100 km"),
        ({"buffers": [{"byteLength": 36, "uri": "other.bin"}]}, "other files"),
        ({"buffers": [{"byteLength": 36, "uri": "file:///etc/passwd"}]}, "other files"),
        ({"buffers": [{"byteLength": 36, "uri": "data:;base64,%%"}]}, "damaged"),
        ({"bufferViews": [{"buffer": 0, "byteLength": 1000}]}, "missing"),
        ({"accessors": [{"bufferView": 0, "componentType": 5126, "count": 300, "type": "VEC3"}]}, "missing"),
        ({"accessors": [{"bufferView": 0, "componentType": 5126, "count": 10**9, "type": "VEC3"}]}, "vertices"),
        ({"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC2"}]}, "not known"),
        ({"accessors": [{"bufferView": 0, "componentType": 1, "count": 3, "type": "VEC3"}]}, "damaged"),
        ({"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {}}]}, "not known"),
    ],
)
def test_hostile_models_are_refused_in_one_sentence(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        read(triangle(**change))


def test_models_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gltf, "MOST_VERTICES", 5)
    read(triangle())
    with pytest.raises(ModelError, match="more than 5 vertices"):
        read(triangle(nodes=[{"children": [1, 1]}, {"mesh": 0}]))
    monkeypatch.setattr(gltf, "_MOST_PARTS", 1)
    monkeypatch.setattr(gltf, "MOST_VERTICES", 100)
    with pytest.raises(ModelError, match="more than 1 parts"):
        read(triangle(nodes=[{"children": [1, 1]}, {"mesh": 0}]))


def test_indices_must_be_there() -> None:
    tree = triangle()
    tree["accessors"].append({"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"})
    tree["bufferViews"].append({"buffer": 1, "byteLength": 3})
    tree["meshes"][0]["primitives"][0]["indices"] = 1
    for held, fits in ((b"\0\1\2", True), (b"\0\1\x09", False)):
        uri = "data:;base64," + base64.b64encode(held).decode()
        tree["buffers"] = [tree["buffers"][0], {"byteLength": 3, "uri": "data:x" + uri[5:]}]
        if fits:
            assert len(read(tree).levels[0][0].vertices) == 3 * 48
        else:
            with pytest.raises(ModelError, match="not there"):
                read(tree)
