# SPDX-License-Identifier: BSD-3-Clause
"""The files of the gallery are valid, and their wrong variants are refused with the reasons."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from app.runtime import references as package
from app.runtime.references import Checker, External, LiveObjectFileError, Parameterized, Primitive, read, write
from app.runtime.types import ObjectType, is_subtype, parse_type
from objects_library.installed import installed_catalogue

ROOT = Path(__file__).resolve().parents[3]
GALLERY = sorted((ROOT / "liveobject_files").glob("*.liveobject"))
WRONG = sorted(Path(__file__).with_name("wrong").glob("*.liveobject"))
SCHEMA = etree.XMLSchema(file=str(Path(package.__file__).with_name("liveobject.xsd")))
CHANNEL = "endpoint{ in send(text); out receive(text) }"


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(installed_catalogue())


@pytest.mark.parametrize("path", GALLERY, ids=lambda path: path.stem)
def test_a_file_of_the_gallery(path: Path, checker: Checker) -> None:
    data = path.read_bytes()
    document = read(path)
    assert write(document) == data
    SCHEMA.assertValid(etree.fromstring(data))
    assert len(data) < (32_768 if b'name="places"' in data else 4096)  # a furnished desktop has positions
    assert document.title
    assert document.description
    assert checker.check(document) == []


TYPES = {
    # The four codes and the figure that show how references are built; names of files, and their types.
    "shared_label": "object{ label: endpoint{ in set(text); out changed(text) } }",
    "custom_protocol": "object{ clock: endpoint{ in ask(); out time(timestamp) } }",
    "portable_channel": f"object{{ channel: {CHANNEL} }}",
    "local_platform": "Folder[Channel[text]]",
    "hybrid_multicast": f"object{{ channel: {CHANNEL} with provides reliability(exactly once, fifo) }}",
    "hybrid_multicast_lan_x": f"object{{ channel: {CHANNEL} with provides reliability(atomic) }}",
    "hybrid_multicast_lan_y": f"object{{ channel: {CHANNEL} with provides reliability(atomic) }}",
}


@pytest.mark.parametrize("name", TYPES)
def test_types_of_the_gallery(name: str, checker: Checker) -> None:
    reference = read(ROOT / "liveobject_files" / f"{name}.liveobject").reference
    found, wanted = checker.type_of(reference), parse_type(TYPES[name])
    assert isinstance(found, ObjectType)
    assert isinstance(wanted, ObjectType)
    assert is_subtype(found, wanted)


REASONS = {
    "connected_twice": ["43: x.channel cannot be connected to t.second, because it is connected to t.first in"],
    "left_alone": ["33: t.second needs exactly-once delivery"],
    "missing_parameter": ["4: Local channel is not given its parameter 'name'"],
    "not_a_folder": ["7: MyPlatform cannot be fetched: endpoint `folder`: `a folder` has it; `Local channel`"],
    "not_installed": ["35: Tunnel (0xdeadbeef version 1 or later) is not installed here; install the library"],
    "type_does_not_fit": ["12: the argument 'name' of Local channel does not fit: '7' is not text"],
    "unknown_names": ["42: there is no component 'z'", "43: 'y' has no endpoint 'canal'"],
    "unknown_parameter": ["4: Local channel is not given its", "12: Local channel has no parameter 'nmae'"],
    "unreadable_type": ["4: the type 'Chanel[text]' cannot be used: there is no type named Chanel"],
    "weaker_channel": [
        "10: the argument 'Channel' of Shared label does not fit: endpoint `channel`: `Channel` promises F",
        "10: the argument 'Channel' of Shared label does not fit: endpoint `channel`: `Channel` promises e",
        "24: ReliabilityObject.UnreliableChannel needs best effort",
    ],
    "weaker_wire": ["37: t.second and y.channel do not fit: `t.second` needs exactly-once delivery"],
    "wrong_cast": ["4: the composite is not a ReliableChannel[text]: endpoint `channel`: `ReliableChannel[text]`"],
    "wrong_values_on_a_wire": [
        "43: t.second and y.channel do not fit: event `send`: `t.second` sends text; `y.channel` accepts",
        "43: t.second and y.channel do not fit: event `receive`: `y.channel` sends a whole number; ",
    ],
    "wrong_wire": [
        "33: t.first needs exactly-once delivery",
        "33: t.second needs exactly-once delivery",
        "42: x.channel and y.channel do not fit: event `receive`: `x.channel` sends it; `y.channel` does not",
        "42: x.channel and y.channel do not fit: event `receive`: `y.channel` sends it; `x.channel` does not",
    ],
}


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_variant(path: Path, checker: Checker) -> None:
    found = [f"{problem.line}: {problem.message}" for problem in checker.check(read(path))]
    wanted = REASONS[path.stem]
    assert [message[: len(words)] for message, words in zip(found, wanted, strict=True)] == wanted


def test_there_is_a_file_for_every_reason() -> None:
    assert {path.stem for path in WRONG} == set(REASONS)
    assert {path.stem for path in GALLERY} >= set(TYPES)


def test_code_follows_the_registry_and_the_library() -> None:
    portable = read(ROOT / "liveobject_files" / "portable_channel.liveobject").reference
    assert isinstance(portable, External)
    assert isinstance(portable.source, External)
    assert portable.source.source == Primitive(2, 0, "Registry")
    platform = read(ROOT / "liveobject_files" / "local_platform.liveobject").reference
    assert isinstance(platform, Parameterized)
    assert isinstance(platform.template, External)
    assert isinstance(platform.template.source, Parameterized)
    assert platform.template.source.template == Primitive(1, 1, "Library")


def test_what_is_cut_off_is_refused() -> None:
    data = GALLERY[0].read_bytes()
    for length in range(0, len(data) - 2, 97):
        with pytest.raises(LiveObjectFileError):
            read(data[:length])
