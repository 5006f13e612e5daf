# SPDX-License-Identifier: BSD-3-Clause
"""The live monitor: a row for each object, measured while somebody looks."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.runtime.activation import State
from app.runtime.references import Document, Primitive
from app.ui.execution import RunningSheet
from app.ui.execution.monitor_panel import MonitorPanel
from app.ui.theme import Theme
from objects_library.installed import installed_catalogue
from tests.runtime.activation.samples import composite
from tests.ui.execution.sheets import shared_text, wait_until


@pytest.fixture
async def sheet() -> AsyncIterator[RunningSheet]:
    parts = {"text": shared_text("test: monitor"), "gone": Primitive(0xDEAD, 1, "Lost thing")}
    made = RunningSheet(Document(composite(parts), "Notes"), installed_catalogue())
    await made.start()
    await wait_until(made, lambda: made.state(("text",)) is State.LIVE)
    yield made
    await made.stop()


async def test_each_object_has_a_row(theme: Theme, sheet: RunningSheet) -> None:
    monitor = MonitorPanel(theme)
    monitor.set_running(sheet)
    monitor.resize(900, 300)
    monitor.show()
    for _ in range(2):
        await sheet.measure()
        await asyncio.sleep(0.6)
        monitor.refresh()
    name, state, here, *_ = monitor.texts(("text", "Channel"))
    assert (name, state, here) == ("text › Channel", "live, only on this computer", "1")
    assert monitor.texts(("text", "Channel"))[8] != "–"  # what memory it takes
    assert monitor.texts(("text",))[3] == "0.0"
    assert "Lost thing" in monitor.texts(("gone",))[1]
    colors = {path: row.foreground(1).color().name() for path, row in monitor._rows.items()}
    assert {path for path, color in colors.items() if color == theme.colors.bad} == {("gone",)}
    jumped: list[tuple[str, ...]] = []
    monitor.jump.connect(jumped.append)
    monitor.table.itemActivated.emit(monitor.table.topLevelItem(0), 0)
    assert jumped == [("text",)]
    monitor.set_running(None)
    assert monitor.table.topLevelItemCount() == 0
    monitor.close()
