# SPDX-License-Identifier: BSD-3-Clause
"""A page that is shared keeps its content, also when its scope gets its first key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.runtime.references import Composite, Document, Reference
from app.runtime.storage.documents import DocumentStore
from app.runtime.trust import Identity
from objects_library.carried_content import gather_content
from objects_library.channels.document.circle import open_circle
from objects_library.channels.document.relocation import move_content
from objects_library.channels.native.sharing import Who
from objects_library.installed import installed_catalogue
from tests.objects_library.channels.company import channel, close, company, join, unique_scope
from tests.objects_library.channels.document_process import DOCUMENT


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))


def part(document: Document) -> Reference:
    assert isinstance(document.reference, Composite)
    return document.reference.components[0][1]


async def test_the_content_follows_to_the_first_key() -> None:
    page = Document(Composite((("part", channel(DOCUMENT, "int", "list[int]", scope=unique_scope())),)))
    catalogue, me = installed_catalogue(), Identity.of_user()
    async with company(1) as (node,):
        first = await join(node, part(page))
        for number in range(20):
            first.submit(number)
        await first.until(lambda: len(first.accepted) == 20)
        await close(first)
        shared, report = await open_circle(page, Who.ME, me, catalogue)
        assert len(report.moves) == 1
        second = await join(node, part(shared))
        assert await second.has(20) == list(range(20))
        second.submit(20)
        await second.until(lambda: len(second.accepted) == 1)
        await close(second)
        assert await move_content(report.moves, me, catalogue.names, page) == 0  # what is there stays
        again, report = await open_circle(shared, Who.NETWORK, me, catalogue)
        assert report.moves == ()
        back, _ = await open_circle(again, Who.ME, me, catalogue)
        third = await join(node, part(back))
        assert await third.has(21) == list(range(21))


async def test_what_was_changed_since_the_last_stored_state_follows_too() -> None:
    page = Document(Composite((("part", channel(DOCUMENT, "int", "list[int]", scope=unique_scope())),)))
    shared, report = await open_circle(page, Who.ME, Identity.of_user(), installed_catalogue())
    async with company(1) as (node,):
        first = await join(node, part(page))
        first.submit(1)
        await first.until(lambda: len(first.accepted) == 1)
        store = DocumentStore.of_user()
        stored = await store.read((await store.list())[0].id)
        assert stored is not None
        assert (stored.base.state, len(stored.changes)) == (b"", 1)  # it is on disk, and no state is yet
        assert await move_content(report.moves, Identity.of_user(), installed_catalogue().names, page) == 1
        assert await (await join(node, part(shared))).has(1) == [1]


async def test_what_a_file_carries_follows_where_it_was_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Document(Composite((("part", channel(DOCUMENT, "int", "list[int]", scope=unique_scope())),)))
    catalogue = installed_catalogue()
    async with company(1) as (node,):
        first = await join(node, part(page))
        first.submit(5)
        await first.until(lambda: len(first.accepted) == 1)
        await close(first)
        carrying = replace(page, content=await gather_content(page, catalogue))
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "another home"))
    shared, report = await open_circle(carrying, Who.ME, Identity.of_user(), catalogue)
    assert len(report.moves) == 1
    async with company(1) as (node,):
        assert await (await join(node, part(shared))).has(1) == [5]


async def test_the_things_on_a_page_follow_it() -> None:
    scope, catalogue, me = unique_scope(), installed_catalogue(), Identity.of_user()
    stored_item = channel(DOCUMENT, "int", "list[int]", scope="", group="thing")  # in the scope of its page
    kept = "list[reference[object{}]]"
    page = Document(Composite((("part", channel(DOCUMENT, "reference[object{}]", kept, scope=scope)),)))
    async with company(1) as (node,):
        desktop = await join(node, part(page))
        desktop.submit(stored_item)
        thing = await join(node, channel(DOCUMENT, "int", "list[int]", scope=scope, group="thing"))
        thing.submit(7)
        for app in (desktop, thing):
            await app.until(lambda app=app: len(app.accepted) == 1)  # type: ignore[misc]
            await close(app)
        shared, report = await open_circle(page, Who.ME, me, catalogue)
        ((_, new),) = report.moves
        place = {"scope": new.scope, "key": new.key, "owner": new.owner}
        again = await join(node, channel(DOCUMENT, "int", "list[int]", **place, group="thing"))
        assert await again.has(1) == [7]
        assert await (await join(node, part(shared))).has(1) == [stored_item]
