# SPDX-License-Identifier: BSD-3-Clause
"""The examples of the README, the API reference and the docstrings work."""

import re
from pathlib import Path
from typing import Any

import pytest

import liveobjects
import liveobjects.testing
from app.runtime.library import definition_of
from app.runtime.references import Parameterized, Primitive, Reference, ValueArgument
from liveobjects.testing import LocalNode
from tests.runtime.library.samples import write_object

ROOT = Path(__file__).resolve().parents[2]


def example(text: str | None) -> str:
    """The first Python block of a text."""
    found = re.search(r"^```python\n(.*?)^```", text or "", re.MULTILINE | re.DOTALL)
    assert found is not None
    return found.group(1)


README = example((ROOT / "README.md").read_text(encoding="utf-8"))
METRONOME = example((ROOT / "docs" / "api" / "README.md").read_text(encoding="utf-8"))


def test_the_package_and_the_reference_show_the_same_example() -> None:
    assert example(liveobjects.__doc__) == METRONOME


@pytest.mark.parametrize(("source", "name"), [(README, "Echo"), (METRONOME, "Metronome")])
def test_an_example_is_an_object(source: str, name: str) -> None:
    members: dict[str, Any] = {"__name__": "an_example"}
    exec(source, members)
    assert definition_of(members[name]).name == name


def test_the_example_of_a_test_is_python() -> None:
    members: dict[str, Any] = {"__name__": "an_example"}
    exec(example(liveobjects.testing.__doc__), members)
    assert callable(members["test_a_metronome_counts"])


async def test_a_metronome_counts(tmp_path: Path) -> None:
    write_object(tmp_path / "metronome", METRONOME.replace("Range(20, 240)", "Range(20, 24_000)"))
    uid = re.search(r'"([0-9a-f]{32})"', METRONOME)
    assert uid is not None
    fast: Reference = Parameterized(Primitive(int(uid.group(1), 16)), (("per_minute", ValueArgument(6_000)),))
    async with LocalNode(tmp_path) as node:
        beats = (await node.open(fast)).connect("beats")
        await beats.wait_for("beat", 3)


async def test_an_echo_replies(tmp_path: Path) -> None:
    write_object(tmp_path / "echo", README)
    async with LocalNode(tmp_path) as node:
        port = (await node.open(Primitive(0x6F1C2B7DE0A94C5FB3D8E71A5C90D246))).connect("port")
        port.send("ask", "who?")
        assert await port.receive("reply") == "who?"
