# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of the Spark panel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from app.spark.feeds.control import stop_feed
from app.spark.feeds.definition import feed_names
from app.ui.spark.panel import SparkPanel
from app.ui.spark.workspace import SparkWorkspace
from app.ui.theme import Theme
from objects_library.installed import installed_catalogue
from tests.ui import event_processing

until = partial(event_processing.until, seconds=150.0)
"""Spark takes long to start."""


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
