# SPDX-License-Identifier: BSD-3-Clause
"""Polls for conditions that no single event signals."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


async def eventually(true: Callable[[], object], seconds: float = 90) -> None:
    """Poll a condition."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not become true in time"
        await asyncio.sleep(0.02)
