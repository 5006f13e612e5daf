# SPDX-License-Identifier: BSD-3-Clause
"""The store of documents: kept when committed, whole after damage, bounded, and said when the disk refuses."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.runtime.storage import LogInUseError
from app.runtime.storage.documents import (
    Change,
    ChangeKind,
    DocumentHistory,
    DocumentInfo,
    DocumentStore,
    OpenDocument,
    document_id,
    limits,
)
from app.runtime.storage.documents.change import next_chain

AUTHOR = b"a" * 32
INFO = DocumentInfo("My page", "Counter", "int", "int")
DOCUMENT = document_id("a scope", "main", "AB" * 32)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[DocumentStore]:
    made = DocumentStore.at(tmp_path / "data" / "documents.sqlite")
    yield made
    await asyncio.to_thread(made.finish)


def changes(history: DocumentHistory, origin: int, *bodies: bytes) -> list[Change]:
    """Consecutive changes of an origin, which the history includes afterwards."""
    made: list[Change] = []
    for body in bodies:
        chain = next_chain(history.chain(DOCUMENT, origin, AUTHOR), ChangeKind.CHANGE, 7, body)
        change = Change(origin, history.last(origin) + 1, AUTHOR, 7, ChangeKind.CHANGE, body, chain, b"s" * 64)
        history.add(change)
        made.append(change)
    return made


async def keep(document: OpenDocument, first: int, given: list[Change]) -> None:
    kept = asyncio.Event()
    document.append(first, given, kept.set)
    async with asyncio.timeout(10):
        await kept.wait()


def test_who_shares_a_page_keeps_its_identity() -> None:
    assert document_id("a scope", "main", "AB" * 32) == document_id("a scope", "main", "ab" * 32)
    assert len({document_id("ab", "c"), document_id("a", "bc"), document_id("ab", "c", "00" * 32)}) == 3


async def test_what_is_appended_is_there_again(store: DocumentStore) -> None:
    opened = await store.open(DOCUMENT, INFO)
    assert opened.stored is None
    history = DocumentHistory()
    await keep(opened, 1, changes(history, opened.row.origin, b"one", b"two"))
    opened.snapshot(history.copy(), b"state", AUTHOR)
    await keep(opened, 3, changes(history, opened.row.origin, b"three"))
    await opened.close(opened.row.origin, 4)
    again = await store.open(DOCUMENT, DocumentInfo())
    assert (again.row.origin, again.row.next_number) == (opened.row.origin, 4)
    assert again.stored is not None
    assert again.stored.base.state == b"state"
    assert [change.body for change in again.stored.changes] == [b"three"]
    assert again.stored.history == history
    assert again.stored.floor == {opened.row.origin: 0}
    (summary,) = await store.list()
    assert (summary.title, summary.kind, summary.changes, summary.versions) == ("My page", "Counter", 3, 1)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    await again.close(again.row.origin, 4)


async def test_numbers_are_not_used_again_after_an_unclean_end(store: DocumentStore) -> None:
    opened = await store.open(DOCUMENT, INFO)
    await keep(opened, 1, changes(DocumentHistory(), opened.row.origin, b"one"))
    first = opened.row.origin
    await opened.close(first, 2, clean=False)
    again = await store.open(DOCUMENT, INFO)
    assert again.row.origin != first
    await again.close(again.row.origin, 1)


async def test_a_document_has_one_writer(store: DocumentStore) -> None:
    opened = await store.open(DOCUMENT, INFO)
    with pytest.raises(LogInUseError, match="another program"):
        await store.open(DOCUMENT, INFO)
    with pytest.raises(LogInUseError):
        await store.forget(DOCUMENT)
    await keep(opened, 1, changes(DocumentHistory(), opened.row.origin, b"one"))
    await opened.close(opened.row.origin, 2)
    assert await store.forget(DOCUMENT)
    assert await store.list() == []
    assert await store.read(DOCUMENT) is None


async def test_what_a_trunk_lacks_is_pending_until_it_is_merged(store: DocumentStore) -> None:
    opened = await store.open(DOCUMENT, INFO)
    mine, theirs = DocumentHistory(), DocumentHistory()
    own = opened.row.origin
    await keep(opened, 1, changes(mine, own, b"one", b"two"))
    changes(theirs, 5, b"other")
    pending, floor = await opened.restart(theirs.copy(), b"theirs", AUTHOR)
    assert [change.body for change in pending] == [b"one", b"two"]
    assert floor == {5: 1}
    stored = await store.read(DOCUMENT)
    assert stored is not None
    assert (stored.base.state, stored.changes, len(stored.pending)) == (b"theirs", [], 2)
    merged = theirs.copy()
    await keep(opened, 2, changes(merged, own, b"one", b"two"))
    stored = await store.read(DOCUMENT)
    assert stored is not None
    assert [change.body for change in stored.changes] == [b"one", b"two"]
    assert stored.pending == []
    assert stored.history == merged
    assert stored.floor == {5: 1, own: 0}
    await opened.close(own, 3)


@pytest.mark.parametrize(
    ("table", "column", "lost"),
    [("changes", "body", "a change"), ("changes", "number", "a change"), ("snapshots", "state", "a stored state")],
)
async def test_a_damaged_row_is_reported(store: DocumentStore, table: str, column: str, lost: str) -> None:
    opened = await store.open(DOCUMENT, INFO)
    history = DocumentHistory()
    await keep(opened, 1, changes(history, opened.row.origin, b"one"))
    opened.snapshot(history.copy(), b"first", AUTHOR)
    await keep(opened, 2, changes(history, opened.row.origin, b"two", b"three"))
    await opened.close(opened.row.origin, 4)
    await asyncio.to_thread(store.finish)
    with sqlite3.connect(store.path) as connection:
        where = "WHERE number = 2" if table == "changes" else ""
        value = "77" if column == "number" else "x'00ff00'"
        connection.execute(f"UPDATE {table} SET {column} = {value} {where}")
    connection.close()
    stored = await store.read(DOCUMENT)
    assert stored is not None
    assert any(lost in line for line in stored.damage)
    assert b"three" in [change.body for change in stored.changes]


async def test_a_file_that_is_no_database_is_put_aside_and_said(store: DocumentStore) -> None:
    store.path.parent.mkdir(mode=0o700)
    store.path.write_bytes(b"rubbish" * 1000)
    opened = None
    async with asyncio.timeout(10):
        while opened is None:
            try:
                opened = await store.open(DOCUMENT, INFO)
            except Exception:  # noqa: BLE001 - the first attempt finds the rubbish
                await asyncio.sleep(0.01)
    assert store.set_aside is not None
    assert store.set_aside.read_bytes().startswith(b"rubbish")
    await keep(opened, 1, changes(DocumentHistory(), opened.row.origin, b"one"))
    await opened.close(opened.row.origin, 2)


async def test_history_is_bounded_and_named_versions_stay(
    store: DocumentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HISTORY_BYTES", 20_000)
    opened = await store.open(DOCUMENT, INFO)
    history = DocumentHistory()
    await keep(opened, 1, changes(history, opened.row.origin, b"first"))
    opened.snapshot(history.copy(), b"a state with a name", AUTHOR, "before the party")
    for number in range(20):
        await keep(opened, history.count + 1, changes(history, opened.row.origin, bytes([number]) * 2_000))
        opened.snapshot(history.copy(), b"state %d" % number, AUTHOR)
    (summary,) = await store.list()
    assert summary.bytes < 25_000
    versions = await store.versions(DOCUMENT)
    assert [version.name for version in versions if version.name] == ["before the party"]
    assert len(versions) == 2  # and the newest of these five minutes
    stored = await store.read(DOCUMENT)
    assert stored is not None
    assert stored.base.state == b"state 19"
    assert stored.floor[opened.row.origin] > 10
    named = await store.state_at(DOCUMENT, versions[-1].serial)
    assert named is not None
    assert named.state == b"a state with a name"
    await opened.close(opened.row.origin, 22)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    place.mkdir(mode=0o700)
    command = ["mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("this user cannot mount a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


async def test_a_full_disk_is_said_and_nothing_is_lost(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETRY_SECONDS", 0.05)
    store = DocumentStore.at(small_disk / "documents.sqlite")
    opened = await store.open(DOCUMENT, INFO)
    history = DocumentHistory()
    await keep(opened, 1, changes(history, opened.row.origin, b"one"))
    filler = small_disk / "filler"
    filler.write_bytes(bytes(shutil.disk_usage(small_disk).free))
    said = asyncio.Event()
    loop = asyncio.get_running_loop()
    unwatch = store.watch(lambda state: loop.call_soon_threadsafe(said.set) if not state.writable else None)
    kept = asyncio.Event()
    opened.append(2, changes(history, opened.row.origin, b"two" * 20_000), kept.set)
    async with asyncio.timeout(10):
        await said.wait()
    assert str(store.state) == "full: the disk is full"
    assert not kept.is_set()
    filler.unlink()
    async with asyncio.timeout(10):
        await kept.wait()
    unwatch()
    assert store.state.writable
    await opened.close(opened.row.origin, 3)
    stored = await store.read(DOCUMENT)
    assert stored is not None
    assert [len(change.body) for change in stored.changes] == [3, 60_000]
    await asyncio.to_thread(store.finish)
