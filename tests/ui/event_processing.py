# SPDX-License-Identifier: BSD-3-Clause
"""Waiting in tests that share their event loop with Qt."""

import asyncio
from collections.abc import Callable

from PySide6.QtWidgets import QApplication


async def until(holds: Callable[[], object], seconds: float = 20.0) -> None:
    """Process Qt and asyncio events until a condition holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            QApplication.processEvents()
            await asyncio.sleep(0.005)
