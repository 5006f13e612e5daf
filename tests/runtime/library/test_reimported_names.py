# SPDX-License-Identifier: BSD-3-Clause
"""A library's named types are found also when its modules were imported before."""

from pathlib import Path

import pytest

from app.runtime.library import read_tree
from app.runtime.types import parse_type
from tests.runtime.library.samples import write_object

SOURCE = (
    "from dataclasses import dataclass\n"
    "from app.runtime.library import type_name\n"
    "@type_name('Shell')\n"
    "@dataclass\n"
    "class Shell:\n"
    "    'Money of the sea.'\n"
    "    size: int\n"
)


def test_names_are_found_again_with_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "objects"
    root.mkdir()
    write_object(root / "money", SOURCE)
    for home in ("one", "two"):
        monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / home))
        library = read_tree(root, "test_reimported_names", "test")
        assert library.problems == ()
        assert library.names.parse("Shell") == parse_type("{size: int}")
