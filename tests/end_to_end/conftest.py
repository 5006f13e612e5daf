# SPDX-License-Identifier: BSD-3-Clause
"""The display that most tests run their programs on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.virtual_display import VirtualDisplay, open_display


@pytest.fixture
def display(tmp_path: Path) -> Iterator[VirtualDisplay]:
    """A display with a home of its own."""
    with open_display(tmp_path / "home") as opened:
        yield opened
