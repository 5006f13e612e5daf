# SPDX-License-Identifier: BSD-3-Clause
"""The tutorial shows exactly what `liveobjects new` writes, and its commands work."""

import re
from pathlib import Path
from typing import Annotated, Any

import pytest

from app.cli import main
from app.runtime.library import definition_of
from app.runtime.types import TemplateType
from liveobjects import Endpoint, Range, live_object

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
UID = re.compile(r'"[0-9a-f]{32}"')


def test_the_tutorial_shows_what_new_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    assert main(["new", "Shared counter"]) == 0
    folder = tmp_path / "data" / "objects" / "shared_counter"
    written = [(folder / name).read_text() for name in ("proxy.py", "view.py", "test_shared_counter.py")]
    assert [UID.sub('"id"', text) for text in SHOWN] == [UID.sub('"id"', text) for text in written]
    assert all(f"`{file.name}`" in PAGE for file in folder.iterdir())


def test_the_constructor_of_the_tutorial_is_a_parameter() -> None:
    (code,) = re.findall(r"^  ```python\n(.*?)^  ```", PAGE, re.MULTILINE | re.DOTALL)
    members: dict[str, Any] = {"Annotated": Annotated, "Range": Range}
    exec("\n".join(line[2:] for line in code.splitlines()), members)
    body = {"__doc__": "Counts.", "counter": Endpoint(), "__init__": members["__init__"]}
    cls = live_object("0123456789abcdef0123456789abcdef", name="Counter")(type("Counter", (), body))
    declared = definition_of(cls).type
    assert isinstance(declared, TemplateType)
    assert declared.parameters[0].default == 0
    assert declared.parameters[0].hints == (("range", "0..100"),)


def test_the_commands_of_the_tutorial_exist() -> None:
    for command in set(re.findall(r"^liveobjects (\w+)", PAGE, re.MULTILINE)):
        assert main([command, "--help"]) == 0
