# SPDX-License-Identifier: BSD-3-Clause
"""The nodes that most tests of objects open their copies on."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.runtime.activation import Node
from tests.objects_library.viewers import people


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    """The nodes of two people."""
    async with people("Ann", "Bob") as made:
        yield made
