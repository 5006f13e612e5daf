"""Fixtures of the Spark panel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.spark.feeds.control import stop_feed
from app.spark.feeds.definition import feed_names
from app.ui.spark.panel import SparkPanel
from app.ui.spark.workspace import SparkWorkspace
from app.ui.theme import Theme
from objects_library.installed import installed_catalogue


async def until(holds: Callable[[], object], seconds: float = 150.0) -> None:
    """Process Qt and asyncio events until a condition holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            QApplication.processEvents()
            await asyncio.sleep(0.005)


@pytest.fixture
async def panel(theme: Theme, home: Path) -> AsyncIterator[SparkPanel]:
    workspace = SparkWorkspace()
    made = SparkPanel(installed_catalogue(), theme, workspace)
    made.resize(1000, 360)
    made.show()
    yield made
    await workspace.close()
    for name in feed_names():  # of a test that failed
        await stop_feed(name)
    made.close()
    made.deleteLater()


@pytest.fixture
def sales(home: Path) -> Path:
    file = home / "sales.csv"
    names = ("Austria", "Brazil", "Chad", "Denmark")
    lines = [f"{names[n % 4]},{n / 2},2026-01-01 00:{n % 60:02d}:00,0{n % 9}12" for n in range(2000)]
    file.write_text("country,price,at,zip\n" + "\n".join(lines) + "\n")
    return file
