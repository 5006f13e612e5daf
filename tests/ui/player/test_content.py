# SPDX-License-Identifier: BSD-3-Clause
"""Copies that a player saves carry the content, unless a template is wanted."""

import asyncio
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import tap
from app.runtime.references import Document, content_file, content_path, content_xml, read, with_sidecar
from app.runtime.trust import Identity, content_signer_of, signer_of
from app.ui.player.document_import import read_documents
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from objects_library.carried_content import carried_states
from objects_library.document_content import decoded
from objects_library.installed import installed_catalogue
from tests.commands.test_content import counter
from tests.ui.player.windows import run_until_live, shown_windows


class Open(Protocol):
    """Opens a window."""

    def __call__(self, document: Document, file: Path | None = None) -> PlayerWindow: ...


@pytest.fixture
async def show(theme: Theme, home: Path) -> AsyncIterator[Open]:
    async with shown_windows() as windows:

        def make(document: Document, file: Path | None = None) -> PlayerWindow:
            windows.append(PlayerWindow(document, file, theme))
            windows[-1].show()
            return windows[-1]

        yield make


async def count(window: PlayerWindow) -> None:
    """Press the key for one more, and wait until it counts."""
    assert window.sheet is not None
    proxy = window.sheet.proxy(())
    assert proxy is not None
    counted = asyncio.Event()
    stop = tap(proxy.endpoint("counter"), lambda event: counted.set() if event.event == "value" else None)
    [view] = window.views.views().values()
    QTest.keyClick(view, Qt.Key.Key_Plus)
    async with asyncio.timeout(20):
        await counted.wait()
    stop()


async def saved(window: PlayerWindow, file: Path) -> str:
    """Save a copy as the menu does, and return what the window said."""
    told: asyncio.Queue[str] = asyncio.Queue()
    window.sharing.done.connect(told.put_nowait)
    window.sharing.failed.connect(told.put_nowait)
    window.sharing.prepared(lambda: window.sharing.save(file))
    async with asyncio.timeout(20):
        return await told.get()


def value_in(file: Path) -> int:
    [state] = carried_states(with_sidecar(read(file), file)).values()
    catalogue = installed_catalogue()
    return int(decoded(replace(state, state_type="int"), catalogue))


async def test_a_copy_carries_the_content_as_it_is_now(show: Open, tmp_path: Path) -> None:
    window = show(Document(counter(str(uuid4())), "Score"))
    await run_until_live(window)
    file = tmp_path / "copy.liveobject"
    for total in (1, 2):
        await count(window)
        assert await saved(window, file) == "A copy was saved."
        assert value_in(file) == total
    me = Identity.of_user().public
    assert (signer_of(read(file)), content_signer_of(read(file))) == (me, me)
    window.sharing.with_content = False
    assert await saved(window, file) == "A copy was saved."
    assert read(file).content == ()
    assert content_signer_of(read(file)) is None


async def test_large_content_is_saved_beside_and_read_again(
    show: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (content_file, content_xml):
        monkeypatch.setattr(module, "MAX_CONTENT", 6)
    window = show(Document(counter(str(uuid4())), "Score"))
    await run_until_live(window)
    await count(window)
    file = tmp_path / "copy.liveobject"
    assert await saved(window, file) == "A copy was saved."
    assert content_path(file).exists()
    [(document, _)] = read_documents(file)
    assert len(document.content) == 1
    assert value_in(file) == 1
    content_path(file).unlink()
    [(alone, _)] = read_documents(file)
    other = show(alone, file)
    await run_until_live(other)
    assert "copy.liveobject.content" in other.messages.text


async def test_a_copy_with_keys_is_private(show: Open, tmp_path: Path) -> None:
    window = show(Document(counter(str(uuid4())), "Score"))
    file = tmp_path / "copy.liveobject"
    window.sharing.save(file)
    assert file.stat().st_mode & 0o077 == 0o666 & ~umask() & 0o077
    secret = counter(str(uuid4()), key="ab" * 32)
    private = show(Document(secret, "Score"))
    private.sharing.save(file)
    assert file.stat().st_mode & 0o777 == 0o600


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
