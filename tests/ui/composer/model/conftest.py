# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the composer's model share."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.runtime.library import Catalogue
from objects_library.installed import installed_catalogue


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The catalogue of installed objects."""
    return installed_catalogue()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate home for tests that count its files."""
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
