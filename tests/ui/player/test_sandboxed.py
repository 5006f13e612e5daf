# SPDX-License-Identifier: BSD-3-Clause
"""An object of a library from elsewhere in a window: the question, its sandbox, and what is shown of it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from app.runtime.activation import State
from app.runtime.references import Composite, Document, External, read
from app.runtime.trust import Permission
from app.ui.player.generic_view import GenericView
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from objects_library.starter import write_starter
from tests.runtime.sandbox.harness import STARTER, packed, starter_channel
from tests.ui.execution.sheets import shared_text, wait_until
from tests.ui.player.windows import shown_windows


@pytest.fixture
async def window(theme: Theme, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[PlayerWindow]:
    """What `liveobjects new` makes, packed and sent to somebody, beside a text."""
    files = write_starter("Counter", tmp_path / "made")
    whole = read(next(file for file in files if file.suffix == ".liveobject")).reference
    library, _ = packed(tmp_path, {f"counter/{file.name}": file.read_text() for file in files}, capsys)
    own = External("Counter", STARTER, library)
    assert isinstance(whole, Composite)
    parts = (("counter", own), ("channel", starter_channel("test")), ("text", shared_text("test: beside a sandbox")))
    made = PlayerWindow(Document(replace(whole, components=parts, exports=()), "Counting"), None, theme)
    made._measuring.setInterval(1_000_000)  # Qt would do it while no loop runs, between two tests
    async with shown_windows(made):
        yield made


async def test_it_is_asked_for_and_shown_with_what_every_object_has(window: PlayerWindow) -> None:
    asked = asyncio.Event()
    window.permission.asked.connect(asked.set)
    running = asyncio.create_task(window.run())
    async with asyncio.timeout(60):
        await asked.wait()
        question = window.permission.question()
        assert question is not None
        assert question.permission is Permission.RUN_CODE
        window.permission.allow.click()
        await running
        sheet = window.sheet
        assert sheet is not None
        await wait_until(sheet, lambda: sheet.state(("counter",)) is State.LIVE)
        window.views.refresh()
        views = window.views.views()
        assert ("text",) in views
        generic = views[("counter",)]
        assert isinstance(generic, GenericView)
        said = [label.text() for label in generic.findChildren(QLabel)]
        assert any("its own view is not drawn here" in text for text in said)
        assert list(generic.senders) == [("counter", "add")]  # the channel is for the channel
        field, button = generic.senders["counter", "add"]
        field.line.setText("4")  # type: ignore[attr-defined]  # a number has a line
        button.click()
        while [row[2] for row in generic.rows.texts()][:1] != ["4"]:  # noqa: ASYNC110 - Qt tells no task
            await asyncio.sleep(0.01)
